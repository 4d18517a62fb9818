// "How hard is it?": games in the background, a bar, and what is known so far.

import { $, s } from "../shared/dom.js";
import { ask } from "../shared/plain.js";

const LOOK = 2000; // milliseconds until it is looked at again
const percent = (share) => `${Math.round(100 * share)} %`;

export class HowHard {
  /** @param {{draft: Function, wrong: Function}} hear */
  constructor(hear) {
    Object.assign(this, hear);
    $("ask").addEventListener("click", () => this.ask());
    $("stop").addEventListener("click", () => this.stop());
  }

  async ask() {
    try {
      $("ask").disabled = true;
      this.tell(await ask("/api/designer/hardness", this.draft()));
      this.wait();
    } catch (error) {
      this.wrong(error);
    } finally {
      $("ask").disabled = false;
    }
  }

  async stop() {
    clearTimeout(this.timer);
    const reply = await fetch("/api/designer/hardness", { method: "PUT", headers: { "content-type": "application/json" }, body: '{"running": false}' });
    if (reply.ok) this.tell(await reply.json());
    $("ask").focus();
  }

  /** What is being played, if anything, since the page was left. */
  async look() {
    const found = await ask("/api/designer/hardness");
    if (found.about) this.tell(found);
    if (found.running) this.wait();
  }

  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look().catch(() => this.wait()), LOOK);
  }

  tell(found) {
    const { about, running, games, needed, won, rate, low, high, faults, said } = found;
    const known = games ? `you win ${percent(rate)}, between ${percent(low)} and ${percent(high)} (${won} of ${games} games)` : "the first games are being played";
    const end = faults ? `; ${faults} ended in a fault of the program` : "";
    $("hard").textContent = said || `${about}: ${running || games ? known : "no game came to its end"}${end}${running && games ? " so far …" : ""}`;
    $("stop").hidden = !running;
    $("ask").hidden = running;
    $("hard-bar").hidden = !running;
    $("hard-bar").max = Math.max(1, needed);
    $("hard-bar").value = games;
    const range = $("hard-range");
    range.toggleAttribute("hidden", !games);
    range.setAttribute("aria-label", `between ${percent(low)} and ${percent(high)}`);
    range.replaceChildren(s("rect", { class: "all", width: 100, height: 8 }), s("rect", { class: "known", x: 100 * low, width: Math.max(1, 100 * (high - low)), height: 8 }), s("rect", { class: "rate", x: 100 * rate - 0.4, width: 0.8, height: 8 }));
  }
}
