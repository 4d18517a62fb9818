// The start page: a game to go on with, a new Mission, the lessons.

import { companies } from "../shared/company_shelf.js";
import { $, dress, h, kept, theme } from "../shared/dom.js";
import { myVasl } from "./my_vasl.js";
import { openNav } from "../shared/nav.js";
import { rolling } from "./roll.js";
import { Shelf } from "./shelf.js";

const FOR_TABLE = ["fire", "to hit", "morale", "rally", "close combat"];
const TELL = 400; // milliseconds until it is asked again how far a new game is
const LONG = 3; // seconds after which it is said how many have gone by

let offers = null;
let asked = 0; // when a game was asked for

function say(text, instead = []) {
  $("said").replaceChildren(text, ...instead);
  $("said").hidden = !text;
  if (text) $("said").scrollIntoView({ block: "nearest" });
}

async function start() {
  field("way").value = kept.get("dice", "screen"); // before whoever is quick chooses
  const reply = await fetch("/api/start");
  if (!reply.ok) throw new Error(await reply.text());
  offers = await reply.json();
  offers.named = Object.fromEntries(offers.nations.map((nation) => [nation.id, nation]));
  for (const name of ["friendly", "enemy"]) {
    const all = offers.nations.map((nation) => h("option", { value: nation.id }, nation.name));
    field(name).append(...all);
  }
  const shown = missions();
  $("missions").replaceChildren(...shown.map(mission));
  $("how-card").hidden = false;
  $("resolve").append(...offers.resolutions.map((name) => box("on_table", name, FOR_TABLE.includes(name))));
  for (const each of offers.policies) $(each[2].includes("ask") ? "policies" : "switches").append(policy(each));
  $("packs").append(...offers.packs.map(([name, on]) => box("packs", name, on)));
  $("packs").hidden = !offers.packs.length;
  lessons();
  new Shelf(offers.games, offers.misnamed, say);
  await companies();
  way();
  choose(shown.find((mission) => mission.id === "first-contact") ?? shown[0]);
  disable(false);
  await rolling(offers.nations, play);
  await myVasl(boards);
}

/** Begin the game of a Mission that was rolled just now. */
function play({ id, pack }) {
  begin({ mission: id, packs: [...new Set([...ticked("packs"), pack])] });
}

/** The boards that are there now, after others were chosen. */
async function boards() {
  const reply = await fetch("/api/start");
  offers.boards = (await reply.json()).boards;
  choose(chosen());
}

/** The Missions that are no lessons. */
function missions() {
  const taught = new Set(offers.lessons.map((lesson) => lesson.mission));
  return offers.missions.filter((each) => !taught.has(each.id));
}

function field(name) {
  return $("new").elements[name];
}

function box(name, value, checked) {
  return h("label", { class: "box" }, h("input", { type: "checkbox", name, value, checked }), value);
}

// -- a new Mission ---------------------------------------------------------------------

function mission(each) {
  const id = `mission-${each.id}`;
  const [ours, theirs] = [each.friendly, each.enemy].map((nation) => offers.named[nation]?.name ?? nation);
  const level = each.odds?.level ?? 0;
  const dots = level ? h("span", { class: "dots", role: "img", "aria-label": `difficulty ${level} of 4`, title: `difficulty ${level} of 4` }, "●".repeat(level), h("i", {}, "●".repeat(4 - level))) : null;
  return h(
    "label",
    { class: "mission", for: id },
    h("input", { type: "radio", name: "mission", id, value: each.id, class: "visually-hidden", onchange: () => choose(each) }),
    picture(each),
    h("span", { class: "mission-name" }, h("b", {}, each.title), dots, each.pack ? h("span", { class: "chip" }, `pack ${each.pack}`) : null),
    h("span", { class: "mission-note" }, each.note),
    h("small", {}, h("span", {}, `${each.units} units, ${each.turns} turns`), each.odds ? h("span", { title: `the reference player, ${each.odds.games} games with our values` }, `${each.odds.rate} % won`) : null),
    h("small", {}, `${ours} against ${theirs}, ${each.date}`),
  );
}

/** Its map: small at once, as it is drawn when that is there. */
function picture(each) {
  const image = h("img", { src: `/api/map.png?map=${encodeURIComponent(each.map)}`, alt: "", loading: "lazy" });
  if (each.pack) return image;
  const drawn = new Image();
  drawn.addEventListener("load", () => { image.src = drawn.src; });
  drawn.src = `/api/missions/${encodeURIComponent(each.id)}/card.png`;
  return image;
}

/** Fill the form as a Mission has it. */
function choose(each) {
  $(`mission-${each.id}`).checked = true;
  $("how-title").textContent = `${each.title}: how it is played`;
  field("friendly").value = each.friendly;
  field("enemy").value = each.enemy;
  field("date").value = each.date;
  slots(each.map);
  for (const input of $("packs").querySelectorAll("input")) if (input.value === each.pack) input.checked = true;
  ready(each);
}

/** While `Begin` is out of sight below, a button at the foot of the window stands for it. */
function ready(each) {
  const foot = $("play");
  foot.firstChild.textContent = `Play ${each.title}`;
  if (ready.watch) return;
  ready.watch = new IntersectionObserver(([begin]) => { foot.hidden = begin.isIntersecting; });
  ready.watch.observe($("begin"));
}

function chosen() {
  return offers.missions.find((each) => each.id === field("mission").value);
}

/** One choice for each board of the map, as it lies from the ENEMY's side down. */
function slots(map) {
  const items = map.split(" ").map((item) => /^(r?)([^@]+?)(?:@(\d+),(\d+))?$/.exec(item));
  const placed = items.map(([, turned, name, col = "0", row = "0"]) => ({ turned: turned && !offers.boards.includes(`r${name}`), name, col, row }));
  const wide = 1 + Math.max(...placed.map(({ col }) => Number(col)));
  $("board-slots").style.setProperty("--wide", wide);
  $("board-slots").replaceChildren(
    ...placed.map(({ turned, name, col, row }) => {
      const choice = h("select", { "aria-label": `board at column ${Number(col) + 1}, row ${Number(row) + 1}`, "data-at": `${col},${row}` }, groups(name));
      return h("span", { class: "slot" }, choice, h("label", { class: "box" }, h("input", { type: "checkbox", checked: Boolean(turned), class: "turned" }), "turned"));
    }),
  );
  see();
  const own = offers.boards.filter((board) => !offers.ours.includes(board));
  const code = (text) => h("code", {}, text);
  $("board-note").replaceChildren(...(own.length
    ? [`${own.length} boards of yours are offered beside ours. On other boards than the Mission's own, VPO are drawn or left out.`]
    : ["To play on VASL boards, choose their folder under My VASL, or start with ", code("opfor play --web --boards FOLDER"), "."]));
}

function groups(name) {
  const options = (boards) => boards.map((board) => h("option", { value: board, selected: board === name }, board));
  const own = offers.boards.filter((board) => !offers.ours.includes(board));
  const parts = [h("optgroup", { label: "ours" }, options(offers.ours))];
  if (own.length) parts.push(h("optgroup", { label: "yours" }, options(own)));
  return parts;
}

/** A small picture of the map, or none while it cannot be had. */
function see() {
  $("map-small").src = `/api/map.png?map=${encodeURIComponent(wholeMap())}`;
}

/** The map as the Mission writes it, or undefined if nothing is changed. */
function mapText() {
  const text = wholeMap();
  const plain = (map) => map.replace(/@0,0$/, "");
  return plain(text) === plain(chosen().map) ? undefined : text;
}

function wholeMap() {
  const items = [...$("board-slots").children].map((slot) => {
    const choice = slot.querySelector("select");
    return { turned: slot.querySelector("input").checked, name: choice.value, at: choice.dataset.at };
  });
  return items.map(({ turned, name, at }) => (items.length === 1 && !turned ? name : `${turned ? "r" : ""}${name}@${at}`)).join(" ");
}

const WAYS = { default: "as usual", random: "by chance", ask: "ask me" };

function policy([name, title, ways]) {
  return h(
    "label",
    { class: "policy" },
    h("span", {}, title),
    h("select", { "data-policy": name }, ways.map((value) => h("option", { value }, WAYS[value] ?? value))),
  );
}

/** What stands under the way to play: only a table of one's own has resolutions. */
function way() {
  $("resolve").hidden = field("way").value !== "table";
}

function given() {
  const each = chosen();
  const found = { mission: each.id };
  for (const name of ["friendly", "enemy", "date"]) if (field(name).value !== each[name]) found[name] = field(name).value;
  for (const name of ["seed", "ac"]) if (field(name).value !== "") found[name] = Number(field(name).value);
  const map = mapText();
  if (map) found.map = map;
  const how = field("way").value;
  found.dice = how === "dice" ? "mine" : "seeded";
  if (how === "table") found.on_table = ticked("resolve");
  if (offers.packs.length) found.packs = ticked("packs");
  const policies = [...document.querySelectorAll("select[data-policy]")].filter((select) => select.value !== "default");
  found.policies = Object.fromEntries(policies.map((select) => [select.dataset.policy, select.value]));
  return found;
}

function ticked(id) {
  return [...$(id).querySelectorAll("input:checked")].map((input) => input.value);
}

async function begin(found, then = "new") {
  say("");
  disable(true);
  const telling = setInterval(tell, TELL);
  asked = Date.now();
  progress("Reading the boards");
  try {
    const reply = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(found),
    });
    const said = await reply.json();
    if (said.offers) return refused(said, found);
    if (!reply.ok) throw new Error(said.error ?? "the server refused");
    location.href = `/game/${encodeURIComponent(said.id)}${offers.lessons.some((each) => each.mission === found.mission) ? "" : `#${then}`}`;
  } catch (error) {
    say(error.message);
    progress("");
    disable(false);
  } finally {
    clearInterval(telling);
  }
}

/** Without tables in that month: what can be played instead, each with its key. */
function refused({ error, offers: instead }, found) {
  progress("");
  disable(false);
  const button = ({ text, changes }, n) => h("button", { type: "button", "aria-keyshortcuts": String(n + 1), onclick: () => begin({ ...found, ...changes }) }, h("kbd", {}, String(n + 1)), ` ${text}`);
  say(`${error}. Play instead:`, [h("span", { id: "instead", class: "instead" }, instead.map(button))]);
  $("instead").firstChild.focus();
}

/** How far the game is that is being begun. */
async function tell() {
  const reply = await fetch("/api/beginning").catch(() => null);
  const { text } = reply?.ok ? await reply.json() : {};
  if (text && $("begin").disabled) progress(text);
}

/** What is being done, and for how long where nothing else tells that it goes on. */
function progress(text) {
  const seconds = Math.round((Date.now() - asked) / 1000);
  const since = seconds < LONG || text.includes("%") ? "" : ` ${seconds} s`;
  for (const place of document.querySelectorAll(".begun")) place.textContent = text ? `${text} …${since}` : "";
  $("enough").hidden = !text.includes("%");
}

function disable(yes) {
  for (const button of document.querySelectorAll("#begin, #begin-vasl, #lessons button")) button.disabled = yes;
}

// -- lessons ---------------------------------------------------------------------------

function lessons() {
  const done = offers.lessons.filter((each) => each.step >= each.steps).length;
  $("learnt").textContent = `${done} of ${offers.lessons.length}`;
  $("lessons").replaceChildren(...offers.lessons.map(lesson));
}

/** A lesson: begun, gone on with, or from its beginning. */
function lesson(each, number) {
  const over = each.step >= each.steps;
  const begun = each.game && each.step > 0 && !over;
  const first = !number && !over && !begun ? h("em", {}, "Begin here") : null;
  const way = begun ? `step ${each.step + 1} of ${each.steps}` : over ? "learnt" : `${each.minutes} minutes`;
  const go = () => (begun ? (location.href = `/game/${encodeURIComponent(each.game)}`) : begin({ mission: each.mission, seed: each.seed }));
  const button = h("button", { type: "button", id: each.mission, onclick: go }, h("b", { class: over ? "done" : "" }, over ? "✓" : String(number + 1)), h("span", {}, h("span", {}, each.title, " ", first), h("small", {}, `${each.about} · ${way}`)));
  const again = begun ? h("button", { type: "button", class: "quiet", title: "from its first step", onclick: () => begin({ mission: each.mission, seed: each.seed }) }, "again") : null;
  return h("li", {}, button, again);
}

dress();
openNav();
$("theme").addEventListener("click", () => {
  kept.set("theme", theme() === "dark" ? "light" : "dark");
  dress();
});
$("board-slots").addEventListener("change", see);
$("map-small").addEventListener("load", () => { $("map-small").hidden = false; });
$("map-small").addEventListener("error", () => { $("map-small").hidden = true; });
addEventListener("keydown", ({ key, target }) => {
  if (!target.matches("input, select, textarea")) $("instead")?.children[Number(key) - 1]?.click();
});
$("play").firstChild.addEventListener("click", () => {
  $("begin").scrollIntoView({ block: "center" });
  $("begin").click();
});
$("enough").addEventListener("click", () => fetch("/api/beginning", { method: "POST", headers: { "content-type": "application/json" }, body: '{"wait": false}' }));
for (const input of $("new").elements.way) input.addEventListener("change", way);
$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  begin(given(), event.submitter?.value || undefined);
});
addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from a game
start().catch((error) => say(error.message));
