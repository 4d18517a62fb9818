// The list of all orders that the chosen units may be given, for the panel.

import { $, h } from "../shared/dom.js";
import { armed } from "./fire_plan.js";

const MOST = 40; // offers of one kind that are shown at once
const RARE = ["break"]; // orders that are seldom meant, and hard to mend: last, and folded
export const DRIVERS = ["start", "drive", "turn", "stop", "delay", "discharge", "unbog", "speed", "expose"]; // orders that take MP

/** The orders in the panel, kind by kind. */
export class OfferList {
  /** @param {import("./orders.js").Orders} orders whose offers are listed */
  constructor(orders) {
    this.orders = orders;
  }

  /** List what can be ordered; the buttons of the line above with it. */
  show() {
    const elsewhere = (offer) => offer.kind === "wall" && offer.hexes[0] !== this.orders.hex;
    const kinds = grouped(this.orders.offers.filter((offer) => !elsewhere(offer)), (offer) => offer.kind);
    const first = this.orders.ends.show(kinds);
    const last = ([kind]) => Number(RARE.includes(kind));
    const groups = [...kinds].filter(([kind]) => !first.includes(kind)).sort((a, b) => last(a) - last(b)).map(([kind, offers]) => this.group(kind, offers));
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
      { open: !RARE.includes(kind) && (shown.length <= 8 || kind === "fire"), class: "kind" },
      h("summary", {}, `${this.orders.view.labels[kind]} (${shown.length})`),
      one ? h("div", { class: "side-by-side" }, made) : made,
      shown.length > MOST ? h("p", {}, "choose units or a hex to see the rest") : null,
    );
  }

  /** What one may do with those who are chosen, or why nothing. */
  told(others) {
    if (!this.orders.ordering || !this.orders.chosen.size) return "";
    const ways = Object.values(this.orders.reach);
    const crowded = ways.some((way) => way.over) ? " ⚠: they would be Overstacked there (A5.1)." : "";
    if (ways.length) return (this.orders.view.move.length ? "" : "Click a shaded hex to go there.") + crowded;
    if (this.orders.offers.some((offer) => offer.kind === "drive")) return "Click a shaded hex to drive there; [ and ] turn the vehicle, { and } its turret.";
    if (this.orders.offers.some((offer) => offer.kind === "start") && this.orders.moving()) return "Start the vehicle, then click where it drives.";
    if (this.orders.why) return `They cannot move: ${this.orders.why}`;
    return others ? "" : "Nothing else can be ordered of them now.";
  }

  /** A button that gives an order; it rings where that leads to. */
  offer(offer) {
    return h(
      "button",
      {
        type: "button",
        class: "offer",
        onclick: () => (offer.warning ? this.orders.clicks.warn(offer) : this.orders.take(offer)),
        onmouseenter: () => this.orders.board.ring({ target: offer.hexes }),
        onfocus: () => this.orders.board.ring({ target: offer.hexes }),
        onmouseleave: () => this.orders.board.ring({}),
        onblur: () => this.orders.board.ring({}),
      },
      named(offer),
      offer.warning ? h("span", { class: "refused" }, ` – ${offer.warning}`) : null,
    );
  }
}

/** An order in words, with what it takes where the words do not say it. */
export function named(offer) {
  const cost = offer.cost && !/[\d¼½¾] M[FP]/.test(offer.label) ? ` (${offer.cost} ${DRIVERS.includes(offer.kind) ? "MP" : "MF"})` : "";
  return armed(offer.label) + cost;
}

/** What an order of one vehicle alone says without its name. */
function short({ label, called }) {
  const [name] = called;
  const rest = label.replace(/^turn /, "");
  return rest.startsWith(name) ? rest.slice(name.length).replace(/^:? (?:to )?/, "") : label;
}

/** One button for all shots at a Location, those that can do nothing last: who fires is chosen in the form. */
export function targets(offers) {
  const found = [...grouped(offers, (offer) => offer.at).values()].map((all) => {
    const vain = all.every((offer) => offer.vain);
    return all.length === 1 ? all[0] : { ...all[0], vain, label: `at ${all[0].at_label}: ${all.length} fire groups${vain ? ", none can harm" : ""}` };
  });
  return found.sort((a, b) => a.vain - b.vain);
}

/** The offers by what they have in common. */
export function grouped(offers, by) {
  const found = new Map();
  for (const offer of offers) found.set(by(offer), [...(found.get(by(offer)) ?? []), offer]);
  return found;
}
