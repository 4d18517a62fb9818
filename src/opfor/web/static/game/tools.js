// The LOS tool, what a Location sees, and what the player judges otherwise on his board.

import { $, h, lines, s } from "../shared/dom.js";

const ASKED = {
  los: "LOS: choose where from, then where to.",
  field: "LOS field: choose a hex.",
  ground: "Your board is right: choose a hex, then say what it is.",
};
const NEAR = 30; // pixels that a thread keeps from the card of what it meets
const REST = 120; // milliseconds that the mouse rests on a hex before LOS to it is told
const SIGHTS = [["clear", 0], ["+1", 1], ["+2", 2], ["+3", 3], ["+4", 4], ["+5", 5], ["blocked", -1]];

/** LOS threads and fields on a board. */
export class Tools {
  /** @param {object} on board, link, `say(text)`, `judge(order)`, `judges()`, `stack()`: where the chosen stack is, `leave()`: puts away what stands at a hex */
  constructor(on) {
    Object.assign(this, on);
    this.mode = "";
    this.from = -1;
    this.round = 0;
    this.shown = false; // an answer that was asked for by clicks, which the mouse leaves alone
    this.tip = h("output", { id: "los-tip", class: "card hex-tip", hidden: true });
    this.board.place.append(this.tip);
    this.board.onMove(() => this.away());
    $("tool-los").addEventListener("click", () => this.set(this.mode === "los" ? "" : "los"));
    $("tool-field").addEventListener("click", () => this.set(this.mode === "field" ? "" : "field"));
    $("tool-ground").addEventListener("click", () => this.set(this.mode === "ground" ? "" : "ground"));
  }

  /** Use a tool: los, field, or none. */
  set(mode) {
    const changed = mode !== this.mode;
    if (mode && changed) this.leave(); // no card lies over what is looked at
    Object.assign(this, { mode, from: -1, shown: false });
    this.away();
    for (const name of ["los", "field", "ground"]) $(`tool-${name}`).setAttribute("aria-pressed", String(name === mode));
    this.board.layers.thread.replaceChildren();
    this.board.layers.notes.replaceChildren();
    $("reading").hidden = true; // until there is something to read: it lies over the board
    if (changed) this.hint(ASKED[mode] ?? "");
  }

  /** What was found of hexes, below them. */
  read(...parts) {
    $("reading").replaceChildren(...parts);
    $("reading").hidden = false;
  }

  /** A hex was clicked; whether a tool took it. */
  click(hex) {
    if (!this.mode) return false;
    this.use(hex).catch((error) => this.say(error.message));
    return true;
  }

  async use(hex) {
    const names = this.board.map.names;
    if (this.mode === "field") return this.field(hex, await this.link.ask("field", { at: names[hex] }));
    if (this.mode === "ground") return this.ground(await this.link.ask("ground", { at: names[hex] }), hex);
    this.away();
    if (this.from < 0) {
      Object.assign(this, { from: hex, shown: false });
      this.board.ring({ selected: [hex] });
      return undefined;
    }
    const ends = { a: names[this.from], b: names[hex] };
    this.levels(ends);
    Object.assign(this, { from: -1, shown: true });
    await this.sight(ends);
    return this.point(hex);
  }

  async sight(ends) {
    const found = await this.link.ask("los", ends);
    this.draw(found.thread);
    this.tip.replaceChildren(...lines(found.lines));
    $("los-text").replaceChildren(...lines(found.lines), this.sights(ends, found.judged));
  }

  /** The mouse is over a hex: LOS to it, from the hex that was clicked or else from the chosen stack. */
  over(hex) {
    if (this.mode !== "los" || this.shown) return false;
    this.away();
    const { names } = this.board.map;
    const from = this.from >= 0 ? names[this.from] : this.stack();
    if (hex >= 0 && from && from.split("/")[0] !== names[hex]) this.timer = setTimeout(() => this.tell(from, hex), REST);
    return true;
  }

  /** The thread to a hex, and what it meets, at the mouse. */
  async tell(from, hex) {
    const round = ++this.round;
    const found = await this.link.ask("los", { a: from, b: this.board.map.names[hex] }).catch(() => null);
    if (!found || round !== this.round || this.mode !== "los") return;
    this.draw(found.thread);
    this.tip.replaceChildren(...lines(found.lines));
    this.point(hex);
  }

  point(hex) {
    this.tip.hidden = false;
    this.board.beside(hex, this.tip);
  }

  /** The mouse goes elsewhere; what is still asked for is too late. */
  away() {
    clearTimeout(this.timer);
    this.round += 1;
    this.tip.hidden = true;
  }

  /** What LOS is on the player's own board. */
  sights({ a, b }, judged) {
    const set = async (fields) => {
      await this.judge({ what: "los", id: `${a} ${b}`, set: fields });
      await this.sight({ a, b });
    };
    const ways = SIGHTS.map(([word, hindrance]) => this.button(word, () => set({ hindrance })));
    const otherwise = h("summary", {}, "Is it otherwise on your board?");
    return h("details", { open: judged, class: "otherwise" }, otherwise, h("p", { class: "judged" }, "On your board it is ", ways, judged ? this.button("as drawn", () => set(null)) : null));
  }

  /** What a hex and its hexsides are on the player's own board. */
  ground(found, hex) {
    this.board.ring({ selected: [hex] });
    const set = (fields) => this.judge({ what: "terrain", id: found.hex, set: fields });
    const terrain = h("select", { "aria-label": "terrain" }, found.terrains.map((word) => h("option", {}, word)));
    const level = h("input", { type: "number", min: -5, max: 15, value: found.level, "aria-label": "level" });
    const side = h("select", { "aria-label": "hexside to" }, Object.entries(found.around).map(([value, label]) => h("option", { value }, label)));
    const holds = h("select", { "aria-label": "what the hexside holds" }, found.sides.map((word) => h("option", {}, word)));
    const wall = () => this.judge({ what: "hexside", id: `${found.hex} ${side.value}`, set: { terrain: holds.value } });
    this.read(
      ...lines(found.lines),
      h("p", { class: "judged" }, "On your board it is ", terrain, this.button("set", () => set({ terrain: terrain.value })), " at level ", level, this.button("set level", () => set({ level: Number(level.value) }))),
      h("p", { class: "judged" }, "its hexside to ", side, " holds ", holds, this.button("set hexside", wall), found.judged ? this.button("as drawn", () => set(null)) : null),
    );
    terrain.focus();
  }

  button(word, act) {
    return h("button", { type: "button", disabled: !this.judges(), onclick: act }, word);
  }

  /** Choices of levels at both ends, where there are several. */
  levels(ends) {
    const choice = (end) => {
      const name = ends[end];
      const hex = this.board.map.names.indexOf(name);
      const count = this.board.map.levels[hex];
      const label = this.board.map.labels[hex];
      const places = Array.from({ length: count }, (_, level) => (level ? [`${name}/${level}`, `${label}, level ${level}`] : [name, label]));
      const change = (event) => {
        ends[end] = event.target.value;
        this.sight(ends).catch((error) => this.say(error.message));
      };
      return h("select", { "aria-label": end === "a" ? "from" : "to", onchange: change }, places.map(([value, said]) => h("option", { value }, said)));
    };
    this.read(h("p", {}, "LOS ", choice("a"), " to ", choice("b")), h("div", { id: "los-text" }));
  }

  draw(thread) {
    const drawn = thread.sights.map((sight, n) => {
      const [[x1, y1], [x2, y2]] = [thread.points[n], thread.points[n + 1]];
      return s("line", { x1, y1, x2, y2, class: `los ${sight}` });
    });
    const notes = thread.notes.map((note, n) => {
      if (!note) return null;
      const [x, y] = thread.points[n];
      const word = s("text", { x, y: y - 10, class: "los-note" });
      word.textContent = note;
      return word;
    });
    const dots = [thread.points[0], thread.points.at(-1)].map(([cx, cy]) => s("circle", { cx, cy, r: 6, class: "los-end" }));
    this.board.layers.thread.replaceChildren(...drawn, ...dots, ...notes.filter(Boolean));
    this.clear(thread.points);
  }

  /** What is read of a thread stands at the foot of the board, or at its head where the thread is. */
  clear(points) {
    const { board } = this;
    const card = $("reading");
    const under = points.some(([x, y]) => {
      const [left, top] = [(x + board.map.frame) * board.zoom + board.x, (y + board.map.frame) * board.zoom + board.y];
      return left < card.offsetLeft + card.offsetWidth + NEAR && top > board.place.clientHeight - card.offsetHeight - NEAR;
    });
    card.classList.toggle("above", under);
  }

  field(hex, { field }) {
    const shaded = field.map((drm, at) => {
      if (at === hex) return null;
      return s("path", { d: this.board.outline(at), class: drm < 0 ? "unseen" : drm ? "hindered-hex" : "seen" });
    });
    this.board.layers.notes.replaceChildren(...shaded.filter(Boolean));
    const seen = field.filter((drm) => drm >= 0).length;
    this.read(h("p", {}, `${this.board.map.labels[hex]} sees ${seen} of ${field.length} hexes; those it does not see are dark, hindered ones striped.`));
  }
}
