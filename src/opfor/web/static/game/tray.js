// The tray at the foot of the board: the stacks of the player's that can still act.

import { h } from "../shared/dom.js";

const FIRING = ["PFPh", "DFPh", "AFPh"]; // phases in which the broken can do nothing
const MOST = 12; // stacks that are shown

/** The tray of a board. */
export class Tray {
  /** @param {import("./orders.js").Orders} orders who is chosen */
  constructor(orders) {
    this.orders = orders;
    this.box = h("div", { id: "tray", class: "card tray", role: "toolbar", "aria-label": "Stacks that can still act", hidden: true });
    orders.board.place.append(this.box);
  }

  /** Show who waits, where; those offboard first. */
  show() {
    const { orders } = this;
    const stacks = new Map();
    for (const piece of orders.ordering ? this.waiting() : []) stacks.set(piece.at, [...(stacks.get(piece.at) ?? []), piece]);
    const shown = [...stacks.values()].sort((a, b) => a[0].hex - b[0].hex);
    this.box.hidden = !shown.length;
    this.box.replaceChildren(...shown.slice(0, MOST).map((stack) => this.stack(stack)), shown.length > MOST ? h("span", { class: "dim" }, `and ${shown.length - MOST} more`) : "");
  }

  /** In the MPh who can still move; where few can do anything those who can. */
  waiting() {
    const { orders } = this;
    const own = orders.own();
    if (orders.moving()) return own.filter((piece) => !piece.done);
    const firing = FIRING.includes(orders.view.phase);
    if (!orders.listed() || orders.chosen.size) return own.filter((piece) => piece.hex >= 0 && !(firing && piece.states?.includes("broken")));
    const able = new Set(orders.offers.flatMap((offer) => offer.units));
    return own.filter((piece) => able.has(piece.key));
  }

  stack(stack) {
    const { orders } = this;
    const [first] = stack;
    const where = first.hex < 0 ? "offboard" : orders.board.map.labels[first.hex];
    const name = stack.length > 1 ? `${first.called} + ${stack.length - 1}` : first.called;
    const pressed = stack.some((piece) => orders.chosen.has(piece.key));
    return h("button", { type: "button", "aria-pressed": String(pressed), title: stack.map((piece) => piece.called).join(", "), onclick: () => orders.soon(() => this.choose(stack)) },
      orders.pieces.small(first, 38), h("span", {}, h("b", {}, name), h("small", {}, where)));
  }

  choose(stack) {
    const { orders } = this;
    const [{ hex }] = stack;
    if (hex >= 0) {
      orders.board.cursor(hex);
      return orders.clicks.choose(hex);
    }
    orders.leave();
    orders.hex = -1;
    orders.chosen = new Set(stack.map((piece) => piece.key));
    return orders.refresh(true);
  }
}
