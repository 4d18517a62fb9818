// The one quiet line above the board: turn, phase, AC#, what is asked now, the next button.

import { $, h } from "../shared/dom.js";

const PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"];
const SETTLES = 400; // milliseconds
const TASKS = {
  RPh: "Who rallies, or repairs?", PFPh: "Who fires?", MPh: "Where to?", DFPh: "Who fires?", AFPh: "Who fires?",
  RtPh: "Who routs?", APh: "Who advances?", CCPh: "Who attacks in Close Combat?",
};

/** Show where the game is. */
export function show(view) {
  $("title").textContent = view.title;
  const left = view.left ? `, ${view.left} left` : "";
  const where = !view.turn ? "The set-up" : `Turn ${view.turn} of ${view.turns} · ${view.side} ${view.phase} · AC# ${view.ac}${left}`;
  $("status").textContent = view.over ? `The game is over: ${view.over}` : where;
  $("turn").replaceChildren(...turn(view));
  const begun = view.turn && !view.over;
  $("phases").replaceChildren(...(begun ? PHASES.map((phase, n) => chip(view, phase, n)) : []));
  $("ac").hidden = !begun;
  $("ac").textContent = `AC# ${view.ac}`;
  $("score").textContent = view.score.join(" · ");
  ends(view.window ? "No more fire" : `End ${view.phase || "phase"}`);
  document.body.dataset.side = view.over ? "" : view.side;
}

/** What the blue button ends; anew, it takes no click for a moment: one may be on its way for what it ended before. */
function ends(what) {
  if ($("end-word").textContent === what) return;
  $("end-word").textContent = what;
  $("do-end").classList.add("fresh");
  setTimeout(() => $("do-end").classList.remove("fresh"), SETTLES);
}

function turn(view) {
  if (view.over) return [h("b", {}, "The game is over")];
  if (!view.turn) return [h("b", {}, "Set-up")];
  return [h("b", {}, `Turn ${view.turn} / ${view.turns}`), " ", h("b", { class: `side-${view.side.toLowerCase()}` }, view.side)];
}

/** A phase: the one in hand lit; of the others the next one stays where there is little room. */
function chip(view, phase, n) {
  const now = PHASES.indexOf(view.phase);
  return h("li", { class: n === now ? "now" : n === now + 1 ? "next" : n < now ? "past" : "" }, phase);
}

/** Say what is asked of the player, in a few words. */
export function ask(news, stacks) {
  $("asked").replaceChildren(...words(news, stacks));
}

function words({ view, asked }, stacks) {
  if (view.over) return [view.over];
  if (!asked) return [];
  if (asked.request.type !== "Order") return [h("b", {}, asked.request.purpose)];
  if (view.move.length) return [h("b", {}, "Where to now?"), ` ${view.left} left`];
  if (view.window) return [h("b", {}, "Fire at who moves?")];
  if (view.phase !== "MPh" || view.acting !== "FRIENDLY") return [h("b", {}, TASKS[view.phase] ?? "Your orders")];
  if (!stacks) return [h("b", {}, "All have moved")];
  return [h("b", {}, TASKS.MPh), stacks === 1 ? " one stack left" : ` ${stacks} stacks left`];
}

/** What is said while a story is played. */
export function playing(text) {
  $("asked").replaceChildren(h("span", { class: "dim" }, text));
}
