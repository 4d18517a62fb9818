// What happens, played on the board: one after the other, with a caption of what and why.

import { die } from "../shared/dice.js";
import { $, h, kept } from "../shared/dom.js";
import { Rises } from "./rises.js";
import { play as sound, soundOf } from "../shared/sound.js";

export const SPEEDS = { step: Infinity, slow: 1500, normal: 700, fast: 220, "at once": 0 }; // milliseconds for each deed
const PART = { change: 0.7, dice: 0.35, phase: 0.35, step: 0.3 }; // of that time, by what a line tells
const DICE = 0.4; // seconds at most that dice are looked at while the next step is waited for
const LONG = 400; // lines of one story that are shown at once
const GRACE = 600; // milliseconds in which a click is still meant for a caption that has gone
const EDGE = 40; // pixels between the caption and what it tells of
const FEW = 1; // deeds of which there is no recap

/** Plays a story; tells its lines to the log. */
export class Theatre {
  /** @param {object} on board, pieces */
  constructor(on) {
    Object.assign(this, on);
    this.rises = new Rises(on.board, on.pieces);
    this.playing = false;
    this.hurry = false;
    this.last = -1; // where something happened last
    this.rolledAt = -1; // the same of what is played now, -1 for what is of no hex
    this.speed = $("speed");
    this.speed.append(...Object.keys(SPEEDS).map((name) => h("option", {}, name)));
    this.speed.value = kept.get("speed", "normal");
    this.speed.addEventListener("change", () => this.set(this.speed.value));
    this.box = h("section", { id: "caption", class: "card caption", "aria-label": "What happens", hidden: true });
    this.board.place.append(this.box);
  }

  set(speed) {
    kept.set("speed", speed);
    this.speed.value = speed;
    this.buttons();
    if (speed !== "step") this.wake?.();
  }

  /** The time of a deed, 0 where nothing is waited for. */
  get time() {
    return this.hurry ? 0 : SPEEDS[this.speed.value] ?? 700;
  }

  /** Go on at once: to the next deed. */
  next() {
    if (!this.playing) return false;
    this.wake?.();
    return true;
  }

  /** To the end of what is played. */
  skip() {
    this.hurry = true;
    this.wake?.();
  }

  /**
   * Play beats one after another; resolves when all are shown.
   * @param {object[]} beats each line with what it changes
   * @param {object[]} story the same told in sentences, each with the numbers of its lines
   * @param {Function} tell hears of each line that is told
   */
  async play(beats, story, tell) {
    this.begin(beats);
    const played = beats.some((beat) => ["enemy", "alarm"].includes(beat.style) || beat.dice?.length);
    const deeds = parted(beats, story);
    const shown = [];
    for (const deed of deeds) {
      const lively = played && moves(deed);
      if (lively && deed.text) {
        shown.push(deed);
        if (this.time) this.caption(deed, shown.length);
      }
      for (const beat of deed.beats) await this.beat(beat, lively, tell);
      if (lively && deed.text && this.time === Infinity) await this.pause(Infinity);
      else if (lively && deed.text) await this.pause(this.time * PART.change);
    }
    this.end(shown);
  }

  begin(beats) {
    this.playing = true;
    document.body.dataset.playing = "yes";
    this.hurry = beats.length > LONG;
    $("skip").hidden = false;
    $("dice").replaceChildren();
    this.rises.clear();
    this.rolledAt = -1;
    this.away();
    if (beats.length) this.board.shade([]);
  }

  end(shown) {
    $("skip").hidden = true;
    this.board.ring({});
    this.board.shot([], -1);
    this.playing = false;
    delete document.body.dataset.playing;
    if (!this.box.hidden) this.gone = { until: Date.now() + GRACE, box: this.box.getBoundingClientRect() };
    this.box.hidden = true;
    if (shown.length > FEW && shown.some(({ enemy }) => enemy)) this.recap(shown);
  }

  /** One line: what it changes, its dice, its result; then as long as it deserves. */
  async beat(beat, lively, tell) {
    const before = beat.hexes?.length ? beat.hexes.at(-1) : this.last;
    if (this.time && lively) this.rises.changed(beat, before);
    this.pieces.change(beat);
    if (beat.text) tell(beat);
    if (beat.begins) this.begun?.(...beat.begins);
    if (beat.hexes?.length) this.last = this.rolledAt = before;
    else if (beat.style === "phase") this.rolledAt = -1;
    this.show(beat, lively && this.time);
    this.dice(beat.dice);
    if (!this.hurry && beat.text) sound(soundOf(beat));
    if (this.time && lively) this.rises.result(beat, this.last);
    if (lively && this.time) await this.pause(this.length(beat));
  }

  length(beat) {
    if (this.time === Infinity) return beat.text ? (beat.dice?.length ? DICE * 1000 : 0) : SPEEDS.fast;
    if (!beat.text) return this.time * PART.step;
    return beat.dice?.length ? this.time * PART.dice : 0;
  }

  /** Ring where it happens; an arrow for fire; bring it into sight if it is played. */
  show(beat, played) {
    const hexes = beat.hexes ?? [];
    this.board.ring({ told: hexes });
    if (/fire from /i.test(beat.text)) this.board.shot(hexes.slice(0, -1), hexes.at(-1));
    else if (beat.style === "phase" || (hexes.length && !beat.dice?.length)) this.board.shot([], -1);
    if (played && hexes.length) this.board.follow(hexes.at(-1));
  }

  pause(time) {
    if (!time) return undefined;
    return new Promise((resolve) => {
      const timer = time === Infinity ? 0 : setTimeout(resolve, time);
      this.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** The dice of the last roll, where they are rolled for; those of no hex in a corner. */
  dice(dice) {
    if (!dice?.length) return;
    const faces = dice.slice(0, 12).map((number, n) => die(number, { white: n > 0, size: 46 }));
    const place = $("dice");
    place.replaceChildren(...faces, h("span", { class: "visually-hidden" }, `dice ${dice.join(", ")}`));
    Object.assign(place.style, this.beside(this.rolledAt, 60 * faces.length));
  }

  /** Where something so wide stands beside a hex; in its corner where that is not seen. */
  beside(hex, size) {
    const [x, y] = hex < 0 ? [0, 0] : this.board.seen(hex);
    const { clientWidth: wide, clientHeight: high } = this.board.place;
    if (x <= 0 || x >= wide || y <= 60 || y >= high) return { left: "", top: "", right: "", bottom: "" };
    const out = 30 * this.board.zoom;
    return { left: `${Math.min(wide - size, x + out)}px`, top: `${Math.max(8, y - out - 56)}px`, right: "auto", bottom: "auto" };
  }

  // -- the caption ------------------------------------------------------------------

  caption({ text, why, enemy, beats }, number) {
    this.shown = { text, why, number };
    this.box.replaceChildren(
      h("p", { class: "caption-what" }, h("b", {}, text)),
      why.length ? h("p", { class: "caption-why" }, why.join("; ")) : "",
      h("div", { class: "caption-bar" }),
    );
    this.box.classList.toggle("of-enemy", Boolean(enemy));
    this.box.hidden = false;
    this.buttons();
    this.stand(beats.flatMap((beat) => beat.hexes ?? []));
  }

  /** At the foot of the board; at its head where it would lie over what it tells of. */
  stand(hexes) {
    const foot = this.board.place.clientHeight - this.box.offsetHeight - EDGE;
    this.box.classList.toggle("above", hexes.some((hex) => this.board.seen(hex)[1] > foot));
  }

  /** Next, skip, and the speeds. */
  buttons() {
    const bar = this.box.querySelector(".caption-bar");
    if (!bar || !this.playing) return;
    const speed = (name) => h("button", { type: "button", "aria-pressed": String(this.speed.value === name), onclick: () => this.set(name) }, name);
    bar.replaceChildren(
      h("button", { type: "button", id: "caption-next", class: "main", onclick: () => this.next() }, "Next ", h("kbd", {}, "Space")),
      h("button", { type: "button", id: "caption-skip", onclick: () => this.skip() }, "To what asks me ", h("kbd", {}, "s")),
      h("span", { class: "speeds", role: "group", "aria-label": "Speed" }, Object.keys(SPEEDS).map(speed)),
    );
  }

  /** What the ENEMY did, in a line each: a click leads there, and to the reasons. */
  recap(deeds) {
    const line = (deed) => h("li", {}, h("button", { type: "button", onclick: () => this.look(deed) }, deed.text));
    this.box.classList.add("of-enemy");
    this.box.classList.remove("above");
    this.box.replaceChildren(h("details", { class: "recap" }, h("summary", {}, `What happened: ${deeds.length} deeds`), h("ol", {}, deeds.map(line))), h("button", { type: "button", class: "recap-away", "aria-label": "Close", onclick: () => this.away() }, "×"));
    this.box.hidden = false;
  }

  async look(deed) {
    await this.why?.(deed.number);
    const hexes = deed.beats.flatMap((beat) => beat.hexes ?? []);
    this.board.ring({ told: hexes });
    if (hexes.length) this.board.reveal(hexes.at(-1));
  }

  /** Whether a click on the board was meant for the caption that has just gone from there. */
  meant({ clientX: x, clientY: y }) {
    const { until, box } = this.gone ?? { until: 0 };
    return Date.now() < until && x > box.left && x < box.right && y > box.top && y < box.bottom;
  }

  /** Put the recap away; whether there was one. */
  away() {
    const open = !this.box.hidden;
    this.box.hidden = true;
    return open;
  }
}

/** The beats by the sentences that tell of them; what no sentence tells of stands alone. */
function parted(beats, story) {
  const of = new Map(story.flatMap((told) => told.lines.map((number) => [number, told])));
  const deeds = [];
  let steps = []; // hexes of a run, which come before the line about it
  for (const beat of beats) {
    steps.push(beat);
    if (!beat.text) continue;
    const told = of.get(beat.number);
    if (told && deeds.at(-1)?.told === told) deeds.at(-1).beats.push(...steps);
    else deeds.push({ told, beats: steps, number: beat.number });
    steps = [];
  }
  if (steps.length) deeds.push({ beats: steps, number: steps[0].number });
  for (const deed of deeds) {
    const first = deed.beats.find((beat) => beat.text);
    deed.text = deed.told?.text ?? first?.text ?? "";
    deed.enemy = deed.told?.enemy ?? deed.beats.some((beat) => ["enemy", "alarm"].includes(beat.style));
    deed.why = deed.beats.map((beat) => beat.why).filter(Boolean);
  }
  return deeds;
}

/** Whether a deed shows anything: what does nothing takes no time. */
function moves({ beats, told }) {
  if (told?.style === "phase") return false;
  return beats.some((beat) => beat.pieces?.length || beat.gone?.length || beat.dice?.length || beat.style === "alarm" || /fire (from|at) /i.test(beat.text ?? ""));
}
