// A rout as a whole: its way, where it ends, what cover is there, what Interdicts it.

import { keyed } from "./card.js";
import { h } from "../shared/dom.js";

/** The routs of the chosen unit. */
export class Routs {
  /** @param {import("./orders.js").Orders} orders who is chosen, and what they can do */
  constructor(orders) {
    this.orders = orders;
    this.all = [];
  }

  /** Look up how the chosen unit can rout, and show the way with least to be feared. */
  async find() {
    const { orders } = this;
    this.all = [];
    const chosen = orders.units();
    const unit = orders.offers.filter((offer) => offer.kind === "rout").flatMap((offer) => offer.units).find((id) => chosen.includes(id));
    if (!unit) return;
    const round = orders.round;
    const { routs } = await orders.link.ask("routs", { unit }).catch(() => ({ routs: [] }));
    if (round !== orders.round || !routs.length) return;
    this.all = routs;
    this.unit = unit;
    orders.showReach();
    this.show(0);
  }

  /** The hexes where it can end. */
  ends() {
    return this.all.map((rout) => ({ hex: rout.hex, kind: "aim" }));
  }

  /** A hex was clicked: show the rout that ends there; once more: go. Whether one does. */
  at(hex) {
    const found = this.all.findIndex((rout) => rout.hex === hex);
    if (found < 0) return false;
    const again = found === this.shown && this.orders.card.open;
    if (again && !this.all[found].warning) this.go();
    else this.show(found);
    return true;
  }

  show(number) {
    const { orders } = this;
    this.shown = number;
    const rout = this.all[number];
    const from = orders.pieces.all.get(this.unit)?.hex ?? -1;
    orders.board.way([from, ...rout.route.map((place) => orders.hexOf(place))], rout.warning ? "risky" : "");
    orders.board.ring({ selected: [rout.hex], target: rout.under });
    orders.board.reveal(rout.hex);
    const safe = !rout.warning;
    const rows = [
      ["Ends in", rout.terrain, ""],
      ["Cover", rout.cover ? "✓ to rally in" : "✗ none to rally in", rout.cover ? "good" : "refused"],
      ["Interdiction", rout.warning || "✓ none on the way", safe ? "good" : "refused"],
      ...(rout.crawl ? [["Low Crawl", "one hex, and no more", ""]] : []),
    ];
    const table = h("table", { class: "facts" }, rows.map(([name, text, kind]) => h("tr", {}, h("td", { class: "dim" }, name), h("td", { class: kind }, text))));
    const go = keyed(safe ? "Enter" : "g", safe ? "Rout" : "Rout all the same", () => this.go(), { main: safe });
    const stay = keyed(safe ? "Escape" : "Enter", "Cancel", () => orders.leave(), { main: !safe });
    const other = this.all.length > 1 ? keyed("y", `Another end (${this.all.length})`, () => this.next()) : null;
    const called = orders.pieces.all.get(this.unit)?.called ?? "";
    orders.card.show(rout.hex, `${called} routs to ${rout.at}`, table, ...(safe ? [go, other, stay] : [stay, other, go]));
  }

  /** The rout to another end. */
  next() {
    this.show((this.shown + 1) % this.all.length);
  }

  go() {
    const { orders } = this;
    const { orders: given } = this.all[this.shown];
    this.forget();
    orders.card.close();
    return orders.in_turn(given);
  }

  /** Nothing is drawn any more. */
  forget() {
    this.all = [];
    this.orders.board.way([]);
  }
}
