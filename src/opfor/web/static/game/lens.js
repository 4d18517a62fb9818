// Close Combat as a lens at its hex: who fights whom, and the odds of it before any dice.

import { keyed } from "./card.js";
import { h, s } from "../shared/dom.js";
import { mods, signed } from "./fire_plan.js";
import { bar, percent } from "./odds.js";

const HOW = { plain: "Attack", capture: "Capture", hand_to_hand: "Hand to hand", atmm: "With ATMM" };
const ROW = 4; // rem that a unit of the lens is high

/** The lens over a hex with Close Combat. */
export class Lens {
  /** @param {import("./orders.js").Orders} orders whose attacks they are */
  constructor(orders) {
    this.orders = orders;
    this.next = -1; // where others may still fight, once an attack has been shown
  }

  /** Open it; whether there is anybody who may fight here. */
  async open(hex) {
    const { board, link } = this.orders;
    const { locations } = await link.ask("close combat", { at: board.map.names[hex] });
    if (!locations.length) return false;
    Object.assign(this, { hex, locations });
    this.at(locations[0]);
    return true;
  }

  /** The Location of the hex that is looked at. */
  at(place) {
    this.place = place;
    this.take(place.ways[0]);
  }

  /** After an attack the others of the hex are next. */
  async again() {
    const hex = this.next;
    this.next = -1;
    if (hex >= 0 && this.orders.view.phase === "CCPh") await this.open(hex);
  }

  /** One of the attacks that are offered, as it stands. */
  take(way) {
    this.order = way.order;
    this.show(way);
  }

  /** A unit is taken into the attack, or out of it. */
  turn(list, id) {
    const chosen = this.order[list];
    this.order = { ...this.order, [list]: chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id] };
    return this.plan(id);
  }

  /** The manner of the attack. */
  manner(how) {
    const flags = Object.fromEntries(Object.keys(HOW).slice(1).map((name) => [name, name === how]));
    this.order = { ...this.order, ...flags };
    return this.plan(how);
  }

  /** Ask what the attack would mean; the focus stays where it was. */
  async plan(focus) {
    const { order } = this;
    const way = await this.orders.link.ask("combat", { order }).catch((error) => ({ error: error.message }));
    if (order !== this.order || !this.orders.card.open) return;
    this.show(way);
    this.orders.card.box.querySelector(`[data-in-lens="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
  }

  fight() {
    const { orders, order } = this;
    this.next = this.hex;
    orders.card.close();
    return orders.answer(order);
  }

  show(way) {
    const { orders, place } = this;
    const go = keyed("Enter", HOW[this.how()] === "Attack" ? "Fight" : `Fight: ${HOW[this.how()]}`, () => this.fight(), { main: true, id: "lens-go", disabled: Boolean(way.error) });
    const menu = keyed("k", "Everything else here", () => orders.menu.show(this.hex));
    const no = keyed("Escape", "Cancel", () => orders.leave());
    orders.card.show(this.hex, `Close Combat in ${place.label}`, this.levels(), this.sides(), this.told(way), this.manners(), this.ways(), go, menu, no);
    orders.card.box.querySelector("#lens-go:enabled")?.focus({ preventScroll: true });
  }

  how() {
    return Object.keys(HOW).find((name) => this.order[name]) ?? "plain";
  }

  /** Where both sides meet on several levels of the hex: on which. */
  levels() {
    if (this.locations.length < 2) return null;
    return h("p", {}, this.locations.map((place) => h("button", { type: "button", "aria-pressed": String(place === this.place), onclick: () => this.at(place) }, place.label)));
  }

  /** Both sides, and a line from each who attacks to each whom he attacks. */
  sides() {
    const { ours, theirs, declared } = this.place;
    const side = (list, units, title) => h("div", { class: `lens-side of-${list}` }, h("h3", {}, title), units.map((unit) => this.fighter(list, unit)));
    const high = Math.max(ours.length, theirs.length);
    const row = (units, id) => units.findIndex((unit) => unit.id === id) + 0.5;
    const line = (kind, own, foe) => {
      const aside = kind.includes("enemy") ? 0.12 : 0; // beside ours
      const [a, b] = [row(ours, own) + aside, row(theirs, foe) + aside];
      return s("path", { d: `M0 ${a}C50 ${a} 50 ${b} 100 ${b}`, class: `lens-line ${kind}` });
    };
    const known = (units, ids) => ids.filter((id) => row(units, id) > 0);
    const lines = (kind, own, foes) => known(ours, own).flatMap((id) => known(theirs, foes).map((foe) => line(kind, id, foe)));
    const waits = ({ side: whose, attackers, defenders }) => (whose === "ENEMY" ? lines("declared enemy", defenders, attackers) : lines("declared", attackers, defenders));
    const drawn = [...declared.flatMap(waits), ...lines("", this.order.attackers, this.order.defenders)];
    const between = s("svg", { class: "lens-lines", viewBox: `0 0 100 ${high}`, preserveAspectRatio: "none", "aria-hidden": "true" }, ...drawn);
    between.style.height = `${high * ROW}rem`;
    return h("div", { class: "lens" }, side("attackers", ours, "You"), between, side("defenders", theirs, "ENEMY"));
  }

  fighter(list, { id, why }) {
    const { pieces } = this.orders;
    const piece = pieces.all.get(id);
    const name = (piece?.called ?? id).replaceAll("-", "\u2011"); // 4-6-7 stays on one line
    return h("button", {
      type: "button", class: "fighter", "data-in-lens": id, disabled: Boolean(why), title: why || piece?.name,
      "aria-pressed": String(this.order[list].includes(id)), onclick: () => this.turn(list, id),
    }, piece ? pieces.small(piece, 40) : "", h("span", {}, name));
  }

  /** What comes of it, and why; then what they may do in return. */
  told({ error, ...way }) {
    if (error) return h("p", { class: "refused", role: "alert" }, error);
    const line = (text, numbers) => h("p", { class: "dim" }, `${text}: ${sum(numbers)}; ${percent(numbers.glance[0][1])} ${numbers.glance[0][0]}`);
    const when = way.first ? "Ambush: you attack first. Then, if they are left," : "At the same time";
    const back = way.back && line(`${when} ${this.called(way.back.attackers)} would ${way.back.capture ? "capture" : "attack"} ${this.called(way.back.defenders)}`, way.back);
    const declared = this.place.declared.filter(({ numbers }) => numbers).map((each) => line(`Declared: ${this.called(each.attackers)} → ${this.called(each.defenders)}`, each.numbers));
    return [h("div", { id: "lens-odds", "aria-live": "polite" }, h("p", {}, h("b", {}, way.odds || `CCV ${way.kill}`), ` ${sum(way, false)}`), bar(way)), way.mods.length ? mods(way.mods) : null, back, ...declared];
  }

  called(ids) {
    return ids.map((id) => this.orders.pieces.all.get(id)?.called ?? id).join(" + ");
  }

  /** To attack, to capture, hand to hand: what is offered here at all. */
  manners() {
    const offered = new Set(this.place.ways.flatMap(({ order }) => Object.keys(HOW).filter((name) => order[name])));
    if (!offered.size) return null;
    const choice = (name) => h("label", { class: "box" }, h("input", { type: "radio", name: "manner", checked: name === this.how(), "data-in-lens": name, onchange: () => this.manner(name) }), HOW[name]);
    return h("fieldset", { class: "manners" }, h("legend", {}, "How"), ["plain", ...offered].map(choice));
  }

  /** Every combination with its odds, the deadliest first. */
  ways() {
    const { ways } = this.place;
    if (ways.length < 2) return null;
    const killed = (way) => way.glance.find(([, , kind]) => kind === "harmed")?.[1] ?? 0;
    const row = (way) => {
      const how = Object.keys(HOW).find((name) => way.order[name]);
      return h("button", { type: "button", class: "offer", onclick: () => this.take(way) }, `${this.called(way.order.attackers)} → ${this.called(way.order.defenders)}${how ? `, ${HOW[how]}` : ""}: ${way.odds || `CCV ${way.kill}`}, ${percent(killed(way))}`);
    };
    return h("details", { class: "lens-ways" }, h("summary", {}, `Each combination (${ways.length})`), [...ways].sort((a, b) => killed(b) - killed(a)).map(row));
  }
}

/** The numbers behind the odds. */
function sum({ odds, attack, defence, kill, drm }, whole = true) {
  const ratio = odds ? `${whole ? `${odds}, ` : ""}${attack} FP to ${defence}, Kill# ${kill}` : "";
  return [ratio, `DRM ${signed(drm)}`].filter(Boolean).join(", ");
}
