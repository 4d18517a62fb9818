// The log: a sentence an event; its rolls, rules and reasons open below it.

import { die } from "./dice.js";
import { $, h, whole } from "./dom.js";
import { ruleLink } from "./rules.js";

const FILTERS = [["", "all"], ["dice", "dice"], ["enemy", "ENEMY"], ["loss", "losses"]];

/** The list of events, with its filters and search. */
export class Log {
  /**
   * @param {Function} why shows the reasons of a line, by its number, below an element
   * @param {{most: number, turned: Function}} how how many events are kept, and who hears that one was opened or closed
   */
  constructor(why, { most = 400, turned = () => {} } = {}) {
    Object.assign(this, { why, most, turned });
    this.list = $("log");
    this.of = new Map(); // the event that a line belongs to
    this.filter = "";
    this.number = 0; // of the last line told
    const chips = FILTERS.map(([name, word]) => h("button", { type: "button", class: "chip-button", "aria-pressed": String(!name), onclick: (event) => this.only(name, event.target) }, word));
    this.find = h("input", { type: "search", size: 9, placeholder: "search", "aria-label": "Search the log", oninput: () => this.sift() });
    $("log-filters").append(...chips, this.find);
  }

  /** All of it anew. */
  fill(lines, story) {
    this.list.replaceChildren();
    this.of.clear();
    this.number = 0;
    this.expect(story);
    for (const line of lines) this.add(line);
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** The events that the coming lines belong to. */
  expect(story) {
    for (const event of story) {
      const entry = { ...event, own: event.dice, dice: null, told: [] }; // no dice before they are rolled
      for (const number of event.lines) this.of.set(number, entry);
    }
  }

  /** Another line, to be seen at the foot. */
  tell(line) {
    this.add(line);
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** A remark of the page's own, below what was told last. */
  note(text) {
    this.list.append(h("li", { class: "note" }, h("div", { class: "line dim" }, text)));
    this.list.scrollTop = this.list.scrollHeight;
  }

  /** The event of a line; as it is told to its end, its sentence stands there. */
  add(line) {
    const entry = this.of.get(line.number) ?? { ...line, lines: [line.number], told: [] };
    this.of.delete(line.number);
    this.number = Math.max(this.number, line.number);
    entry.told.push(line);
    if (!entry.item) this.begin(entry);
    entry.dice ||= line.dice?.length ? line.dice : null;
    const done = entry.told.length === entry.lines.length;
    if (done) entry.dice = entry.own ?? entry.dice; // a shot's own, not those of the Action before it
    entry.words.replaceChildren(whole(done ? entry.text : line.text));
    entry.head.className = `line ${(done ? entry.style : line.style) ?? ""}`;
    if (entry.dice) entry.rolled.replaceChildren(...faces(entry.dice));
    Object.assign(entry.item.dataset, { dice: entry.dice ? "yes" : "", enemy: entry.enemy ? "yes" : "", loss: entry.loss ? "yes" : "", phase: entry.style === "phase" ? "yes" : "" });
    if (!entry.details.hidden) entry.details.append(this.detail(line));
    this.hide(entry.item);
    return entry;
  }

  begin(entry) {
    entry.words = h("span", { class: "said" });
    entry.rolled = h("span", { class: "rolled", "aria-hidden": "true" });
    entry.details = h("ul", { class: "details", hidden: true });
    entry.head = h("button", { type: "button", "aria-expanded": "false", title: "rules and dice", onclick: () => this.turn(entry) }, entry.words, entry.rolled);
    entry.item = h("li", {}, entry.head, entry.details);
    this.list.append(entry.item);
    this.last = entry;
    while (this.list.children.length > this.most) {
      this.spare(this.list.firstChild);
      this.list.firstChild.remove();
    }
  }

  /** Open an event, or close it. */
  turn(entry, open = entry.details.hidden) {
    this.spare(entry.details);
    entry.details.hidden = !open;
    entry.head.setAttribute("aria-expanded", String(open));
    entry.details.replaceChildren(...(open ? entry.told.map((line) => this.detail(line)) : []));
    entry.item.scrollIntoView({ block: "nearest" });
    this.turned(entry);
  }

  /** Reasons that are shown in lines that go are not lost with them. */
  spare(lines) {
    const why = $("why");
    if (!why || !lines.contains(why)) return;
    why.hidden = true;
    $("why-home").append(why);
  }

  detail(line) {
    const button = h("button", { type: "button", class: `line ${line.style ?? ""}`, "data-number": line.number, title: "why?", onclick: () => this.why(line.number, item) },
      h("span", { class: "said" }, line.text), h("span", { class: "rolled", "aria-hidden": "true" }, faces(line.dice)));
    const item = h("li", {}, line.rule ? ruleLink(line.rule) : h("span", {}), button);
    return item;
  }

  /** Why the last thing happened: its event is opened. */
  whyLast() {
    if (!this.last) return undefined;
    this.turn(this.last, true);
    return this.why(this.last.told.at(-1).number, this.last.details.lastElementChild);
  }

  // -- what is shown of it -------------------------------------------------------------

  only(name, chip) {
    this.filter = name;
    for (const each of $("log-filters").querySelectorAll("button")) each.setAttribute("aria-pressed", String(each === chip));
    this.sift();
  }

  sift() {
    for (const item of this.list.children) this.hide(item);
    this.list.scrollTop = this.list.scrollHeight;
  }

  hide(item) {
    const word = this.find.value.trim().toLowerCase();
    const kind = !this.filter || item.dataset[this.filter] || (item.dataset.phase && this.filter !== "enemy" && !word);
    item.hidden = !kind || Boolean(word && !item.textContent.toLowerCase().includes(word));
  }
}

function faces(dice) {
  return (dice ?? []).slice(0, 12).map((number, n) => die(number, { white: n > 0, size: 17 }));
}
