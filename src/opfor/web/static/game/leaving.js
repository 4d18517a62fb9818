// The end of a phase: in the MPh those who could still enter are told of first.

import { h, kept } from "../shared/dom.js";

/** Ends the player's part of a phase. */
export class Leaving {
  /** @param {import("./orders.js").Orders} orders whose phase ends */
  constructor(orders) {
    this.orders = orders;
    this.card = null;
  }

  /** End the phase; in the MPh those who could still enter are told of first. */
  async end(offer) {
    const ask = offer.kind === "end" && this.orders.moving() && kept.get("confirm", "yes") === "yes";
    const waiting = ask ? await this.entering() : [];
    if (!waiting.length) return this.orders.answer(offer.order);
    this.close(); // a second press while the first was looked up
    const names = waiting.map((piece) => piece.called);
    const off = waiting.length === 1 ? "One unit" : `${waiting.length} units`;
    this.card = h("section", { class: "card ask-end", role: "alertdialog", "aria-label": "Still offboard" },
      h("h2", {}, `${off} could still enter`), h("p", {}, names.join(", ")),
      h("button", { type: "button", class: "main", onclick: () => this.enter(waiting[0]) }, "Let them enter"), " ",
      h("button", { type: "button", onclick: () => { this.card.remove(); this.orders.answer(offer.order); } }, "End the MPh"));
    this.orders.board.place.append(this.card);
    this.card.querySelector("button").focus({ preventScroll: true });
    return undefined;
  }

  enter(piece) {
    this.card.remove();
    this.orders.chosen = new Set([piece.key]);
    this.orders.hex = -1;
    return this.orders.refresh();
  }

  /** Those offboard who have some hex to enter now. */
  async entering() {
    const waiting = this.orders.pieces.offboard().filter((p) => p.kind === "unit" && p.side === "FRIENDLY" && !p.done);
    const found = await Promise.all(waiting.map((p) => this.orders.link.ask("reach", { units: [p.key] }).catch(() => ({ reach: {} }))));
    return waiting.filter((_, n) => Object.keys(found[n].reach).length);
  }

  /** Put the question away; whether there was one. */
  close() {
    const open = Boolean(this.card?.isConnected);
    this.card?.remove();
    return open;
  }
}
