// What a stack is, told where the mouse rests on it: everybody with what he carries.

import { h } from "./dom.js";
import { bare } from "./pieces.js";

const REST = 250; // milliseconds
const QUIET = new Set(["buttoned up", "crew exposed", "moved"]); // shown last

/** The fan of a stack. */
export class Fan {
  /** @param {object} on board, pieces; and `busy()`: whether nothing is to be shown */
  constructor({ board, pieces }, busy) {
    Object.assign(this, { board, pieces, busy });
    this.tip = h("output", { class: "card hex-tip fan", hidden: true });
    board.place.append(this.tip);
    board.onMove(() => this.close());
  }

  /** The mouse is over a hex. */
  over(hex) {
    clearTimeout(this.timer);
    this.close();
    if (hex >= 0 && this.pieces.in(hex).length) this.timer = setTimeout(() => this.open(hex), REST);
  }

  close() {
    this.tip.hidden = true;
  }

  open(hex) {
    if (this.busy()) return;
    const all = this.pieces.in(hex);
    const arms = new Map(all.map((piece) => [piece.key, all.filter((each) => each.owner === piece.key)]));
    const lone = (piece) => !piece.owner || !arms.has(piece.owner);
    this.tip.replaceChildren(...all.filter(lone).map((piece) => this.row(piece, arms.get(piece.key))));
    this.tip.hidden = false;
    this.board.beside(hex, this.tip);
  }

  row(piece, arms) {
    const name = piece.called || bare(piece);
    const level = piece.at?.split("/")[1];
    const states = [...(piece.states ?? [])].sort((a, b) => QUIET.has(a) - QUIET.has(b));
    const facts = [piece.facts, level ? `level ${level}` : "", states.join(", ")].filter(Boolean);
    const carried = arms.map((arm) => h("span", { class: "arm" }, this.pieces.small(arm, 30), [arm.called || arm.name, ...(arm.states ?? [])].join(", ")));
    return h("div", { class: "fan-row" }, this.pieces.small(piece, 44), h("div", {}, h("b", {}, name), facts.map((fact) => h("span", {}, fact)), carried));
  }
}
