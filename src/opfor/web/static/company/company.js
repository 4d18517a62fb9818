// The page of campaigns: all of them, or one with its roster, next Mission and history.

import { $, h } from "../shared/dom.js";
import { ask, ready, say } from "../shared/plain.js";

const CLAUSES = {
  wounds: "wounds", experience: "experience", promotions: "promotions", medals: "medals",
  captured: "captured SW are kept", support: "support for points", drift: "Missions grow harder or easier",
};

const now = { id: decodeURIComponent(location.hash.slice(1)), shown: null, foes: 0 };

const api = () => `/api/campaigns/${encodeURIComponent(now.id)}`;

/** Do what may be refused, and tell why. */
async function tried(act) {
  try {
    say("");
    await act();
  } catch (error) {
    say(error.message);
  }
}

// -- all campaigns ---------------------------------------------------------------------

async function all() {
  const [campaigns, offers] = await Promise.all([ask("/api/campaigns"), ask("/api/start")]);
  const item = ({ id, standing }) => h("li", {}, h("a", { href: `/company#${encodeURIComponent(id)}` }, standing));
  $("campaigns").replaceChildren(...(campaigns.length ? campaigns.map(item) : [h("li", { class: "dim" }, "No company has been raised yet.")]));
  const form = $("new").elements;
  form.nation.replaceChildren(...offers.nations.map(({ id, name }) => h("option", { value: id, selected: id === "german" }, name)));
  form.date.value = "1941-08";
  $("clauses").replaceChildren(...Object.entries(CLAUSES).map(([id, name]) => h("label", { class: "box" }, h("input", { type: "checkbox", name: "clause", value: id, checked: true }), name)));
  await foes();
  $("none").hidden = false;
  $("begin").disabled = false;
}

/** Whom the nation met in that month. */
async function foes() {
  const { nation, date, enemy } = $("new").elements;
  const round = ++now.foes;
  const known = await ask(`/api/foes?${new URLSearchParams({ nation: nation.value, date: date.value })}`);
  if (round !== now.foes) return; // another month was named meanwhile
  enemy.replaceChildren(h("option", { value: "" }, known.length ? "by chance" : "nobody in that month"), ...known.map(({ id, name }) => h("option", { value: id }, name)));
}

async function begin() {
  const form = $("new").elements;
  const wish = { missions: Number(form.missions.value) };
  for (const name of ["name", "nation", "date", "enemy", "dice", "replacements"]) wish[name] = form[name].value;
  wish.boards = form.boards.value.split(/[\s,]+/).filter(Boolean);
  wish.without = [...$("clauses").querySelectorAll("input:not(:checked)")].map((input) => input.value);
  if (form.seed.value) wish.seed = Number(form.seed.value);
  const { id } = await ask("/api/campaigns", wish);
  location.hash = encodeURIComponent(id);
}

async function take(file) {
  const reply = await fetch("/api/campaigns/file", { method: "POST", body: file });
  const said = await reply.json().catch(() => ({ error: "this file is too large" }));
  if (!reply.ok) throw new Error(said.error);
  location.hash = encodeURIComponent(said.id);
}

// -- one campaign ----------------------------------------------------------------------

function show(campaign) {
  now.shown = campaign;
  document.title = `${campaign.name} – opfor`;
  $("title").textContent = `${campaign.name}, ${campaign.nation}`;
  $("standing").textContent = campaign.standing.slice(campaign.name.length + 2);
  $("export").href = `${api()}/campaign.toml`;
  $("people").replaceChildren(...campaign.people.map(person));
  $("weapons").textContent = `SW: ${campaign.weapons.join(", ") || "none"} · ELR ${campaign.elr}`;
  next(campaign);
  $("shop-card").hidden = !campaign.shop.length;
  $("points").textContent = `${campaign.points} points in hand`;
  $("shop").replaceChildren(...campaign.shop.map((each) => support(each, campaign.points)));
  const played = campaign.history.map(mission).reverse();
  $("history").replaceChildren(...(played.length ? played : [h("p", { class: "dim" }, "No Mission has been played yet.")]));
  $("history").reversed = true;
  $("one").hidden = false;
}

function person(each) {
  const closed = !now.shown.next || now.shown.game || (each.state && !each.resting);
  const way = each.resting ? { go: each.id } : { rest: each.id };
  const word = each.resting ? "Send" : "Rest";
  const button = closed ? null : h("button", { type: "button", "aria-label": `${each.who}: ${word.toLowerCase()}`, onclick: () => step("prepare", way) }, word);
  const mark = each.goes ? h("small", {}, " goes") : null;
  return h("tr", { class: [each.gone ? "gone" : "", each.goes ? "goes" : ""].join(" ").trim() || null },
    h("th", { scope: "row" }, h("span", {}, each.who), mark), h("td", {}, each.what), h("td", {}, each.state), h("td", {}, each.record), h("td", {}, button));
}

function next(campaign) {
  const { next: plan, game, game_over: over } = campaign;
  $("next-title").textContent = plan ? (game ? plan.title : `Next: ${plan.title}`) : `The campaign is over: ${campaign.ending}`;
  $("next-note").textContent = plan?.note ?? "";
  $("next-what").textContent = plan ? `against ${plan.enemies[plan.enemy] ?? plan.enemy}, ${plan.date}, ${plan.level}` : "";
  $("trouble").textContent = campaign.trouble;
  $("map-small").hidden = true;
  if (plan) $("map-small").src = `/api/map.png?map=${encodeURIComponent(plan.map)}`;
  $("change").hidden = !plan || Boolean(game);
  if (plan) {
    $("change").elements.enemy.replaceChildren(...Object.entries(plan.enemies).map(([id, name]) => h("option", { value: id, selected: id === plan.enemy }, name)));
    $("change").elements.map.value = plan.map;
  }
  $("play").hidden = !plan || over;
  $("play").textContent = game ? "Go on with the game" : "Play it";
  $("settle").hidden = !over;
  $("give-up").hidden = !game || over;
  $("anew").hidden = true;
}

function support({ support: id, name, what, price, bought, returns }, points) {
  const count = bought ? ` × ${bought}` : "";
  const back = returns && bought ? h("button", { type: "button", "aria-label": `give back ${name}`, onclick: () => step("prepare", { give_back: id }) }, "Back") : h("span", {});
  return h("li", {}, h("span", {}, name, h("b", {}, count), h("small", {}, [what, returns ? "for this Mission" : "at once"].filter(Boolean).join(", "))),
    back, h("button", { type: "button", disabled: points < price, "aria-label": `buy ${name} for ${price} points`, onclick: () => step("prepare", { buy: id }) }, `${price} points`));
}

function mission(each) {
  const name = encodeURIComponent(each.game);
  const ways = each.game ? [" ", h("a", { href: `/report/${name}` }, "Report"), " ", h("a", { href: `/replay/${name}` }, "Replay")] : [];
  return h("li", {}, h("b", {}, each.title), `, against ${each.against}: `, h("span", { class: `outcome ${each.outcome}` }, each.said), ...ways, h("ul", {}, each.notes.map((note) => h("li", {}, note))));
}

/** Do a step; where the dice are the player's, ask for one roll after another. */
async function step(way, wish, rolls = []) {
  await tried(async () => {
    const done = await ask(`${api()}/${way}`, { ...wish, rolls });
    $("roll-card").hidden = Boolean(done.campaign);
    if (done.campaign) return show(done.campaign);
    now.rolling = { way, wish, rolls, dice: done.dice };
    $("wanted").textContent = done.wanted;
    $("roll").reset();
    $("roll").elements.dice.focus();
    return null;
  });
}

async function rolled() {
  const { way, wish, rolls, dice } = now.rolling;
  const given = [...$("roll").elements.dice.value.replace(/\D/g, "")].map(Number);
  if (given.length !== dice || given.some((die) => die < 1 || die > 6)) throw new Error(`type ${dice === 1 ? "one die" : `${dice} dice`}, 1 to 6`);
  await step(way, wish, [...rolls, given]);
}

async function play(anew = false) {
  $("play").disabled = true;
  try {
    const { id } = await ask(`${api()}/play`, { anew });
    location.href = `/game/${encodeURIComponent(id)}${now.shown.game && !anew ? "" : "#new"}`;
  } catch (error) {
    $("anew").hidden = !now.shown.game;
    throw error;
  } finally {
    $("play").disabled = false;
  }
}

async function start() {
  now.id = decodeURIComponent(location.hash.slice(1));
  for (const id of ["none", "one"]) $(id).hidden = true;
  if (now.id) show(await ask(api()));
  else await all();
  ready();
}

$("new").addEventListener("submit", (event) => { event.preventDefault(); tried(begin); });
$("new").addEventListener("change", (event) => ["nation", "date"].includes(event.target.name) && tried(foes));
$("import").addEventListener("change", () => tried(() => take($("import").files[0])));
$("change").addEventListener("submit", (event) => {
  event.preventDefault();
  const { enemy, map } = $("change").elements;
  step("prepare", { enemy: enemy.value, map: map.value });
});
$("roll").addEventListener("submit", (event) => { event.preventDefault(); tried(rolled); });
$("play").addEventListener("click", () => tried(() => play()));
$("anew").addEventListener("click", () => tried(() => play(true)));
$("settle").addEventListener("click", () => step("next", {}));
$("give-up").addEventListener("click", () => step("next", { give_up: true }));
$("map-small").addEventListener("load", () => { $("map-small").hidden = false; });
addEventListener("hashchange", () => tried(start));
addEventListener("pageshow", (event) => event.persisted && location.reload()); // back from a game
tried(start);
