// A table as a sheet: cells, heads and the keyboard. It knows no rule: what may be typed,
// what is wrong and what is ours come from the server.

import { Choices } from "./complete.js";
import { h } from "../shared/dom.js";

const HEAD = -1;
const WIDEST = 110;

/** What each key does; also the text of the help. */
export const KEYS = {
  "Tab, Shift+Tab": "the next cell of the line, the one before",
  "Enter, Shift+Enter": "the next cell of the column, the one above",
  "Arrow keys": "a cell further; within a text from its ends",
  "↓ ↑ in the list": "choose a name; Tab or Enter takes it, Escape leaves the text as it is",
  '"': "in an empty cell: as the cell above, and on to the next",
  "=": "in an empty cell: as in the time before, and on to the next",
  ".": "alone in a cell: ours, as it stands in grey",
  "|": "the clause is chosen, and the next one begins",
  "-": "nothing at all (an empty cell is one not typed yet)",
  "Alt+Enter": "a line below; in the head a time to the right",
  "Alt+Backspace": "remove the line; in the head the time",
  "Ctrl+Z, Ctrl+Y": "undo, redo",
  "Ctrl+V": "paste a block of cells",
  Escape: "leave the cell as it was",
  "Alt+Page Down, Alt+Page Up": "the next sheet, the one before",
  "Alt+L": "to the list of sheets; there ↓ ↑ go on and back, a letter to the next nation, Enter opens",
};

const other = (texts, before) => texts.findIndex((text, at) => text !== before?.[at]);

/** Where a sheet is first otherwise than before; null if it has only become shorter. */
function apart(typed, before) {
  const time = other(typed.periods, before.periods);
  if (time >= 0) return [HEAD, time];
  const line = other(typed.lines, before.lines);
  if (line >= 0) return [line, HEAD];
  const at = typed.cells.findIndex((row, n) => other(row, before.cells[n]) >= 0);
  return at < 0 ? null : [at, other(typed.cells[at], before.cells[at])];
}

/** One sheet. */
export class Sheet {
  /** @param {object} on `place`, `keep(typed)` which gives the new state, `tell(state, kept)`, `sheet(by)`, `list()` */
  constructor(on) {
    Object.assign(this, on);
    this.choices = new Choices();
    document.addEventListener("keydown", (event) => this.key(event));
    this.place.addEventListener("focusin", (event) => this.enter(event.target));
    this.place.addEventListener("focusout", (event) => this.leave(event.target));
    this.place.addEventListener("input", (event) => this.typing(event.target));
    this.place.addEventListener("paste", (event) => this.paste(event));
  }

  /** Show a sheet. */
  open(shown) {
    Object.assign(this, { shown, typed: shown.typed, state: shown.state, past: [], future: [], waiting: false });
    this.draw();
    this.tell(this.state, true);
  }

  get width() {
    return this.shown.columns.length;
  }

  // -- drawing -------------------------------------------------------------------------

  draw() {
    const { periods, lines } = this.typed;
    const { fixed, key, columns, locked } = this.shown;
    const input = (line, column, value, label) => h("input", { value, "data-line": line, "data-column": column, "aria-label": label, maxlength: 600, autocomplete: "off", spellcheck: "false", readonly: Boolean(locked), role: line === HEAD || column === HEAD ? null : "combobox", "aria-expanded": line === HEAD || column === HEAD ? null : "false", "aria-controls": line === HEAD || column === HEAD ? null : "fits" });
    const times = periods.map((text, at) => h("th", { scope: "colgroup", colspan: this.width }, input(HEAD, at, text, `time ${at + 1}`)));
    const named = columns.some(Boolean);
    const names = periods.flatMap(() => columns.map((name) => h("th", { scope: "col" }, h("span", {}, name))));
    const corner = { dr: "dr", DR: "DR", number: "number" }[key] ?? "";
    const row = (text, line) =>
      h("tr", {}, h("th", { scope: "row" }, fixed ? h("span", {}, text) : input(line, HEAD, text, `numbers of line ${line + 1}`)), ...this.typed.cells[line].map((cell, column) => h("td", {}, input(line, column, cell, this.label(line, column)))));
    const summed = this.state.foot.some(Boolean);
    const foot = periods.flatMap(() => columns.map(() => h("td", {})));
    const table = h(
      "table",
      { class: "typed-sheet" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col", rowspan: named ? 2 : null }, h("span", {}, corner)), ...times), named ? h("tr", {}, ...names) : null),
      h("tbody", {}, ...lines.map(row)),
      summed ? h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "typed"), ...foot)) : null,
    );
    this.drawing = true; // the cell that goes is not left by anybody
    this.place.replaceChildren(h("div", { class: "typed-scroll" }, table));
    this.drawing = false;
    this.table = table;
    this.mark();
  }

  /** How wide the cells of each column are, in characters. */
  widths() {
    const longest = (texts) => texts.reduce((most, text) => Math.max(most, (text ?? "").length), 0);
    const count = this.typed.periods.length * this.width;
    return Array.from({ length: count }, (_, column) => {
      const texts = [...this.typed.cells, ...this.state.ours].map((line) => line[column]);
      return Math.min(WIDEST, longest(texts) + 2);
    });
  }

  label(line, column) {
    const time = this.typed.periods[Math.floor(column / this.width)];
    return [this.typed.lines[line], time, this.shown.columns[column % this.width]].filter(Boolean).join(", ");
  }

  at(line, column) {
    return this.place.querySelector(`input[data-line="${line}"][data-column="${column}"]`);
  }

  /** Show how the sheet stands. */
  mark() {
    const { ours, marks, foot } = this.state;
    const widths = this.widths();
    for (const input of this.place.querySelectorAll("input")) {
      const [line, column] = this.where(input);
      const found = marks.filter((each) => each.line === line && each.column === column);
      const kind = found.some((each) => each.kind === "fault") ? "fault" : found.length ? "warning" : "";
      input.parentElement.className = kind;
      input.title = found.map((each) => each.said).join("; ");
      input.toggleAttribute("aria-invalid", kind === "fault");
      if (line >= 0 && column >= 0) {
        input.placeholder = ours[line]?.[column] ?? "";
        input.style.minWidth = `${widths[column]}ch`;
      }
      else input.placeholder = line === HEAD ? "always" : "DR";
    }
    for (const [at, cell] of [...this.table.querySelectorAll("tfoot td")].entries()) {
      const [typed, all] = (foot[at] ?? "").split(" of ");
      cell.textContent = foot[at] ?? "";
      cell.className = typed === all ? "full" : "";
    }
  }

  // -- moving --------------------------------------------------------------------------

  where(input) {
    return [Number(input.dataset.line), Number(input.dataset.column)];
  }

  go(line, column) {
    const input = this.at(line, column);
    input?.focus();
    return Boolean(input);
  }

  /** The next cell of the line; after its end that of the next line. */
  along(line, column, by) {
    this.across = true;
    if (this.go(line, column + by)) return true;
    const last = line === HEAD ? this.typed.periods.length - 1 : this.typed.periods.length * this.width - 1;
    return by > 0 ? this.go(line + 1, 0) : this.go(line - 1, last);
  }

  /** The next cell of the column; after its end the top of the next one. */
  down(line, column, by) {
    this.across = false;
    if (column !== HEAD && (line === HEAD || line + by === HEAD)) return line === HEAD ? this.go(0, column * this.width) : this.go(HEAD, Math.floor(column / this.width));
    if (this.go(line + by, column)) return true;
    return by > 0 && this.go(0, column + 1);
  }

  /** There is no cell to go to: keep this one, and stay in it. */
  stay(input) {
    this.leave(input);
    input.select();
  }

  enter(input) {
    if (input.matches("input")) input.select();
  }

  key(event) {
    if (event.altKey && event.code === "KeyL") return this.does(event, () => this.list());
    const inside = event.target.matches?.("[data-line]");
    if (!this.shown || (!inside && event.target.matches?.("input, select, textarea"))) return;
    const [line, column] = inside ? this.where(event.target) : [0, 0];
    if (!inside && !event.ctrlKey && !event.metaKey && !event.key.startsWith("Page")) return;
    const act = this.shortcut(event, line, column) ?? (inside ? this.step(event, line, column) : null);
    if (act) this.does(event, act);
  }

  does(event, act) {
    event.preventDefault();
    event.stopPropagation();
    act();
  }

  shortcut(event, line, column) {
    const { key, ctrlKey, metaKey, altKey, shiftKey } = event;
    const control = ctrlKey || metaKey;
    if (control && key.toLowerCase() === "z") return () => (shiftKey ? this.redo() : this.undo());
    if (control && key.toLowerCase() === "y") return () => this.redo();
    if (altKey && key === "Enter") return () => this.add(line, column);
    if (altKey && key === "Backspace") return () => this.remove(line, column);
    if (altKey && key === "PageDown") return () => this.sheet(1);
    if (altKey && key === "PageUp") return () => this.sheet(-1);
    return null;
  }

  step(event, line, column) {
    const { key, shiftKey, target } = event;
    const list = this.choices.shown;
    const after = this.after;
    this.after = null;
    if (event.ctrlKey || event.metaKey || event.altKey) return null;
    if (list && key === "ArrowDown") return () => this.choices.move(1);
    if (list && key === "ArrowUp") return () => this.choices.move(-1);
    if (list && key === this.shown.between) return () => (this.choices.take(), (target.value += ` ${key} `));
    if (key === "Escape") return () => (list ? this.choices.close() : this.put(target, this.text(line, column)));
    const back = shiftKey ? -1 : 1;
    if (key === "Tab") return this.canGo(line, column, back) ? () => this.along(line, column, back) : null;
    if (key === "Enter" && target === after && !shiftKey) return () => {}; // the cell above is done already
    if (key === "Enter") return () => this.down(line, column, back) || this.stay(target);
    if (key === "ArrowDown") return () => this.down(line, column, 1);
    if (key === "ArrowUp") return () => this.down(line, column, -1);
    const { selectionStart, selectionEnd, value } = target;
    const all = selectionStart === 0 && selectionEnd === value.length;
    if (key === "ArrowRight" && (all || selectionStart === value.length)) return () => this.along(line, column, 1);
    if (key === "ArrowLeft" && (all || selectionEnd === 0)) return () => this.along(line, column, -1);
    return null;
  }

  /** Whether Tab has another cell to go to; beyond the last it leaves the sheet. */
  canGo(line, column, by) {
    const last = this.typed.periods.length * this.width - 1;
    return by > 0 ? line < this.typed.lines.length - 1 || column < last : line > HEAD || column > 0;
  }

  // -- typing --------------------------------------------------------------------------

  text(line, column) {
    if (line === HEAD) return this.typed.periods[column];
    return column === HEAD ? this.typed.lines[line] : this.typed.cells[line][column];
  }

  put(input, text) {
    input.value = text;
    input.select();
  }

  typing(input) {
    const [line, column] = this.where(input);
    if (line === HEAD || column === HEAD) return;
    if (input.value === '"' || input.value === "=") {
      if (!(this.across ? this.along(line, column, 1) : this.down(line, column, 1))) this.stay(input);
      this.after = document.activeElement; // who presses Enter as well stays here
      return;
    }
    const words = [...(this.shown.words[this.typed.lines[line]] ?? []), ...(this.shown.words[""] ?? [])];
    this.choices.see(input, words, this.shown.between);
    input.parentElement.classList.toggle("doubt", this.choices.none && ![".", "-"].includes(input.value));
    this.saying("typing …");
  }

  /** A cell is left: what is in it is kept. */
  leave(input) {
    if (this.drawing || !input.matches("input")) return undefined;
    const [line, column] = this.where(input);
    if (line >= 0 && column >= 0) this.choices.take();
    this.choices.close();
    input.parentElement.classList.remove("doubt");
    const text = this.meant(line, column, input.value.trim());
    input.value = text;
    if (text === this.text(line, column)) return this.tell(this.state, !this.waiting);
    const typed = structuredClone(this.typed);
    if (line === HEAD) typed.periods[column] = text;
    else if (column === HEAD) typed.lines[line] = text;
    else typed.cells[line][column] = text;
    return this.change(typed);
  }

  /** A text that stands for another cell's. */
  meant(line, column, text) {
    if (line === HEAD || column === HEAD) return text;
    if (text === '"') return line ? this.typed.cells[line - 1][column] : "";
    if (text === "=") return column >= this.width ? this.typed.cells[line][column - this.width] : "";
    if (text === ".") return (this.state.ours[line]?.[column] ?? "").replace(/ …$/, "");
    return text;
  }

  paste(event) {
    const text = event.clipboardData.getData("text").replace(/\r/g, "").replace(/\n$/, "");
    if (!/[\t\n]/.test(text)) return;
    event.preventDefault();
    const [line, column] = this.where(event.target);
    if (line === HEAD) return;
    const typed = structuredClone(this.typed);
    for (const [down, row] of text.split("\n").entries()) {
      for (const [right, cell] of row.split("\t").entries()) {
        const [at, to] = [line + down, column + right];
        if (to === HEAD && at < typed.lines.length && !this.shown.fixed) typed.lines[at] = cell.trim();
        else if (typed.cells[at]?.[to] !== undefined) typed.cells[at][to] = cell.trim();
      }
    }
    this.change(typed, true);
    this.go(line, column);
  }

  // -- lines and times -----------------------------------------------------------------

  add(line, column) {
    const typed = structuredClone(this.typed);
    if (line === HEAD) {
      typed.periods.splice(column + 1, 0, "");
      for (const row of typed.cells) row.splice((column + 1) * this.width, 0, ...Array(this.width).fill(""));
    } else if (!this.shown.fixed) {
      typed.lines.splice(line + 1, 0, "");
      typed.cells.splice(line + 1, 0, Array(typed.periods.length * this.width).fill(""));
    }
    this.anew(typed, line === HEAD ? HEAD : line + 1, line === HEAD ? column + 1 : HEAD);
  }

  remove(line, column) {
    const typed = structuredClone(this.typed);
    if (line === HEAD && typed.periods.length > 1) {
      typed.periods.splice(column, 1);
      for (const row of typed.cells) row.splice(column * this.width, this.width);
    } else if (line !== HEAD && !this.shown.fixed && typed.lines.length > 1) {
      typed.lines.splice(line, 1);
      typed.cells.splice(line, 1);
    }
    this.anew(typed, Math.min(line, typed.lines.length - 1), line === HEAD ? Math.max(0, column - 1) : column);
  }

  anew(typed, line, column) {
    this.place.querySelector("input:focus")?.blur();
    this.change(typed, true);
    this.go(line, column);
  }

  // -- undo, and keeping ---------------------------------------------------------------

  /** The sheet is another one now. */
  change(typed, drawn = false) {
    this.past.push(this.typed);
    this.future = [];
    this.typed = typed;
    if (drawn) this.draw();
    return this.save();
  }

  undo() {
    this.travel(this.past, this.future);
  }

  redo() {
    this.travel(this.future, this.past);
  }

  travel(from, to) {
    const focus = document.activeElement;
    const [line, column] = focus.dataset?.line ? this.where(focus) : [0, 0];
    if (focus.dataset?.line && focus.value.trim() !== this.text(line, column)) return this.put(focus, this.text(line, column));
    if (!from.length) return undefined;
    const before = this.typed;
    to.push(before);
    this.typed = from.pop();
    this.draw();
    this.go(...(apart(this.typed, before) ?? [line, column])) || this.go(line, column);
    return this.save();
  }

  /** Keep the sheet; what is typed meanwhile is kept after it. */
  async save() {
    this.saying("keeping …");
    if (this.waiting) return void (this.again = true);
    this.waiting = true;
    const { shown } = this;
    try {
      do {
        this.again = false;
        const state = await this.keep(shown.table, this.typed);
        if (this.shown !== shown) return undefined;
        this.state = state;
      } while (this.again);
      this.waiting = false;
      this.mark();
      this.tell(this.state, true);
    } catch (error) {
      this.waiting = false;
      this.saying(`not kept: ${error.message}`, true);
    }
    return undefined;
  }
}
