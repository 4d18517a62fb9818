// The buttons that end something: a move, the fire at who moves, a phase. A press may be on its way for what they ended before.

import { $ } from "../shared/dom.js";

const SETTLES = 600; // milliseconds in which a button takes no press that has come to end another thing
const UNASKED = 1500; // the same where nobody ended what was before: a last shot or roll did
const BUTTONS = { halt: "do-halt", "hold fire": "do-hold-fire", end: "do-end" };

/** The buttons of the line above that end something, by the kinds of their orders. */
export class Ends {
  /** @param {Function} end ends what an offer is about */
  constructor(end) {
    this.end = end;
    this.what = "";
    this.held = false;
    this.asked = false; // whether he himself ends what is ended
    this.settles = SETTLES;
    this.since = -Infinity; // when they came to end what they end now
  }

  /** Offer what there is to end; the kinds that have their button here. */
  show(kinds) {
    for (const [kind, id] of Object.entries(BUTTONS)) {
      const offer = kinds.get(kind)?.[0];
      $(id).hidden = !offer;
      $(id).onclick = offer ? () => this.held || this.press(offer) : null;
    }
    return Object.keys(BUTTONS);
  }

  press(offer) {
    this.asked = true;
    return this.end(offer);
  }

  /** An order is on its way, or its story is played: they take no press. */
  hold() {
    clearTimeout(this.timer);
    this.mark(true);
  }

  /** What they would end now. Nothing was ended before as the page opens. */
  come(view, number) {
    const phase = `${view.turn} ${view.side} ${view.phase}`;
    const what = `${phase} ${view.window ? number : ""}`;
    if (this.what && what !== this.what) {
      this.since = performance.now();
      this.settles = this.asked || phase === this.phase ? SETTLES : UNASKED;
      this.asked = false;
    }
    Object.assign(this, { what, phase });
    $("end-word").textContent = `End ${view.phase || "phase"}`;
  }

  /** They take presses again, after a moment if they have just come to end another thing. */
  free() {
    clearTimeout(this.timer);
    const left = this.since + this.settles - performance.now();
    if (left <= 0) return this.mark(false);
    this.mark(true);
    this.timer = setTimeout(() => this.mark(false), left);
    return undefined;
  }

  mark(held) {
    this.held = held;
    document.body.toggleAttribute("data-settling", held);
    for (const id of Object.values(BUTTONS)) $(id).setAttribute("aria-disabled", held);
  }
}
