// The start page: a new Mission, or a game to go on with.

import { $, h, theme } from "./dom.js";

document.documentElement.dataset.theme = theme();

function say(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
}

async function start() {
  const reply = await fetch("/api/start");
  if (!reply.ok) throw new Error(await reply.text());
  const { missions, nations, boards, games } = await reply.json();
  for (const name of ["friendly", "enemy"]) {
    const all = nations.map((nation) => h("option", { value: nation }, nation));
    $("new").elements[name].append(h("option", { value: "" }, "as the Mission has it"), ...all);
  }
  $("boards").append(...boards.map((board) => h("option", { value: board })));
  $("missions").append(...missions.map(mission));
  $("missions").querySelector("input")?.click();
  $("begin").disabled = false;
  $("games").append(...(games.length ? games.map(save) : [h("li", { class: "dim" }, "No game has been begun yet.")]));
}

function mission(each) {
  const id = `mission-${each.id}`;
  return h(
    "label",
    { class: "mission", for: id },
    h("input", { type: "radio", name: "mission", id, value: each.id }),
    h("span", {}, h("b", {}, each.title), ` ${each.friendly} against ${each.enemy}, ${each.date}, board ${each.map}, ${each.turns} turns`, h("br"), h("small", {}, each.note)),
  );
}

function save(game) {
  return h("li", {}, h("a", { href: `/game/${encodeURIComponent(game.id)}` }, game.title), ` ${game.against}, ${game.when}, ${game.answers} answers`);
}

async function begin(event) {
  event.preventDefault();
  const given = Object.fromEntries([...new FormData(event.target)].filter(([, value]) => value !== ""));
  for (const name of ["seed", "ac"]) if (name in given) given[name] = Number(given[name]);
  say("");
  $("progress").textContent = "The map is made ready …";
  try {
    const reply = await fetch("/api/games", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(given),
    });
    const said = await reply.json();
    if (!reply.ok) throw new Error(said.error ?? "the server refused");
    location.href = `/game/${encodeURIComponent(said.id)}`;
  } catch (error) {
    $("progress").textContent = "";
    say(error.message);
  }
}

$("new").addEventListener("submit", begin);
start().catch((error) => say(error.message));
