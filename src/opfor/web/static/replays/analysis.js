// The analysis of a replay: the curve of winning chances, the dearest decisions, luck and judgement.

import { $, h, s } from "../shared/dom.js";

const LOOK = 1500; // milliseconds until it is looked at again
const points = (share) => `${share < 0 ? "−" : "+"}${Math.abs(Math.round(100 * share))} points`;

export class Analysis {
  /**
   * @param {string} api where the replay is asked about
   * @param {{moments: number, turns: {number: number, turn: number}[], pick: Function, say: Function}} on how long the game is and where its Game Turns begin; goes to a moment; tells what is wrong
   */
  constructor(api, on) {
    Object.assign(this, on, { path: `${api}/analysis` });
    $("analyse").addEventListener("click", () => this.run({ method: "POST" }));
    $("analyse-stop").addEventListener("click", () => this.run({ method: "PUT", headers: { "content-type": "application/json" }, body: '{"running": false}' }));
    this.run();
  }

  async run(wish = {}) {
    clearTimeout(this.timer);
    $("analyse").disabled = $("analyse-stop").disabled = true;
    try {
      const reply = await fetch(this.path, wish);
      const found = await reply.json();
      if (!reply.ok) throw new Error(found.error);
      this.tell(found);
      if (found.running) this.timer = setTimeout(() => this.run(), LOOK);
    } catch (error) {
      this.say(error.message);
    } finally {
      $("analyse").disabled = $("analyse-stop").disabled = false;
    }
  }

  tell({ running, said, done, decisions, curve, dearest, judgement, luck }) {
    const whole = done >= decisions;
    $("analyse").hidden = running || whole;
    $("analyse").textContent = done && !whole ? "Go on" : "Analyse";
    $("analyse-stop").hidden = $("analyse-bar").hidden = !running;
    Object.assign($("analyse-bar"), { max: Math.max(1, decisions), value: done });
    $("analyse-said").textContent = said || (whole && done ? `${decisions} decisions weighed${this.ends(curve)}. Judgement ${points(judgement)}, luck ${points(luck)}.` : done ? `${done} of ${decisions} decisions weighed so far.` : "Plays on from each decision, and says which cost most.");
    this.draw(curve);
    $("dearest").replaceChildren(...dearest.map((one) => h("li", {}, h("button", { type: "button", onclick: () => this.pick(one.moment) }, one.when), ` ${one.text}`)));
  }

  /** The chance at the first decision, and now or at the end. */
  ends(curve) {
    const percent = (at) => `${Math.round(100 * curve.at(at)[1])} %`;
    return curve.length ? `; the chance to win went from ${percent(0)} to ${percent(-1)}` : "";
  }

  draw(curve) {
    const [svg, last] = [$("chances"), Math.max(1, this.moments)];
    $("curve").hidden = !curve.length;
    svg.setAttribute("viewBox", `0 0 ${last} 100`);
    const line = curve.map(([moment, chance]) => `${moment},${100 - 100 * chance}`).join(" ");
    svg.replaceChildren(
      s("line", { class: "even", x1: 0, x2: last, y1: 50, y2: 50 }),
      ...this.turns.map(({ number }) => s("line", { class: "turn-line", x1: number, x2: number, y1: 0, y2: 100 })),
      s("polyline", { class: "chance", points: line }),
    );
    $("curve-turns").replaceChildren(...this.turns.map(({ number, turn }) => s("text", { x: `${(100 * number) / last}%`, y: "1em" }, turn)));
  }
}
