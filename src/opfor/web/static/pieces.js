// Counters on the board: drawn once each, moved by transforms, fanned where one looks.

import { s } from "./dom.js";

const FAN = 3.4; // how far each counter of a stack lies off the one below
const FAN_MOST = 15; // the most that a whole stack is fanned
const SPREAD = 39; // how far apart they lie where one looks

/** All counters of a game. */
export class Pieces {
  /** @param {import("./board.js").Board} board where they lie */
  constructor(board) {
    this.board = board;
    this.all = new Map();
    this.drawn = new Map();
    this.looks = {};
    this.open = -1;
  }

  /** Faces of counters by name, as SVG from the server. */
  learn(looks) {
    Object.assign(this.looks, looks);
  }

  /** All counters anew, in the order in which they lie. */
  set(pieces) {
    this.all = new Map(pieces.map((piece) => [piece.key, piece]));
    this.draw();
  }

  /** The changes of one beat of the story. */
  change(beat) {
    for (const key of beat.gone ?? []) this.all.delete(key);
    for (const piece of beat.pieces ?? []) this.all.set(piece.key, piece);
    if (beat.gone?.length || beat.pieces?.length) this.draw();
  }

  /** The counters of a hex, the lowest first. */
  in(hex) {
    return [...this.all.values()].filter((piece) => piece.hex === hex);
  }

  /** Those who wait offboard. */
  offboard() {
    return [...this.all.values()].filter((piece) => piece.hex < 0);
  }

  /** Spread the stack of a hex; -1 closes it. */
  fan(hex) {
    if (hex === this.open) return;
    const before = this.open;
    this.open = hex;
    for (const each of [before, hex]) if (each >= 0) this.lay(each, this.in(each));
  }

  draw() {
    const stacks = new Map();
    for (const piece of this.all.values()) {
      if (piece.hex < 0) continue;
      if (!stacks.has(piece.hex)) stacks.set(piece.hex, []);
      stacks.get(piece.hex).push(piece);
    }
    for (const [key, element] of this.drawn) {
      if ((this.all.get(key)?.hex ?? -1) >= 0) continue;
      element.remove();
      this.drawn.delete(key);
    }
    for (const [hex, stack] of stacks) this.lay(hex, stack);
  }

  lay(hex, stack) {
    const open = hex === this.open && stack.length > 1;
    const [x, y] = this.board.centre(hex);
    const off = Math.min(FAN, FAN_MOST / Math.max(1, stack.length - 1));
    const across = Math.min(stack.length, Math.ceil(Math.sqrt(stack.length * 2)));
    const down = Math.ceil(stack.length / across);
    const [sx, sy] = open ? this.board.within(x, y, across * SPREAD, down * SPREAD) : [0, 0];
    stack.forEach((piece, n) => {
      const [dx, dy] = open
        ? [sx + ((n % across) - (across - 1) / 2) * SPREAD, sy + (Math.floor(n / across) - (down - 1) / 2) * SPREAD]
        : [(n - (stack.length - 1) / 2) * off, -(n - (stack.length - 1) / 2) * off];
      const element = this.element(piece);
      const place = `translate(${(x + dx).toFixed(1)}px, ${(y + dy).toFixed(1)}px)`;
      if (element.style.transform !== place) element.style.transform = place;
      this.board.layers.pieces.append(element);
    });
  }

  element(piece) {
    let element = this.drawn.get(piece.key);
    if (!element) {
      element = s("g", { class: "piece", "data-key": piece.key });
      this.drawn.set(piece.key, element);
    }
    if (element.dataset.look !== piece.look || element.dataset.name !== piece.name) {
      element.dataset.look = piece.look;
      element.dataset.name = piece.name;
      element.innerHTML = this.looks[piece.look] ?? "";
      const title = s("title");
      title.textContent = piece.name;
      element.prepend(title);
    }
    return element;
  }

  /** A counter by itself, for lists. */
  small(piece, size = 34) {
    const shape = s("svg", { width: size, height: size, viewBox: "-20 -20 40 40", class: "small", "aria-hidden": "true" });
    shape.innerHTML = this.looks[piece.look] ?? "";
    return shape;
  }

  /** Light up the chosen counters. */
  choose(keys) {
    for (const [key, element] of this.drawn) element.classList.toggle("chosen", keys.has(key));
  }
}
