// Completing a cell: the names that fit what is typed, the likeliest first.

import { h } from "../shared/dom.js";

const MOST = 8;

/** Letters and digits alone, so that 467 finds 4-6-7. */
const bare = (text) => text.toLowerCase().replace(/[^a-z0-9+]/g, "");

function score(word, text, tokens) {
  const all = bare(word);
  const whole = bare(text);
  if (all === whole) return 0;
  if (all.startsWith(whole)) return 1;
  const parts = word.split(/[\s/()*:,]+/).map(bare);
  if (tokens.every((token) => parts.some((part) => part.startsWith(token)))) return 2;
  return tokens.every((token) => all.includes(token)) ? 3 : -1;
}

/** The words that fit a text, the best first. */
export function matches(words, text) {
  const tokens = text.split(/\s+/).map(bare).filter(Boolean);
  if (!tokens.length) return [];
  return words
    .map((word, at) => ({ word, at, score: score(word, text, tokens) }))
    .filter((each) => each.score >= 0)
    .sort((one, two) => one.score - two.score || one.at - two.at)
    .slice(0, MOST)
    .map((each) => each.word);
}

/** The list below the cell that one is typing in. */
export class Choices {
  constructor() {
    this.box = h("ul", { class: "fits", role: "listbox", id: "fits", hidden: true });
    document.body.append(this.box);
    this.input = null;
    this.close();
  }

  /** What is typed has changed: show what fits. */
  see(input, words, between) {
    Object.assign(this, { input, between });
    const part = this.part();
    this.found = part.trim() ? matches(words, part) : [];
    this.none = Boolean(part.trim()) && words.length > 0 && !this.found.length;
    this.at = 0;
    const done = this.found.length === 1 && this.found[0] === part.trim();
    this.shown = this.found.length > 0 && !done;
    this.draw();
  }

  /** The part of the cell that is completed: what follows the last `between`. */
  part() {
    const { value } = this.input;
    return this.between ? value.slice(value.lastIndexOf(this.between) + 1) : value;
  }

  draw() {
    this.box.hidden = !this.shown;
    this.input?.setAttribute("aria-expanded", String(this.shown));
    if (!this.shown) return;
    const place = this.input.getBoundingClientRect();
    this.box.style.left = `${place.left + scrollX}px`;
    this.box.style.top = `${place.bottom + scrollY}px`;
    this.box.replaceChildren(...this.found.map((word, at) => h("li", { role: "option", "aria-selected": String(at === this.at), onmousedown: (event) => (event.preventDefault(), (this.at = at), this.take()) }, word)));
  }

  move(by) {
    this.at = (this.at + by + this.found.length) % this.found.length;
    this.draw();
  }

  /** Put the chosen one into the cell. */
  take() {
    if (!this.shown) return;
    const { value } = this.input;
    const head = this.between ? value.slice(0, value.length - this.part().length) : "";
    this.input.value = `${head}${head ? " " : ""}${this.found[this.at]}`;
    this.close();
  }

  close() {
    this.shown = false;
    this.found = [];
    this.none = false;
    this.draw();
  }
}
