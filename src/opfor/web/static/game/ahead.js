// The coach's odds: the chance to win with what may be ordered, as playouts come in.

import { h } from "../shared/dom.js";

const LOOK = 1000; // milliseconds until it is looked at again
const percent = (share) => `${Math.round(100 * share)} %`;

/** Ask the server how far it is; with `running` told, begin or stop it. */
async function ask(api, running) {
  const wish = running === undefined ? {} : { method: "PUT", headers: { "content-type": "application/json" }, body: JSON.stringify({ running }) };
  const reply = await fetch(`${api}/odds`, wish);
  const said = await reply.json();
  if (!reply.ok) throw new Error(said.error);
  return said;
}

/** The orders that may be given now, weighed in the background. */
export class Ahead {
  /**
   * @param {string} api where the game is asked about
   * @param {{give: Function, point: Function}} on gives an order; shows where it is
   */
  constructor(api, on) {
    Object.assign(this, { api, on, box: h("div", { class: "ahead", "aria-live": "polite" }) });
    this.begin();
  }

  begin() {
    this.watch(true).catch((error) => this.box.replaceChildren(h("p", { class: "dim" }, error.message)));
  }

  async watch(running) {
    const found = await ask(this.api, running);
    if (!this.box.isConnected || this.box.closest("[hidden]")) return this.stop();
    this.number ??= found.number;
    if (found.number !== this.number) return undefined; // another page asks about something else
    this.tell(found);
    if (found.running) this.timer = setTimeout(() => this.watch().catch(() => this.stop()), LOOK);
    else this.over = true;
    return undefined;
  }

  /** Nobody wants to know any more. */
  stop() {
    clearTimeout(this.timer);
    if (this.over) return;
    this.over = true;
    ask(this.api, false).catch(() => {});
  }

  tell({ done, playouts, lines, running, said }) {
    const rows = lines.map((one) => h(
      "li", {},
      h("b", {}, percent(one.chance)), h("span", { class: "dim" }, ` ${percent(one.low)} to ${percent(one.high)} `),
      h("button", { type: "button", onclick: () => this.on.give(one.value), onfocus: () => this.on.point(one.hexes), onpointerenter: () => this.on.point(one.hexes) }, one.text),
    ));
    const held = this.box.contains(document.activeElement) ? [...this.box.querySelectorAll("button")].indexOf(document.activeElement) : -1;
    this.box.replaceChildren(
      h("p", { class: "dim" }, said || (running ? `chance to win, ${done} of ${playouts} playouts of each …` : `chance to win, ${done} playouts of each`)),
      h("ol", { class: "ahead-list" }, ...rows),
    );
    this.box.querySelectorAll("button")[held]?.focus({ preventScroll: true });
  }
}
