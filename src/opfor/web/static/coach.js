// Coach marks: steps of a tutorial, each waiting for the player's own deed.
//
// The steps are data (tutorial.json). A step has a title, text, what to `do`, the `keys`
// for it, what to `point` at (a selector or hexes), `until`, and perhaps `unless`: a step
// that need not be taken is passed over. What is `live` is looked at while the story is
// played, all else after it. Conditions name one or more of
//   chosen: a unit is chosen            left: a unit is no more in a Location
//   look: a hex is looked at, or "suspect"      from: the game is at, or past, a phase
//   said: a line of the log fits        mark: something is on the page
//   gone: nothing of it is on the page  over: the game is over      read: "Go on" is pressed

import { $, h, kept, s } from "./dom.js";

const PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"];
const EVERY = 300; // milliseconds between looks at what was done

/** Shows the steps of a tutorial over a game. */
export class Coach {
  /**
   * @param {object} on board, pieces, orders
   * @param {string} game its id, for what is kept of it
   * @param {object[]} steps what is to be done
   */
  constructor(on, game, steps) {
    Object.assign(this, on, { steps });
    this.key = `coach-${game}`;
    this.at = Math.min(Number(kept.get(this.key, "0")), steps.length + 1);
    this.open = kept.get("coach", "open") === "open";
    this.panel = $("coach");
    this.view = null;
    this.show();
    setInterval(() => this.check(), EVERY);
  }

  /** The game went on. */
  see(view) {
    this.view = view;
    this.check();
  }

  get step() {
    return this.steps[this.at];
  }

  check() {
    if (!this.view || !this.step) return;
    const { until, unless, live } = this.step;
    if (document.body.dataset.playing && !live) return;
    if (this.holds(until) || (unless && this.holds(unless))) this.next();
  }

  next() {
    this.at += 1;
    this.passed = false;
    kept.set(this.key, String(this.at));
    this.show();
  }

  // -- what has been done --------------------------------------------------------------

  holds(wanted) {
    return Object.entries(wanted).every(([name, value]) => this[`is_${name}`](value));
  }

  is_chosen(unit) {
    return this.orders.chosen.has(unit);
  }

  is_left([unit, place]) {
    return this.pieces.all.get(unit)?.at !== place;
  }

  is_look(what) {
    const { hex } = this.orders;
    if (hex < 0) return false;
    if (what === "suspect") return this.pieces.in(hex).some((piece) => piece.kind === "suspect");
    return this.board.map.names[hex] === what;
  }

  is_from(moment) {
    const number = ([turn, side, phase]) => turn * 100 + (side === "ENEMY") * 10 + PHASES.indexOf(phase);
    return number(this.moment()) >= number(moment);
  }

  /** Turn, side and phase: those that the story has come to, while it is played. */
  moment() {
    const told = document.body.dataset.playing ? [...$("log").querySelectorAll(".phase .said")].at(-1) : null;
    const read = /turn (\d+), (\w+) (\w+)/.exec(told?.textContent ?? "");
    return read ? [Number(read[1]), read[2], read[3]] : [this.view.turn, this.view.side, this.view.phase];
  }

  is_said(pattern) {
    const fits = new RegExp(pattern);
    return [...$("log").querySelectorAll(".said")].some((line) => fits.test(line.textContent));
  }

  is_mark(selector) {
    return [...document.querySelectorAll(selector)].some((each) => !each.closest("[hidden]"));
  }

  is_gone(selector) {
    return !this.is_mark(selector);
  }

  is_over() {
    return Boolean(this.view.over);
  }

  is_read() {
    return this.passed;
  }

  // -- what is shown -------------------------------------------------------------------

  show() {
    this.point();
    this.panel.hidden = false;
    if (!this.step) return this.end();
    if (!this.open) return this.folded();
    const { title, text, do: task, keys, until } = this.step;
    const go = until.read ? h("button", { type: "button", class: "main", onclick: () => { this.passed = true; this.check(); } }, "Go on") : null;
    const parts = [
      h("p", { class: "coach-at" }, `Tutorial, ${this.at + 1} of ${this.steps.length}`, h("button", { type: "button", class: "quiet", onclick: () => this.fold(false) }, "Hide")),
      h("h2", {}, title),
      ...text.map((each) => h("p", {}, ...spelled(each))),
      h("p", { class: "coach-do" }, task),
      keys ? h("p", { class: "coach-keys" }, "By keyboard: ", ...spelled(keys)) : null,
      go,
    ];
    this.panel.replaceChildren(...parts.filter(Boolean));
    this.panel.scrollIntoView({ block: "nearest" });
    go?.focus();
    return undefined;
  }

  folded() {
    this.panel.replaceChildren(h("button", { type: "button", onclick: () => this.fold(true) }, `Tutorial: ${this.step.title}`));
  }

  fold(open) {
    this.open = open;
    kept.set("coach", open ? "open" : "folded");
    this.show();
  }

  end() {
    const to = (step) => {
      this.at = step;
      kept.set(this.key, String(step));
      this.show();
    };
    this.panel.hidden = this.at > this.steps.length;
    this.panel.replaceChildren(
      h("h2", {}, "That was the tutorial"),
      h("p", {}, "The game goes on as long as you like. All games are on the ", h("a", { href: "/" }, "start page"), "; First Contact is a good next one."),
      h("button", { type: "button", onclick: () => to(this.steps.length + 1) }, "Close"),
      h("button", { type: "button", class: "quiet", onclick: () => to(0) }, "Show the steps again"),
    );
  }

  /** Ring what the step is about. */
  point() {
    for (const old of document.querySelectorAll(".coach-point")) old.classList.remove("coach-point");
    this.board.layers.coach.replaceChildren();
    const target = this.open ? this.step?.point : null;
    if (typeof target === "string") document.querySelector(target)?.classList.add("coach-point");
    for (const name of Array.isArray(target) ? target : []) {
      const hex = this.board.map.names.indexOf(name);
      this.board.layers.coach.append(s("path", { d: this.board.outline(hex, 1.06), class: "coach-ring" }));
    }
  }
}

/** Keys in words, those between ` marks as keys. */
function spelled(text) {
  return text.split("`").map((part, n) => (n % 2 ? h("kbd", {}, part) : part));
}
