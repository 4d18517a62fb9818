// A card at a hex: one question, or one plan, where one looks. There is one at a time.

import { h } from "../shared/dom.js";

const OFF = 40; // pixels between the hex and its card
const EDGE = 8; // pixels that it keeps from the edges of the board

let pressed = 0; // when the last press began
document.addEventListener("pointerdown", () => { pressed = performance.now(); }, true);

/** The card of a board. */
export class HexCard {
  /**
   * @param {import("../shared/board.js").Board} board where it stands
   * @param {Function} matters the hexes that it should not hide
   * @param {Function} counters the hexes of counters
   * @param {HTMLElement} box what is shown, where it is not filled anew each time
   */
  constructor(board, matters, counters, box = h("section", { id: "hex-card", role: "dialog" })) {
    Object.assign(this, { board, matters, counters, box });
    this.hex = -1;
    this.since = 0; // when it came to where it stands
    box.hidden = true;
    box.classList.add("card", "hex-card");
    board.place.append(box);
    board.onMove(() => this.lay());
    box.addEventListener("keydown", (event) => this.key(event));
    box.addEventListener("click", (event) => this.came(event), true);
    box.addEventListener("toggle", () => this.lay(), true); // what is unfolded takes room
  }

  get open() {
    return !this.box.hidden;
  }

  /** Show it beside a hex, its first button ready for Enter. */
  show(hex, title, ...body) {
    this.box.setAttribute("aria-label", title);
    this.box.replaceChildren(h("h2", {}, title), ...body.flat().filter(Boolean));
    this.stand(hex);
    this.box.querySelector("button, input")?.focus({ preventScroll: true });
  }

  /** A click whose press began before the card came was not meant for it: the end of a tap on the board. */
  came(event) {
    if (!event.detail || pressed >= this.since) return; // by a key, or begun on the card
    event.preventDefault();
    event.stopImmediatePropagation();
  }

  /** Stand beside a hex with what it has. */
  stand(hex) {
    this.since = performance.now();
    this.hex = hex;
    this.box.hidden = false;
    for (const tip of this.board.place.querySelectorAll(".hex-tip")) tip.hidden = true; // what the mouse told lies over it
    this.lay();
  }

  /** Put it away; whether there was one. */
  close() {
    if (!this.open) return false;
    this.box.hidden = true;
    this.hex = -1;
    this.board.place.focus({ preventScroll: true });
    return true;
  }

  /** A key presses the button that bears it; whether there is one. */
  press(key) {
    const found = this.box.querySelector(`[data-key="${CSS.escape(String(key))}"]`);
    found?.click();
    return Boolean(found);
  }

  /** Keys within the card: those of its buttons, and arrows from one to the next. */
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.pressed(event)) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step && !event.target.matches("input, select")) {
      const all = [...this.box.querySelectorAll("button:not(:disabled)")];
      all[(all.indexOf(event.target) + step + all.length) % all.length]?.focus();
    } else if (!this.press(event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Whether a key presses what has the focus; what got it unasked gives way to the button that bears the key. */
  pressed({ key, target }) {
    const own = { Enter: "button, summary, select", " ": "button, summary, select, input:not([type=radio]:checked)" }[key];
    const other = target.matches(".main") && this.box.querySelector(`[data-key="${CSS.escape(key)}"]:not(.main)`);
    return Boolean(own) && target.matches(own) && !other;
  }

  /** Beside its hex, wholly on the board, where it hides least of what matters. */
  lay() {
    if (!this.open || this.hex < 0) return;
    const [x, y] = this.board.seen(this.hex);
    const [wide, high] = [this.box.offsetWidth, this.box.offsetHeight];
    const far = this.board.map.hex[0] * 0.66 * this.board.zoom + OFF;
    const places = [[x + far, y - high / 2], [x - far - wide, y - high / 2], [x - wide / 2, y - far - high], [x - wide / 2, y + far]];
    const fitting = places.map((place) => this.within(place, wide, high));
    const hidden = fitting.map((place) => this.hides(place, wide, high));
    const [left, top] = fitting[hidden.indexOf(Math.min(...hidden))];
    Object.assign(this.box.style, { left: `${left}px`, top: `${top}px` });
  }

  within([x, y], wide, high) {
    const { clientWidth, clientHeight } = this.board.place;
    const keep = (at, size, room) => Math.max(EDGE, Math.min(room - size - EDGE, at));
    return [keep(x, wide, clientWidth), keep(y, high, clientHeight)];
  }

  /** How much lies beneath it: its own hex most, then the way and the stack, then counters. */
  hides([left, top], wide, high) {
    const beneath = (hex) => {
      const [x, y] = this.board.seen(hex);
      return x > left - EDGE && x < left + wide + EDGE && y > top - EDGE && y < top + high + EDGE;
    };
    const count = (hexes) => hexes.filter((hex) => hex >= 0 && beneath(hex)).length;
    return 50 * count([this.hex]) + 5 * count(this.matters()) + count(this.counters()) + 8 * this.coached([left, top], wide, high);
  }

  /** Whether the mark of a lesson lies there. */
  coached([left, top], wide, high) {
    const coach = document.getElementById("coach");
    if (!coach || coach.hidden) return 0;
    const [its, board] = [coach.getBoundingClientRect(), this.board.place.getBoundingClientRect()];
    const [x, y] = [left + board.left, top + board.top];
    return Number(x < its.right && x + wide > its.left && y < its.bottom && y + high > its.top);
  }
}

/** A button of a card, with the key that presses it, what it does and what it takes. */
export function keyed(key, text, act, { main = false, cost = "", ...more } = {}) {
  const said = [h("span", {}, text), cost ? h("span", { class: "cost" }, cost) : null];
  return h("button", { type: "button", class: main ? "main keyed" : "keyed", "data-key": key, onclick: act, ...more }, h("kbd", {}, shown(key)), said);
}

function shown(key) {
  return key === "Enter" ? "↵" : key === " " ? "Space" : key;
}
