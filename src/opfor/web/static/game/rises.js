// Results that rise over the counters they are of: broken, pinned, eliminated, a hit.

import { s } from "../shared/dom.js";

const STAY = 4000; // milliseconds
const GOOD = new Set(["fanatic", "heroic", "concealed"]);
const WORDS = { acquired1: "ACQ -1", acquired2: "ACQ -2", ti: "TI", cx: "CX" };
const SILENT = new Set(["moved", "dm", "wall", "buttoned up", "crew exposed", "hull down", "prep fire", "first fire", "final fire", "opportunity fire", "motion"]);

/** What rises on a board. */
export class Rises {
  /**
   * @param {import("../shared/board.js").Board} board
   * @param {import("../shared/pieces.js").Pieces} pieces
   */
  constructor(board, pieces) {
    Object.assign(this, { board, pieces });
    this.rows = new Map(); // how many stand over a hex already
  }

  clear() {
    this.board.layers.rises.replaceChildren();
    this.rows.clear();
  }

  /** What a line changes: each new state of a counter, and who is gone. */
  changed(beat) {
    const came = new Set((beat.pieces ?? []).map((piece) => piece.hex));
    for (const piece of beat.pieces ?? []) {
      const old = this.pieces.all.get(piece.key);
      const before = new Set(old?.states ?? []);
      for (const state of (piece.states ?? []).filter((each) => old && !before.has(each) && !SILENT.has(each))) this.over(piece.hex, WORDS[state] ?? state, GOOD.has(state) ? "good" : "bad");
      if (old && before.has("broken") && !(piece.states ?? []).includes("broken")) this.over(piece.hex, "rallied", "good");
      if (!old && piece.kind === "thing" && piece.hex >= 0) this.over(piece.hex, piece.name.split(" ").slice(1).join(" ") || piece.name, "");
    }
    for (const key of beat.gone ?? []) {
      const old = this.pieces.all.get(key);
      if (!old || old.hex < 0) continue;
      if (old.kind === "unit" && !came.has(old.hex)) this.over(old.hex, "eliminated", "bad");
      if (old.kind === "suspect" && !came.has(old.hex)) this.over(old.hex, "S?", "");
    }
  }

  /** What an attack gives, over its target. */
  result(beat, hex) {
    if (beat.result) this.over(hex, beat.result, beat.result === "no effect" ? "" : "bad");
  }

  over(hex, text, tone) {
    if (hex < 0) return;
    const row = this.rows.get(hex) ?? 0;
    this.rows.set(hex, row + 1);
    const [x, y] = this.board.centre(hex);
    const wide = Math.max(30, 8 * text.length + 14);
    const word = s("text", { x, y: y - 28 - 20 * row });
    word.textContent = text;
    const sign = s("g", { class: `rise ${tone}` }, s("rect", { x: x - wide / 2, y: y - 42 - 20 * row, width: wide, height: 19, rx: 5 }), word);
    this.board.layers.rises.append(sign);
    setTimeout(() => {
      sign.remove();
      this.rows.set(hex, Math.max(0, (this.rows.get(hex) ?? 1) - 1));
    }, STAY);
  }
}
