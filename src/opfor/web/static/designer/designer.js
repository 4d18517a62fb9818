// The page that designs a Mission: its form and map, looked at by the engine as one edits.

import { $, h, kept } from "../shared/dom.js";
import { Draft } from "./draft.js";
import { Form } from "./form.js";
import { HowHard } from "./hardness.js";
import { DesignMap, Slots } from "./map.js";
import { ask, query, ready, say, soon } from "../shared/plain.js";

const BEGUN = 500; // who tries a draft does not wait for LOS of all its map: it is said so often
const WAIT = 300; // milliseconds after the last change until the draft is looked at

const now = { offers: null, counters: {}, imported: [], looks: 0 };
const wrong = (error) => say(error.message);
const tried = (act) => (...given) => Promise.resolve(act(...given)).catch(wrong);

const draft = new Draft(({ whole }) => {
  document.body.dataset.looking = "";
  if (whole) form.draw();
  tell();
  later();
});
const map = new DesignMap({ draft, changed: (path, value) => draft.set(path, value, { whole: true }) });
const slots = new Slots({ titles: {}, text: (text) => draft.set("map", text, { whole: true }), wrong });
const form = new Form($("form"), {
  parts: [],
  nations: [],
  draft,
  pick: (field, path) => map.pick(field, path),
  picked: () => map.tool?.path,
  counters: (side) => now.counters[side] ?? [],
  map: (path) => slots.draw(path),
});
const hard = new HowHard({ draft: () => ({ draft: draft.values, pack: draft.pack }), wrong });

// -- looking ---------------------------------------------------------------------------

const later = soon(() => look().catch(wrong), WAIT);

async function look() {
  const turn = (now.looks += 1);
  const asked = draft.values;
  document.body.dataset.looking = "";
  const looked = await ask("/api/designer/look", { draft: draft.values, pack: packThere() });
  await counters();
  if (turn !== now.looks || asked !== draft.values) return; // changed since: it is looked at again
  const fresh = !slots.waiting && looked.slots.length > 0 && JSON.stringify(looked.slots) !== JSON.stringify(slots.slots);
  if (fresh) slots.slots = looked.slots;
  if (fresh || now.anew) form.draw();
  now.anew = false;
  form.mark(looked.complaints);
  judge(looked);
  await map.show(looked);
  card(looked);
  delete document.body.dataset.looking;
}

/** The pack of the draft, if it is there already. */
function packThere() {
  return now.offers.packs.includes(draft.pack) && now.offers.missions.some(({ pack }) => pack === draft.pack) ? draft.pack : "";
}

/** The counters of both sides in that month. */
async function counters() {
  const date = draft.get("date") ?? "";
  for (const [side, key] of Object.entries({ FRIENDLY: "friendly", ENEMY: "enemy" })) {
    const wanted = query({ nation: draft.get(key) ?? "", date, pack: packThere() });
    if (now.counters[`${side}?`] === wanted || !draft.get(key)) continue;
    now.counters[side] = await ask(`/api/designer/counters?${wanted}`).catch(() => []);
    now.counters[`${side}?`] = wanted;
    now.anew = true;
  }
}

/** What is wrong, in a list whose lines lead to their fields. */
function judge({ complaints, points, text }) {
  const faults = complaints.filter(({ kind }) => kind === "fault");
  $("state").textContent = faults.length ? `${faults.length} to mend` : complaints.length ? "It can be played; have a look at this:" : "All right: it can be played.";
  $("state").classList.toggle("bad", faults.length > 0);
  const line = ({ key, said, kind, line: at }) => h("li", { class: kind }, key ? h("button", { type: "button", onclick: () => form.go(key) }, key) : null, at ? ` line ${at}: ` : " ", said);
  $("complaints").replaceChildren(...[...now.imported, ...complaints].map(line));
  for (const id of ["play", "ask"]) $(id).disabled = faults.length > 0;
  $("text").textContent = text;
  if ($("points")) $("points").textContent = Object.entries(points).map(([side, sum]) => `${side}: ${sum} points`).join(", ");
}

function card({ points, aims, slots: there }) {
  const { title, note, friendly, enemy, date, turns = 6, map: boards } = draft.values;
  const name = (id) => now.offers.nations.find(([code]) => code === id)?.[1] ?? id ?? "";
  const picture = there.length ? h("img", { src: `/api/map.png?map=${encodeURIComponent(boards)}`, alt: "the map, small" }) : "";
  $("card").replaceChildren(picture, h("h3", {}, title ?? ""), note ? h("p", {}, note) : "", h("p", {}, `${name(friendly)} against ${name(enemy)}, ${date ?? ""}, ${turns} turns${points.FRIENDLY ? `, ${points.FRIENDLY} points` : ""}`), h("ul", {}, aims.map((aim) => h("li", {}, aim))));
}

function tell() {
  $("undo").disabled = !draft.past.length;
  $("redo").disabled = !draft.future.length;
  if (document.activeElement !== $("pack")) $("pack").value = draft.pack;
  now.imported = [];
  $("kept").textContent = "";
}

// -- keeping and opening -----------------------------------------------------------------

async function offers() {
  now.offers = await ask("/api/designer");
  const { form: parts, nations, boards, own, titles, packs, missions } = now.offers;
  Object.assign(form, { parts, nations });
  Object.assign(slots, { boards, own, titles });
  $("packs").replaceChildren(...packs.map((value) => h("option", { value })));
  const groups = new Map();
  for (const each of missions) groups.set(each.pack, [...(groups.get(each.pack) ?? []), each]);
  const option = ({ pack, id, title }) => h("option", { value: `${pack}/${id}` }, title);
  $("open").replaceChildren(h("option", { value: "" }, "choose …"), ...[...groups].map(([pack, some]) => h("optgroup", { label: pack || "copies of those that ship" }, some.map(option))));
}

async function open() {
  const [pack, id] = [$("open").value.replace(/\/[^/]*$/, ""), $("open").value.split("/").pop()];
  if (!id) return;
  $("open").value = "";
  const found = await ask(`/api/designer/mission?${query({ pack, id })}`);
  if (pack) return begin(found, pack, id);
  const { source: _, ...values } = found.draft;
  return begin({ ...found, draft: { ...values, id: undefined, title: `My ${values.title}` } }, kept.get("design-pack", now.offers.packs.at(-1)), "");
}

async function take() {
  const [file] = $("import").files;
  if (!file) return;
  const reply = await fetch(`/api/designer/file?${query({ name: file.name.slice(0, 100) })}`, { method: "POST", headers: { "content-type": "application/octet-stream" }, body: file });
  $("import").value = "";
  const found = await reply.json();
  if (!reply.ok) throw new Error(found.error);
  begin(found, kept.get("design-pack", now.offers.packs.at(-1)), "");
}

function begin(found, pack, over) {
  say("");
  draft.open(found.draft, pack, over);
  now.imported = found.complaints;
  look().catch(wrong);
}

async function save() {
  say("");
  const done = await ask("/api/designer/mission", { draft: draft.values, pack: draft.pack, over: draft.over });
  draft.over = done.id;
  draft.values = { ...draft.values, id: done.id };
  draft.keep();
  later();
  kept.set("design-pack", done.pack);
  await offers();
  $("kept").textContent = `Saved in ${done.pack}${done.faults ? `; ${done.faults} to mend before it can be played` : ""}.`;
  $("export").href = `/api/designer/file?${query({ pack: done.pack, id: done.id })}`;
  $("export").hidden = false;
  return done;
}

async function play() {
  const { pack, id } = await save();
  $("play").disabled = true;
  $("kept").textContent = "The game is being begun …";
  const quick = setInterval(() => fetch("/api/beginning", { method: "POST", headers: { "content-type": "application/json" }, body: '{"wait": false}' }), BEGUN);
  try {
    const packs = [...new Set([...now.offers.given, pack])];
    const game = await ask("/api/games", { mission: id, packs });
    location.href = `/game/${encodeURIComponent(game.id)}#new`;
  } catch (error) {
    $("play").disabled = false;
    $("kept").textContent = "";
    throw error;
  } finally {
    clearInterval(quick);
  }
}

function repack() {
  if ($("pack").value === draft.pack) return;
  draft.pack = $("pack").value;
  draft.over = "";
  draft.keep();
  later();
}

function keys(event) {
  if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
  const acts = { z: () => draft.undo(), y: () => draft.redo(), s: tried(save) };
  const act = event.shiftKey && event.key.toLowerCase() === "z" ? acts.y : acts[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
}

async function start() {
  await offers();
  if (!draft.restore()) draft.begin(now.offers.fresh, kept.get("design-pack", now.offers.packs.at(-1)), "");
  $("undo").addEventListener("click", () => draft.undo());
  $("redo").addEventListener("click", () => draft.redo());
  $("fresh").addEventListener("click", () => begin({ draft: now.offers.fresh, complaints: [] }, draft.pack, ""));
  $("open").addEventListener("change", tried(open));
  $("import").addEventListener("change", tried(take));
  $("pack").addEventListener("input", repack);
  $("save").addEventListener("click", tried(save));
  $("play").addEventListener("click", tried(play));
  document.addEventListener("keydown", keys);
  $("theme").addEventListener("click", () => map.paint());
  form.draw();
  tell();
  await look();
  await hard.look();
  ready();
}

start().catch(wrong);
