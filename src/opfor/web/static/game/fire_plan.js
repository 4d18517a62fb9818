// What an attack would mean, in tables: who, the DRM, the To Hit and To Kill numbers, every chance.

import { h } from "../shared/dom.js";
import { NOBODY, percent } from "./odds.js";

/** Weapons of vehicles as players write them: m4a1A CMG, not m4a1A.cmg; the vehicle once. */
export function armed(text) {
  const told = text.replace(/\b(\w+)\.([a-z]\w*)\b/g, (_, vehicle, weapon) => `${vehicle} ${weapon.toUpperCase()}`);
  return told.replace(/\b(\w+) (\w+)((?: \+ \1 \w+)+)/g, (_, vehicle, first, rest) => `${vehicle} ${first}${rest.replaceAll(` ${vehicle} `, " ")}`);
}

/** Modifiers, each with its rule. */
export function mods(list) {
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
export function brief(plan) {
  const line = (name, list) => h("p", { class: "brief" }, h("b", {}, name), `: ${list.map(([result, , part]) => `${result} ${percent(part)}`).join(", ")}`);
  const remarks = plan.remarks.map((text) => h("p", { class: "brief dim" }, text));
  if (!plan.to_hit) return [...known(plan).map(([name, list]) => line(name, list)), ...remarks];
  const hits = plan.targets.map(({ id, chances: list }) => line(id, list));
  return [...hits, ...(plan.vehicle ? [line("In all", plan.vehicle.fates)] : []), ...remarks];
}

/** A plan: its sum first. */
export function shown(plan) {
  if (plan.to_hit) return shot(plan);
  return attack(plan);
}

/** A shot: what it needs to hit each target, and what a hit would do. */
function shot(plan) {
  const head = h("p", { class: "sum" }, h("b", {}, `To Hit ${plan.number}`), ` DRM ${plan.targets.map(({ drm }) => signed(drm)).join(", ")}, ${plan.type} Target Type, ${plan.weapon_name} firing ${plan.ammo}`);
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

/** A modifier with its sign. */
export function signed(number) {
  return number > 0 ? `+${number}` : `${number}`;
}

function attack(plan) {
  const head = h("p", { class: "sum" }, h("b", {}, `${plan.fp} FP`), `, column ${plan.column}, DRM ${signed(plan.drm)}`);
  const shares = h("ul", {}, plan.shares.map((share) => h("li", {}, armed(share))));
  const results = chances("On the IFT", plan.results);
  const units = known(plan).map(([unit, list]) => chances(`${unit} will be`, list));
  const nobody = h("p", { class: "dim" }, NOBODY);
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
        h("td", { class: "number" }, said.endsWith("%") ? "" : percent(share)),
      ),
    ),
  );
}
