// Defensive First Fire that is held unasked: for the whole of a move, or where no shot has chance enough.

import { kept } from "../shared/dom.js";
import { percent } from "./odds.js";

/** What passes unasked of the moments in which the player may fire at who moves. */
export class FirstFire {
  /** @param {import("./orders.js").Orders} orders what may be ordered now */
  constructor(orders) {
    this.orders = orders;
    this.passing = null; // whose move passes as a whole
    this.best = null; // what is known of the best shot of this moment
    this.ask = true; // this moment is asked about in any case
  }

  /** Another moment has come; one that an undo led back to, or that the page finds as it opens, is asked about. */
  come(anew) {
    this.best = null;
    this.ask = anew;
    if (anew) this.passing = null;
  }

  /** Let the move of whom one may fire at now pass as a whole. */
  letPass() {
    this.passing = { whose: this.mover(), firers: new Set(firers(this.orders.offers)) };
  }

  /** Whose move of which turn may be fired at now. */
  mover() {
    const { turn, side, mover } = this.orders.view;
    return `${turn} ${side} ${mover}`;
  }

  /** The order that holds fire unasked now, with what is said of it; null: the player is asked. */
  async held(offers) {
    const hold = this.orders.view.window && offers.find((offer) => offer.kind === "hold fire");
    if (!hold) return null;
    if (this.passes(offers)) return { order: hold.order };
    const least = Number(kept.get("first-fire", "0")) / 100;
    if (!least || this.ask) return null;
    this.best ??= this.orders.link.ask("best shot", { least }).catch(() => null);
    const found = await this.best;
    if (!found?.pass) return null;
    return { order: hold.order, said: `${hold.at_label}: best shot ${found.most ? "at most " : ""}${percent(found.chance)}: passed over` };
  }

  /** Whether he lets this move pass as a whole, until others than before could fire. */
  passes(offers) {
    const { whose, firers: before } = this.passing || {};
    return whose === this.mover() && firers(offers).every((unit) => before.has(unit));
  }
}

/** Who could fire now. */
function firers(offers) {
  return offers.filter((offer) => offer.kind === "fire").flatMap((offer) => offer.order.firers);
}
