// Everything by keyboard.

import { $, h } from "../shared/dom.js";

/** What each key does; also the text of the help. */
export const KEYS = {
  "Arrow keys": "move the hex cursor",
  Enter: "click the hex of the cursor",
  n: "the next stack of yours",
  "1 to 9": "choose a unit of the stack, or an answer; a die while dice are asked",
  m: "move plainly", a: "by Assault Movement", d: "by Double Time",
  k: "everything that may be done at the hex of the cursor", Space: "the same; while something is played, the next deed; First Fire: hold fire; z lets the whole of that move pass", p: "danger: each hex in reach by what may happen on the way",
  x: "go the way that is shown", y: "the shortest way, or the safest", r: "which S? entering the hex of the cursor may Activate",
  "[ and ]": "turn a vehicle to the left, to the right", "{ and }": "its turret", o: "to the orders that are listed",
  h: "end the move in hand; First Fire: hold fire", e: "end your part of the phase, and nothing else",
  u: "undo", U: "your last dice back, to type them anew", i: "what would a practised player do", ".": "stop what takes long", s: "skip to the end of what is played", w: "why did the last thing happen",
  l: "LOS between two hexes", v: "what a hex sees", b: "say what a hex or hexside is on your board",
  M: "the Mission's card", B: "look back: the replay, from where one can branch and read the report", f: "the whole board; again: the board over all of the window", c: "to the cursor", "+ and −": "zoom", g: "grid", t: "light or dark", q: "sound on or off",
  Escape: "close, or choose nothing", "?": "this help",
};

const ONCE = ["e", "h"]; // they end something: held down, they do so once

/** Fill the help. */
export function help() {
  $("help-list").replaceChildren(...Object.entries(KEYS).flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]));
}

/**
 * Listen to the keyboard.
 * @param {Object<string, Function>} acts what to do, by key
 * @param {import("../shared/board.js").Board} board where the cursor is
 * @param {Function} digit what a digit does
 */
export function listen(acts, board, digit) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target;
    const typing = target.matches?.("input:not([type=checkbox]):not([type=radio]), select, textarea");
    if (typing && event.key !== "Escape") return;
    if (event.key.startsWith("Arrow")) {
      if (target.matches?.("input")) return;
      event.preventDefault();
      step(board, event.key);
      return;
    }
    if (["Enter", " "].includes(event.key) && target.closest?.("button, a, summary, input")) return;
    if (/^[0-9]$/.test(event.key)) {
      digit(Number(event.key));
      return;
    }
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    if (!(event.repeat && ONCE.includes(event.key))) act(event);
  });
}

/** Move the cursor to the hex that lies nearest in a direction. */
function step(board, key) {
  const { map } = board;
  const start = board.hexCursor;
  if (start < 0) {
    const box = board.place.getBoundingClientRect();
    board.cursor(Math.max(0, board.at(box.left + box.width / 2, box.top + box.height / 2)));
    $("cursor-place").textContent = map.labels[board.hexCursor];
    return;
  }
  const around = map.neighbours[start];
  const odd = Math.round(map.centres[start][0] / map.hex[0]) % 2;
  const sides = { ArrowUp: [0], ArrowDown: [3], ArrowRight: odd ? [2, 1] : [1, 2], ArrowLeft: odd ? [4, 5] : [5, 4] }[key];
  const next = sides.map((side) => around[side]).find((hex) => hex >= 0);
  if (next !== undefined) board.cursor(next);
  $("cursor-place").textContent = map.labels[board.hexCursor];
}
