// Fire: who fires at what, with what FP, which DRM and which odds, before any dice.

import { $, h } from "./dom.js";

const FEW = 5; // ways to fire that are shown in full

/** The form in which an attack is planned. */
export class FireForm {
  /** @param {object} on link, board, `answer(order)`, `say(text)` */
  constructor(on) {
    Object.assign(this, on);
    $("fire-close").addEventListener("click", () => this.close());
    $("fire-go").addEventListener("click", () => this.shoot());
  }

  /** Plan an attack on the target of some offers; the chosen units fire first. */
  open(offers, chosen) {
    this.offers = [...offers].sort((a, b) => a.vain - b.vain);
    const mine = (id) => chosen.has(id) || chosen.has(this.pieces.all.get(id)?.owner) || chosen.has(carrier(id));
    const fit = ({ order: { firers, leaders = [] } }) => {
      const own = firers.filter(mine).length;
      const others = firers.length - own;
      return 10 * own + leaders.filter(mine).length + (chosen.size ? -others : others); // nobody fires unasked
    };
    const best = [...this.offers].sort((a, b) => fit(b) - fit(a))[0];
    $("fire-go").textContent = "Fire!";
    $("fire-title").textContent = `Fire at ${this.board.map.labels[best.hexes[0]] ?? best.at}`;
    this.take(best.order);
    $("fire").hidden = false;
    $("fire-title").focus();
  }

  /** An OVR: what it would do, before the vehicle drives in. */
  overrun(offer) {
    Object.assign(this, { offers: [offer], order: offer.order });
    $("fire-go").textContent = "Overrun!";
    $("fire-title").textContent = `OVR in ${this.board.map.labels[offer.hexes[0]]}, ${offer.cost} MP`;
    $("fire-who").replaceChildren(h("p", { class: "dim" }, "If no fire at the vehicle stops it first:"));
    $("fire").hidden = false;
    $("fire-title").focus();
    return this.plan();
  }

  close() {
    if ($("fire").hidden) return false;
    $("fire").hidden = true;
    this.board.ring({});
    return true;
  }

  shoot() {
    const order = this.order;
    this.close();
    return this.answer(order);
  }

  take(order, again = false) {
    this.order = { ...order, firers: [...order.firers], leaders: [...(order.leaders ?? [])] };
    const choice = this.offers.length > FEW ? this.list(order) : this.ways(order);
    const ids = [...new Set(this.offers.flatMap((offer) => offer.order.firers))];
    const leaders = [...new Set(this.offers.flatMap((offer) => offer.order.leaders ?? []))];
    $("fire-who").replaceChildren(
      choice,
      h("fieldset", {}, h("legend", {}, "Firers"), ids.map((id) => this.box(id, "firers"))),
      leaders.length ? h("fieldset", {}, h("legend", {}, "Directed by"), leaders.map((id) => this.box(id, "leaders"))) : "",
    );
    if (again) $("fire-who").querySelector("input:checked")?.focus();
    return this.plan();
  }

  /** Some ways to fire, each in full; of many there is a list. */
  ways(order) {
    const way = (offer) => h("label", { class: "choice" }, h("input", { type: "radio", name: "way", checked: same(offer.order, order), onchange: () => this.take(offer.order, true) }), h("span", {}, armed(offer.label)));
    return this.offers.length > 1 ? h("fieldset", { class: "choices" }, h("legend", {}, "How"), this.offers.map(way)) : "";
  }

  list(order) {
    const groups = this.offers.map((offer, n) => h("option", { value: n, selected: same(offer.order, order) }, armed(offer.label)));
    return h("select", { "aria-label": "fire group", onchange: (event) => this.take(this.offers[event.target.value].order) }, groups);
  }

  box(id, list) {
    const change = (event) => {
      this.order[list] = event.target.checked ? [...this.order[list], id] : this.order[list].filter((each) => each !== id);
      this.plan();
    };
    return h("label", { class: "box" }, h("input", { type: "checkbox", checked: this.order[list].includes(id), onchange: change }), this.pieces.all.get(id)?.name.replace(/^FRIENDLY /, "") ?? armed(id));
  }

  async plan() {
    $("fire-go").disabled = true;
    try {
      const plan = await this.link.ask("fire", { order: this.order });
      const [sum, ...rest] = shown(plan);
      $("fire-sum").replaceChildren(sum, ...brief(plan));
      $("fire-plan").replaceChildren(...rest);
      $("fire-go").disabled = false;
    } catch (error) {
      $("fire-sum").replaceChildren(h("p", { class: "refused" }, error.message));
      $("fire-plan").replaceChildren();
    }
  }
}

/** The vehicle that carries a Weapon which has no counter of its own, as `m4a1A.cmg`. */
function carrier(id) {
  return id.includes(".") ? id.split(".")[0] : "";
}

/** Weapons of vehicles as players write them: m4a1A CMG, not m4a1A.cmg; the vehicle once. */
export function armed(text) {
  const told = text.replace(/\b(\w+)\.([a-z]\w*)\b/g, (_, vehicle, weapon) => `${vehicle} ${weapon.toUpperCase()}`);
  return told.replace(/\b(\w+) (\w+)((?: \+ \1 \w+)+)/g, (_, vehicle, first, rest) => `${vehicle} ${first}${rest.replaceAll(` ${vehicle} `, " ")}`);
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}

function mods(list) {
  return h("table", { class: "mods" }, list.map(([name, value, rule]) =>
    h("tr", {}, h("td", { class: "number" }, signed(value)), h("td", {}, name), h("td", { class: "source" }, rule)),
  ));
}

/** Who would be attacked, each with what may become of him. */
function known({ units, vehicles, crews }) {
  const exposed = Object.entries(crews).map(([id, list]) => [`The CE crew of ${id}`, list]);
  return [...Object.entries(units), ...Object.entries(vehicles), ...exposed];
}

/** What comes of it, in a line for each; the dice and the DRM follow below. */
function brief(plan) {
  const share = (part) => `${part < 0.005 ? "<1" : (100 * part).toFixed(0)}\u00a0%`;
  const line = (name, list) => h("p", { class: "brief" }, h("b", {}, name), `: ${list.map(([result, , part]) => `${result} ${share(part)}`).join(", ")}`);
  if (!plan.to_hit) return known(plan).map(([name, list]) => line(name, list));
  const hits = plan.targets.map(({ id, chances: list }) => line(id, list));
  return plan.vehicle ? [...hits, line("In all", plan.vehicle.fates)] : hits;
}

/** A plan: its sum first. */
function shown(plan) {
  if (plan.to_hit) return shot(plan);
  return attack(plan);
}

/** A shot: what it needs to hit each target, and what a hit would do. */
function shot(plan) {
  const head = h("p", { class: "sum" }, h("b", {}, `To Hit ${plan.number}`), `, ${plan.type} Target Type, ${plan.weapon_name} firing ${plan.ammo}`);
  const targets = plan.targets.flatMap(({ id, drm, mods: own, chances: list }) => [
    chances(`${id}: DRM ${signed(drm)}`, list),
    ...(own.length ? [mods(own)] : []),
  ]);
  const weapon = plan.weapon.length ? [chances("The weapon", plan.weapon)] : [];
  const effect = plan.effect ? [h("h3", {}, "If it hits"), ...attack(plan.effect)] : [];
  const hit = [mods(plan.parts), mods(plan.mods), ...targets];
  const armour = plan.vehicle ? onVehicle(plan.vehicle, hit) : hit;
  return [head, ...armour, ...weapon, ...effect];
}

/** A shot at a vehicle: what becomes of it in all, whether and where it is hit, and the TK# there. */
function onVehicle({ fates, places, kills }, hit) {
  const parts = kills.flatMap(({ where, number, parts: numbers, chances: list }) =>
    number === null ? [h("p", { class: "dim" }, `${where}: it can do nothing there`)] : [chances(`TK# ${number}: ${where}`, list), mods(numbers)],
  );
  return [chances("In all, the vehicle is", fates), ...hit, chances("It is hit on the", places), h("h3", {}, "To Kill, once it is hit"), ...parts];
}

function signed(number) {
  return number > 0 ? `+${number}` : `${number}`;
}

function attack(plan) {
  const head = h("p", { class: "sum" }, h("b", {}, `${plan.fp} FP`), `, column ${plan.column}, DRM ${signed(plan.drm)}`);
  const shares = h("ul", {}, plan.shares.map((share) => h("li", {}, armed(share))));
  const results = chances("On the IFT", plan.results);
  const units = known(plan).map(([unit, list]) => chances(`${unit} will be`, list));
  const nobody = h("p", { class: "dim" }, "Nobody known is there; a S? would be checked for Activation first.");
  const whole = [head, shares, mods(plan.mods), results, ...(units.length || plan.mol ? units : [nobody])];
  return plan.mol ? [...whole, ...molotov(plan.mol)] : whole;
}

/** What MOL add, if they are thrown at all. */
function molotov({ chances: list, mods: own, attack: made }) {
  return [chances("The MOL check", list), mods(own), h("h3", {}, "If MOL are thrown"), ...attack(made)];
}

function chances(title, list) {
  return h(
    "table",
    { class: "odds" },
    h("caption", {}, title),
    list.map(([result, said, share]) =>
      h(
        "tr",
        {},
        h("td", {}, result),
        h("td", { class: "number" }, said),
        h("td", {}, h("meter", { min: 0, max: 1, value: share, "aria-label": `${result} ${said}` })),
        h("td", { class: "number" }, said.endsWith("%") ? "" : `${(100 * share).toFixed(0)} %`),
      ),
    ),
  );
}
