// Everything that may be done at a hex, in a menu there: each with its key and its cost.

import { keyed } from "./card.js";
import { h } from "../shared/dom.js";
import { DRIVERS, named, targets } from "./offers.js";

const KEYS = [..."123456789abcdefghjklmnopqrstuvwz"]; // i and x have a meaning of their own in every menu
const LINE = ["end", "halt", "hold fire"]; // these stand in the line above as well

/** The menu of a hex. */
export class Menu {
  /** @param {import("./orders.js").Orders} orders who is chosen, and what they can do */
  constructor(orders) {
    this.orders = orders;
  }

  /** Open it; where own units are that are not chosen, they are chosen first. */
  async open(hex) {
    const { orders } = this;
    await orders.known;
    if (!orders.ordering || orders.playing()) return;
    const own = orders.able(hex);
    const strangers = own.length && !own.some((piece) => orders.chosen.has(piece.key));
    if (strangers) await orders.chooseHex(hex);
    this.show(hex);
  }

  show(hex) {
    const { orders } = this;
    const label = orders.board.map.labels[hex];
    const own = hex === orders.hex && orders.units().length > 0;
    const items = [...this.moves(hex), ...this.here(hex, own), ...(own ? this.elsewhere(hex) : [])];
    const made = items.map(({ text, cost, act, note, warn }, n) => keyed(KEYS[n] ?? "", text, act, { cost, role: "menuitem", title: note, class: warn ? "keyed refused" : "keyed" }));
    const none = made.length ? null : h("p", { class: "dim" }, orders.list.told(0) || "Nothing can be ordered here now.");
    const facts = keyed("i", "What is here", () => this.facts(hex), { role: "menuitem" });
    orders.card.show(hex, own ? `Everything in ${label}` : `At ${label}`, own ? this.who(hex) : null, none, h("div", { class: "menu", role: "menu", "aria-label": label }, made, facts), this.risk(hex));
    orders.card.box.querySelector(".menu button")?.focus({ preventScroll: true });
  }

  /** What an advance there may Activate, and whom it meets. */
  risk(hex) {
    const going = this.orders.view.phase === "APh" && this.orders.entered(hex);
    if (!going) return null;
    const box = h("div", { class: "menu-risk", "aria-live": "polite" });
    this.orders.threaten([going.to], going.units, box).then(() => this.orders.card.lay());
    return box;
  }

  /** Whom of the stack the orders are for: a click takes one in or out. */
  who(hex) {
    const { orders } = this;
    const units = orders.pieces.in(hex).filter((piece) => piece.side === "FRIENDLY" && piece.kind === "unit");
    if (units.length < 2) return null;
    const turn = async (key) => {
      await orders.toggle(key);
      this.show(hex);
    };
    return h("div", { class: "menu-who" }, units.map((piece) => h("button", { type: "button", class: "face-of", "aria-pressed": String(orders.chosen.has(piece.key)), "aria-label": piece.called, title: piece.name, onclick: () => turn(piece.key) }, orders.pieces.small(piece, 34))));
  }

  /** To move there: as it is set, and by the other ways to move. */
  moves(hex) {
    const { orders } = this;
    const ways = Object.entries(orders.reach).filter(([, way]) => way.hex === hex);
    const level = (to) => (to.includes("/") ? `, level ${to.split("/")[1]}` : ways.length > 1 ? ", ground level" : "");
    const here = ways.map(([to, way]) => ({ text: `Move to ${orders.board.map.labels[hex]}${level(to)}`, cost: `${way.mf} MF`, act: () => orders.clicks.headTo(to, way) }));
    if (!ways.length || orders.view.move.length) return here;
    const other = (how, text, cost) => ({ text, cost, act: async () => {
      await orders.setHow(how);
      return orders.clicks.at(hex);
    } });
    return [...here, ...(orders.how === "double" ? [] : [other("double", "by Double Time", "CX")]), ...(orders.how === "assault" ? [] : [other("assault", "by Assault Movement", "one hex")])];
  }

  /** Orders that are about this hex, or about no other. */
  here(hex, own) {
    const about = (offer) => offer.hexes[0] === hex || (own && !offer.hexes.length);
    const found = this.orders.offers.filter((offer) => about(offer) && !LINE.includes(offer.kind));
    const end = own ? this.orders.offers.filter((offer) => offer.kind === "halt") : [];
    return [...this.items(found), ...this.items(end)];
  }

  /** What the stack may do to other hexes: in its own hex all of it is listed. */
  elsewhere(hex) {
    const found = this.orders.offers.filter((offer) => offer.hexes.length && offer.hexes[0] !== hex && !LINE.includes(offer.kind) && offer.kind !== "wall");
    return this.items(found);
  }

  items(offers) {
    const { orders } = this;
    const shots = targets(offers.filter((offer) => offer.kind === "fire"));
    const others = offers.filter((offer) => offer.kind !== "fire");
    const item = (offer) => ({
      text: offer.kind === "fire" ? `Fire ${offer.label}`.replace(/^Fire fire/, "Fire") : named({ ...offer, cost: "" }),
      cost: offer.cost ? `${offer.cost} ${DRIVERS.includes(offer.kind) ? "MP" : "MF"}` : "",
      note: offer.warning, warn: Boolean(offer.warning),
      act: () => (offer.warning ? orders.clicks.warn(offer) : orders.take(offer)),
    });
    const smoke = (offer) => Number(offer.kind === "smoke"); // one for each hex around: after all else
    return [...shots, ...others.sort((a, b) => smoke(a) - smoke(b))].map(item);
  }

  /** What lies in the hex, in words, in place of the menu. */
  async facts(hex) {
    const { orders } = this;
    const found = await orders.link.ask("look", { at: orders.board.map.names[hex] }).catch((error) => ({ lines: [error.message] }));
    orders.card.show(hex, orders.board.map.labels[hex], found.lines.map((text) => h("p", { class: "told" }, text)), keyed("Escape", "Close", () => orders.leave()));
  }
}
