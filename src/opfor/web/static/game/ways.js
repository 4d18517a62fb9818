// Two ways to a hex further on: the shortest, and the one with least danger.

import { $, h, kept } from "../shared/dom.js";
import { percent } from "./odds.js";

const NAMES = { shortest: "Shortest", safest: "Safest" };

/** Plans the way of the chosen stack. */
export class Ways {
  /** @param {import("./orders.js").Orders} orders whose stack moves */
  constructor(orders) {
    this.orders = orders;
    this.which = kept.get("way", "shortest");
  }

  /** Draw the way to a Location, and say at its hex what each of the two costs. */
  async offer(to, way) {
    const { link, card } = this.orders;
    this.to = to;
    this.hex = way.hex;
    this.over = this.orders.crowded(way);
    this.orders.follow(way.route); // at once; the better one of equal ways follows
    try {
      const how = this.orders.view.move.length ? {} : this.orders.howFields();
      this.found = await link.ask("ways", { units: this.orders.units(), to, how });
    } catch (error) {
      return card.show(way.hex, this.title(), h("p", {}, error.message), this.going());
    }
    if (this.orders.route.at(-1)?.to !== to) return undefined; // something else was chosen
    return this.show();
  }

  title() {
    return `Move to ${this.orders.board.map.labels[this.hex]}`;
  }

  /** Shortest or safest, where they differ. */
  get differ() {
    const { shortest, safest } = this.found;
    return String(shortest.route) !== String(safest.route);
  }

  show() {
    const names = this.differ ? ["shortest", "safest"] : ["shortest"];
    const chosen = names.includes(this.which) ? this.which : names[0];
    const rows = names.map((name) => this.row(name, name === chosen && names.length > 1));
    const note = h("p", { class: "dim" }, "Chance that something Activates on the way");
    this.orders.follow(this.found[chosen].route);
    this.orders.card.show(this.hex, this.title(), h("div", { class: "ways-two" }, rows), note, this.over ? h("p", { class: "refused" }, this.over.slice(3)) : "", this.going());
    $("way-go").focus({ preventScroll: true });
  }

  row(name, pressed) {
    const way = this.found[name];
    const fire = way.watched.length ? h("span", {}, `${way.watched.length} known can fire`) : null;
    const parts = [h("b", {}, this.differ ? NAMES[name] : "The way"), h("span", {}, `${way.mf} of ${this.found.left} MF`), h("b", { class: "chance" }, percent(way.chance)), h("span", {}, `${way.checks} AC`), fire];
    return h("button", { type: "button", "aria-pressed": String(pressed), "data-way": name, title: "go this way", onclick: (event) => this.picked(name, pressed, event), onmouseenter: () => this.orders.follow(way.route, false) }, parts);
  }

  /** A click goes that way; a finger, which no way was shown to beforehand, chooses it first. */
  picked(name, pressed, { pointerType }) {
    return pointerType === "touch" && this.differ && !pressed ? this.take(name) : this.go(name);
  }

  going() {
    const again = this.found && this.differ ? [" ", h("button", { type: "button", onclick: () => this.turn() }, "The other ", h("kbd", {}, "y"))] : [];
    const more = h("button", { type: "button", onclick: () => this.orders.menu.open(this.hex) }, "More ", h("kbd", {}, "k"));
    return h("p", {}, h("button", { type: "button", id: "way-go", class: "main", onclick: () => this.orders.go() }, "Go ", h("kbd", {}, "x")), ...again, " ", more);
  }

  /** Go by one of the two. */
  go(name) {
    this.keep(name);
    return this.orders.march(this.found[name].route);
  }

  take(name) {
    this.keep(name);
    this.show();
  }

  keep(name) {
    this.which = name;
    kept.set("way", name);
  }

  /** The other of the two; on the danger map of all hexes. */
  turn() {
    const other = this.which === "safest" ? "shortest" : "safest";
    if (this.orders.card.open && this.found && this.differ) return this.take(other);
    if (this.orders.routs.all.length) return this.orders.routs.next();
    this.keep(other);
    this.orders.showReach();
    return this.orders.danger.on ? this.orders.say(`The ${other} ways`) : undefined;
  }
}
