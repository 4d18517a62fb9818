// "Roll for it" on the start page: a Mission made as one wishes, weighed, begun.

import { $, h } from "../shared/dom.js";

const TELL = 1000; // milliseconds until it is asked again how far the weighing is

let timer = 0;

async function ask(address, body) {
  const how = body && { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const reply = await fetch(address, how);
  const said = await reply.json();
  if (!reply.ok) throw new Error(said.error);
  return said;
}

/** What is wished, as the form has it. */
function wished() {
  const { kind, friendly, enemy, date, whose, long, difficulty, seed } = $("roll-form").elements;
  const wishes = { friendly: friendly.value, enemy: enemy.value, date: date.value.trim(), length: long.value, difficulty: difficulty.value };
  if (kind.value) wishes.kind = kind.value;
  return { wishes, whose: whose.value, seed: seed.value === "" ? null : Number(seed.value) };
}

/** Show a rolled Mission, with what can be done with it. */
function show(found, play) {
  const weigh = h("button", { type: "button", id: "weigh", onclick: () => begin(found) }, "Weigh it");
  $("rolled").replaceChildren(
    h("img", { src: `/api/map.png?map=${encodeURIComponent(found.map)}`, alt: `the map ${found.map}` }),
    h("h3", {}, found.title), h("p", {}, `${found.against}; ${found.turns} turns, your OB is worth ${found.points} points; seed ${found.seed}`),
    ...found.situation.map((text) => h("p", {}, text)),
    h("p", { class: "ways" }, h("button", { type: "button", id: "play-rolled", class: "main", onclick: () => { $("roll-dialog").close(); play(found); } }, "Play it"), weigh,
      h("small", { class: "dim" }, "Weighing plays it in the background, some minutes long, and changes squads, turns or AC# until it is as hard as you wish.")),
    h("div", { id: "weighing" }));
  $("play-rolled").focus();
}

/** Weigh a Mission, or stop: an empty id. */
async function begin({ id, difficulty }) {
  await tell(ask("/api/roll/weighing", { id, difficulty }), difficulty);
}

/** How far it is weighed, until it is done. */
async function tell(asked, difficulty) {
  clearTimeout(timer);
  const now = await asked.catch((error) => ({ said: error.message, steps: [] }));
  const stop = now.running ? h("button", { type: "button", onclick: () => begin({ id: "", difficulty }) }, "Stop") : null;
  const bar = now.running ? h("progress", { max: now.needed, value: Math.min(now.games, now.needed), "aria-label": "games played" }) : null;
  $("weighing")?.replaceChildren(
    h("ol", {}, now.steps.map((text) => h("li", {}, text))),
    h("p", { role: "status" }, bar, now.running ? ` ${now.games} games ${now.now} ` : now.said, stop));
  $("weigh")?.toggleAttribute("disabled", Boolean(now.running));
  if (now.running) timer = setTimeout(() => tell(ask("/api/roll/weighing"), difficulty), TELL);
}

/**
 * Make the dialog ready.
 * @param {Array} nations id and name of each
 * @param {(found: object) => void} play begins a rolled Mission
 */
export async function rolling(nations, play) {
  const form = $("roll-form").elements;
  const { kinds, lengths, difficulties } = await ask("/api/roll");
  const options = (list, chosen) => list.map((value) => h("option", { value, selected: value === chosen }, value));
  form.kind.append(...options(kinds));
  form.long.append(...options(lengths, "medium"));
  form.difficulty.append(...options(difficulties, "fair"));
  for (const side of [form.friendly, form.enemy]) side.append(...nations.map(({ id, name }) => h("option", { value: id }, name)));
  $("roll").addEventListener("click", () => $("roll-dialog").showModal());
  $("roll-close").addEventListener("click", () => $("roll-dialog").close());
  $("roll-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    $("roll-go").disabled = true;
    $("rolled").replaceChildren(h("p", {}, "The boards are looked at …"));
    try {
      show(await ask("/api/roll", wished()), play);
    } catch (error) {
      $("rolled").replaceChildren(h("p", { class: "said-box" }, error.message));
    } finally {
      $("roll-go").disabled = false;
    }
  });
  $("roll").disabled = false; // from here on a press is heard
}
