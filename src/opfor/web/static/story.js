// The log: lines that come one after another with their dice, and why each happened.

import { die } from "./dice.js";
import { $, h, kept } from "./dom.js";
import { reasons, revealAsked } from "./reasons.js";

const SPEEDS = { slow: 1500, normal: 700, fast: 220, "at once": 0 };
const MOST = 600; // lines kept on the page
const LONG = 400; // lines of one story that are shown at once

/** Plays the story of a game and keeps its log. */
export class Story {
  /**
   * @param {object} on board, pieces, link, and `say` for errors
   */
  constructor(on) {
    Object.assign(this, on);
    this.lines = $("log");
    this.hurry = false;
    this.playing = false;
    this.speed = $("speed");
    this.speed.append(...Object.keys(SPEEDS).map((name) => h("option", {}, name)));
    this.speed.value = kept.get("speed", "normal");
    this.speed.addEventListener("change", () => kept.set("speed", this.speed.value));
    $("skip").addEventListener("click", () => this.skip());
    $("why-close").addEventListener("click", () => this.closeWhy());
  }

  /** Show the rest of the story at once. */
  skip() {
    this.hurry = true;
    this.wake?.();
  }

  /** The log anew, as after a reload or an undo. */
  async reload() {
    const { lines } = await this.link.ask("log", { most: 600 });
    this.lines.replaceChildren(...lines.map((line) => this.line(line)));
    this.lines.scrollTop = this.lines.scrollHeight;
  }

  /** Play beats one after another; resolves when all are shown. */
  async play(beats) {
    this.playing = true;
    document.body.dataset.playing = "yes";
    this.hurry = beats.length > LONG;
    $("skip").hidden = false;
    $("dice").replaceChildren();
    if (beats.length) this.board.shade([]);
    const enemy = beats.some((beat) => beat.style === "enemy" || beat.style === "alarm" || beat.dice?.length);
    for (const beat of beats) {
      this.pieces.change(beat);
      if (!beat.text) {
        await this.step(beat, enemy);
        continue;
      }
      this.lines.append(this.line(beat));
      while (this.lines.children.length > MOST) this.lines.firstChild.remove();
      this.lines.scrollTop = this.lines.scrollHeight;
      const wait = SPEEDS[this.speed.value] ?? 700;
      this.show(beat, wait && !this.hurry && enemy);
      this.dice(beat.dice);
      if (wait && !this.hurry && enemy) await this.pause(beat.dice?.length ? wait * 1.4 : wait);
    }
    $("skip").hidden = true;
    this.board.ring({});
    this.board.shot([], -1);
    this.playing = false;
    delete document.body.dataset.playing;
  }

  /** One hex of a run, before the line about all of it. */
  async step(beat, enemy) {
    const wait = SPEEDS[this.speed.value] ?? 700;
    if (!beat.hexes?.length || !wait || this.hurry || !enemy) return;
    this.show(beat, true);
    await this.pause(wait / 2);
  }

  /** Ring where it happens; an arrow for fire; bring it into sight if it is played. */
  show(beat, played) {
    const hexes = beat.hexes ?? [];
    this.board.ring({ told: hexes });
    if (/^fire from/.test(beat.text)) this.board.shot(hexes.slice(0, -1), hexes.at(-1));
    else if (beat.style === "phase" || (hexes.length && !beat.dice?.length)) this.board.shot([], -1);
    if (played && hexes.length) this.board.reveal(hexes.at(-1));
  }

  pause(time) {
    return new Promise((resolve) => {
      this.wake = resolve;
      setTimeout(resolve, time);
    });
  }

  /** The dice of the last roll, large. */
  dice(dice) {
    if (!dice?.length) return;
    const faces = dice.slice(0, 12).map((number, n) => die(number, { white: n > 0, size: 52 }));
    $("dice").replaceChildren(...faces, h("span", { class: "visually-hidden" }, `dice ${dice.join(", ")}`));
  }

  line(line) {
    const rolled = (line.dice ?? []).slice(0, 12).map((number, n) => die(number, { white: n > 0, size: 17 }));
    const button = h(
      "button",
      { class: `line ${line.style ?? ""}`, type: "button", title: "why?", onclick: () => this.why(line.number) },
      h("span", { class: "rule" }, line.rule ?? ""),
      h("span", { class: "said" }, line.text),
      rolled.length ? h("span", { class: "rolled", "aria-hidden": "true" }, rolled) : null,
    );
    return h("li", {}, button);
  }

  /** Show what lies behind an event; none: behind the last line. */
  async why(number) {
    const last = this.lines.lastElementChild?.querySelector("button");
    if (number === undefined) return last?.click();
    try {
      const found = await this.link.ask("why", { event: number });
      this.showWhy(found, number);
    } catch (error) {
      this.say(error.message);
    }
    return undefined;
  }

  showWhy(found, number) {
    $("why-text").replaceChildren(...reasons(found, number));
    $("why").hidden = false;
    $("why-title").focus();
    revealAsked($("why-text"));
    this.board.ring({ loser: found.losers.filter((hex) => !found.chosen.includes(hex)), target: found.chosen });
  }

  closeWhy() {
    if ($("why").hidden) return false;
    $("why").hidden = true;
    this.board.ring({});
    return true;
  }
}
