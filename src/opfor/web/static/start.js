// The start page: the tutorial, a game to go on with, or a new Mission.

import { $, h, kept, theme } from "./dom.js";

const FOR_TABLE = ["fire", "to hit", "morale", "rally", "close combat"];
const TELL = 400; // milliseconds until it is asked again how far a new game is
const TUTORIAL = { mission: "tutorial", seed: 46 };

let offers = null;

function say(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
  if (text) $("said").scrollIntoView({ block: "nearest" });
}

async function start() {
  const reply = await fetch("/api/start");
  if (!reply.ok) throw new Error(await reply.text());
  offers = await reply.json();
  offers.named = Object.fromEntries(offers.nations.map((nation) => [nation.id, nation]));
  for (const name of ["friendly", "enemy"]) {
    const all = offers.nations.map((nation) => h("option", { value: nation.id }, nation.name));
    field(name).append(...all);
  }
  const shown = offers.missions.filter((mission) => mission.id !== TUTORIAL.mission);
  $("missions").append(...shown.map(mission));
  $("resolve").append(...offers.resolutions.map((name) => box("on_table", name, FOR_TABLE.includes(name))));
  $("policies").append(...offers.policies.map(policy));
  $("packs").append(...offers.packs.map(([name, on]) => box("packs", name, on)));
  $("learn").hidden = shown.length === offers.missions.length;
  $("packs").hidden = !offers.packs.length;
  games();
  way();
  choose(shown.find((mission) => mission.id === "first-contact") ?? shown[0]);
  $("begin").disabled = false;
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
  const boards = each.map.split(" ").length;
  return h(
    "label",
    { class: "mission", for: id },
    h("input", { type: "radio", name: "mission", id, value: each.id, onchange: () => choose(each) }),
    h(
      "span",
      {},
      h("b", {}, each.title),
      each.pack ? h("span", { class: "chip" }, `pack ${each.pack}`) : null,
      h("br"),
      h("span", {}, each.note),
      h("br"),
      h("small", {}, `${ours} against ${theirs}, ${each.date}, ${boards} board${boards > 1 ? "s" : ""}, ${each.turns} turns`),
    ),
  );
}

/** Fill the form as a Mission has it. */
function choose(each) {
  $(`mission-${each.id}`).checked = true;
  field("friendly").value = each.friendly;
  field("enemy").value = each.enemy;
  field("date").value = each.date;
  slots(each.map);
  for (const input of $("packs").querySelectorAll("input")) if (input.value === each.pack) input.checked = true;
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
  $("board-note").textContent = own.length
    ? `${own.length} boards of yours are offered beside ours. On other boards than the Mission's own, VPO are drawn or left out.`
    : "To play on VASL boards, start with `opfor play --web --boards FOLDER`, or name the folder in OPFOR_BOARDS.";
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

function policy([name, title]) {
  const ways = [["default", "the ENEMY's best"], ["random", "by chance"], ["ask", "ask me"]];
  return h(
    "label",
    { class: "policy" },
    h("span", {}, title),
    h("select", { "data-policy": name }, ways.map(([value, text]) => h("option", { value }, text))),
  );
}

/** What stands under the way to play: only a table of one's own has resolutions. */
function way() {
  $("resolve").hidden = field("way").value !== "table";
}

function any(list) {
  return list[Math.floor(Math.random() * list.length)];
}

function month(text) {
  return Number(text.slice(0, 4)) * 12 + Number(text.slice(5)) - 1;
}

/** A Mission, nations and a month by chance; everything can still be changed. */
function roll() {
  const shown = offers.missions.filter((each) => each.id !== TUTORIAL.mission);
  choose(any(shown));
  for (let tries = 0; tries < 50; tries += 1) {
    const theatre = any(offers.theatres);
    const sides = [any(theatre.one), any(theatre.other)];
    const nations = sides.map((id) => offers.named[id]);
    if (nations.includes(undefined)) continue;
    const first = Math.max(...[theatre, ...nations].map((each) => month(each.first)));
    const last = Math.min(...[theatre, ...nations].map((each) => month(each.last)));
    if (first > last) continue;
    const at = first + Math.floor(Math.random() * (last - first + 1));
    field("date").value = `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
    if (Math.random() < 0.5) sides.reverse();
    [field("friendly").value, field("enemy").value] = sides;
    return;
  }
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
  const policies = [...$("policies").querySelectorAll("select")].filter((select) => select.value !== "default");
  found.policies = Object.fromEntries(policies.map((select) => [select.dataset.policy, select.value]));
  return found;
}

function ticked(id) {
  return [...$(id).querySelectorAll("input:checked")].map((input) => input.value);
}

async function begin(found) {
  say("");
  for (const id of ["begin", "tutorial"]) $(id).disabled = true;
  const telling = setInterval(tell, TELL);
  progress("The boards are read");
  try {
    const reply = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(found),
    });
    const said = await reply.json();
    if (!reply.ok) throw new Error(said.error ?? "the server refused");
    location.href = `/game/${encodeURIComponent(said.id)}`;
  } catch (error) {
    clearInterval(telling);
    say(error.message);
    progress("");
    for (const id of ["begin", "tutorial"]) $(id).disabled = false;
  }
}

/** How far the game is that is being begun. */
async function tell() {
  const reply = await fetch("/api/beginning").catch(() => null);
  const { text } = reply?.ok ? await reply.json() : {};
  if (text && $("begin").disabled) progress(text);
}

function progress(text) {
  for (const place of document.querySelectorAll(".begun")) place.textContent = text ? `${text} …` : "";
  $("enough").hidden = !text.includes("%");
}

// -- games to go on with ---------------------------------------------------------------

function games() {
  const learning = offers.games.find((game) => game.mission === TUTORIAL.mission && !game.over);
  if (learning) $("tutorial").textContent = "Go on with the tutorial";
  $("tutorial").onclick = () => (learning ? (location.href = link(learning)) : begin(TUTORIAL));
  const none = h("li", { class: "dim" }, "No game has been begun yet.");
  $("games").replaceChildren(...(offers.games.length ? offers.games.map(save) : [none]));
}

function link(game) {
  return `/game/${encodeURIComponent(game.id)}`;
}

function save(game) {
  const id = encodeURIComponent(game.id);
  return h(
    "li",
    { class: "save" },
    h(
      "a",
      { href: link(game) },
      h("img", { src: `/api/games/${id}/small.png`, alt: "", loading: "lazy", width: 150 }),
      h("span", {}, h("b", {}, game.title), h("br"), game.where, h("br"), h("small", {}, `${game.against} · ${game.when}`)),
    ),
    h("a", { class: "replay", href: `/replay/${id}` }, "Replay"),
  );
}

document.documentElement.dataset.theme = theme();
$("theme").addEventListener("click", () => {
  kept.set("theme", theme() === "dark" ? "light" : "dark");
  document.documentElement.dataset.theme = theme();
});
$("board-slots").addEventListener("change", see);
$("map-small").addEventListener("load", () => { $("map-small").hidden = false; });
$("map-small").addEventListener("error", () => { $("map-small").hidden = true; });
$("roll").addEventListener("click", roll);
$("enough").addEventListener("click", () => fetch("/api/beginning", { method: "POST", headers: { "content-type": "application/json" }, body: '{"wait": false}' }));
for (const input of $("new").elements.way) input.addEventListener("change", way);
$("new").addEventListener("submit", (event) => {
  event.preventDefault();
  begin(given());
});
addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from a game
start().catch((error) => say(error.message));
