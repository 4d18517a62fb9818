// Dice as pictures.

import { s } from "./dom.js";

const AT = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] };

/**
 * A die; 0 is one that is still to be rolled.
 * @param {number} number what it shows
 * @param {{white: boolean, size: number}} how the second die of a DR is the white one
 */
export function die(number, { white = false, size = 28 } = {}) {
  const dots = (AT[number] ?? []).map((at) => s("circle", { cx: 7 + (at % 3) * 8, cy: 7 + Math.floor(at / 3) * 8, r: 2.9 }));
  return s(
    "svg",
    { class: `die-face ${white ? "white" : "coloured"} ${number ? "" : "open"}`, width: size, height: size, viewBox: "0 0 30 30", "aria-hidden": "true" },
    s("rect", { x: 1, y: 1, width: 28, height: 28, rx: 6 }),
    ...dots,
  );
}
