// Counters on the board: drawn once each, moved by transforms.

import { s } from "./dom.js";

const FAN = 3.4; // how far each counter of a stack lies off the one below
const LARGE = 1.2; // how much larger a counter lies on the board than it is drawn
const FAN_MOST = 15; // the most that a whole stack is fanned

/** The level that a counter is on, 0 on the ground's. */
const levelOf = ({ at }) => Number(at?.split("/")[1] ?? 0);

/** What a counter is, without whose it is. */
export function bare({ name }) {
  return name.replace(/^(FRIENDLY|ENEMY) /, "");
}

/** All counters of a game. */
export class Pieces {
  /** @param {import("./board.js").Board} board where they lie */
  constructor(board) {
    this.board = board;
    this.all = new Map();
    this.drawn = new Map();
    this.looks = {};
    this.own = {};
    [this.counts, this.heights] = [new Map(), new Map()]; // signs at stacks: how many, on which level
  }

  /** Faces of counters by name, as SVG from the server. */
  learn(looks) {
    Object.assign(this.looks, looks);
  }

  /** Faces of the player's own in place of ours, by the counters' keys. */
  dress(own) {
    this.own = own;
    for (const element of this.drawn.values()) delete element.dataset.look;
    this.draw();
  }

  /** What a counter looks like. */
  fill(element, piece) {
    const own = this.own[piece.key];
    if (own) element.replaceChildren(own.cloneNode(true));
    else element.innerHTML = this.looks[piece.look] ?? "";
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
    for (const [hex, sign] of [...this.counts, ...this.heights]) if (!stacks.has(hex)) sign.remove();
    for (const [hex, stack] of stacks) this.lay(hex, stack);
  }

  lay(hex, stack) {
    const [x, y] = this.board.centre(hex);
    const off = Math.min(FAN, FAN_MOST / Math.max(1, stack.length - 1));
    stack.forEach((piece, n) => {
      const at = (n - (stack.length - 1) / 2) * off;
      const element = this.element(piece);
      const place = `translate(${(x + at).toFixed(1)}px, ${(y - at).toFixed(1)}px) scale(${LARGE})`;
      if (element.style.transform !== place) element.style.transform = place;
      this.board.layers.pieces.append(element);
    });
    const men = stack.filter((piece) => piece.kind === "unit");
    if (men.length > 1) this.board.layers.pieces.append(this.count(hex, x - 20, y + 20, men));
    else this.counts.get(hex)?.remove();
    const levels = [...new Set(men.map(levelOf))].filter(Boolean).sort((a, b) => a - b);
    if (levels.length) this.board.layers.pieces.append(this.height(hex, x + 21, y + 20, levels));
    else this.heights.get(hex)?.remove();
  }

  /** The levels that units of a stack are on, beside the ground's. */
  height(hex, x, y, levels) {
    if (!this.heights.has(hex)) this.heights.set(hex, s("g", { class: "stack-level" }, s("title"), s("text", { y: 4 })));
    const sign = this.heights.get(hex);
    sign.setAttribute("transform", `translate(${x} ${y})`);
    sign.firstChild.textContent = `on level ${levels.join(" and ")}`;
    sign.lastChild.textContent = levels.map((level) => (level > 0 ? `▲${level}` : `▼${-level}`)).join("");
    return sign;
  }

  /** How many units a stack has, at its foot; marked where a broken one lies below the top. */
  count(hex, x, y, men) {
    if (!this.counts.has(hex)) this.counts.set(hex, s("g", { class: "stack-count" }, s("title"), s("circle", { r: 8 }), s("path", { d: "M4 -10l4 5l-4 2l4 5" }), s("text", { y: 4 })));
    const sign = this.counts.get(hex);
    const below = men.slice(0, -1).filter((piece) => piece.states?.includes("broken")).length;
    sign.setAttribute("transform", `translate(${x} ${y})`);
    sign.classList.toggle("hides-broken", below > 0);
    sign.firstChild.textContent = `${men.length} units${below ? `, ${below} broken below the top` : ""}`;
    sign.lastChild.textContent = men.length;
    return sign;
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
      this.fill(element, piece);
      const title = s("title");
      title.textContent = piece.name;
      element.prepend(title);
    }
    return element;
  }

  /** A counter by itself, for lists. */
  small(piece, size = 34) {
    const half = this.own[piece.key] ? 25 : 23; // of his own some are larger
    const shape = s("svg", { width: size, height: size, viewBox: `${-half} ${-half} ${2 * half} ${2 * half}`, class: "small", "aria-hidden": "true" });
    this.fill(shape, piece);
    return shape;
  }

  /** Dim the S? that see nothing of what is planned: all but some keys; null: none. */
  unseeing(keys) {
    for (const [key, element] of this.drawn) {
      element.classList.toggle("blind", keys !== null && this.all.get(key)?.kind === "suspect" && !keys.has(key));
    }
  }

  /** Light up the chosen counters. */
  choose(keys) {
    for (const [key, element] of this.drawn) element.classList.toggle("chosen", keys.has(key));
  }
}
