// Choosing units and giving them orders: the stack, where it can go, what it can do.

import { $, h, lines } from "./dom.js";
import { FireForm, armed } from "./fire.js";

const MOST = 40; // offers of one kind that are shown at once
const FEW = ["RtPh", "CCPh"]; // phases in which few can do anything
const FIRST = { RPh: ["rally", "repair", "keep DM"] }; // orders that are listed before anybody is chosen
const STEPS = ["rout", "advance", "withdraw", "drive"]; // orders that a click on their hex gives
const DRIVERS = ["start", "drive", "turn", "stop", "delay", "discharge", "unbog", "speed", "expose"]; // orders that take MP

/** The panel of the units and their orders. */
export class Orders {
  /** @param {object} on board, pieces, link, `answer(value)`, `march(…)`, `say(text)` */
  constructor(on) {
    Object.assign(this, on);
    this.chosen = new Set();
    this.hex = -1;
    this.offers = [];
    this.reach = {};
    this.barred = {}; // why a vehicle does not drive into the hexes next to it
    this.why = "";
    this.route = [];
    this.how = "plain";
    this.round = 0;
    this.fire = new FireForm(on);
    for (const input of document.querySelectorAll("input[name=how]")) {
      input.addEventListener("change", () => this.setHow(input.value));
    }
    $("go").addEventListener("click", () => this.go());
  }

  /** The game went on: `ordering` says whether it waits for an order. */
  update(view, ordering) {
    this.view = view;
    this.ordering = ordering;
    this.route = [];
    $("about").replaceChildren();
    const begins = this.phase !== view.phase;
    this.phase = view.phase;
    if (begins) this.chosen.clear();
    const mine = (key) => this.pieces.all.get(key)?.side === "FRIENDLY";
    this.chosen = new Set([...this.chosen].filter(mine));
    if (begins && !this.listed()) this.chosen = new Set(this.able(this.hex).map((p) => p.key));
    if (view.move.length) this.chosen = new Set(view.move);
    const first = this.pieces.all.get([...this.chosen][0]);
    if (first && first.hex >= 0) this.hex = first.hex;
    return this.refresh();
  }

  /** The units among the chosen counters. */
  units() {
    return [...this.chosen].filter((key) => this.pieces.all.get(key)?.kind === "unit");
  }

  /** Whose orders are looked up: where few can do anything all, so that nobody is overlooked. */
  asked() {
    if (this.chosen.size || !this.listed()) return [...this.chosen];
    return [...this.pieces.all.values()].filter((p) => p.side === "FRIENDLY" && p.kind === "unit").map((p) => p.key);
  }

  /** Whether all that can be done is listed before anybody is chosen. */
  listed() {
    return this.view.window || FEW.includes(this.view.phase) || Boolean(FIRST[this.view.phase]);
  }

  howFields() {
    return { plain: {}, assault: { assault: true }, double: { double_time: true } }[this.how];
  }

  setHow(how) {
    this.how = how;
    for (const input of document.querySelectorAll("input[name=how]")) input.checked = input.value === how;
    this.route = [];
    return this.refresh();
  }

  // -- choosing ----------------------------------------------------------------------

  /** A hex was clicked: go there, fire there, or choose who stands there. */
  async click(hex, event = {}) {
    await this.known; // who was just chosen may go there
    const ways = Object.entries(this.reach).filter(([, way]) => way.hex === hex);
    if (this.ordering && ways.length) return this.head(ways, hex, event.shiftKey);
    const there = this.offers.filter((offer) => offer.hexes[0] === hex && offer.kind !== "wall");
    const shots = there.filter((offer) => offer.kind === "fire");
    const over = there.filter((offer) => offer.order.overrun && offer.kind === "drive");
    if (shots.length && over.length) return this.choice("Fire, or overrun them?", [...targets(shots), ...over].map((offer) => this.offer(offer)));
    if (shots.length) return this.aim(shots);
    const steps = there.filter((offer) => STEPS.includes(offer.kind));
    const exact = steps.filter((offer) => this.isChosen(offer.units));
    const given = exact.length === 1 ? exact : steps;
    if (given.length === 1) return this.take(given[0]);
    if (steps.length) return this.which(steps);
    if (this.barred[hex] && this.offers.some((offer) => offer.kind === "drive") && !this.able(hex).length) return this.say(this.barred[hex]);
    this.fire.close();
    await this.chooseHex(hex);
    return this.spot(hex);
  }

  /** OBA may come down in any hex that its Observer sees, not only where an enemy is known. */
  spot(hex) {
    const found = this.offers.filter((offer) => offer.kind === "radio" && ["place", "correct"].includes(offer.order.step));
    const one = found.find((offer) => offer.hexes[0] === hex) ?? found[0];
    if (!one || this.units().length) return;
    const order = { ...one.order, to: this.board.map.names[hex] };
    const label = `${order.battery}: ${order.step} it in ${this.board.map.labels[hex]}`;
    this.choice("OBA", [this.offer(one.hexes[0] === hex ? one : { ...one, order, label, hexes: [hex] })]);
  }

  /** Whether an order names those units that are chosen, and no others. */
  isChosen(ids) {
    const units = this.units();
    return ids.length === units.length && ids.every((id) => units.includes(id));
  }

  aim(shots) {
    $("fire").hidden = false;
    this.fire.open(shots, this.chosen);
  }

  chooseHex(hex) {
    this.hex = hex;
    this.route = [];
    this.chosen = new Set(this.able(hex).map((p) => p.key));
    return this.refresh(true);
  }

  /** Who in a hex is meant by a click: in one's MPh who moves now, or else still can. */
  able(hex) {
    const there = hex < 0 ? [] : this.pieces.in(hex);
    const own = there.filter((p) => p.side === "FRIENDLY" && p.kind === "unit");
    if (!this.moving()) return own;
    const first = [own.filter((p) => this.view.move.includes(p.key)), own.filter((p) => !p.done)];
    return first.find((those) => those.length) ?? own;
  }

  moving() {
    return this.view.phase === "MPh" && this.view.acting === "FRIENDLY" && !this.view.window;
  }

  /** Choose the next units that wait, one Location after another. */
  next() {
    const own = [...this.pieces.all.values()].filter((p) => p.side === "FRIENDLY" && p.kind === "unit");
    const hexes = [...new Set(own.map((p) => p.hex))].sort((a, b) => a - b);
    if (!hexes.length) return undefined;
    const hex = hexes[(hexes.indexOf(this.hex) + 1) % hexes.length];
    if (hex < 0) {
      this.hex = -1;
      this.chosen = new Set(own.filter((p) => p.hex < 0).map((p) => p.key));
      return this.refresh(true);
    }
    this.board.reveal(hex);
    return this.chooseHex(hex);
  }

  toggle(key) {
    if (!this.chosen.delete(key)) {
      const place = this.pieces.all.get(key).at;
      for (const other of this.chosen) if (this.pieces.all.get(other).at !== place) this.chosen.delete(other);
      this.chosen.add(key);
      this.hex = this.pieces.all.get(key).hex;
    }
    this.route = [];
    return this.refresh();
  }

  // -- moving ------------------------------------------------------------------------

  /** Enter a hex next to the stack at once; show the way to one further on. */
  async head(ways, hex, drawing) {
    if (this.route.length && this.route.at(-1).hex === hex && !drawing) return this.go();
    if (ways.length > 1) return this.whichLevel(ways);
    const [[to, way]] = ways;
    if (way.route.length === 1 && !drawing) return this.march([to]);
    const last = this.route.at(-1);
    const steps = drawing ? [...this.route.map((step) => step.to), to] : way.route;
    this.route = steps.map((name) => ({ to: name, hex: this.reach[name]?.hex ?? last?.hex ?? hex }));
    this.showReach();
    await this.threaten(this.route.map((step) => step.to));
    return undefined;
  }

  whichLevel(ways) {
    const buttons = ways.map(([to, way]) =>
      h("button", { type: "button", onclick: () => this.march(way.route) }, `${to} (${way.mf} MF)`),
    );
    this.choice("Which Location?", buttons);
  }

  /** Several orders lead to one hex. */
  which(offers) {
    this.choice("Which way?", offers.map((offer) => this.offer(offer)));
  }

  choice(question, buttons) {
    $("threats").replaceChildren(h("h3", {}, question), ...buttons);
    buttons[0].scrollIntoView({ block: "nearest" });
    buttons[0].focus();
  }

  /** Turn a vehicle, or its turret, by one hexspine to the left or to the right. */
  turn(side, what = "vehicle") {
    const found = this.offers.find((offer) => offer.kind === "turn" && new RegExp(`${what} ${side}( \\(|$)`).test(offer.label));
    return found && this.answer(found.order);
  }

  march(route) {
    const units = this.units();
    this.route = [];
    this.reach = {};
    return this.go_march(units, route, this.view.move.length ? {} : this.howFields());
  }

  go() {
    if (!this.route.length) return undefined;
    return this.march(this.route.map((step) => step.to));
  }

  /** Before going there: what entering a hex in reach may Activate. */
  consider(hex) {
    const ways = Object.entries(this.reach).filter(([, way]) => way.hex === hex);
    if (ways.length && !this.route.length) this.threaten([ways[0][0]]);
  }

  /** What may be Activated along a way, and how likely. */
  async threaten(route) {
    const parts = [];
    for (const to of route.slice(0, 8)) {
      try {
        const found = await this.link.ask("threats", { units: this.units(), to });
        parts.push(...lines(found.lines));
      } catch {
        return;
      }
    }
    $("threats").replaceChildren(h("h3", { class: "threats" }, `Threats in ${this.board.map.labels[this.reach[route.at(-1)]?.hex] ?? "these hexes"}`), ...parts);
  }

  // -- what can be done --------------------------------------------------------------

  /** Ask anew what the chosen units can do. */
  refresh(about = false) {
    this.known = this.ask(about);
    return this.known;
  }

  async ask(about) {
    const round = ++this.round;
    [this.offers, this.reach, this.barred] = [[], {}, {}]; // those of others, until these are known
    $("threats").replaceChildren();
    $("offers").dataset.old = "yes";
    this.pieces.choose(this.chosen);
    this.showStack();
    let [offers, reach, barred, why] = [[], {}, {}, ""];
    if (this.ordering) {
      const units = this.units();
      try {
        offers = await this.link.ask("legal", { units: this.asked() });
        const first = this.chosen.size ? null : FIRST[this.view.phase];
        if (first) offers = offers.filter((offer) => !offer.units.length || first.includes(offer.kind));
        if (this.moving() && units.length) ({ reach, why, barred = {} } = await this.link.ask("reach", { units, how: this.view.move.length ? {} : this.howFields() }));
      } catch (error) {
        if (this.view.phase !== "MPh") this.say(error.message);
      }
    }
    if (round !== this.round) return;
    Object.assign(this, { offers, reach, barred, why });
    this.showReach();
    this.showOffers();
    if (this.view.window && !this.chosen.size) this.pointAt(offers);
    if (about && this.hex >= 0) await this.describe(this.hex);
  }

  /** Where the ENEMY moves whom one may fire at now. */
  pointAt(offers) {
    const hexes = offers.filter((offer) => offer.kind === "fire").map((offer) => offer.hexes[0]);
    if (!hexes.length) return;
    this.board.ring({ target: hexes });
    this.board.reveal(hexes[0]);
  }

  async describe(hex) {
    try {
      const found = await this.link.ask("look", { at: this.board.map.names[hex] });
      $("about").replaceChildren(...lines(found.lines));
    } catch (error) {
      this.say(error.message);
    }
  }

  showStack() {
    const shown = this.hex >= 0 ? this.pieces.in(this.hex) : [];
    const label = this.hex >= 0 ? this.board.map.labels[this.hex] : "";
    if (this.shown !== this.hex) document.querySelector(".upper").scrollTop = 0;
    this.shown = this.hex;
    $("stack-title").textContent = label ? `In ${label}` : this.chosen.size ? "Offboard" : "Choose a stack";
    const alone = (piece) => !this.pieces.all.has(piece.owner);
    $("stack").replaceChildren(...shown.filter(alone).map((piece) => this.row(piece)));
    const waiting = this.pieces.offboard();
    $("reserve").hidden = !waiting.length;
    $("reserve-list").replaceChildren(...waiting.filter((p) => p.kind === "unit").map((piece) => this.row(piece)));
  }

  row(piece) {
    const own = piece.side === "FRIENDLY";
    const pressed = this.chosen.has(piece.key);
    return h(
      "button",
      {
        type: "button",
        class: `unit ${own ? "own" : ""}`,
        "aria-pressed": own ? String(pressed) : null,
        disabled: !own,
        title: piece.name,
        onclick: () => this.toggle(piece.key),
      },
      this.pieces.small(piece),
      [...this.pieces.all.values()].filter((each) => each.owner === piece.key).map((each) => this.pieces.small(each, 26)),
      h("span", {}, piece.name.replace(/^FRIENDLY |^ENEMY /, "") + storey(piece)),
    );
  }

  showReach() {
    const path = this.route.map(({ hex }) => ({ hex, kind: "path" }));
    const ways = Object.values(this.reach).map(({ hex, mf, route }) => ({ hex, kind: route.length > 1 ? "far" : "near", text: mf }));
    const drives = this.offers.filter((o) => o.kind === "drive" && o.hexes.length).map((o) => ({ hex: o.hexes[0], kind: "near", text: o.cost }));
    const aims = this.offers.filter((o) => o.kind === "fire" || (STEPS.includes(o.kind) && o.kind !== "drive"));
    const targets = [...new Set(aims.map((offer) => offer.hexes[0]))].filter((hex) => hex !== undefined);
    this.board.shade([...ways, ...cheapest(drives), ...targets.map((hex) => ({ hex, kind: "aim" })), ...path]);
    $("go").hidden = !this.route.length;
    $("how").hidden = !Object.keys(this.reach).length || this.view.move.length > 0;
  }

  showOffers() {
    const elsewhere = (offer) => offer.kind === "wall" && this.hex >= 0 && offer.hexes[0] !== this.hex;
    const kinds = grouped(this.offers.filter((offer) => !elsewhere(offer)), (offer) => offer.kind);
    const first = ["halt", "hold fire", "end"];
    for (const kind of first) {
      const button = $(`do-${kind.replace(" ", "-")}`);
      const offer = kinds.get(kind)?.[0];
      button.hidden = !offer;
      button.onclick = offer ? () => this.answer(offer.order) : null;
    }
    const groups = [...kinds].filter(([kind]) => !first.includes(kind)).map(([kind, offers]) => this.group(kind, offers));
    const told = h("p", { class: "dim" }, this.told(groups.length));
    $("offers").replaceChildren(told, ...groups);
    delete $("offers").dataset.old;
  }

  /** All orders of a kind: those of one vehicle side by side. */
  group(kind, offers) {
    const shown = kind === "fire" ? targets(offers) : offers;
    const one = [...DRIVERS, "turn gun"].includes(kind) && new Set(offers.map((offer) => String(offer.units))).size === 1;
    const made = shown.slice(0, MOST).map((offer) => this.offer(one ? { ...offer, label: short(offer) } : offer));
    return h(
      "details",
      { open: shown.length <= 8 || kind === "fire", class: "kind" },
      h("summary", {}, `${this.view.labels[kind]} (${shown.length})`),
      one ? h("div", { class: "side-by-side" }, made) : made,
      shown.length > MOST ? h("p", {}, "choose units or a hex to see the rest") : null,
    );
  }

  /** What one may do with those who are chosen, or why nothing. */
  told(others) {
    if (!this.ordering || !this.chosen.size) return "";
    if (Object.keys(this.reach).length) return this.view.move.length ? "" : "Click a shaded hex to go there.";
    if (this.offers.some((offer) => offer.kind === "drive")) return "Click a shaded hex to drive there; [ and ] turn the vehicle, { and } its turret.";
    if (this.offers.some((offer) => offer.kind === "start") && this.moving()) return "Start the vehicle, then click where it drives.";
    if (this.why) return `They cannot move: ${this.why}`;
    return others ? "" : "Nothing else can be ordered of them now.";
  }

  /** Give an order, or plan it first: fire and OVR. */
  take(offer) {
    if (offer.kind === "fire") return this.aim(this.offers.filter((each) => each.kind === "fire" && each.at === offer.at));
    if (offer.kind === "drive" && offer.order.overrun) return this.fire.overrun(offer);
    return this.answer(offer.order);
  }

  offer(offer) {
    const cost = offer.cost && !/[\d¼½¾] M[FP]/.test(offer.label) ? ` (${offer.cost} ${DRIVERS.includes(offer.kind) ? "MP" : "MF"})` : "";
    return h(
      "button",
      {
        type: "button",
        class: "offer",
        onclick: () => this.take(offer),
        onmouseenter: () => this.board.ring({ target: offer.hexes }),
        onfocus: () => this.board.ring({ target: offer.hexes }),
        onmouseleave: () => this.board.ring({}),
        onblur: () => this.board.ring({}),
      },
      armed(offer.label) + cost,
    );
  }
}

/** What an order of one vehicle alone says without its name. */
function short({ label, units }) {
  return label.replace(new RegExp(`^(?:turn )?${units[0]}:? (?:to )?`), "");
}

/** Which level of its hex a counter is on, if not the ground. */
function storey({ at }) {
  const level = at?.split("/")[1];
  return level ? `, level ${level}` : "";
}

/** One button for all shots at a Location, those that can do nothing last: who fires is chosen in the form. */
function targets(offers) {
  const found = [...grouped(offers, (offer) => offer.at).values()].map((all) => {
    const vain = all.every((offer) => offer.vain);
    return all.length === 1 ? all[0] : { ...all[0], vain, label: `at ${all[0].at_label}: ${all.length} ways${vain ? ", none can harm" : ""}` };
  });
  return found.sort((a, b) => a.vain - b.vain);
}

/** Of several ways into a hex the one that takes least. */
function cheapest(ways) {
  const found = new Map();
  for (const way of ways.sort((a, b) => Number.parseFloat(b.text) - Number.parseFloat(a.text))) found.set(way.hex, way);
  return [...found.values()];
}

function grouped(offers, by) {
  const found = new Map();
  for (const offer of offers) found.set(by(offer), [...(found.get(by(offer)) ?? []), offer]);
  return found;
}
