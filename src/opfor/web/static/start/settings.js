// The page of settings: each kept in this browser as it is chosen.

import { h, kept } from "../shared/dom.js";
import { dress, ready } from "../shared/plain.js";
import { play } from "../shared/sound.js";

const SETTINGS = [
  ["theme", "Light or dark", "", [["", "as the system"], ["light", "light"], ["dark", "dark"]]],
  ["sound", "Sound", "on", [["on", "on"], ["off", "off"]], "q turns it off, and on again, during a game"],
  ["speed", "Speed at which what happens is played", "normal", [["step", "deed by deed"], ["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["at once", "at once"]]],
  ["motion", "Animation", "", [["", "as the system"], ["less", "none: counters and cards stand at once"]]],
  ["confirm", "Ask before the MPh ends with units that could still enter", "yes", [["yes", "ask"], ["no", "do not ask"]]],
  ["first-fire", "Ask about Defensive First Fire", "0", [["0", "always"], ["5", "from 5\u00a0%"], ["10", "from 10\u00a0%"], ["20", "from 20\u00a0%"]], "the chance of the best shot to harm or pin who moves: below it fire is held unasked, and the log says so"],
  ["dice", "Dice of new games", "screen", [["screen", "opfor rolls"], ["dice", "I roll my own"], ["table", "on my table, or in VASL"]]],
];

function group([name, title, usual, choices, note]) {
  const now = kept.get(name, usual);
  const boxes = choices.map(([value, word]) =>
    h("label", { class: "box" }, h("input", { type: "radio", name, value, checked: value === now, onchange: () => choose(name, value) }), word));
  return h("fieldset", {}, h("legend", {}, title), boxes, note ? h("p", { class: "dim" }, note) : null);
}

function choose(name, value) {
  kept.set(name, value);
  dress();
  if (name === "sound" && value === "on") play("dice");
}

document.getElementById("settings").append(...SETTINGS.map(group));
ready();
