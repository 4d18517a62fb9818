// The LOS tool: a thread between two Locations, and what one of them sees.

import { $, h, lines, s } from "./dom.js";

/** LOS threads and fields on a board. */
export class Tools {
  /** @param {object} on board, link, `say(text)` */
  constructor(on) {
    Object.assign(this, on);
    this.mode = "";
    this.from = -1;
    $("tool-los").addEventListener("click", () => this.set(this.mode === "los" ? "" : "los"));
    $("tool-field").addEventListener("click", () => this.set(this.mode === "field" ? "" : "field"));
  }

  /** Use a tool: los, field, or none. */
  set(mode) {
    this.mode = mode;
    this.from = -1;
    for (const name of ["los", "field"]) $(`tool-${name}`).setAttribute("aria-pressed", String(name === mode));
    this.board.layers.thread.replaceChildren();
    this.board.layers.notes.replaceChildren();
    $("reading").hidden = !mode;
    if (mode) $("reading").replaceChildren(h("p", {}, mode === "los" ? "LOS: choose where from, then where to." : "LOS field: choose a hex."));
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
    if (this.from < 0) {
      this.from = hex;
      this.board.ring({ selected: [hex] });
      return undefined;
    }
    const ends = { a: names[this.from], b: names[hex] };
    this.levels(ends);
    this.from = -1;
    return this.sight(ends);
  }

  async sight(ends) {
    const found = await this.link.ask("los", ends);
    this.draw(found.thread);
    $("los-text").replaceChildren(...lines(found.lines));
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
    $("reading").replaceChildren(h("p", {}, "LOS ", choice("a"), " to ", choice("b")), h("div", { id: "los-text" }));
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
  }

  field(hex, { field }) {
    const shaded = field.map((drm, at) => {
      if (at === hex) return null;
      return s("path", { d: this.board.outline(at), class: drm < 0 ? "unseen" : drm ? "hindered-hex" : "seen" });
    });
    this.board.layers.notes.replaceChildren(...shaded.filter(Boolean));
    const seen = field.filter((drm) => drm >= 0).length;
    $("reading").replaceChildren(h("p", {}, `${this.board.map.labels[hex]} sees ${seen} of ${field.length} hexes; those it does not see are dark, hindered ones striped.`));
  }
}
