// The board: its picture, what is shaded and marked on it, panning, zooming, the cursor.

import { h, s } from "./dom.js";

const CLICK = 5; // pixels that a click may wander
const MOST = 4; // the largest zoom
const SHARP = 2; // pixels of the kept picture for each of the map
const PIXELS = 24e6; // the most that it may have

/** Lay the picture of one board where it lies on the map, turned if it is. */
function lay(pen, { left, top, width, height, turned }, picture) {
  pen.save();
  pen.translate(left + width / 2, top + height / 2);
  if (turned) pen.rotate(Math.PI);
  pen.drawImage(picture, -width / 2, -height / 2, width, height);
  pen.restore();
}

/** A board that can be panned and zoomed, with layers for a game on it. */
export class Board {
  /**
   * @param {HTMLElement} place where it goes
   * @param {object} map the hexes as the server gives them
   * @param {{click: Function, hover: Function}} hear what is done on it
   */
  constructor(place, map, hear) {
    Object.assign(this, { place, map, hear, x: 0, y: 0, zoom: 1, hexCursor: -1, hovered: -1 });
    const { frame, width, height } = map;
    const size = [width + 2 * frame, height + 2 * frame];
    this.canvas = h("canvas", { class: "map", "aria-hidden": "true" });
    this.canvas.style.width = `${size[0]}px`;
    this.canvas.style.height = `${size[1]}px`;
    this.layers = Object.fromEntries(
      ["vpo", "shade", "marks", "coach", "pieces", "shot", "thread", "notes", "cursor"].map((name) => [name, s("g", { class: `layer-${name}` })]),
    );
    this.defs = s("g");
    this.svg = s(
      "svg",
      { class: "over", width: size[0], height: size[1], viewBox: `${-frame} ${-frame} ${size[0]} ${size[1]}` },
      this.defs,
      s("clipPath", { id: "on-map" }, s("rect", { width, height })),
      ...Object.values(this.layers),
    );
    this.sheet = h("div", { class: "sheet" }, this.canvas, this.svg);
    this.size = size;
    place.append(this.sheet);
    this.listen();
    new ResizeObserver(() => this.clamp()).observe(place);
  }

  /** Show the board's own picture, kept as pixels: paths would be drawn anew as it moves. */
  async picture(url, over = []) {
    const wanted = [url, ...over.map((each) => each.url)].join(" ");
    this.wanted = wanted;
    this.place.dataset.busy = "The board is being drawn …";
    const image = new Image();
    image.src = url;
    const others = over.map((each) => Object.assign(new Image(), { src: each.url }));
    await Promise.all([image, ...others].map((each) => each.decode()));
    if (this.wanted !== wanted) return;
    const [wide, high] = this.size;
    const scale = Math.min(SHARP, Math.sqrt(PIXELS / (wide * high)));
    this.canvas.width = Math.round(wide * scale);
    this.canvas.height = Math.round(high * scale);
    const pen = this.canvas.getContext("2d");
    pen.drawImage(image, 0, 0, this.canvas.width, this.canvas.height);
    pen.scale(this.canvas.width / wide, this.canvas.height / high);
    pen.translate(this.map.frame, this.map.frame);
    over.forEach((each, n) => lay(pen, each, others[n]));
    delete this.place.dataset.busy;
  }

  // -- geometry ---------------------------------------------------------------------

  centre(hex) {
    return this.map.centres[hex];
  }

  corners(hex, share = 1) {
    const [x, y] = this.centre(hex);
    const [w, v] = [(this.map.hex[0] / 3) * share, (this.map.hex[1] / 2) * share];
    return [[x - w, y - v], [x + w, y - v], [x + 2 * w, y], [x + w, y + v], [x - w, y + v], [x - 2 * w, y]];
  }

  outline(hex, share = 1) {
    return `M${this.corners(hex, share).map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L")}z`;
  }

  /** How far something of a size, drawn around a point, must move to be in sight. */
  within(x, y, width, height) {
    const near = (at, size, from, room) => {
      const first = -from / this.zoom - this.map.frame;
      return Math.max(first + size / 2, Math.min(first + room / this.zoom - size / 2, at)) - at;
    };
    return [near(x, width, this.x, this.place.clientWidth), near(y, height, this.y, this.place.clientHeight)];
  }

  /** The hex at a point of the window, -1 for none. */
  at(clientX, clientY) {
    const box = this.place.getBoundingClientRect();
    const x = (clientX - box.left - this.x) / this.zoom - this.map.frame;
    const y = (clientY - box.top - this.y) / this.zoom - this.map.frame;
    let best = -1;
    let least = (this.map.hex[1] * 0.62) ** 2;
    this.map.centres.forEach(([cx, cy], hex) => {
      const gap = (cx - x) ** 2 + (cy - y) ** 2;
      if (gap < least) [least, best] = [gap, hex];
    });
    return best;
  }

  // -- panning and zooming ----------------------------------------------------------

  move(x, y, zoom = this.zoom) {
    Object.assign(this, { x, y, zoom });
    this.clamp();
  }

  clamp() {
    const { clientWidth: wide, clientHeight: high } = this.place;
    const [w, v] = this.size.map((side) => side * this.zoom);
    const keep = (at, room, length) =>
      length <= room ? (room - length) / 2 : Math.min(0, Math.max(room - length, at));
    this.x = keep(this.x, wide, w);
    this.y = keep(this.y, high, v);
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.zoom})`;
  }

  least() {
    return Math.min(this.place.clientWidth / this.size[0], this.place.clientHeight / this.size[1]);
  }

  /** Show the whole board. */
  fit() {
    this.move(0, 0, this.least());
  }

  /** Zoom by a factor around a point of the place. */
  zoomBy(factor, x = this.place.clientWidth / 2, y = this.place.clientHeight / 2) {
    const zoom = Math.min(MOST, Math.max(this.least() * 0.9, this.zoom * factor));
    const share = zoom / this.zoom;
    this.lively();
    this.move(x - (x - this.x) * share, y - (y - this.y) * share, zoom);
  }

  /** Bring a hex into sight, with some room around it. */
  reveal(hex, middle = false) {
    const [cx, cy] = this.centre(hex).map((v) => (v + this.map.frame) * this.zoom);
    const { clientWidth: wide, clientHeight: high } = this.place;
    const room = 90;
    const out = (at, length) => at < room || at > length - room;
    const [dx, dy] = [out(cx + this.x, wide) || middle, out(cy + this.y, high) || middle];
    if (dx || dy) this.move(dx ? wide / 2 - cx : this.x, dy ? high / 2 - cy : this.y);
  }

  /** While the board moves it is kept as one picture; at rest it is drawn sharp. */
  lively() {
    this.sheet.classList.add("lively");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.sheet.classList.remove("lively"), 250);
  }

  listen() {
    const held = new Map();
    let start = null;
    this.place.addEventListener("pointerdown", (event) => {
      if (event.target.closest("button, .card")) return;
      held.set(event.pointerId, event);
      start = { x: event.clientX, y: event.clientY, bx: this.x, by: this.y, drag: held.size > 1 };
      this.place.setPointerCapture(event.pointerId);
    });
    this.place.addEventListener("pointermove", (event) => {
      if (!held.has(event.pointerId)) return this.over(event);
      const before = held.get(event.pointerId);
      held.set(event.pointerId, event);
      if (held.size === 2) return this.pinch([...held.values()], before, event);
      const [dx, dy] = [event.clientX - start.x, event.clientY - start.y];
      if (!start.drag && Math.hypot(dx, dy) < CLICK) return undefined;
      start.drag = true;
      this.lively();
      return this.move(start.bx + dx, start.by + dy);
    });
    const drop = (event) => {
      if (!held.delete(event.pointerId)) return;
      if (event.type === "pointerup" && start && !start.drag) {
        const hex = this.at(event.clientX, event.clientY);
        if (hex >= 0) this.hear.click(hex, event);
      }
      const rest = [...held.values()][0];
      if (rest) start = { x: rest.clientX, y: rest.clientY, bx: this.x, by: this.y, drag: true };
    };
    this.place.addEventListener("pointerup", drop);
    this.place.addEventListener("pointercancel", drop);
    this.place.addEventListener("pointerleave", () => this.hover(-1));
    this.place.addEventListener(
      "wheel",
      (event) => {
        event.preventDefault();
        const box = this.place.getBoundingClientRect();
        this.zoomBy(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
  }

  pinch(points, before, now) {
    const other = points.find((point) => point.pointerId !== now.pointerId);
    const gap = (point) => Math.hypot(point.clientX - other.clientX, point.clientY - other.clientY);
    const box = this.place.getBoundingClientRect();
    const x = (now.clientX + other.clientX) / 2 - box.left;
    const y = (now.clientY + other.clientY) / 2 - box.top;
    this.zoomBy(gap(now) / Math.max(1, gap(before)), x, y);
  }

  over(event) {
    if (event.pointerType !== "touch") this.hover(this.at(event.clientX, event.clientY));
  }

  hover(hex) {
    if (hex === this.hovered) return;
    this.hovered = hex;
    this.hear.hover(hex);
  }

  // -- what lies on it ---------------------------------------------------------------

  /** Shade hexes: a list of {hex, kind, text}. */
  shade(hexes) {
    const shapes = hexes.map(({ hex, kind }) => s("path", { d: this.outline(hex, 0.94), class: `shade ${kind}` }));
    const words = hexes.filter(({ text }) => text).map(({ hex, kind, text }) => {
      const [x, y] = this.centre(hex);
      const low = Math.min(y + this.map.hex[1] * 0.43, this.map.height - 6); // half hexes too
      const word = s("text", { x, y: low, class: `shade-text ${kind}` });
      word.textContent = text;
      return word;
    });
    this.layers.shade.replaceChildren(s("g", { "clip-path": "url(#on-map)" }, ...shapes), ...words);
  }

  /** Stars on the VPO: a list of [hex, side]; the letter says who Controls it. */
  objectives(list) {
    const drawn = list.map(([hex, side]) => {
      const [x, y] = this.centre(hex);
      const [sx, sy] = [x - this.map.hex[0] * 0.36, y + this.map.hex[1] * 0.3];
      const word = s("text", { x: sx, y: sy + 4, class: "vpo-word" });
      word.textContent = { friendly: "★F", enemy: "★E" }[side] ?? "★";
      const title = s("title");
      title.textContent = `VPO of ${this.map.labels[hex]}, Controlled by ${side}`;
      return s("g", {}, title, s("circle", { cx: sx, cy: sy, r: 11, class: `vpo ${side}` }), word);
    });
    this.layers.vpo.replaceChildren(...drawn);
  }

  /** Ring hexes: {kind: [hex, …]}. */
  ring(kinds) {
    const drawn = Object.entries(kinds).flatMap(([kind, hexes]) =>
      [...new Set(hexes)].filter((hex) => hex >= 0).map((hex) => s("path", { d: this.outline(hex, 0.96), class: `ring ${kind}` })),
    );
    this.layers.marks.replaceChildren(...drawn);
  }

  /** Arrows from hexes to another: who fires at whom. None takes them away. */
  shot(from, to) {
    const [tx, ty] = to >= 0 ? this.centre(to) : [0, 0];
    const drawn = from.filter((hex) => hex !== to).map((hex) => {
      const [x, y] = this.centre(hex);
      const [dx, dy] = [tx - x, ty - y];
      const long = Math.hypot(dx, dy);
      const [ux, uy] = [dx / long, dy / long];
      const [ex, ey] = [tx - ux * 16, ty - uy * 16];
      const head = `M${ex - ux * 12 - uy * 7} ${ey - uy * 12 + ux * 7}L${ex} ${ey}L${ex - ux * 12 + uy * 7} ${ey - uy * 12 - ux * 7}`;
      return s("path", { d: `M${x + ux * 14} ${y + uy * 14}L${ex} ${ey}${head}`, class: "shot" });
    });
    this.layers.shot.replaceChildren(...drawn);
  }

  /** Put the cursor on a hex; -1 takes it away. */
  cursor(hex) {
    this.hexCursor = hex;
    this.layers.cursor.replaceChildren();
    if (hex < 0) return;
    this.layers.cursor.append(s("path", { d: this.outline(hex, 1.02), class: "cursor" }));
    this.reveal(hex);
  }
}
