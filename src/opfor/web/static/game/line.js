// The one quiet line above the board: turn, phase, AC#, what is asked now, the next button.

import { $, h } from "../shared/dom.js";

const PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"];
const TASKS = {
  RPh: "Who rallies, or repairs?", PFPh: "Who fires?", MPh: "Where to?", DFPh: "Who fires?", AFPh: "Who fires?",
  RtPh: "Who routs?", APh: "Who advances?", CCPh: "Who attacks in Close Combat?",
};

let shown; // the view that the line tells of

/** Show where the game is. */
export function show(view) {
  $("title").textContent = view.title;
  stand(view);
  $("ac").hidden = !view.turn || Boolean(view.over);
  $("ac").textContent = `AC# ${view.ac}`;
  $("score").textContent = view.score.join(" · ");
}

/** Turn, phase, and whose they are. */
function stand(view) {
  shown = view;
  const left = view.left ? `, ${view.left} left` : "";
  const where = !view.turn ? "The set-up" : `Turn ${view.turn} of ${view.turns} · ${view.side} ${view.phase} · AC# ${view.ac}${left}`;
  $("status").textContent = view.over ? `The game is over: ${view.over}` : where;
  $("turn").replaceChildren(...turn(view));
  $("phases").replaceChildren(...(view.turn && !view.over ? PHASES.map((phase, n) => chip(view, phase, n)) : []));
  document.body.dataset.side = view.over ? "" : view.side;
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

/**
 * Say what is asked of the player, in a few words.
 * @param {object} news what is asked
 * @param {number} stacks how many can still move
 * @param {boolean} stay whether those who move can enter nothing more
 */
export function ask(news, stacks, stay = false) {
  $("asked").replaceChildren(...words(news, stacks, stay));
}

function words({ view, asked }, stacks, stay) {
  if (view.over) return [view.over];
  if (!asked) return [];
  if (asked.request.type !== "Order") return [h("b", {}, asked.request.purpose)];
  if (view.phase === "RtPh" && view.must.length) return [h("b", {}, TASKS.RtPh), view.must.length === 1 ? " one must, or is lost" : ` ${view.must.length} must, or are lost`];
  if (view.phase === "RtPh" && view.move.length) return [h("b", {}, "Where does it rout on to?"), ` ${view.left} left; End move, and it stays`];
  if (view.move.length) return [h("b", {}, stay ? "They enter no more: end the move?" : "Where to now?"), ` ${view.left} left`];
  if (view.window) return [h("b", {}, "Fire at who moves?")];
  if (view.phase !== "MPh" || view.acting !== "FRIENDLY") return [h("b", {}, TASKS[view.phase] ?? "Your orders")];
  if (!stacks) return [h("b", {}, "All have moved")];
  return [h("b", {}, TASKS.MPh), stacks === 1 ? " one stack left" : ` ${stacks} stacks left`];
}

/** Say what a tool asks for, in place of the game. */
export function hint(text) {
  $("asked").replaceChildren(h("b", {}, text));
}

/** A phase begins in the story that is played: the line goes with it. */
export function begun(turn, side, phase) {
  stand({ ...shown, turn, side, phase, left: "" });
  playing();
}

/** What is said while a story is played. */
export function playing() {
  const enemy = (shown.phase === "DFPh") === (shown.side === "FRIENDLY");
  $("asked").replaceChildren(h("span", { class: "dim" }, enemy && shown.turn ? "The ENEMY acts" : "What comes of it"));
}
