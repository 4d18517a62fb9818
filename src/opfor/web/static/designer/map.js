// The map of a draft: its boards, what the Mission names on it, and choosing hexes there.

import { Board } from "../shared/board.js";
import { $, h, theme } from "../shared/dom.js";
import { ask, query } from "../shared/plain.js";

const KINDS = { vpo: "vpo-hex", area: "area", entry: "entry", "enemy entry": "enemy-entry", "set up": "set-up", enemy: "enemy" };
const TEXTS = { entry: "entry", "enemy entry": "S?", "set up": "you", enemy: "ENEMY" };

export class DesignMap {
  /** @param {{draft: object, changed: Function}} hear `changed(path)`: the form shows the field anew */
  constructor(hear) {
    Object.assign(this, { ...hear, tool: null, shown: "", board: null, looked: {} });
    $("board").addEventListener("keydown", (event) => this.key(event));
    for (const edge of document.querySelectorAll(".edge")) edge.addEventListener("click", () => this.edge(edge.dataset.side));
  }

  /** Show the map as it was looked at. */
  async show(looked) {
    const { map, fbe } = this.drawn();
    const wanted = `${map} ${fbe}`;
    if (looked.slots?.length && wanted !== this.shown) {
      this.shown = wanted;
      const shape = await ask(`/api/designer/board?${query({ map, fbe })}`);
      if (this.shown !== wanted) return;
      const place = h("div", { class: "board" }); // a new one, so that the last map hears no more
      $("board").replaceChildren(place);
      this.board = new Board(place, shape, { click: (hex) => this.choose(hex), hover: (hex) => this.tell(hex) });
      requestAnimationFrame(() => this.board.fit()); // once its place has its size
      this.paint();
    }
    this.looked = looked;
    this.draw();
  }

  /** The map that is drawn; without a FBE as most lie. */
  drawn() {
    const { map, fbe = "bottom" } = this.draft.values;
    return { map, fbe };
  }

  paint() {
    const { map, fbe } = this.drawn();
    this.board?.picture(`/api/designer/board.svg?${query({ map, fbe, theme: theme() })}`).catch(() => {});
  }

  draw() {
    const { places = {}, sides = {} } = this.looked;
    if (this.board) {
      const there = (name) => (places[name] ?? []).filter((hex) => hex < this.board.map.names.length); // another map may be on its way
      const shades = Object.entries(KINDS).flatMap(([name, kind]) => there(name).map((hex) => ({ hex, kind, text: TEXTS[name] })));
      this.board.shade(shades);
      const holder = (this.draft.get("held_by") ?? "ENEMY").toLowerCase();
      this.board.objectives(there("vpo").map((hex) => [hex, holder]));
      const named = this.tool && ["place", "places"].includes(this.tool.field.kind) ? this.names() : [];
      this.board.ring({ selected: named.map((name) => this.board.map.names.indexOf(name.split("/")[0])) });
    }
    const edges = this.tool && ["edge", "edges"].includes(this.tool.field.kind);
    for (const button of document.querySelectorAll(".edge")) {
      const quarter = sides[button.dataset.side];
      const exits = [["exits", "you exit"], ["enemy_exits", "ENEMY exits"]].filter(([key]) => (this.draft.get(key) ?? (key === "enemy_exits" ? ["FBE"] : [])).includes(quarter));
      button.textContent = quarter ? [quarter, ...exits.map(([, text]) => text)].join(" · ") : button.dataset.side;
      button.disabled = !edges;
    }
  }

  // -- choosing -------------------------------------------------------------------------

  /** Take up a field to be filled on the map; the same once more: put it down. */
  pick(field, path) {
    this.tool = this.tool?.path === path ? null : { field, path };
    for (const button of document.querySelectorAll("[data-pick]")) button.setAttribute("aria-pressed", String(button.dataset.pick === this.tool?.path));
    const edges = ["edge", "edges"].includes(field.kind);
    $("tool").replaceChildren(...(this.tool ? [`${field.label}: choose ${edges ? "sides" : "hexes"} of the map `, h("button", { type: "button", id: "tool-done", onclick: () => this.down() }, "Done")] : []));
    this.draw();
    if (!this.tool) return;
    if (edges) document.querySelector(".edge").focus();
    else $("board").focus();
  }

  down() {
    const { path, field } = this.tool;
    this.pick(field, path);
    document.querySelector(`[data-pick="${CSS.escape(path)}"]`)?.focus();
  }

  names() {
    const value = this.draft.get(this.tool.path);
    return Array.isArray(value) ? value : value ? [value] : [];
  }

  /** A hex goes into the field, or out of it. */
  choose(hex) {
    if (hex < 0 || !this.board) return;
    this.board.cursor(hex);
    this.tell(hex);
    if (!this.tool || !["place", "places"].includes(this.tool.field.kind)) return;
    const name = this.board.map.names[hex];
    const { field, path } = this.tool;
    const had = this.names();
    const out = had.some((each) => each.split("/")[0] === name);
    const now = out ? had.filter((each) => each.split("/")[0] !== name) : [...had, name];
    if (field.kind === "places") this.changed(path, now.length ? now : undefined);
    else this.changed(path, out ? undefined : name);
    this.draw();
  }

  edge(side) {
    const { field, path } = this.tool;
    if (field.kind === "edge") return this.changed(path, side);
    const quarter = this.looked.sides?.[side];
    if (!quarter) return undefined;
    const had = this.draft.get(path) ?? field.usual ?? [];
    const now = field.options.filter((each) => (each === quarter ? !had.includes(each) : had.includes(each)));
    this.changed(path, JSON.stringify(now) === JSON.stringify(field.usual ?? []) ? undefined : now);
    return this.draw();
  }

  tell(hex) {
    if (hex < 0 || !this.board) return;
    const { names, levels } = this.board.map;
    const upper = levels[hex] > 1 ? `, ${levels[hex]} levels: ${names[hex]}/1 is the upper one` : "";
    const what = Object.entries(this.looked.places ?? {}).filter(([, hexes]) => hexes.includes(hex)).map(([name]) => name);
    $("hex").textContent = `${names[hex]}${upper}${what.length ? ` (${what.join(", ")})` : ""}`;
  }

  key(event) {
    const { board } = this;
    if (!board || event.target !== $("board") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" && this.tool) this.down();
    else if (["+", "="].includes(event.key)) board.zoomBy(1.25);
    else if (event.key === "-") board.zoomBy(0.8);
    else if (["Enter", " "].includes(event.key)) this.choose(board.hexCursor);
    else if (event.key.startsWith("Arrow")) this.step(event.key);
    else return;
    event.preventDefault();
  }

  step(key) {
    const { board } = this;
    const now = board.hexCursor < 0 ? Math.floor(board.map.names.length / 2) : board.hexCursor;
    const ways = { ArrowUp: [0], ArrowDown: [3], ArrowRight: [1, 2], ArrowLeft: [5, 4] }[key];
    const next = board.hexCursor < 0 ? now : ways.map((side) => board.map.neighbours[now][side]).find((hex) => hex >= 0);
    if (next === undefined) return;
    board.cursor(next);
    this.tell(next);
  }
}

/** The boards of a map as a table of choices; each change becomes the map's text. */
export class Slots {
  /** @param {{boards: string[], own: string[], titles: object, text: Function, wrong: Function}} hear */
  constructor(hear) {
    Object.assign(this, { ...hear, slots: [] });
  }

  draw(path) {
    const wide = 1 + Math.max(0, ...this.slots.map(({ column }) => column));
    const grid = h("div", { class: "slots-grid" }, [...this.slots].sort((a, b) => a.row - b.row || a.column - b.column).map((slot) => this.slot(slot)));
    grid.style.setProperty("--wide", wide);
    const high = 1 + Math.max(0, ...this.slots.map(({ row }) => row));
    const more = (label, id, slots) => h("button", { type: "button", id, onclick: () => this.change(slots()) }, label);
    const last = () => this.slots.at(-1)?.board ?? this.boards[0];
    const row = () => [...this.slots, ...Array.from({ length: wide }, (_, column) => ({ board: last(), column, row: high }))];
    const column = () => [...this.slots, ...Array.from({ length: high }, (_, at) => ({ board: last(), column: wide, row: at }))];
    const less = [
      high > 1 ? more("Last row away", "row-less", () => this.slots.filter((slot) => slot.row < high - 1)) : null,
      wide > 1 ? more("Last column away", "column-less", () => this.slots.filter((slot) => slot.column < wide - 1)) : null,
    ];
    return h("div", { id: `f-${path}`, class: "grow" }, grid, h("div", { class: "row tight" }, more("Row of boards below", "row-more", row), more("Column beside", "column-more", column), ...less));
  }

  slot({ column, row, ...slot }) {
    const where = `column ${column + 1}, row ${row + 1}`;
    const id = `slot-${column}-${row}`;
    const here = (each) => each.column === column && each.row === row;
    const put = (more) => this.change(this.slots.map((each) => (here(each) ? { ...each, ...more } : each)));
    const known = this.boards.includes(slot.board);
    const options = (boards) => boards.map((board) => h("option", { value: board, selected: board === slot.board }, this.titles[board] ? `${board} · ${this.titles[board]}` : board));
    const board = h("select", { id, "aria-label": `board at ${where}`, onchange: (event) => put({ board: event.target.value }) }, known ? null : h("option", { value: slot.board, selected: true }, slot.board), h("optgroup", { label: "ours" }, options(this.boards.filter((each) => !this.own.includes(each)))), this.own.length ? h("optgroup", { label: "yours" }, options(this.own)) : null);
    const part = h("select", { id: `${id}-part`, "aria-label": `how much of the board at ${where}`, onchange: (event) => put({ part: event.target.value }) }, ["whole", "left", "right"].map((each) => h("option", { value: each, selected: each === (slot.part ?? "whole") }, each === "whole" ? "all of it" : `${each} half`)));
    const turned = h("label", { class: "box" }, h("input", { type: "checkbox", id: `${id}-turned`, checked: Boolean(slot.turned), onchange: (event) => put({ turned: event.target.checked }) }), "turned");
    return h("div", { class: "slot" }, board, part, turned);
  }

  /** The slots as they are now; the map follows as soon as the server has said it. */
  async change(slots) {
    this.slots = this.waiting = slots;
    try {
      const { map } = await ask("/api/designer/map", { slots });
      if (this.waiting !== slots) return; // changed since
      this.waiting = null;
      this.text(map);
    } catch (error) {
      this.waiting = null;
      this.wrong(error);
    }
  }
}
