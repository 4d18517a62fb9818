// What a click on a hex does: choose who is there, go there, fire there, or ask which.

import { keyed } from "./card.js";
import { $, h } from "../shared/dom.js";
import { targets } from "./offers.js";

export const STEPS = ["rout", "advance", "withdraw", "drive"]; // orders that a click on their hex gives
const AT_ONCE = ["RPh", "CCPh"]; // phases in which a click on a stack opens all that it may do

/** Clicks on the board, for the units that are chosen. */
export class Clicks {
  /** @param {import("./orders.js").Orders} orders who is chosen, and what they can do */
  constructor(orders) {
    this.orders = orders;
  }

  /** A hex was clicked: go there, fire there, or choose who stands there. */
  async at(hex, event = {}) {
    const { orders } = this;
    await orders.known; // who was just chosen may go there
    const again = hex === orders.hex && orders.units().length > 0;
    if (again && orders.ordering && !event.shiftKey) return orders.menu.open(hex);
    const ways = Object.entries(orders.reach).filter(([, way]) => way.hex === hex);
    if (orders.ordering && ways.length) return this.head(ways, hex, event);
    if (orders.routs.at(hex) || (!orders.able(hex).length && orders.drives.at(hex))) return undefined;
    if (!orders.units().length && orders.able(hex).length) return this.choose(hex); // rather than be gone to by others
    return this.attack(hex) || this.step(hex, event) || this.stay(hex) || this.choose(hex);
  }

  /** Plan fire at a hex, or fire as planned; whether there is any. */
  attack(hex) {
    const { orders } = this;
    if (orders.fire.card.open && orders.fire.card.hex === hex) return orders.fire.shoot() ?? true;
    const there = orders.offers.filter((offer) => offer.hexes[0] === hex);
    const shots = there.filter((offer) => offer.kind === "fire");
    const over = there.filter((offer) => offer.order.overrun && offer.kind === "drive");
    if (!shots.length) return false;
    if (over.length) orders.choice("Fire, or overrun them?", [...targets(shots), ...over].map((offer) => orders.list.offer(offer)), hex);
    else if (new Set(shots.map((offer) => offer.at)).size > 1) orders.choice("At whom?", targets(shots).map((offer) => orders.list.offer(offer)), hex);
    else orders.aim(shots);
    return true;
  }

  /** Advance, rout, withdraw or drive into a hex; whether somebody may. */
  step(hex, { pointerType } = {}) {
    const { orders } = this;
    const steps = orders.offers.filter((offer) => offer.hexes[0] === hex && STEPS.includes(offer.kind));
    const exact = steps.filter((offer) => this.isChosen(offer.units));
    const given = exact.length === 1 ? exact : steps;
    const others = given.length === 1 && given[0].kind === "advance" ? this.others(hex) : [];
    if (others.length) return this.whichMeant(given[0], others, hex);
    if (given.length === 1 && given[0].kind === "advance" && pointerType === "touch") return this.advance(given[0], hex);
    if (given.length === 1) return given[0].warning ? this.warn(given[0]) : orders.take(given[0]) ?? true;
    if (steps.length) return this.which(steps);
    if (!orders.barred[hex] || !orders.offers.some((offer) => offer.kind === "drive") || orders.able(hex).length) return false;
    orders.say(orders.barred[hex]);
    return true;
  }

  /** Keep a stack chosen that can move, but not there, and say why; whether it is so. */
  stay(hex) {
    const { orders } = this;
    if (!orders.ordering || !orders.moving() || !orders.units().length || !orders.goingOn()) return false;
    if (orders.able(hex).length) return false; // they are chosen instead
    orders.leave();
    return this.outOfReach(hex);
  }

  async outOfReach(hex) {
    const { orders } = this;
    const { names, labels } = orders.board.map;
    const how = orders.view.move.length ? {} : orders.howFields();
    const { text } = await orders.link.ask("out of reach", { units: orders.units(), to: names[hex], how });
    $("threats").replaceChildren(); // those of a hex that the mouse came by
    orders.say(`Not to ${labels[hex]}: ${text}`);
    await orders.describe(hex);
    return true;
  }

  /** An advance by a finger, which nothing was told to beforehand: what it may Activate is said first. */
  async advance(offer, hex) {
    const { orders } = this;
    const told = h("div", {});
    orders.choice(`Advance into ${orders.board.map.labels[hex]}?`, [orders.list.offer(offer), told], hex);
    await orders.threaten([offer.order.to], offer.units, told);
    orders.card.lay();
  }

  /** An advance into a hex of one's own: a click there may be meant to choose who is in it. */
  whichMeant(offer, others, hex) {
    const names = others.map((piece) => piece.called).join(", ");
    const choose = h("button", { type: "button", onclick: () => this.choose(hex) }, `Choose ${names}`);
    this.orders.choice(`Advance into ${this.orders.board.map.labels[hex]}?`, [this.orders.list.offer(offer), choose], hex);
    return true;
  }

  async choose(hex) {
    const { orders } = this;
    orders.fire.close();
    await orders.chooseHex(hex);
    if (this.spot(hex)) return;
    const able = orders.offers.some((offer) => offer.units.length && offer.kind !== "wall");
    if (!able || !orders.ordering || !AT_ONCE.includes(orders.view.phase) || !orders.units().length) return;
    const fights = orders.offers.some((offer) => offer.kind === "CC");
    if (!fights || !(await orders.lens.open(hex))) orders.menu.show(hex);
  }

  /** OBA may come down in any hex that its Observer sees; whether it may be ordered. */
  spot(hex) {
    const { orders } = this;
    const found = orders.offers.filter((offer) => offer.kind === "radio" && ["place", "correct"].includes(offer.order.step));
    const one = found.find((offer) => offer.hexes[0] === hex) ?? found[0];
    if (!one || orders.units().length) return false;
    const order = { ...one.order, to: orders.board.map.names[hex] };
    const label = `${order.battery}: ${order.step} it in ${orders.board.map.labels[hex]}`;
    orders.choice("OBA", [orders.list.offer(one.hexes[0] === hex ? one : { ...one, order, label, hexes: [hex] })], hex);
    return true;
  }

  /** Whether an order names those units that are chosen, and no others. */
  isChosen(ids) {
    const units = this.orders.units();
    return ids.length === units.length && ids.every((id) => units.includes(id));
  }

  // -- moving ------------------------------------------------------------------------

  /** Enter a hex next to the stack at once; show the ways to one further on, to a finger those to any. Own units there may be meant. */
  async head(ways, hex, { shiftKey: drawing, pointerType }) {
    const { orders } = this;
    if (orders.route.length && orders.route.at(-1).hex === hex && !drawing) return orders.go();
    const [[to, way]] = ways;
    const others = drawing ? [] : this.others(hex);
    const crowded = !drawing && way.route.length === 1 && way.over;
    if (ways.length > 1 || others.length || crowded) return this.whichEntered(ways, hex, others);
    if (!drawing && pointerType === "touch") return orders.ways.offer(to, way); // nothing was told as a mouse came by
    if (!drawing) return this.headTo(to, way);
    return orders.follow([...orders.route.map((step) => step.to), to]);
  }

  /** Into a Location next to the stack at once; of one further on the ways first. */
  headTo(to, way) {
    return way.route.length === 1 ? this.orders.march([to]) : this.orders.ways.offer(to, way);
  }

  /** Those of the player in a hex who can still move: a click there may be meant to choose them. */
  others(hex) {
    if (this.orders.view.move.length) return []; // a move in hand is made first
    return this.orders.able(hex).filter((piece) => !piece.done && !piece.states?.includes("broken"));
  }

  /** Which Location of a hex is to be entered; or who is there is to be chosen. */
  whichEntered(ways, hex, others) {
    const label = this.orders.board.map.labels[hex];
    const level = (to) => (to.includes("/") ? `${label}, level ${to.split("/")[1]}` : `${label}, ground level`);
    const called = (to) => (ways.length > 1 ? level(to) : `Enter ${label}`);
    const enter = ways.map(([to, way]) =>
      h("button", { type: "button", onclick: () => this.headTo(to, way) }, `${called(to)} (${way.mf} MF)${this.orders.crowded(way)}`),
    );
    const names = others.map((piece) => piece.called).join(", ");
    const choose = others.length ? [h("button", { type: "button", onclick: () => this.choose(hex) }, `Choose ${names}`)] : [];
    this.orders.choice(ways.length > 1 ? "Which Location?" : `Enter ${label}?`, [...enter, ...choose], hex);
  }

  /** Several orders lead to one hex. */
  which(offers) {
    this.orders.choice("Which way?", offers.map((offer) => this.orders.list.offer(offer)), offers[0].hexes[0]);
    return true;
  }

  /** What an order risks is said at its hex before it is given. */
  warn(offer) {
    const { orders } = this;
    const stay = keyed("Escape", "Cancel", () => orders.leave(), { main: true });
    const go = keyed("g", "Go all the same", () => orders.take(offer));
    orders.card.show(offer.hexes[0], "Under Interdiction", h("p", { class: "refused" }, offer.warning), h("p", {}, offer.label), stay, go);
    return true;
  }
}
