// The story: what happens is played line by line on the board, and told in the log.

import { $ } from "../shared/dom.js";
import * as line from "./line.js";
import { Log } from "../shared/log.js";
import { reasons, revealAsked } from "../shared/reasons.js";
import { Theatre } from "./theatre.js";

/** Plays the story of a game and keeps its log. */
export class Story {
  /**
   * @param {object} on board, pieces, link, and `say` for errors
   */
  constructor(on) {
    Object.assign(this, on);
    this.log = new Log((number, below) => this.why(number, below));
    this.theatre = new Theatre(on);
    this.theatre.begun = line.begun;
    this.theatre.why = (number) => this.why(number);
    $("skip").addEventListener("click", () => this.skip());
    $("why-close").addEventListener("click", () => this.closeWhy());
  }

  get playing() {
    return this.theatre.playing;
  }

  /** The hex where something happened last, -1 for none. */
  get last() {
    return this.theatre.last;
  }

  /** Show the rest of the story at once. */
  skip() {
    this.theatre.skip();
  }

  /** The log anew, as after a reload or an undo. */
  async reload() {
    const { lines, story } = await this.link.ask("log", { most: 600 });
    this.away();
    this.log.fill(lines, story);
  }

  /** Play beats one after another, told as these events; resolves when all are shown. */
  play(beats, story = []) {
    this.log.expect(story);
    return this.theatre.play(beats, story, (beat) => this.log.tell(beat));
  }

  /** Show what lies behind an event, below its line; none: behind the last one. */
  async why(number, below) {
    if (number === undefined) return this.log.whyLast();
    try {
      const found = await this.link.ask("why", { event: number });
      this.panels?.show("log");
      below?.append($("why"));
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
    $("why").scrollIntoView({ block: "nearest" });
    $("why-title").scrollIntoView({ block: "nearest" }); // where there is no room for all, its head
    this.board.ring({ loser: found.losers.filter((hex) => !found.chosen.includes(hex)), target: found.chosen });
  }

  closeWhy() {
    if ($("why").hidden) return false;
    $("why").hidden = true;
    this.board.ring({});
    return true;
  }

  /** The reasons out of the log, before its lines go. */
  away() {
    this.closeWhy();
    $("why-home").append($("why"));
  }
}
