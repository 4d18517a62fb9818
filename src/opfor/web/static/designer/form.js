// The form of a Mission, drawn from the fields that the server names.

import { h } from "../shared/dom.js";

const words = (text) => text.split(/[\s,;]+/).filter(Boolean);
const parts = (text) => text.split(/[,;]/).map((part) => part.trim()).filter(Boolean);
const number = (text) => (/^-?\d{1,4}$/.test(text.trim()) ? Number(text) : text.trim());
const usual = (value, field) => !field.needed && JSON.stringify(value) === JSON.stringify(field.usual ?? null);

/** What a text in a field stands for; undefined: nothing is said. */
const READ = {
  text: (text) => text,
  long: (text) => text,
  place: (text) => text.trim(),
  number: (text) => (text === "" ? undefined : Number(text)),
  word: (text) => (text.trim() === "" ? undefined : number(text)),
  numbers: (text) => words(text).map(number),
  places: words,
  texts: parts,
  paragraphs: (text) => text.split("\n").map((line) => line.trim()).filter(Boolean),
};
const SHOWN = { numbers: (value) => value.join(" "), places: (value) => value.join(" "), texts: (value) => value.join(", "), paragraphs: (value) => value.join("\n") };

export class Form {
  /**
   * @param {HTMLElement} place
   * @param {{parts: object[], nations: string[][], draft: object, pick: Function, picked: Function,
   *   counters: Function, map: Function}} hear what it is about
   */
  constructor(place, hear) {
    Object.assign(this, { place, ...hear, open: new Set(["What it is", "Map"]), pressed: false, owed: false });
    place.addEventListener("pointerdown", () => (this.pressed = true));
    for (const end of ["pointerup", "pointercancel"]) addEventListener(end, () => this.released());
  }

  /** What was owed is drawn once the click is done. */
  released() {
    this.pressed = false;
    if (this.owed) setTimeout(() => this.owed && this.draw());
  }

  /** Draw all of it; what was open and where the focus was stay. */
  draw() {
    this.owed = this.pressed; // a button that is drawn anew while it is pressed loses its click
    if (this.owed) return;
    const focus = document.activeElement?.id;
    for (const each of this.place.querySelectorAll("details[data-open]")) this.open[each.open ? "add" : "delete"](each.dataset.open);
    this.place.replaceChildren(...this.parts.map((part) => this.part(part)));
    if (focus && this.place.contains(document.getElementById(focus))) document.getElementById(focus).focus();
  }

  folding(name, summary, rows, kind) {
    return h("details", { class: kind, "data-open": name, open: this.open.has(name) }, h("summary", {}, summary), ...rows);
  }

  part({ title, fields }) {
    return this.folding(title, [title, " ", h("span", { class: "tag", "data-count": title, hidden: true })], this.fields(fields, ""), "design-part");
  }

  /** Fields, the seldom ones folded away. */
  fields(fields, under) {
    const path = (field) => (under ? `${under}.${field.key}` : field.key);
    const shown = fields.filter((field) => !field.folded).map((field) => this.field(field, path(field)));
    const folded = fields.filter((field) => field.folded);
    if (!folded.length) return shown;
    const label = folded.map((field) => field.label).slice(0, 3).join(", ");
    const name = `more ${under || folded[0].key}`;
    if (folded.some((field) => this.draft.get(path(field)) !== undefined)) this.open.add(name);
    return [...shown, this.folding(name, `More: ${label} …`, folded.map((field) => this.field(field, path(field))), "folded")];
  }

  field(field, path) {
    const draw = { group: "group", maybe: "maybe", list: "list" }[field.kind];
    return draw ? this[draw](field, path) : this.simple(field, path);
  }

  value(field, path) {
    return this.draft.get(path) ?? field.usual;
  }

  set(field, path, value, whole = false) {
    this.draft.set(path, value === undefined || usual(value, field) ? (field.needed ? "" : undefined) : value, { whole });
  }

  // -- one field ------------------------------------------------------------------------

  simple(field, path) {
    const id = `f-${path}`;
    const several = ["choices", "edges", "counts", "weapons", "map"].includes(field.kind);
    const input = this.input(field, path, id);
    const picks = ["place", "places", "edge", "edges"].includes(field.kind);
    const pick = picks ? h("button", { type: "button", class: "on-map", id: `${id}-pick`, "data-pick": path, "aria-pressed": String(this.picked() === path), "aria-label": `${field.label}: choose on the map`, onclick: () => this.pick(field, path) }, "on the map") : null;
    const held = h("div", { class: "held", ...(several ? { role: "group", "aria-label": field.label } : {}) }, input, pick);
    return h("div", { class: "field", "data-key": path }, h(several ? "span" : "label", { class: "name", for: several ? undefined : id }, field.label), held, field.hint ? h("p", { class: "hint", id: `${id}-hint` }, field.hint) : null);
  }

  input(field, path, id) {
    const special = { flag: "flag", choice: "choice", edge: "choice", choices: "ticks", edges: "ticks", counts: "counts", nation: "nation", counter: "counter", weapons: "weapons" }[field.kind];
    if (special) return this[special](field, path, id);
    if (field.kind === "map") return this.map(path);
    return this.typed(field, path, id);
  }

  typed(field, path, id) {
    const value = this.value(field, path) ?? "";
    const text = Array.isArray(value) ? SHOWN[field.kind](value) : String(value);
    const heard = { oninput: (event) => this.set(field, path, READ[field.kind](event.target.value)) };
    const about = field.hint ? { "aria-describedby": `${id}-hint` } : {};
    if (["long", "paragraphs"].includes(field.kind)) {
      const area = h("textarea", { id, rows: 2, ...about, ...heard });
      area.value = text;
      return area;
    }
    const kind = field.kind === "number" ? { type: "number", min: field.low, max: field.high } : { spellcheck: "false", autocomplete: "off" };
    return h("input", { id, value: text, ...kind, ...about, ...heard });
  }

  flag(field, path, id) {
    return h("input", { id, type: "checkbox", checked: Boolean(this.value(field, path)), onchange: (event) => this.set(field, path, event.target.checked) });
  }

  choice(field, path, id) {
    const now = String(this.value(field, path) ?? "");
    const whole = path === "fbe" || path.endsWith(".side"); // others follow from it
    return h("select", { id, onchange: (event) => this.set(field, path, event.target.value, whole) }, field.options.map((option) => h("option", { value: option, selected: option === now }, option)));
  }

  ticks(field, path, id) {
    const now = this.value(field, path) ?? [];
    const tick = (option) => {
      const change = (event) => {
        const had = this.value(field, path) ?? [];
        const chosen = field.options.filter((each) => (each === option ? event.target.checked : had.includes(each)));
        this.set(field, path, chosen);
      };
      return h("label", { class: "box" }, h("input", { type: "checkbox", id: `${id}-${option}`, checked: now.includes(option), onchange: change }), option);
    };
    return h("span", { class: "ticks" }, field.options.map(tick));
  }

  counts(field, path, id) {
    const one = (option) => {
      const change = (event) => {
        const { [option]: _, ...others } = this.draft.get(path) ?? {};
        const value = event.target.value === "" ? others : { ...others, [option]: Number(event.target.value) };
        this.set(field, path, value);
      };
      return h("label", { class: "box" }, option, " ", h("input", { type: "number", id: `${id}-${option}`, min: field.low, max: field.high, value: this.value(field, path)?.[option], oninput: change }));
    };
    return h("span", { class: "ticks" }, field.options.map(one));
  }

  nation(field, path, id) {
    const now = this.value(field, path);
    return h("select", { id, onchange: (event) => this.set(field, path, event.target.value, true) }, this.nations.map(([code, name, first, last]) => h("option", { value: code, selected: code === now, title: `${first} to ${last}` }, name)));
  }

  // -- counters -------------------------------------------------------------------------

  /** Options of counters: those there are in that month, and the one that is chosen. */
  pieces(path, weapons, now = "") {
    const side = this.draft.get(path.replace(/\.[^.]+$/, ".side")) ?? "FRIENDLY";
    const groups = this.counters(side).filter((group) => group.weapons === weapons);
    const known = groups.some((group) => group.pieces.some(([name]) => name === now));
    const own = groups.map((group) => h("optgroup", { label: group.title }, group.pieces.map(([name, points]) => h("option", { value: name, selected: name === now }, `${name} · ${points}`))));
    return [now && !known ? h("option", { value: now, selected: true }, now) : null, ...own];
  }

  counter(field, path, id) {
    const now = this.draft.get(path) ?? "";
    return h("select", { id, onchange: (event) => this.set(field, path, event.target.value) }, now ? null : h("option", { value: "" }, "choose …"), ...this.pieces(path, false, now));
  }

  weapons(field, path, id) {
    const now = this.draft.get(path) ?? [];
    const chip = (name, nth) => h("button", { type: "button", class: "chip-off", id: `${id}-${nth}`, title: "take it away", "aria-label": `${name}: take it away`, onclick: () => this.set(field, path, now.filter((_, at) => at !== nth), true) }, `${name} ×`);
    const add = h("select", { id, "aria-label": "give a SW or Gun", onchange: (event) => event.target.value && this.set(field, path, [...now, event.target.value], true) }, h("option", { value: "" }, "give …"), ...this.pieces(path, true));
    return h("span", { class: "chips" }, ...now.map(chip), add);
  }

  // -- tables ---------------------------------------------------------------------------

  group(field, path) {
    return h("fieldset", { class: "group", "data-key": path }, h("legend", {}, field.label), ...this.fields(field.fields, path));
  }

  maybe(field, path) {
    const there = Boolean(this.draft.get(path));
    const box = h("label", { class: "box" }, h("input", { type: "checkbox", id: `f-${path}`, checked: there, onchange: () => this.draft.set(path, there ? undefined : {}, { whole: true }) }), field.label);
    return h("fieldset", { class: "group", "data-key": path }, h("legend", {}, box), ...(there ? this.fields(field.fields, path) : []));
  }

  list(field, path) {
    const rows = this.draft.get(path) ?? [];
    const line = (_, nth) => {
      const at = `${path}.${nth}`;
      const name = `${field.label} ${nth + 1}`;
      return h("fieldset", { class: "table-row", "data-key": at }, h("legend", {}, name), h("button", { type: "button", class: "gone", id: `f-${at}-gone`, "aria-label": `Remove: ${name}`, onclick: () => this.draft.set(at, undefined, { whole: true }) }, "Remove"), ...this.fields(field.fields, at));
    };
    const add = h("button", { type: "button", id: `f-${path}-add`, onclick: () => this.add(field, path) }, `Add: ${field.label}`);
    return h("div", { class: "list", "data-key": path }, ...rows.map(line), add, path === "unit" ? h("p", { class: "total", id: "points", role: "status" }) : null);
  }

  /** A new line, with what it cannot be without; the focus goes into it. */
  add(field, path) {
    const rows = this.draft.get(path) ?? [];
    const fresh = Object.fromEntries(field.fields.filter((one) => one.needed).map((one) => [one.key, one.options?.[0] ?? (one.kind === "number" ? Math.max(1, one.low ?? 1) : this.first(one, rows))]));
    this.draft.set(path, [...rows, fresh], { whole: true });
    document.getElementById(`f-${path}.${rows.length}.${field.fields[0].key}`)?.focus();
  }

  first(field, rows) {
    const before = rows.at(-1)?.[field.key];
    if (before || field.kind !== "counter") return before ?? "";
    return this.counters("FRIENDLY").find((group) => !group.weapons)?.pieces[0]?.[0] ?? "";
  }

  // -- what is wrong --------------------------------------------------------------------

  /** Show each complaint at its field, or at the nearest that holds it. */
  mark(complaints) {
    for (const old of this.place.querySelectorAll("p.fault, p.look")) old.remove();
    for (const old of this.place.querySelectorAll("[aria-invalid]")) old.removeAttribute("aria-invalid");
    const counts = new Map();
    for (const { key, said, kind } of complaints) {
      const place = this.holder(key);
      if (!place) continue;
      place.append(h("p", { class: kind }, said));
      if (kind === "fault") place.querySelector("input, select, textarea")?.setAttribute("aria-invalid", "true");
      const part = place.closest(".design-part")?.dataset.open;
      if (kind === "fault") counts.set(part, (counts.get(part) ?? 0) + 1);
    }
    for (const tag of this.place.querySelectorAll("[data-count]")) {
      const count = counts.get(tag.dataset.count) ?? 0;
      tag.hidden = !count;
      tag.className = "tag bad";
      tag.textContent = `${count} to mend`;
    }
  }

  holder(key) {
    for (let keys = key.split("."); keys.length; keys.pop()) {
      const found = this.place.querySelector(`[data-key="${CSS.escape(keys.join("."))}"]`);
      if (found) return found;
    }
    return null;
  }

  /** Go to the field of a complaint. */
  go(key) {
    const place = this.holder(key);
    if (!place) return;
    for (let at = place; at; at = at.parentElement.closest("details")) if (at.matches("details")) at.open = true;
    place.querySelector("input, select, textarea, button")?.focus();
    place.scrollIntoView({ block: "nearest" });
  }
}
