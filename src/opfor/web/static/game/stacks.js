// The units of the hex that is looked at, and those offboard, as a list in the panel.

import { $, h } from "../shared/dom.js";
import { bare } from "../shared/pieces.js";

/** The list of a stack. */
export class StackList {
  /** @param {import("./orders.js").Orders} orders who is chosen */
  constructor(orders) {
    this.orders = orders;
  }

  show() {
    const { hex, pieces, board, chosen } = this.orders;
    const there = hex >= 0 ? pieces.in(hex) : [];
    const label = hex >= 0 ? board.map.labels[hex] : "";
    if (this.shown !== hex) requestAnimationFrame(() => document.querySelector(".upper")?.scrollTo({ top: 0 }));
    this.shown = hex;
    $("stack-title").textContent = label ? `In ${label}` : chosen.size ? "Offboard" : "Choose a stack";
    const alone = (piece) => !pieces.all.has(piece.owner);
    $("stack").replaceChildren(...there.filter(alone).map((piece) => this.row(piece)));
    const waiting = pieces.offboard();
    $("reserve").hidden = !waiting.length;
    $("reserve-list").replaceChildren(...waiting.filter((p) => p.kind === "unit").map((piece) => this.row(piece)));
    const picked = $("reserve-list").querySelector("[aria-pressed=true]");
    if (hex < 0 && picked) requestAnimationFrame(() => picked.scrollIntoView({ block: "nearest" }));
  }

  row(piece) {
    const { pieces, chosen } = this.orders;
    const own = piece.side === "FRIENDLY";
    return h(
      "button",
      {
        type: "button",
        class: `unit ${own ? "own" : ""}`,
        "aria-pressed": own ? String(chosen.has(piece.key)) : null,
        disabled: !own,
        title: piece.name,
        onclick: () => this.orders.toggle(piece.key),
      },
      pieces.small(piece),
      [...pieces.all.values()].filter((each) => each.owner === piece.key).map((each) => pieces.small(each, 26)),
      h("span", {}, bare(piece) + storey(piece)),
    );
  }
}

/** Which level of its hex a counter is on, if not the ground. */
function storey({ at }) {
  const level = at?.split("/")[1];
  return level ? `, level ${level}` : "";
}
