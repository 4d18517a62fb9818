// Danger as a map: each hex in reach by the chance that something happens on the way there.

import { $, h, kept } from "../shared/dom.js";
import { percent } from "./odds.js";

const CLASSES = [[0.9, "most"], [0.5, "high"], [0.25, "middle"], [0.0001, "low"], [0, "none"]];

/** Shades the reach of the chosen stack by danger. */
export class Danger {
  /** @param {import("./orders.js").Orders} orders whose stack it is */
  constructor(orders) {
    this.orders = orders;
    this.on = kept.get("danger", "false") === "true";
    this.found = null;
    this.button = $("danger");
    this.button?.addEventListener("click", () => this.turn());
    this.mark();
    this.tip = h("output", { class: "card hex-tip", hidden: true });
    orders.board.place.append(this.tip);
  }

  turn() {
    this.on = !this.on;
    kept.set("danger", String(this.on));
    this.mark();
    if (this.on) return this.find();
    this.forget();
    return this.orders.showReach();
  }

  mark() {
    this.button?.setAttribute("aria-pressed", String(this.on));
  }

  forget() {
    this.found = null;
    this.tip.hidden = true;
    this.orders.board.chances([]);
    this.orders.pieces.unseeing(null);
    this.orders.board.legend([]);
  }

  async find() {
    const { orders } = this;
    if (!this.on || !Object.keys(orders.reach).length) return;
    const round = orders.round;
    const how = orders.view.move.length ? {} : orders.howFields();
    const found = await orders.link.ask("danger", { units: orders.units(), how }).catch(() => null);
    if (!found || round !== orders.round || !this.on) return;
    this.found = found;
    this.mark();
    orders.showReach();
    this.suspects(found.suspects);
    orders.board.legend([["none", "none"], ["low", "<\u00a025\u00a0%"], ["middle", "<\u00a050\u00a0%"], ["high", "<\u00a090\u00a0%"], ["most", "≥\u00a090\u00a0%"]]);
  }

  /** The S? that may be checked bear their chance; those that cannot see are left aside. */
  suspects(chances) {
    const { pieces, board } = this.orders;
    const marked = Object.entries(chances).map(([id, chance]) => ({ hex: pieces.all.get(id)?.hex ?? -1, text: percent(chance) }));
    board.chances(marked.filter(({ hex }) => hex >= 0));
    pieces.unseeing(new Set(Object.keys(chances)));
  }

  /** The mouse rests on a hex in reach: the way there, its MF and its danger. */
  over(hex) {
    const { orders } = this;
    if (orders.route.length || orders.busyHere()) return;
    const way = Object.values(this.ways() ?? {}).find((each) => each.hex === hex);
    this.tip.hidden = !way;
    if (!way) return;
    const fire = way.watched.length ? `, ${way.watched.length} known can fire` : "";
    this.tip.replaceChildren(h("b", {}, orders.board.map.labels[hex]), ` ${way.mf} MF, `, h("b", {}, percent(way.chance)), ` that something Activates${fire}`);
    orders.board.way([orders.hex, ...way.route.map((place) => orders.hexOf(place))]);
    orders.board.beside(hex, this.tip);
  }

  /** The mouse goes elsewhere. */
  away() {
    if (this.tip.hidden) return;
    this.tip.hidden = true;
    if (!this.orders.route.length && !this.orders.routs.all.length) this.orders.board.way([]);
  }

  /** The ways of the chosen kind, shortest or safest. */
  ways() {
    return this.found?.[this.orders.ways.which] ?? null;
  }

  /** The reach by danger, each hex with the MF to get there; null where it is not known. */
  shaded(reach) {
    const ways = this.ways();
    if (!ways) return null;
    const at = new Map(Object.values(ways).map((way) => [way.hex, way]));
    for (const [to, way] of Object.entries(ways)) if (!to.includes("/")) at.set(way.hex, way); // the ground level's
    return reach.map(({ hex, mf }) => {
      const way = at.get(hex);
      return { hex, kind: `risk-${way ? kindOf(way) : "none"}`, text: way?.mf ?? mf };
    });
  }
}

function kindOf({ risk }) {
  return CLASSES.find(([least]) => risk >= least)[1];
}
