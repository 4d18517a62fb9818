// Fire: who fires at what, with what FP, which DRM and which odds, before any dice.

import { $, h } from "../shared/dom.js";
import { armed, brief, shown } from "./fire_plan.js";
import { bar } from "./odds.js";
import { bare } from "../shared/pieces.js";

const FEW = 5; // ways to fire that are shown in full

/** The form in which an attack is planned, at its hex. */
export class FireForm {
  /** @param {object} on link, board, pieces, `answer(order)`, `say(text)` */
  constructor(on, card) {
    Object.assign(this, on);
    this.card = card(this.built());
  }

  built() {
    const go = h("button", { type: "button", id: "fire-go", class: "main", "data-key": "Enter", onclick: () => this.shoot() });
    const no = h("button", { type: "button", id: "fire-close", "data-key": "Escape", onclick: () => this.close() }, "Cancel");
    const more = (id, text, key) => h("details", { id: `${id}-more` }, h("summary", { "data-key": key }, text, " ", h("kbd", {}, key)), h("div", { id, "aria-live": "polite" }));
    return h("section", { id: "fire", "aria-labelledby": "fire-title", onkeydown: (event) => this.enter(event) },
      h("h2", { id: "fire-title", tabindex: -1 }, "Fire"), h("div", { id: "fire-odds" }), h("div", { id: "fire-sum" }),
      h("p", {}, go, " ", no, " ", h("span", { id: "fire-other" })), more("fire-who", "Who fires", "f"), more("fire-plan", "Every DRM and result", "r"));
  }

  /** Enter fires as it does anywhere on the form, also where a firer was just ticked. */
  enter(event) {
    if (event.key !== "Enter" || !event.target.matches("input, select")) return;
    event.preventDefault();
    event.stopPropagation();
    this.shoot();
  }

  /** Of some offers the one that is ordered first: it spends nothing, the chosen units fit it best; nobody else fires unasked. */
  best(offers, chosen) {
    const mine = (id) => chosen.has(id) || chosen.has(this.pieces.all.get(id)?.owner) || chosen.has(carrier(id));
    const led = (leaders) => (chosen.size ? leaders.filter(mine).length : leaders.length / 2); // nobody chosen: led, as a rule
    const guns = (ids) => new Set(ids.map((id) => carrier(id) || id)).size; // a vehicle is one, whatever it fires
    const fit = ({ order: { firers, leaders = [] } }) => {
      const others = guns(firers.filter((id) => !mine(id)));
      return 10 * guns(firers.filter(mine)) + led(leaders) + (chosen.size ? -others : others);
    };
    const mg = ({ order: { firers } }) => firers.every((id) => carrier(id) && !id.endsWith(".ma")); // after the MA
    const weighed = !chosen.size && offers.every((offer) => offer.vain || offer.harm > 0); // all at a vehicle, by nobody in particular
    const before = (a, b) => a.vain - b.vain || a.spends - b.spends || (weighed && worth(a, b)) || fit(b) - fit(a) || worth(a, b) || mg(a) - mg(b);
    return [...offers].sort(before)[0];
  }

  /** Plan an attack on the target of some offers; the chosen units fire first. */
  open(offers, chosen, other = null) {
    this.offers = [...offers].sort(worth);
    const best = this.best(this.offers, chosen);
    $("fire-go").replaceChildren("Fire! ", h("kbd", {}, "↵"));
    $("fire-title").textContent = `Fire at ${best.at_label.replace("/", ", level ")}`;
    $("fire-other").replaceChildren(other ?? "");
    $("fire-who-more").open = this.offers.length > 1 && !chosen.size;
    $("fire-plan-more").open = false;
    this.take(best.order);
    this.card.stand(best.hexes[0]);
    $("fire-go").focus({ preventScroll: true });
  }

  /** An OVR: what it would do, before the vehicle drives in. */
  overrun(offer) {
    Object.assign(this, { offers: [offer], order: offer.order });
    $("fire-go").replaceChildren("Overrun! ", h("kbd", {}, "↵"));
    $("fire-title").textContent = `OVR in ${this.board.map.labels[offer.hexes[0]]}, ${offer.cost} MP`;
    $("fire-other").replaceChildren();
    $("fire-who").replaceChildren(h("p", { class: "dim" }, "If no fire at the vehicle stops it first:"));
    $("fire-who-more").open = true;
    this.card.stand(offer.hexes[0]);
    $("fire-go").focus({ preventScroll: true });
    return this.plan();
  }

  close() {
    if (!this.card.close()) return false;
    this.board.ring({});
    return true;
  }

  /** Fire, once it is known what comes of it. */
  shoot() {
    if ($("fire-go").disabled) return undefined;
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
    return h("label", { class: "box" }, h("input", { type: "checkbox", checked: this.order[list].includes(id), onchange: change }), this.pieces.all.has(id) ? bare(this.pieces.all.get(id)) : this.mounted(id));
  }

  /** A Weapon without a counter of its own: that of its vehicle, and which. */
  mounted(id) {
    const vehicle = this.pieces.all.get(carrier(id));
    return vehicle ? `${vehicle.called} ${id.split(".")[1].toUpperCase()}` : armed(id);
  }

  async plan() {
    $("fire-go").disabled = true;
    try {
      const plan = await this.link.ask("fire", { order: this.order });
      const [sum, ...rest] = shown(plan);
      $("fire-odds").replaceChildren(bar(plan));
      $("fire-sum").replaceChildren(sum, ...brief(plan));
      $("fire-plan").replaceChildren(...rest);
      $("fire-go").disabled = false;
    } catch (error) {
      $("fire-odds").replaceChildren();
      $("fire-sum").replaceChildren(h("p", { class: "refused" }, error.message));
      $("fire-plan").replaceChildren();
    }
    this.card.lay();
    const lost = !this.card.box.contains(document.activeElement); // on what opened it, or nowhere
    if (this.card.open && lost) $("fire-go").focus({ preventScroll: true }); // it could not be while it was disabled
  }
}

/** The vehicle that carries a Weapon which has no counter of its own, as `m4a1A.cmg`. */
function carrier(id) {
  return id.includes(".") ? id.split(".")[0] : "";
}

/** What can harm stands before what cannot, what spends nothing before what does, a shot at a vehicle before fire that reaches its crew alone, the likelier shot first. */
function worth(a, b) {
  return a.vain - b.vain || a.spends - b.spends || !a.order.at - !b.order.at || b.harm - a.harm;
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b);
}
