// The player's own table: how far opfor helps with each step, what to do with counters.

import { $, h, kept } from "../shared/dom.js";
import { bare } from "../shared/pieces.js";

const STEPS = {
  activation: "Activation of S?", actions: "ENEMY Actions, moves, rout", fire: "Fire on the IFT", "to hit": "To Hit",
  morale: "Morale and other checks", rally: "Rally", "close combat": "Close Combat", rest: "All other dice",
};
const LEVELS = {
  do: ["do it", "opfor rolls and resolves"],
  suggest: ["suggest", "opfor shows the dice it would roll: take them, or roll your own"],
  ask: ["with my dice", "opfor says what to roll, you click or type the dice, opfor reads off what comes of it"],
  tell: ["I tell", "opfor says what is to be resolved, you do so on your table and say what came of it"],
};
const PARTS = {
  vehicle: { flags: ["ce", "motion", "bogged", "mired", "immobile", "stunned", "shaken", "recalled", "abandoned"], arcs: { vca: "hull", tca: "turret" } },
  gun: { flags: ["emplaced", "limbered"], arcs: { ca: "Gun" } },
};
const SHOCK = ["", "shock", "UK"];
const ABOARD = ["pinned", "concealed", "melee"]; // states of any unit that a vehicle can be in
const FLAGS = ["broken", "dm", "pinned", "cx", "concealed", "ti", "panic", "wounded", "berserk", "fanatic", "melee", "disrupted", "unarmed", "malfunctioned", "disabled"];

/** How a game is shared between opfor and a table. */
export class Table {
  /** @param {object} on board, pieces, orders, link, `answer(value)`, `attempt(work)`, `say(text)`; and `game` */
  constructor(on) {
    Object.assign(this, on);
    this.key = `chores-${on.game}`;
    this.lying = `table-${on.game}`;
    this.chores = JSON.parse(kept.get(this.key, "[]"));
    this.before = null;
    $("chores-all").addEventListener("click", () => this.all());
    $("chores-done").addEventListener("click", () => this.keep([]));
    $("print").addEventListener("click", () => print());
    $("adjust-open").addEventListener("click", () => this.adjust());
    $("counters-lie").addEventListener("change", ({ target }) => this.lie(target.checked));
    $("adjust").addEventListener("submit", (event) => event.preventDefault());
  }

  /** The game went on. */
  see(news) {
    this.view = news.view;
    if (news.view.mine && this.used === undefined && kept.get(`dice-${this.game}`, "")) this.restore();
    if (news.view.on_table.length && !kept.get(this.lying, "")) kept.set(this.lying, "yes");
    const used = kept.get(this.lying, "") === "yes";
    if (used && this.used === undefined && !kept.get(this.key, "")) this.all();
    this.used = used;
    $("counters-lie").checked = used;
    if (used && (news.beats.length || news.anew) && news.chores.length) this.keep([...this.chores.filter(([, done]) => !done), ...news.chores.map((text) => [text, false])]);
    this.levels();
    this.show();
    $("adjust").replaceChildren();
    if (this.again) this.adjust();
    this.again = false;
  }

  /** After a reload the same dice are asked for as before. */
  restore() {
    const { auto = [], suggest = [] } = JSON.parse(kept.get(`dice-${this.game}`, "{}"));
    const same = String(auto) === String(this.view.auto) && String(suggest) === String(this.view.suggest);
    if (this.view.mine && !same) this.attempt(() => this.link.ask("dice", { mine: true, auto, suggest }));
  }

  // -- how far opfor helps -------------------------------------------------------------

  level(step) {
    if (this.view.on_table.includes(step)) return "tell";
    if (!this.view.mine || this.view.auto.includes(step)) return "do";
    return this.view.suggest.includes(step) ? "suggest" : "ask";
  }

  levels() {
    const rows = this.view.steps.map((step) => {
      const can = Object.keys(LEVELS).filter((level) => level !== "tell" || this.view.resolutions.includes(step));
      const choice = h(
        "select",
        { "data-step": step, onchange: (event) => this.set(step, event.target.value) },
        can.map((level) => h("option", { value: level, title: LEVELS[level][1], selected: this.level(step) === level }, LEVELS[level][0])),
      );
      return h("label", { class: "level" }, STEPS[step] ?? step, choice);
    });
    const all = h("p", { class: "all-levels" }, "All: ", Object.entries(LEVELS).map(([level, [word, told]]) => h("button", { type: "button", title: told, onclick: () => this.setAll(level) }, word)));
    $("levels").replaceChildren(...rows, all);
  }

  set(step, level) {
    const levels = Object.fromEntries(this.view.steps.map((each) => [each, this.level(each)]));
    return this.take({ ...levels, [step]: level });
  }

  setAll(level) {
    const fit = (step) => (level === "tell" && !this.view.resolutions.includes(step) ? "do" : level);
    return this.take(Object.fromEntries(this.view.steps.map((step) => [step, fit(step)])));
  }

  /** Tell the server who does what now. */
  async take(levels) {
    const steps = this.view.steps;
    const told = steps.filter((step) => levels[step] === "tell");
    const auto = steps.filter((step) => levels[step] === "do");
    const suggest = steps.filter((step) => levels[step] === "suggest");
    const mine = steps.some((step) => ["ask", "suggest"].includes(levels[step]));
    kept.set(`dice-${this.game}`, JSON.stringify({ auto, suggest }));
    const was = this.view.on_table;
    await this.attempt(() => this.link.ask("dice", { mine, auto, suggest }));
    const same = was.length === told.length && told.every((step) => was.includes(step));
    if (!same) await this.answer({ type: "adjust", what: "game", id: "table", set: { on_table: told } });
    this.levels();
  }

  // -- what to do with the counters ----------------------------------------------------

  /** Whether the player has the counters before him too; then all of them are listed first. */
  lie(lying) {
    kept.set(this.lying, lying ? "yes" : "no");
    this.used = lying;
    this.keep([]);
    if (lying) this.all();
  }

  /** Everything that lies on the map, to lay it out or to compare. */
  async all() {
    const found = await this.attempt(() => this.link.ask("counters"));
    if (found) this.keep(found.lines.map((text) => [text, false]));
  }

  keep(chores) {
    this.chores = chores;
    kept.set(this.key, JSON.stringify(chores));
    this.show();
  }

  show() {
    const open = this.chores.filter(([, done]) => !done).length;
    $("chores-card").hidden = !this.used;
    $("chores-title").textContent = open ? `On your table: ${open} to do` : "On your table: all done";
    $("chores").replaceChildren(...this.chores.map(([text, done], n) => this.chore(text, done, n)));
    $("printed").replaceChildren(
      h("h1", {}, this.view?.title ?? ""),
      h("p", {}, $("status").textContent),
      h("ul", {}, this.chores.filter(([, done]) => !done).map(([text]) => h("li", {}, text))),
    );
  }

  chore(text, done, n) {
    const hexes = [...text.matchAll(/\b[A-Za-z0-9]*[A-Z]{1,2}\d{1,2}\b/g)].map(([word]) => this.board.map.labels.indexOf(word));
    const tick = (event) => this.keep(this.chores.map((each, at) => (at === n ? [each[0], event.target.checked] : each)));
    const ring = () => this.board.ring({ told: hexes });
    return h("li", { onmouseenter: ring, onmouseleave: () => this.board.ring({}) }, h("label", { class: "box" }, h("input", { type: "checkbox", checked: done, onchange: tick, onfocus: ring }), h("span", {}, text)));
  }

  // -- setting things right ------------------------------------------------------------

  /** A form for what lies in the hex that is looked at. */
  async adjust() {
    const { hex } = this.orders;
    const there = (hex >= 0 ? this.pieces.in(hex) : this.pieces.offboard()).filter((piece) => !piece.key.endsWith("@"));
    if (!there.length) {
      this.say("choose a stack first, then set it as it is on your table");
      return;
    }
    const things = [];
    for (const piece of there.slice(0, 20)) {
      const found = await this.attempt(() => this.link.ask("thing", { key: piece.key }));
      if (found) things.push(this.thing(piece, found));
      for (const key of found?.arms ?? []) {
        const arm = await this.attempt(() => this.link.ask("thing", { key }));
        if (arm) things.push(this.thing({ ...piece, name: key }, arm));
      }
    }
    $("adjust").replaceChildren(...things);
    $("adjust").querySelector("button, input")?.focus();
  }

  /** What only a vehicle or a Gun has: its states, and where it points. */
  part(name, part, set) {
    const { flags, arcs } = PARTS[name];
    const give = (changes) => set({ [name]: { ...part, ...changes } });
    const turn = (arc, word) => [[5, "↺"], [1, "↻"]].map(([by, sign]) =>
      h("button", { type: "button", title: `turn the ${word} by a hexspine`, onclick: () => give({ [arc]: (part[arc] + by) % 6 }) }, `${word} ${sign}`),
    );
    const states = flags.map((flag) => h("button", { type: "button", class: "flag", "aria-pressed": String(part[flag]), onclick: () => give({ [flag]: !part[flag] }) }, flag));
    const shock = "shock" in part ? h("select", { "aria-label": "shock", onchange: (event) => give({ shock: event.target.value }) }, SHOCK.map((each) => h("option", { value: each, selected: each === part.shock }, each || "no shock"))) : [];
    const turns = Object.entries(arcs).filter(([arc]) => part[arc] >= 0).flatMap(([arc, word]) => turn(arc, word));
    return h("div", { class: "flags" }, states, shock, turns);
  }

  thing(piece, { what, id, fields, parts }) {
    const set = (changes) => {
      this.again = true;
      return this.answer({ type: "adjust", what, id, set: changes });
    };
    const fit = (flag) => flag in fields && (!parts.vehicle || ABOARD.includes(flag));
    const flags = FLAGS.filter(fit).map((flag) =>
      h("button", { type: "button", class: "flag", "aria-pressed": String(fields[flag]), onclick: () => set({ [flag]: !fields[flag] }) }, flag),
    );
    const carried = fields.mount;
    const where = h("input", { size: 6, value: fields.location ?? "", "aria-label": `Location of ${id}` });
    const move = h("button", { type: "button", onclick: () => set({ location: where.value.trim() }) }, "put there");
    const attitude = fields.attitude ? h("button", { type: "button", onclick: () => set({ attitude: fields.attitude === "Hold" ? "Advance" : "Hold" }) }, `${fields.attitude} Attitude: turn`) : null;
    return h(
      "div",
      { class: "thing-form" },
      h("b", {}, this.pieces.small(piece, 26), bare(piece)),
      h("div", { class: "flags" }, flags, attitude, "location" in fields && !carried ? [where, move] : [], h("button", { type: "button", class: "remove", onclick: () => set(null) }, "remove")),
      Object.entries(parts).map(([name, part]) => this.part(name, part, set)),
    );
  }
}
