// The odds of an attack at a glance: one bar of what may become of its target.

import { h } from "../shared/dom.js";

const REST = 200; // milliseconds that the mouse rests on a target before it is told

/** Odds at the mouse, as it rests on a target. */
export class Odds {
  /** @param {import("./orders.js").Orders} orders whose fire it is */
  constructor(orders) {
    this.orders = orders;
    this.tip = h("output", { class: "card hex-tip odds-tip", hidden: true });
    orders.board.place.append(this.tip);
    orders.board.onMove(() => this.clear());
  }

  /** The mouse is over a hex. */
  over(hex) {
    this.clear();
    const shots = this.orders.offers.filter((offer) => offer.kind === "fire" && offer.hexes[0] === hex);
    if (!shots.length || this.orders.busyHere()) return false;
    this.timer = setTimeout(() => this.tell(hex, shots), REST);
    return true;
  }

  async tell(hex, shots) {
    const { orders } = this;
    const best = orders.fire.best(shots, orders.chosen);
    this.hex = hex;
    const plan = await orders.link.ask("fire", { order: best.order }).catch(() => null);
    if (!plan || this.hex !== hex || orders.busyHere()) return;
    const sum = plan.to_hit ? `To Hit ${plan.number}` : `${plan.fp} FP, ${plan.column} column, ${plan.drm > 0 ? "+" : ""}${plan.drm}`;
    this.tip.replaceChildren(h("b", {}, orders.board.map.labels[hex]), " ", h("span", {}, sum), bar(plan));
    this.tip.hidden = false;
    orders.board.beside(hex, this.tip);
    orders.board.shot(best.units.map((id) => orders.pieces.all.get(id)?.hex ?? -1).filter((from) => from >= 0), hex);
  }

  clear() {
    clearTimeout(this.timer);
    if (this.hex >= 0 && !this.orders.playing()) this.orders.board.shot([], -1);
    this.hex = -1;
    this.tip.hidden = true;
  }
}

export const NOBODY = "Nobody known there can be harmed; a S? would be checked for Activation first.";

/** What may become of the target, as one bar with figures: words, share, and whether it is `harmed`, `pinned`, `unharmed`. */
export function bar({ glance, each = [] }) {
  if (each.length) return h("div", { class: "odds-each" }, each.map(([name, own]) => [h("b", {}, name), bar({ glance: own })]).flat());
  if (!glance.length) return h("p", { class: "dim" }, NOBODY);
  const whole = hundred(glance.map(([, part]) => part));
  const told = glance.map(([name, part, kind = name], n) => h("span", { class: `odds-${kind}` }, h("b", {}, percent(part, whole[n])), ` ${name}`));
  const strip = h("div", { class: "odds-bar", "aria-hidden": "true" }, glance.map(([name, part, kind = name]) => {
    const piece = h("i", { class: `bar-${kind}` });
    piece.style.width = `${100 * part}%`;
    return piece;
  }));
  return h("div", { class: "odds-told" }, strip, h("p", {}, told));
}

/** Whole per cent, as a person reads them. */
export function percent(share, whole = Math.round(100 * share)) {
  if (share > 0 && share < 0.01) return "<1\u00a0%";
  return `${share < 1 ? Math.min(99, whole) : 100}\u00a0%`;
}

/** Shares of one whole as whole per cent that make a hundred: those cut off most are rounded up. */
function hundred(shares) {
  const cut = shares.map((share) => Math.floor(100 * share));
  const left = 100 - cut.reduce((sum, each) => sum + each, 0);
  if (left < 0 || left > shares.length) return shares.map((share) => Math.round(100 * share)); // they are no whole
  const order = shares.map((share, n) => [100 * share - cut[n], n]).sort((a, b) => b[0] - a[0]);
  for (const [, n] of order.slice(0, left)) cut[n] += 1;
  return cut;
}
