// The panels beside the board: docked, moved aside, resized, folded, and kept so.

import { $, h, kept } from "../shared/dom.js";

const BELOW = matchMedia("(max-width: 56em)"); // then they are one drawer from below
const LEAST = 240; // pixels that the dock is wide at least
const BOARD = 320; // pixels that it leaves to the board
const STEP = 24; // pixels of one arrow key
const DRAWER = ["low", "half", "tall"]; // how far the drawer is open
const GRIP = 6; // pixels that a pointer wanders before a panel is taken along
const USUAL = { units: { open: true }, log: { open: true, share: 0.4 }, status: { open: false, share: 0.3 } };

/** The panels of a game. */
export class Panels {
  /** @param {Function} opened is told which panel was opened */
  constructor(opened = () => {}) {
    this.opened = opened;
    this.all = [...document.querySelectorAll(".panel")];
    this.dock = $("dock");
    this.state = this.read();
    for (const panel of this.all) panel.prepend(this.edge(panel), this.head(panel));
    for (const tab of document.querySelectorAll("[data-tab]")) tab.addEventListener("click", () => this.turn(tab.dataset.tab));
    this.widths();
    this.drawer();
    BELOW.addEventListener("change", () => this.lay());
    this.lay();
  }

  /** What was left; whatever cannot be read is as usual. */
  read() {
    const usual = { panels: structuredClone(USUAL), width: 0, drawer: "half", shown: "units" };
    try {
      const found = JSON.parse(kept.get("panels", "{}"));
      for (const name of Object.keys(USUAL)) Object.assign(usual.panels[name], found.panels?.[name]);
      return { ...usual, ...found, panels: usual.panels };
    } catch {
      return usual;
    }
  }

  keep() {
    kept.set("panels", JSON.stringify(this.state));
    this.lay();
  }

  of(panel) {
    return this.state.panels[panel.dataset.panel];
  }

  // -- opening and closing -------------------------------------------------------------

  /** A tab opens its panel, or puts it away. */
  turn(name) {
    if (BELOW.matches) {
      const again = this.state.shown === name && this.state.drawer !== "low";
      Object.assign(this.state, { shown: name, drawer: again ? "low" : this.state.drawer === "low" ? "half" : this.state.drawer });
    } else {
      const its = this.state.panels[name];
      its.open = !its.open || its.folded;
      its.folded = false;
    }
    this.keep();
    this.opened(name);
  }

  /** Something in a panel is asked or told: have it in sight. */
  show(name) {
    if (BELOW.matches) Object.assign(this.state, { shown: name, drawer: this.state.drawer === "low" ? "half" : this.state.drawer });
    else Object.assign(this.state.panels[name], { open: true, folded: false });
    this.keep();
  }

  set(panel, values) {
    Object.assign(this.of(panel), values);
    this.keep();
  }

  // -- how they lie --------------------------------------------------------------------

  lay() {
    const below = BELOW.matches;
    $("dock-edge").setAttribute("aria-valuenow", Math.round((100 * (this.state.width || this.dock.offsetWidth)) / innerWidth));
    for (const panel of this.all) panel.querySelector(".edge")?.setAttribute("aria-valuenow", Math.round(100 * (this.of(panel).share ?? 0.35)));
    document.body.dataset.drawer = below ? this.state.drawer : "";
    for (const panel of this.all) this.place(panel, below);
    const docked = this.all.filter((panel) => !panel.hidden && !panel.classList.contains("loose"));
    docked.forEach((panel, n) => panel.classList.toggle("first", n === 0));
    const tall = docked.filter((panel) => !panel.classList.contains("folded"));
    tall.forEach((panel, n) => { panel.style.flex = n === 0 ? "1 1 0" : `0 0 ${100 * (this.of(panel).share ?? 0.35)}%`; });
    this.dock.classList.toggle("bare", !docked.length && !below);
    const width = this.state.width ? `${Math.max(LEAST, Math.min(innerWidth - BOARD, this.state.width))}px` : "";
    if (width) $("desk").style.setProperty("--dock", width);
    for (const tab of document.querySelectorAll("[data-tab]")) {
      const its = this.state.panels[tab.dataset.tab];
      tab.setAttribute("aria-pressed", String(below ? this.state.shown === tab.dataset.tab && this.state.drawer !== "low" : its.open));
    }
  }

  place(panel, below) {
    const { open, folded, at } = this.of(panel);
    panel.hidden = below ? this.state.shown !== panel.dataset.panel : !open;
    const loose = Boolean(at) && !below;
    panel.classList.toggle("loose", loose);
    panel.classList.toggle("folded", Boolean(folded) && !below);
    panel.style.flex = "";
    const [x, y, wide, high] = loose ? inside(at) : [];
    for (const [name, value] of Object.entries({ left: x, top: y, width: wide, height: folded ? undefined : high })) {
      panel.style[name] = value === undefined ? "" : `${value}px`;
    }
    panel.querySelector(".fold").setAttribute("aria-expanded", String(!folded));
    panel.querySelector(".aside").setAttribute("aria-pressed", String(loose));
  }

  // -- their heads ---------------------------------------------------------------------

  head(panel) {
    const name = panel.getAttribute("aria-label");
    const small = (kind, word, title, act) => h("button", { type: "button", class: `quiet ${kind}`, "aria-label": `${title}: ${name}`, title, onclick: act }, word);
    const head = h("div", { class: "panel-head" },
      h("h2", {}, name),
      small("aside", "❐", "over the board, or beside it again; arrow keys move it", () => this.loosen(panel)),
      small("fold", "▾", "fold, or unfold", () => this.set(panel, { folded: !this.of(panel).folded })),
      small("shut", "×", "put away", () => this.set(panel, { open: false })));
    head.querySelector(".aside").addEventListener("keydown", (event) => this.push(panel, event));
    this.draggable(panel, head);
    return head;
  }

  /** Over the board where it is, or back into the dock. */
  loosen(panel) {
    const box = panel.getBoundingClientRect();
    const at = this.of(panel).at ? null : [Math.max(0, box.left - 40), box.top + 12, box.width, Math.min(box.height, 0.6 * innerHeight)];
    this.set(panel, { at, folded: false });
  }

  push(panel, event) {
    const way = { ArrowLeft: [-STEP, 0], ArrowRight: [STEP, 0], ArrowUp: [0, -STEP], ArrowDown: [0, STEP] }[event.key];
    const { at } = this.of(panel);
    if (!way || !at) return;
    event.preventDefault();
    event.stopPropagation();
    const [x, y, wide, high] = at;
    this.set(panel, { at: event.shiftKey ? [x, y, wide + way[0], high + way[1]] : [x + way[0], y + way[1], wide, high] });
  }

  /** Its head takes it along; the corner of a loose one makes it larger. */
  draggable(panel, head) {
    head.addEventListener("pointerdown", (event) => {
      if (BELOW.matches || event.target.closest("button")) return;
      const box = panel.getBoundingClientRect();
      const high = this.of(panel).at?.[3] ?? Math.min(box.height, 0.6 * innerHeight);
      const [dx, dy] = [event.clientX - box.left, event.clientY - box.top];
      let moved = false;
      drag(head, event, (now) => {
        moved ||= Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > GRIP;
        if (moved) this.set(panel, { at: [now.clientX - dx, now.clientY - dy, box.width, high] });
      });
    });
    new ResizeObserver(() => {
      const { at, folded } = this.of(panel);
      if (!at || folded || BELOW.matches || panel.hidden) return;
      const [wide, high] = [panel.offsetWidth, panel.offsetHeight];
      if (Math.abs(wide - at[2]) + Math.abs(high - at[3]) < 2) return;
      this.of(panel).at = [at[0], at[1], wide, high];
      kept.set("panels", JSON.stringify(this.state));
    }).observe(panel);
  }

  // -- their edges ---------------------------------------------------------------------

  /** The edge above a docked panel: how high it is. */
  edge(panel) {
    const name = panel.getAttribute("aria-label");
    const edge = h("div", { class: "edge along", role: "separator", tabindex: 0, "aria-orientation": "horizontal", "aria-label": `Height of ${name}` });
    const high = (pixels) => this.set(panel, { share: Math.max(0.1, Math.min(0.8, pixels / this.dock.clientHeight)) });
    const foot = () => panel.getBoundingClientRect().bottom;
    edge.addEventListener("pointerdown", (event) => drag(edge, event, (now) => high(foot() - now.clientY)));
    arrows(edge, { ArrowUp: 1, ArrowDown: -1 }, (by) => high(panel.offsetHeight + by * STEP));
    return edge;
  }

  widths() {
    const edge = $("dock-edge");
    const wide = (pixels) => {
      this.state.width = Math.max(LEAST, Math.min(innerWidth - BOARD, pixels));
      this.keep();
    };
    edge.addEventListener("pointerdown", (event) => drag(edge, event, (now) => wide(this.dock.getBoundingClientRect().right - now.clientX)));
    arrows(edge, { ArrowLeft: 1, ArrowRight: -1 }, (by) => wide(this.dock.offsetWidth + by * STEP));
  }

  /** The handle of the drawer: a press opens it further, a pull as far as it is pulled. */
  drawer() {
    const handle = h("button", { type: "button", class: "handle", "aria-label": "The drawer: further open, or closed" });
    handle.addEventListener("click", () => {
      if (this.pulled) return;
      this.state.drawer = DRAWER[(DRAWER.indexOf(this.state.drawer) + 1) % DRAWER.length];
      this.keep();
    });
    handle.addEventListener("pointerdown", (event) => {
      this.pulled = false;
      drag(handle, event, (now) => {
        const far = innerHeight - now.clientY;
        if (Math.abs(now.clientY - event.clientY) < GRIP) return;
        this.pulled = true;
        this.state.drawer = far < 160 ? "low" : far < 0.6 * innerHeight ? "half" : "tall";
        this.keep();
      });
    });
    this.dock.prepend(handle);
  }
}

/** A place of a loose panel, within the window. */
function inside([x, y, wide, high]) {
  const [w, v] = [Math.max(LEAST, Math.min(innerWidth, wide)), Math.max(100, Math.min(innerHeight - 48, high))];
  return [Math.max(0, Math.min(innerWidth - w, x)), Math.max(48, Math.min(innerHeight - 48, y)), w, v];
}

/** Follow a pointer from where it is pressed until it is let go. */
function drag(element, event, move) {
  element.setPointerCapture(event.pointerId);
  const stop = () => {
    element.removeEventListener("pointermove", move);
    for (const end of ["pointerup", "pointercancel"]) element.removeEventListener(end, stop);
  };
  element.addEventListener("pointermove", move);
  for (const end of ["pointerup", "pointercancel"]) element.addEventListener(end, stop);
}

/** What the arrow keys do to a separator. */
function arrows(element, ways, act) {
  element.addEventListener("keydown", (event) => {
    if (!(event.key in ways)) return;
    event.preventDefault();
    event.stopPropagation();
    act(ways[event.key]);
  });
}
