// The board: its picture, what is shaded and marked on it, panning, zooming, the cursor.

import { h, s } from "./dom.js";
import { Fingers } from "./fingers.js";

const MOST = 4; // the largest zoom
const SHARP = 2; // pixels of the kept picture for each of the map
const HANDS_OFF = 2000; // milliseconds after a pan in which nothing else moves the board
const ROOM = 90; // pixels from the edge of the window within which a hex is brought farther in
const VPO_ASIDE = 0.62; // of a hex's width: at its right corner, where no counter of its own reaches
const BEYOND = 110; // pixels beyond its edges: a hex there can be brought out from under what lies over the board
const WAYS = { top: "↑", bottom: "↓", left: "←", right: "→" };
const PIXELS = 24e6; // the most that it may have

/** Lay what is shown of the picture of one board where it lies on the map, turned if it is. */
function lay(pen, { left, top, width, height, turned, cut }, picture) {
  const [x, y, w, v] = [cut[0] * picture.width, cut[1] * picture.height, cut[2] * picture.width, cut[3] * picture.height];
  pen.save();
  pen.translate(left + width / 2, top + height / 2);
  if (turned) pen.rotate(Math.PI);
  pen.drawImage(picture, x, y, w, v, -width / 2, -height / 2, width, height);
  pen.restore();
}

/** Hatches of the danger map: told apart without colour, too. */
function hatches() {
  const kinds = { low: [12, "M0 12L12 0"], middle: [7, "M0 7L7 0"], high: [9, "M0 9L9 0M0 0L9 9"], most: [5, "M0 5L5 0M0 0L5 5"] };
  return s("defs", {}, ...Object.entries(kinds).map(([kind, [size, d]]) =>
    s("pattern", { id: `hatch-${kind}`, width: size, height: size, patternUnits: "userSpaceOnUse" }, s("rect", { width: size, height: size, class: `hatch-ground ${kind}` }), s("path", { d, class: `hatch-line ${kind}` }))));
}

/** A board that can be panned and zoomed, with layers for a game on it. */
export class Board {
  /**
   * @param {HTMLElement} place where it goes
   * @param {object} map the hexes as the server gives them
   * @param {{click: Function, hover: Function, grab: Function?, drag: Function?, drop: Function?, menu: Function?}} hear
   *   what is done on it
   */
  constructor(place, map, hear) {
    Object.assign(this, { place, map, hear, x: 0, y: 0, zoom: 1, hexCursor: -1, hovered: -1, movers: [], panned: 0 });
    const { frame, width, height } = map;
    const size = [width + 2 * frame, height + 2 * frame];
    this.canvas = h("canvas", { class: "map", "aria-hidden": "true" });
    this.canvas.style.width = `${size[0]}px`;
    this.canvas.style.height = `${size[1]}px`;
    this.layers = Object.fromEntries(
      ["judged", "shade", "marks", "coach", "way", "pieces", "vpo", "chances", "shot", "thread", "notes", "cursor", "rises"].map((name) => [name, s("g", { class: `layer-${name}` })]),
    );
    this.defs = s("g");
    this.svg = s(
      "svg",
      { class: "over", width: size[0], height: size[1], viewBox: `${-frame} ${-frame} ${size[0]} ${size[1]}` },
      this.defs,
      s("clipPath", { id: "on-map" }, s("rect", { width, height })),
      hatches(),
      ...Object.values(this.layers),
    );
    this.sheet = h("div", { class: "sheet" }, this.canvas, this.svg);
    this.size = size;
    place.append(this.sheet);
    this.tags = Object.entries(map.edges ?? {}).map(([text, side]) => ({ side, tag: h("span", { class: `edge-tag ${text} ${side}`, title: text === "FBE" ? "the FRIENDLY Board Edge lies this way" : "the ENEMY Board Edge lies this way", hidden: true }, `${text} ${WAYS[side]}`) }));
    this.tools = place.querySelector(".tools") ?? place; // what stands there lies over no hex that is looked at
    this.tools.append(...this.tags.map(({ tag }) => tag));
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
    const [others] = await Promise.all([Promise.all(over.map((each) => each.draw())), image.decode()]);
    if (this.wanted !== wanted) return;
    const [wide, high] = this.size;
    const scale = Math.min(SHARP, Math.sqrt(PIXELS / (wide * high)));
    const sheet = new OffscreenCanvas(Math.round(wide * scale), Math.round(high * scale));
    const pen = sheet.getContext("2d");
    pen.drawImage(image, 0, 0, sheet.width, sheet.height);
    pen.scale(sheet.width / wide, sheet.height / high);
    pen.translate(this.map.frame, this.map.frame);
    over.forEach((each, n) => lay(pen, each, others[n]));
    // A canvas that can be drawn on would be copied whole for each frame of the page.
    this.canvas.getContext("bitmaprenderer").transferFromImageBitmap(sheet.transferToImageBitmap());
    delete this.place.dataset.busy;
  }

  /** Hear that the board was panned, zoomed or resized. */
  onMove(heard) {
    this.movers.push(heard);
  }

  // -- geometry ---------------------------------------------------------------------

  centre(hex) {
    return this.map.centres[hex];
  }

  /** Where the centre of a hex is seen, in pixels of the place. */
  seen(hex) {
    const [x, y] = this.centre(hex);
    return [(x + this.map.frame) * this.zoom + this.x, (y + this.map.frame) * this.zoom + this.y];
  }

  corners(hex, share = 1) {
    const [x, y] = this.centre(hex);
    const [w, v] = [(this.map.hex[0] / 3) * share, (this.map.hex[1] / 2) * share];
    return [[x - w, y - v], [x + w, y - v], [x + 2 * w, y], [x + w, y + v], [x - w, y + v], [x - 2 * w, y]];
  }

  outline(hex, share = 1) {
    return `M${this.corners(hex, share).map((p) => p.map((v) => v.toFixed(1)).join(" ")).join("L")}z`;
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
      length <= room ? (room - length) / 2 : Math.min(BEYOND, Math.max(room - length - BEYOND, at));
    this.x = keep(this.x, wide, w);
    this.y = keep(this.y, high, v);
    this.sheet.style.transform = `translate(${this.x}px, ${this.y}px) scale(${this.zoom})`;
    this.pin();
    for (const heard of this.movers) heard();
  }

  /** Where an edge of the map is out of sight, its name stands at that side. */
  pin() {
    const { clientWidth: wide, clientHeight: high } = this.place;
    const [w, v] = this.size.map((side) => side * this.zoom);
    const [mx, my] = [this.x + w / 2, this.y + v / 2];
    const out = {
      top: this.y < -1 || mx < 0 || mx > wide,
      bottom: this.y + v > high + 1 || mx < 0 || mx > wide,
      left: this.x < -1 || my < 0 || my > high,
      right: this.x + w > wide + 1 || my < 0 || my > high,
    };
    for (const { side, tag } of this.tags) tag.hidden = !out[side];
  }

  least() {
    return Math.min(this.place.clientWidth / this.size[0], this.place.clientHeight / this.size[1]);
  }

  /** Show the whole board. */
  fit() {
    this.move(0, 0, this.least());
  }

  /** The board over all of its place, as long as that is not too close. */
  fill(most = MOST) {
    const [wide, high] = [this.place.clientWidth, this.place.clientHeight];
    const zoom = Math.max(this.least(), Math.min(most, Math.max(wide / this.size[0], high / this.size[1])));
    this.move((wide - this.size[0] * zoom) / 2, (high - this.size[1] * zoom) / 2, zoom);
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
    const out = (at, length) => at < ROOM || at > length - ROOM;
    const [dx, dy] = [out(cx + this.x, wide) || middle, out(cy + this.y, high) || middle];
    if (dx || dy) this.move(dx ? wide / 2 - cx : this.x, dy ? high / 2 - cy : this.y);
  }

  /** The same for the cursor: what is in sight moves no more than it must, under the hand that is there. */
  nudge(hex) {
    const [x, y] = this.seen(hex);
    const { clientWidth: wide, clientHeight: high } = this.place;
    if (x < 0 || y < 0 || x > wide || y > high) return this.reveal(hex);
    const least = (at, length) => Math.max(0, ROOM - at) - Math.max(0, at - length + ROOM);
    const [dx, dy] = [least(x, wide), least(y, high)];
    if (dx || dy) this.move(this.x + dx, this.y + dy);
    return undefined;
  }

  /** Bring into sight where something happens, but never against the player's own hand. */
  follow(hex) {
    const [x, y] = this.seen(hex);
    const { clientWidth: wide, clientHeight: high } = this.place;
    const far = x > 0.12 * wide && x < 0.88 * wide && y > 0.12 * high && y < 0.78 * high;
    if (!far && !this.fingers.busy() && Date.now() - this.panned > HANDS_OFF) this.reveal(hex, true);
  }

  /** While the board moves it is kept as one picture; at rest it is drawn sharp. */
  lively() {
    this.sheet.classList.add("lively");
    clearTimeout(this.rest);
    this.rest = setTimeout(() => this.sheet.classList.remove("lively"), 250);
  }

  listen() {
    const fingers = new Fingers(this);
    this.fingers = fingers;
    this.place.addEventListener("pointerdown", (event) => fingers.down(event));
    this.place.addEventListener("pointermove", (event) => fingers.move(event));
    this.place.addEventListener("pointerup", (event) => fingers.up(event));
    this.place.addEventListener("pointercancel", (event) => fingers.up(event));
    this.place.addEventListener("pointerleave", () => this.hover(-1));
    this.place.addEventListener("contextmenu", (event) => {
      if (event.target.closest(".card, button")) return;
      event.preventDefault();
      const key = event.button < 0 || (!event.clientX && !event.clientY); // the keyboard's own
      const hex = key ? this.hexCursor : this.at(event.clientX, event.clientY);
      if (hex >= 0) this.hear.menu?.(hex);
    });
    this.place.addEventListener(
      "wheel",
      (event) => {
        if (event.target.closest(".card")) return; // it scrolls by itself
        event.preventDefault();
        this.panned = Date.now();
        const box = this.place.getBoundingClientRect();
        this.zoomBy(Math.exp(-event.deltaY / 500), event.clientX - box.left, event.clientY - box.top);
      },
      { passive: false },
    );
  }

  hover(hex) {
    if (hex === this.hovered) return;
    this.hovered = hex;
    this.hear.hover(hex);
  }

  // -- what lies on it ---------------------------------------------------------------

  /** Shade hexes: a list of {hex, kind, text}. */
  shade(hexes) {
    const wanted = JSON.stringify(hexes);
    if (wanted === this.shaded) return;
    this.shaded = wanted;
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
      const [sx, sy] = [x + this.map.hex[0] * VPO_ASIDE, y];
      const word = s("text", { x: sx, y: sy + 4, class: "vpo-word" });
      word.textContent = { friendly: "★F", enemy: "★E" }[side] ?? "★";
      const title = s("title");
      title.textContent = `VPO of ${this.map.labels[hex]}, Controlled by ${side}`;
      return s("g", {}, title, s("circle", { cx: sx, cy: sy, r: 10, class: `vpo ${side}` }), word);
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

  /** Hexes that are as the player says, not as they are drawn. */
  judge(hexes) {
    this.layers.judged.replaceChildren(...hexes.map((hex) => s("path", { d: this.outline(hex, 0.9), class: "by-word" })));
  }

  /** A way from hex to hex, each with its number; none takes it away. */
  way(hexes, kind = "") {
    const points = hexes.filter((hex) => hex >= 0).map((hex) => this.centre(hex));
    const line = points.map((point) => point.map((v) => v.toFixed(1)).join(" ")).join("L");
    const steps = points.slice(hexes[0] >= 0 ? 1 : 0).map(([cx, cy], n) => {
      const word = s("text", { x: cx, y: cy + 4 });
      word.textContent = n + 1;
      return s("g", {}, s("circle", { cx, cy, r: 9 }), word);
    });
    this.layers.way.replaceChildren(...(points.length ? [s("path", { d: `M${line}`, class: "way-back" }), s("path", { d: `M${line}`, class: `way ${kind}` }), s("g", { class: `way-steps ${kind}` }, ...steps)] : []));
  }

  /** How likely each of some hexes does something, on a yellow foot below its counter. */
  chances(list) {
    this.layers.chances.replaceChildren(...list.map(({ hex, text }) => {
      const [x, y] = this.centre(hex);
      const word = s("text", { x, y: y + 26 });
      word.textContent = text;
      return s("g", { class: "chance-foot" }, s("rect", { x: x - 18, y: y + 15, width: 36, height: 14, rx: 3 }), word);
    }));
  }

  /** What the shades mean: a list of [kind, text]; none takes it away. */
  legend(list) {
    this.legendBox?.remove();
    if (!list.length) return;
    const row = ([kind, text]) => h("li", {}, h("i", { class: `legend-${kind}` }), text);
    this.legendBox = h("section", { class: "card legend", "aria-label": "Danger on the way" }, h("b", {}, "Danger on the way"), h("span", { class: "dim" }, "number: MF to get there"), h("ul", {}, list.map(row)));
    this.tools.append(this.legendBox);
  }

  /** Lay a tip beside a hex, where there is room. */
  beside(hex, tip) {
    const [x, y] = this.seen(hex);
    const far = this.map.hex[0] * 0.7 * this.zoom + 8;
    const { clientWidth, clientHeight } = this.place;
    const right = x + far + tip.offsetWidth < clientWidth - 6;
    const left = right ? x + far : Math.max(6, x - far - tip.offsetWidth);
    const top = Math.max(6, Math.min(clientHeight - tip.offsetHeight - 6, y - tip.offsetHeight / 2));
    Object.assign(tip.style, { left: `${left}px`, top: `${top}px` });
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
    if (hex >= 0) this.nudge(hex); // before anything changes: the page is not laid out once more
    this.layers.cursor.replaceChildren(...(hex < 0 ? [] : [s("path", { d: this.outline(hex, 1.02), class: "cursor" })]));
  }
}
