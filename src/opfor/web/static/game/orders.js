// Choosing units and giving them orders: who is chosen, where they can go, what they can do.

import { HexCard } from "./card.js";
import { Clicks, STEPS } from "./clicks.js";
import { Danger } from "./danger.js";
import { $, h, lines, painted } from "../shared/dom.js";
import { Ends } from "./ends.js";
import { Drives } from "./drives.js";
import { FireForm } from "./fire.js";
import { FirstFire } from "./first_fire.js";
import { Leaving } from "./leaving.js";
import { Lens } from "./lens.js";
import { Menu } from "./menu.js";
import { Odds } from "./odds.js";
import { OfferList } from "./offers.js";
import { cheapest, grounds } from "./reach.js";
import { Routs } from "./routs.js";
import { StackList } from "./stacks.js";
import { Tray } from "./tray.js";
import { Ways } from "./ways.js";

const FEW = ["RtPh", "CCPh"]; // phases in which few can do anything
const FIRST = { RPh: ["rally", "repair", "recover", "keep DM"] }; // orders that are listed before anybody is chosen

/** The units and their orders. */
export class Orders {
  /** @param {object} on board, pieces, link, `answer(value)`, `march(…)`, `orders(list)`, `say(text)` */
  constructor(on) {
    Object.assign(this, on);
    this.chosen = new Set();
    this.hex = -1;
    this.offers = [];
    this.area = []; // the hexes of a set-up that is asked for
    this.reach = {};
    this.barred = {}; // why a vehicle does not drive into the hexes next to it
    this.why = "";
    this.route = [];
    this.how = "plain";
    this.round = 0;
    const card = (box) => new HexCard(on.board, () => [this.hex, ...this.route.map((step) => step.hex)], () => [...on.pieces.all.values()].map((piece) => piece.hex), box);
    this.card = card();
    this.fire = new FireForm(on, card);
    this.firstFire = new FirstFire(this);
    this.list = new OfferList(this);
    this.stacks = new StackList(this);
    this.tray = new Tray(this);
    this.clicks = new Clicks(this);
    this.leaving = new Leaving(this);
    this.ends = new Ends((offer) => this.leaving.end(offer));
    this.menu = new Menu(this);
    this.lens = new Lens(this);
    this.odds = new Odds(this);
    this.routs = new Routs(this);
    this.drives = new Drives(this);
    this.danger = new Danger(this);
    this.ways = new Ways(this);
    for (const input of document.querySelectorAll("input[name=how]")) {
      input.addEventListener("change", () => this.setHow(input.value));
    }
    $("go").addEventListener("click", () => this.go());
  }

  /** The game went on: `ordering` says whether it waits for an order. */
  update(view, ordering) {
    this.view = view;
    this.ordering = ordering;
    this.leave();
    this.fire.close();
    $("about").replaceChildren();
    const begins = this.phase !== view.phase;
    this.phase = view.phase;
    if (begins) this.chosen.clear();
    const mine = (key) => this.pieces.all.get(key)?.side === "FRIENDLY";
    this.chosen = new Set([...this.chosen].filter(mine));
    if (begins && !this.listed()) this.chosen = new Set(this.able(this.hex).map((p) => p.key));
    if (view.move.length) this.chosen = new Set(view.move);
    if (begins && !this.able(this.hex).length) this.hex = -1; // who was there has gone on
    const first = this.pieces.all.get([...this.chosen][0]);
    if (first && first.hex >= 0) this.hex = first.hex;
    return this.refresh();
  }

  /** Whether a story is being played, in which nothing is asked. */
  playing() {
    return Boolean(document.body.dataset.playing);
  }

  /** Whether something stands at a hex that a tip would lie over. */
  busyHere() {
    return this.card.open || this.fire.card.open || this.playing();
  }

  /** The units among the chosen counters. */
  units() {
    return [...this.chosen].filter((key) => this.pieces.all.get(key)?.kind === "unit");
  }

  /** The Location of the chosen stack, if it is on the map. */
  place() {
    const [first] = this.units();
    const at = this.pieces.all.get(first)?.at;
    return this.hex >= 0 ? at : undefined;
  }

  /** All units of the player. */
  own() {
    return [...this.pieces.all.values()].filter((p) => p.side === "FRIENDLY" && p.kind === "unit");
  }

  /** Whose orders are looked up: where few can do anything all, so that nobody is overlooked. */
  asked() {
    if (this.chosen.size || !this.listed()) return [...this.chosen];
    return this.own().map((p) => p.key);
  }

  /** Whether all that can be done is listed before anybody is chosen. */
  listed() {
    return this.view.window || FEW.includes(this.view.phase) || Boolean(FIRST[this.view.phase]);
  }

  howFields() {
    return { plain: {}, assault: { assault: true }, double: { double_time: true } }[this.how];
  }

  moveAs(how) {
    this.how = how;
    for (const input of document.querySelectorAll("input[name=how]")) input.checked = input.value === how;
  }

  setHow(how) {
    this.moveAs(how);
    this.leave();
    return this.refresh();
  }

  // -- choosing ----------------------------------------------------------------------

  /** A hex was clicked. */
  click(hex, event) {
    return this.clicks.at(hex, event);
  }

  aim(shots) {
    this.card.close();
    this.odds.clear();
    const hold = this.view.window ? this.offers.find((offer) => offer.kind === "hold fire" || offer.kind === "end") : null;
    const holds = () => {
      this.fire.close();
      this.answer(hold.order);
    };
    const all = () => {
      this.firstFire.letPass();
      holds();
    };
    const other = hold ? h("span", {},
      h("button", { type: "button", "data-key": " ", title: "nobody fires at who is in this hex now", onclick: holds }, "Hold fire ", h("kbd", {}, "Space")), " ",
      h("button", { type: "button", "data-key": "z", title: "it is not asked again in this MPh until others than those who could fire now can fire at this unit", onclick: all }, "Let all of its move pass ", h("kbd", {}, "z"))) : null;
    this.fire.open(shots, this.chosen, other);
  }

  chooseHex(hex) {
    if (hex !== this.hex && this.how !== "plain") this.moveAs("plain"); // each stack is told anew how it moves
    this.leave();
    this.hex = hex;
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

  /** Whether those who are chosen have somewhere to go. */
  goingOn() {
    return Object.keys(this.reach).length > 0 || this.offers.some((offer) => ["move", "start", "turn", ...STEPS].includes(offer.kind));
  }

  moving() {
    return this.view.phase === "MPh" && this.view.acting === "FRIENDLY" && !this.view.window;
  }

  /** Choose the next units that wait, one Location after another. */
  next() {
    const own = this.own();
    const hexes = [...new Set(own.map((p) => p.hex))].sort((a, b) => a - b);
    if (!hexes.length) return undefined;
    const hex = hexes[(hexes.indexOf(this.hex) + 1) % hexes.length];
    if (hex < 0) {
      this.hex = -1;
      this.chosen = new Set(own.filter((p) => p.hex < 0).map((p) => p.key));
      return this.refresh(true);
    }
    this.board.cursor(hex);
    $("cursor-place").textContent = this.board.map.labels[hex];
    return this.chooseHex(hex);
  }

  toggle(key) {
    if (!this.chosen.delete(key)) {
      const place = this.pieces.all.get(key).at;
      for (const other of this.chosen) if (this.pieces.all.get(other).at !== place) this.chosen.delete(other);
      this.chosen.add(key);
      this.hex = this.pieces.all.get(key).hex;
    }
    this.leave();
    return this.refresh().then(() => this.tellWhy());
  }

  /** Why those who were just chosen of a stack have nowhere to go. */
  tellWhy() {
    if (!this.moving() || this.goingOn()) return;
    if (!this.units().length) this.say("Nobody is chosen: choose who goes on, or end the move.");
    else if (this.why) this.say(`They cannot move: ${this.why}`);
  }

  // -- moving ------------------------------------------------------------------------

  /** Draw a way, and tell what may be Activated along it. */
  follow(steps, tell = true) {
    this.route = steps.map((name) => ({ to: name, hex: this.hexOf(name) }));
    this.board.way([this.hex, ...this.route.map((step) => step.hex)]);
    this.showReach();
    return tell ? this.threaten(steps) : undefined;
  }

  hexOf(place) {
    return this.board.map.names.indexOf(place.split("/")[0]);
  }

  /** A question stands at its hex; nothing but an answer, or Escape, takes it away. */
  choice(question, buttons, hex = this.hex) {
    for (const [n, button] of buttons.entries()) {
      if (n > 8) break;
      button.dataset.key = n + 1;
      button.prepend(h("kbd", {}, String(n + 1)), " ");
    }
    this.card.show(hex, question, buttons);
  }

  /** Put away what stands at a hex, with the way that was drawn there. */
  leave() {
    this.card.close();
    this.route = [];
    this.board.way([]);
    if (this.view) this.showReach();
  }

  /** Turn a vehicle, or its turret, by one hexspine to the left or to the right. */
  turn(side, what = "vehicle") {
    const found = this.offers.find((offer) => offer.kind === "turn" && new RegExp(`${what} ${side}( \\(|$)`).test(offer.label));
    return found && this.answer(found.order);
  }

  march(route) {
    const units = this.units();
    this.reach = {};
    this.leave();
    return this.go_march(units, route, this.view.move.length ? {} : this.howFields());
  }

  go() {
    if (!this.route.length) return undefined;
    return this.march(this.route.map((step) => step.to));
  }

  /** The words for a way that ends where too many would stand (A5.1); nothing where there is room. */
  crowded({ over }) {
    return over ? ` – Overstacked by ${over} squad${over > 1 ? "s" : ""} (A5.1)` : "";
  }

  /** Before going there, or advancing: what entering a hex in reach may Activate. */
  consider(hex) {
    const going = this.entered(hex);
    if (going && !this.route.length && !this.card.open) this.threaten([going.to], going.units);
  }

  /** Who would enter which Location of a hex by a click there. */
  entered(hex) {
    const ways = Object.entries(this.reach).filter(([, way]) => way.hex === hex);
    const advance = this.offers.find((offer) => offer.kind === "advance" && offer.hexes[0] === hex);
    if (ways.length) return { to: ways[0][0], units: this.units() };
    return advance ? { to: advance.order.to, units: advance.units } : null;
  }

  /** What may be Activated along a way, and how likely. */
  async threaten(route, units = this.units(), box = $("threats")) {
    const parts = [];
    for (const to of route.slice(0, 8)) {
      try {
        const how = this.view.move.length ? {} : this.howFields();
        const found = await this.link.ask("threats", { units, to, how });
        parts.push(...lines(found.lines));
      } catch {
        return;
      }
    }
    box.replaceChildren(h("h3", { class: "threats" }, `Threats in ${this.board.map.labels[this.hexOf(route.at(-1))] ?? "these hexes"}`), ...parts);
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
    const asked = this.ordering ? this.looked(round) : {}; // the server looks while the stack is shown
    this.routs.forget();
    this.drives.forget();
    this.danger.forget();
    $("threats").replaceChildren();
    $("offers").dataset.old = "yes";
    this.pieces.choose(this.chosen);
    this.stacks.show();
    const found = await asked;
    if (round !== this.round) return;
    const { offers = [], reach = {}, barred = {}, why = "" } = found;
    const held = await this.firstFire.held(offers);
    if (round !== this.round) return;
    if (held) return this.hold(held);
    Object.assign(this, { offers, reach, barred, why });
    this.showReach();
    this.list.show();
    this.tray.show();
    this.danger.find();
    this.routs.find();
    this.drives.find();
    if (this.view.window && !this.chosen.size) this.pointAt(offers);
    if (about && this.hex >= 0) await this.describe(this.hex);
    await this.lens.again();
  }

  /** Hold fire unasked; where nobody let the move pass, it is said. */
  hold({ order, said }) {
    this.answer(order);
    if (!said) return;
    this.story.log.note(said);
    this.say(said);
  }

  /** The Locations in reach of the chosen units, which are shown as soon as they are known, and their orders. */
  async looked(round) {
    const units = this.units();
    const going = this.moving() && units.length > 0;
    try {
      const [reach, offers] = await Promise.all([
        going ? this.link.ask("reach", { units, how: this.view.move.length ? {} : this.howFields() }).then((found) => this.goes(found, round)) : {},
        this.link.ask("legal", { units: this.asked() }),
      ]);
      const first = this.chosen.size ? null : FIRST[this.view.phase];
      const fit = (offer) => !offer.units.length || first.includes(offer.kind);
      return { ...reach, offers: first ? offers.filter(fit) : offers };
    } catch (error) {
      if (this.view.phase !== "MPh") this.say(error.message);
      return {};
    }
  }

  /** Shade where the chosen units can go; all else of the page waits until that is painted. */
  async goes(found, round) {
    if (round !== this.round) return found;
    this.reach = found.reach;
    this.showReach();
    await painted();
    return found;
  }

  /** Where the ENEMY moves whom one may fire at now: it is asked there. */
  pointAt(offers) {
    const shots = offers.filter((offer) => offer.kind === "fire");
    if (!shots.length) return;
    const hexes = shots.map((offer) => offer.hexes[0]);
    this.board.ring({ target: hexes });
    this.board.reveal(hexes[0]);
    if (new Set(shots.map((offer) => offer.at)).size === 1) this.aim(shots);
  }

  async describe(hex) {
    try {
      const found = await this.link.ask("look", { at: this.board.map.names[hex] });
      $("about").replaceChildren(...lines(found.lines));
    } catch (error) {
      this.say(error.message);
    }
  }

  showReach() {
    const path = this.route.map(({ hex }) => ({ hex, kind: "path" }));
    const ways = this.danger.shaded(grounds(this.reach)) ?? grounds(this.reach).map(({ hex, mf, route, over }) => ({ hex, kind: route.length > 1 ? "far" : "near", text: over ? `${mf} ⚠` : mf }));
    const drives = this.offers.filter((o) => o.kind === "drive" && o.hexes.length).map((o) => ({ hex: o.hexes[0], kind: "near", text: o.cost }));
    const aims = this.offers.filter((o) => o.kind === "fire" || (STEPS.includes(o.kind) && o.kind !== "drive"));
    const targets = [...new Set(aims.map((offer) => offer.hexes[0]))].filter((hex) => hex !== undefined);
    const ends = this.routs.ends();
    this.board.shade([...this.area.map((hex) => ({ hex, kind: "area" })), ...ways, ...cheapest(drives), ...this.drives.ends(), ...(ends.length ? ends : targets.map((hex) => ({ hex, kind: "aim" }))), ...path]);
    $("go").hidden = !this.route.length;
    $("how").hidden = !Object.keys(this.reach).length || this.view.move.length > 0;
  }

  /** While a story is played nothing is asked: no stack, no threats, no orders of before. */
  quiet() {
    this.round += 1;
    [this.offers, this.reach] = [[], {}];
    this.leave();
    this.fire.close();
    this.routs.forget();
    this.drives.forget();
    this.danger.forget();
    this.leaving.close();
    this.odds.clear();
    this.hex = -1;
    this.tray.box.hidden = true;
    for (const id of ["stack", "threats", "offers", "about"]) $(id).replaceChildren();
    for (const id of ["go", "how", "do-end", "do-halt", "do-hold-fire"]) $(id).hidden = true;
    $("stack-title").textContent = "What happens now";
    this.pieces.choose(new Set());
  }

  /** Give an order, or plan it first: fire and OVR. */
  take(offer) {
    this.card.close();
    if (offer.kind === "fire") return this.aim(this.offers.filter((each) => each.kind === "fire" && each.at === offer.at));
    if (offer.kind === "drive" && offer.order.overrun) return this.fire.overrun(offer);
    return this.answer(offer.order);
  }
}
