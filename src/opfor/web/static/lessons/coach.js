// Coach marks: steps of a lesson, each waiting for the player's own deed.
//
// The steps are data (tutorial.json, lesson-….json). A step has a title, text, what to `do`, the `keys`
// for it, what to `point` at (a selector or hexes), `until`, and perhaps `unless`: a step
// that need not be taken is passed over. What is `live` is looked at while the story is
// played, all else after it. Conditions name one or more of
//   chosen: a unit is chosen            left: a unit is no more in a Location
//   look: a hex is looked at, or "suspect"      from: the game is at, or past, a phase
//   said: a line of the log fits        mark: something is on the page
//   gone: nothing of it is on the page  over: the game is over      read: "Go on" is pressed

import { $, h, s } from "../shared/dom.js";

const PHASES = ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"];
const EVERY = 300; // milliseconds between looks at what was done
const ASIDE = 10; // pixels that it keeps from the sides of the board
const NEAR = 36; // pixels within which it hides a hex
const MOST = 0.6; // of the board's width: a wider one lies below it
const SOON = 1000; // milliseconds in which nobody has taken a step: it went by with the one before

/** Shows the steps of a lesson over a game. */
export class Coach {
  /**
   * @param {object} on board, pieces, orders, story, and `say` for errors
   * @param {string} game its id, for what is kept of it
   * @param {object} lesson its Mission, dice and title
   * @param {object[]} steps what is to be done
   * @param {{step: number, open: boolean, began: number[]}} at where the server says that it is
   */
  constructor(on, game, lesson, steps, at) {
    Object.assign(this, on, { game, lesson, steps });
    this.api = `/api/games/${encodeURIComponent(game)}/coach`;
    this.began = at.began?.length ? at.began : [0];
    this.at = Math.min(at.step, steps.length + 1);
    this.reached = this.at; // one may look back at what is done
    this.open = at.open;
    this.panel = $("coach");
    this.view = null;
    this.missed = []; // the steps just passed over, by their titles
    this.show();
    setInterval(() => this.check(), EVERY);
  }

  /** The game went on, or `back`. */
  see(view, back) {
    this.view = view;
    if (back) this.back();
    this.check();
  }

  /** What was undone is to be done once more: to the step that the game is at. */
  back() {
    let step = this.at;
    while (step > 0 && this.began[step] > this.story.log.number) step -= 1;
    if (step === this.at) return;
    this.began.length = step + 1;
    this.reached = step;
    this.go(step);
  }

  get step() {
    return this.steps[this.at];
  }

  check() {
    if (!this.view || !this.step || this.at < this.reached) return;
    const { until, unless, live } = this.step;
    if (document.body.dataset.playing && !live) return;
    const done = this.holds(until);
    const late = this.missed.length > 0 && performance.now() - this.since < SOON;
    if (done || (unless && this.holds(unless))) this.next(done && !late);
  }

  next(taken) {
    this.missed = taken ? [] : [...this.missed, this.step.title];
    this.passed = false;
    this.began[this.at + 1] ??= this.story.log.number;
    this.go(this.at + 1);
  }

  /** To a step; the server keeps the farthest, for any browser. */
  go(step) {
    this.at = step;
    this.since = performance.now();
    this.reached = Math.max(this.reached, step);
    this.keep();
    this.show();
  }

  keep() {
    const body = JSON.stringify({ step: this.reached, open: this.open, began: Array.from(this.began, (moment) => moment ?? 0) });
    fetch(this.api, { method: "PUT", headers: { "content-type": "application/json" }, body }).catch(() => {});
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
    const read = /turn (\d+), (\w+) (\w+)/i.exec(told?.textContent ?? "");
    return read ? [Number(read[1]), read[2], read[3]] : [this.view.turn, this.view.side, this.view.phase];
  }

  is_said(pattern) {
    const fits = new RegExp(pattern);
    return [...document.querySelectorAll("#log > li > .line > .said")].some((line) => fits.test(line.textContent));
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
      this.head(),
      this.missed.length ? h("p", { class: "dim coach-missed" }, `Passed over: ${this.missed.join(", ")}. Back, and there Again, take it up once more.`) : null,
      h("h2", {}, title),
      ...text.map((each) => h("p", {}, ...spelled(each))),
      h("p", { class: "coach-do" }, task),
      keys ? h("p", { class: "coach-keys" }, "By keyboard: ", ...spelled(keys)) : null,
      go,
    ];
    this.panel.replaceChildren(...parts.filter(Boolean));
    this.panel.scrollIntoView({ block: "nearest" });
    if (this.view) this.settle();
    go?.focus();
    return undefined;
  }

  /** Where it is, and the ways back, on, to the beginning, and out of sight. */
  head() {
    const way = (word, act, title) => h("button", { type: "button", class: "quiet", title, onclick: act }, word);
    const ways = [
      this.at ? way("Back", () => this.go(this.at - 1), "the step before") : null,
      this.at < this.reached ? way("Next", () => this.go(this.at + 1), "the next step") : null,
      this.at ? way("Again", () => this.again(), "a game of its own that begins anew at this step") : null,
      way("Start again", () => this.anew(), "a new game of this lesson, from its first step"),
      way("Hide", () => this.fold(false), "until you open it again"),
    ];
    return h("p", { class: "coach-at" }, h("span", {}, `${this.lesson.title}, ${this.at + 1} of ${this.steps.length}`), ways);
  }

  /** The same Mission with the same dice, from its beginning. */
  anew() {
    return this.opened(post("/api/games", { mission: this.lesson.mission, seed: this.lesson.seed }), []);
  }

  /** The game as it was when this step began, in a game of its own. */
  again() {
    const moment = this.began[this.at] ?? 0;
    return this.opened(post(`/api/replays/${encodeURIComponent(this.game)}/branch`, { moment }), this.began.slice(0, this.at + 1));
  }

  /** Go to a game that is being made, its coach at the step with which it begins. */
  async opened(made, began) {
    try {
      const { id } = await made;
      const url = `/api/games/${encodeURIComponent(id)}/coach`;
      if (began.length) await post(url, { step: began.length - 1, open: true, began }, "PUT");
      location.href = `/game/${encodeURIComponent(id)}`;
    } catch (error) {
      this.say(error.message);
    }
  }

  folded() {
    this.panel.replaceChildren(h("button", { type: "button", onclick: () => this.fold(true) }, `Lesson: ${this.step.title}`));
  }

  fold(open) {
    this.open = open;
    this.keep();
    this.show();
  }

  end() {
    this.panel.hidden = this.at > this.steps.length;
    this.panel.replaceChildren(
      h("h2", {}, this.lesson.mission === "tutorial" ? "That was the tutorial" : "That was the lesson"),
      h("p", {}, "The game goes on as long as you like. All games are on the ", h("a", { href: "/" }, "start page"), ", and the other lessons; First Contact is a good next one."),
      h("button", { type: "button", onclick: () => this.go(this.steps.length + 1) }, "Close"),
      h("button", { type: "button", class: "quiet", onclick: () => this.go(0) }, "Show the steps again"),
    );
  }

  /** Have in sight what the step is about, and stand aside. */
  settle() {
    if (!this.open) return;
    for (const hex of this.about()) this.board.reveal(hex);
    this.stand();
  }

  /** The hexes that the step is about. */
  about() {
    const target = this.step?.point;
    return Array.isArray(target) ? target.map((name) => this.board.map.names.indexOf(name)) : [];
  }

  /** At that side of the board where it hides less of what the step is about, and of counters. */
  stand() {
    const { board, panel } = this;
    if (panel.offsetWidth > MOST * board.place.clientWidth) return;
    const about = this.about();
    const counters = [...this.pieces.all.values()].map((piece) => piece.hex).filter((hex) => hex >= 0);
    const far = board.place.clientWidth - panel.offsetWidth - ASIDE;
    const beneath = (hexes, left) => hexes.filter((hex) => {
      const [x, y] = board.seen(hex);
      return x > left - NEAR && x < left + panel.offsetWidth + NEAR && y < panel.offsetTop - board.place.offsetTop + panel.offsetHeight;
    }).length;
    const hides = (left) => 10 * beneath(about, left) + beneath(counters, left);
    const aside = hides(far) < hides(ASIDE);
    panel.style.left = aside ? `${far}px` : "";
    panel.classList.toggle("aside", aside);
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

async function post(url, body, method = "POST") {
  const reply = await fetch(url, { method, headers: { "content-type": "application/json" }, body: JSON.stringify(body) });
  const said = await reply.json();
  if (!reply.ok) throw new Error(said.error);
  return said;
}
