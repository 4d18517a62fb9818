// A vehicle that drives several hexes by one click: its way, its turns and its MP are shown first.

import { keyed } from "./card.js";
import { h } from "../shared/dom.js";

/** The drives of the chosen vehicle to hexes farther on. */
export class Drives {
  /** @param {import("./orders.js").Orders} orders who is chosen, and what they can do */
  constructor(orders) {
    this.orders = orders;
    this.all = [];
  }

  /** Look up how far the chosen vehicle can drive, after all else is shown. */
  async find() {
    const { orders } = this;
    this.all = [];
    const [unit, ...others] = orders.units();
    const drives = orders.offers.some((offer) => ["start", "drive"].includes(offer.kind));
    if (!orders.moving() || !unit || others.length || !drives) return;
    const round = orders.round;
    const found = await orders.link.ask("drives", { unit }).catch(() => ({ drives: [] }));
    if (round !== orders.round) return;
    const near = new Set(orders.offers.filter((offer) => offer.kind === "drive").map((offer) => offer.hexes[0]));
    this.all = found.drives.filter((drive) => !near.has(drive.hex));
    orders.showReach();
  }

  /** The hexes farther on, with the MP to each. */
  ends() {
    return this.all.map(({ hex, mp }) => ({ hex, kind: "far", text: mp }));
  }

  /** A hex was clicked: show the drive there; once more: go. Whether there is one. */
  at(hex) {
    const found = this.all.find((drive) => drive.hex === hex);
    if (!found) return false;
    if (found === this.shown && this.orders.card.open) this.go();
    else this.show(found);
    return true;
  }

  show(drive) {
    const { orders } = this;
    this.shown = drive;
    orders.board.way([orders.hex, ...drive.route.map((place) => orders.hexOf(place))]);
    const turns = drive.turns ? `, ${drive.turns} hexspine${drive.turns > 1 ? "s" : ""} of VCA` : "";
    const told = `${drive.mp} MP: ${drive.starts ? "start, " : ""}${drive.route.length} hex${drive.route.length > 1 ? "es" : ""}${turns}`;
    const note = h("p", { class: "dim" }, "It stops as soon as dice are rolled.");
    const go = keyed("Enter", "Drive", () => this.go(), { main: true, id: "drive-go" });
    const no = keyed("Escape", "Cancel", () => orders.leave());
    orders.card.show(drive.hex, `Drive to ${orders.board.map.labels[drive.hex]}`, h("p", {}, told), note, go, no);
  }

  go() {
    const { orders } = this.shown;
    this.forget();
    this.orders.leave();
    return this.orders.in_turn(orders);
  }

  /** Nothing is offered any more. */
  forget() {
    this.all = [];
    this.shown = null;
  }
}
