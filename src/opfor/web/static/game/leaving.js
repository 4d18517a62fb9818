// The end of a phase: those who could still enter or attack in CC, and those who are lost unless they rout, are told of first.

import { h, kept } from "../shared/dom.js";

const READ = 600; // milliseconds in which nobody has read what is asked

/** Ends the player's part of a phase. */
export class Leaving {
  /** @param {import("./orders.js").Orders} orders whose phase ends */
  constructor(orders) {
    this.orders = orders;
    this.card = null;
  }

  /** End the phase; in the MPh those who could still enter, in the RtPh those who must rout, in the CCPh those who could still attack are told of first. */
  async end(offer) {
    const { orders } = this;
    const ask = offer.kind === "end" && kept.get("confirm", "yes") === "yes";
    const routing = ask ? orders.view.must.map((key) => orders.pieces.all.get(key)).filter(Boolean) : [];
    const entering = ask && orders.moving() ? await this.entering() : [];
    const fighting = ask && orders.view.phase === "CCPh" ? await this.fighting() : [];
    const told = this.card?.isConnected && performance.now() - this.since > READ;
    this.close(); // a second press while the first was looked up
    if (told) return orders.answer(offer.order); // it was read, and pressed once more
    if (routing.length) return this.tell(offer, routing, ["must rout, or is lost (A10.5)", "must rout, or are lost (A10.5)"], "Let them rout");
    if (entering.length) return this.tell(offer, entering, ["could still enter", "could still enter"], "Let them enter");
    if (fighting.length) return this.tell(offer, fighting, ["could still attack in CC", "could still attack in CC"], "Let them attack");
    return orders.answer(offer.order);
  }

  /** Ask whether the phase ends all the same. */
  tell(offer, waiting, [one, many], stay) {
    const told = waiting.length === 1 ? `One unit ${one}` : `${waiting.length} units ${many}`;
    this.card = h("section", { class: "card ask-end", role: "alertdialog", "aria-label": told },
      h("h2", {}, told), h("p", {}, waiting.map((piece) => piece.called).join(", ")),
      h("button", { type: "button", class: "main", onclick: () => this.go(waiting[0]) }, stay), " ",
      h("button", { type: "button", onclick: () => { this.card.remove(); this.orders.answer(offer.order); } }, `End the ${this.orders.view.phase} `, h("kbd", {}, "e")));
    this.since = performance.now();
    this.orders.board.place.append(this.card);
    this.card.querySelector("button").focus({ preventScroll: true });
  }

  /** To the first of them. */
  go(piece) {
    this.card.remove();
    if (piece.hex >= 0) this.orders.board.cursor(piece.hex);
    this.orders.chosen = new Set([piece.key]);
    this.orders.hex = piece.hex;
    return this.orders.refresh();
  }

  /** Those offboard who have some hex to enter now. */
  async entering() {
    const waiting = this.orders.pieces.offboard().filter((p) => p.kind === "unit" && p.side === "FRIENDLY" && !p.done);
    const found = await Promise.all(waiting.map((p) => this.orders.link.ask("reach", { units: [p.key] }).catch(() => ({ reach: {} }))));
    return waiting.filter((_, n) => Object.keys(found[n].reach).length);
  }

  /** Those who have an attack in CC left: asked for, since a press may come before the list of orders does. */
  async fighting() {
    const units = this.orders.own().map((piece) => piece.key);
    const offers = await this.orders.link.ask("legal", { units }).catch(() => []);
    const able = offers.filter((offer) => offer.kind === "CC").flatMap((offer) => offer.units);
    return [...new Set(able)].map((key) => this.orders.pieces.all.get(key)).filter(Boolean);
  }

  /** Put the question away; whether there was one. */
  close() {
    const open = Boolean(this.card?.isConnected);
    this.card?.remove();
    return open;
  }
}
