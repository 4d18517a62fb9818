// What the game asks beside orders stands where it is about: at a hex, if there is one.

import { HexCard } from "./card.js";
import { $, h } from "../shared/dom.js";
import { form } from "./questions.js";

/** The question of the moment. */
export class Asking {
  /** @param {object} on board, pieces, orders, story, `answer(value)`; and `pick(act)`: what a click on the board does */
  constructor(on) {
    Object.assign(this, on);
    this.box = $("question");
    this.home = this.box.parentElement;
    this.after = this.box.nextElementSibling;
    this.card = new HexCard(on.board, () => [on.orders.hex], () => [...on.pieces.all.values()].map((piece) => piece.hex), this.box);
    this.back();
  }

  /** Ask what is to be asked; an order needs no question. */
  show({ asked, suggested, view }) {
    this.box.hidden = asked.request.type === "Order";
    this.box.replaceChildren();
    if (this.orders.area.length) this.area([]);
    if (this.box.hidden) return this.back();
    const { board, pieces } = this;
    const hexes = (names) => names.map((name) => board.map.names.indexOf(name.split("/")[0]));
    const body = form(asked.request, { answer: this.answer, board, pieces, suggested, typed: view.typed, retype: this.retype, point: (names) => board.ring({ target: hexes(names) }), pick: this.pick, area: (within) => this.area(within), look: (at) => this.orders.link.ask("look", { at }) });
    this.box.replaceChildren(h("h2", { tabindex: -1 }, `${asked.rule ? `${asked.rule}: ` : ""}${asked.request.purpose}`), body);
    const hex = asked.request.type === "Place" ? -1 : this.where(asked.request, hexes);
    if (hex >= 0) this.stand(hex);
    else this.back();
    const luck = ["Roll", "Draw"].includes(asked.request.type) && !suggested; // Enter is no die
    this.box.querySelector(luck ? "h2" : "button, select, input")?.focus({ preventScroll: true });
    return undefined;
  }

  /** A set-up's hexes are shaded until it is answered, whatever is looked at in between. */
  area(hexes) {
    this.orders.area = hexes;
    this.orders.showReach();
  }

  /** The hex that a question is about: its options', the stack's in hand, or the last of the story. */
  where(request, hexes) {
    const named = new Set((request.options ?? []).flatMap((option) => hexes(option.hexes ?? [])));
    if (named.size === 1) return [...named][0];
    const moved = this.orders.view.move.map((key) => this.pieces.all.get(key)?.hex ?? -1)[0] ?? -1;
    return moved >= 0 ? moved : this.story.last ?? -1;
  }

  stand(hex) {
    if (this.box.parentElement !== this.board.place) this.board.place.append(this.box);
    this.box.classList.add("hex-card", "card");
    this.board.reveal(hex);
    this.card.stand(hex);
  }

  /** It has been answered: nothing is asked while it is played what came of it. */
  away() {
    this.box.hidden = true;
    this.back();
  }

  /** Back to the panel. */
  back() {
    this.card.hex = -1;
    this.box.classList.remove("hex-card", "card");
    this.box.removeAttribute("style");
    if (this.box.parentElement !== this.home) this.home.insertBefore(this.box, this.after);
  }
}
