// The page of packs: rows of one's own over a shipped table, checked as one types.

import { charts } from "../shared/charts.js";
import { $, h } from "../shared/dom.js";
import { ask, query, ready, say, soon } from "../shared/plain.js";

const now = { pack: "", table: null, rows: [], packs: [], checks: 0 };

// -- packs -----------------------------------------------------------------------------

async function packs() {
  now.packs = await ask("/api/packs");
  const card = (pack) =>
    h(
      "div",
      { class: "card" },
      h("button", { type: "button", class: "pick", "aria-current": String(pack.name === now.pack), onclick: () => choose(pack.name) }, h("b", {}, pack.name)),
      h("p", { class: pack.ok ? "dim" : "refused" }, pack.said),
      h("p", { class: "tests" }, pack.folder),
    );
  $("packs").replaceChildren(...now.packs.map(card));
}

async function make(event) {
  event.preventDefault();
  try {
    const { name } = await ask("/api/packs", { pack: event.target.elements.name.value });
    event.target.reset();
    await choose(name);
  } catch (error) {
    say(error.message);
  }
}

async function choose(name) {
  now.pack = name;
  say();
  await packs();
  $("title").textContent = `Pack ${name}: choose a table`;
  $("choose").hidden = false;
  list();
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted && !now.table) await edit(wanted);
}

/** The tables that the pack has changed. */
function list() {
  const { tables } = now.packs.find((each) => each.name === now.pack);
  $("changed").replaceChildren(tables.length ? "Changed: " : "", ...tables.map((id) => h("button", { type: "button", onclick: () => edit(id) }, id)));
}

// -- a table ---------------------------------------------------------------------------

async function edit(id) {
  try {
    const table = await ask(`/api/packs/table?${query({ pack: now.pack, id })}`);
    const shipped = await ask(`/api/table?${query({ id })}`);
    say(table.locked);
    Object.assign(now, { table, shipped, rows: merged(table) });
    $("table").value = id;
    $("title").textContent = `${now.pack}: {${id}} ${table.title}`;
    for (const name of ["acts", "file"]) $(name).hidden = false;
    $("keep").disabled = true;
    draw();
    await check();
  } catch (error) {
    say(error.message);
  }
}

const place = (row) => JSON.stringify([row.on, row.since, row.until, Object.entries(row.when).sort()]);

/** The shipped rows, each with the player's own in its place; the rest of his below. */
function merged(table) {
  const own = new Map(table.own.map((row) => [place(row), row]));
  const rows = table.below.map((below) => {
    const mine = own.get(place(below));
    own.delete(place(below));
    return { below, row: { ...(mine ?? below) } };
  });
  return [...rows, ...[...own.values()].map((row) => ({ below: null, row: { ...row } }))];
}

function changed({ below, row }) {
  return !below || row.result !== below.result || row.note !== below.note;
}

const own = () => now.rows.filter((each) => !each.gone && changed(each));

function draw() {
  const { axes, key } = now.table;
  const dated = now.rows.some(({ row }) => row.since || row.until);
  const keyed = !["none", "list"].includes(key);
  const heads = [keyed ? "on" : null, dated ? "from" : null, dated ? "until" : null, ...Object.keys(axes), "result", "note", ""].filter((each) => each !== null);
  const lines = now.rows.map((each, n) => line(each, n, { keyed, dated, axes }));
  const table = h("table", { class: "grid-table" }, h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...lines));
  $("edit").replaceChildren(h("p", {}, "Change a result: that row becomes yours. The shipped table stays as it is."), h("div", { class: "scroll" }, table));
}

function line(each, n, { keyed, dated, axes }) {
  const { below, row } = each;
  const fixed = Boolean(below);
  const cell = (name, set, value, kind = "") =>
    h("td", {}, fixed && kind !== "result" && kind !== "note" ? value : h("input", { class: `cell ${kind}`, value, "aria-label": `${name} of row ${n + 1}`, maxlength: 2000, oninput: (event) => (set(event.target.value), mark(), later()) }));
  const choice = (axis, values) =>
    h("td", {}, fixed ? row.when[axis] ?? "" : h("select", { "aria-label": `${axis} of row ${n + 1}`, onchange: (event) => (pickAxis(row, axis, event.target.value), later()) }, h("option", { value: "" }, "all"), ...values.map((value) => h("option", { selected: row.when[axis] === value }, value))));
  const back = h("button", { type: "button", onclick: () => reset(each) }, fixed ? "As shipped" : "Remove");
  each.back = back;
  each.line = h(
    "tr",
    {},
    keyed ? cell("on", (value) => (row.on = value), row.on) : null,
    ...(dated ? [cell("from", (value) => (row.since = value), row.since), cell("until", (value) => (row.until = value), row.until)] : []),
    ...Object.entries(axes).map(([axis, values]) => choice(axis, values)),
    cell("result", (value) => (row.result = value), row.result, "result"),
    cell("note", (value) => (row.note = value), row.note, "note"),
    h("td", {}, back),
  );
  return each.line;
}

function pickAxis(row, axis, value) {
  const { [axis]: gone, ...rest } = row.when;
  row.when = value ? { ...rest, [axis]: value } : rest;
  return gone;
}

function reset(each) {
  if (each.below) Object.assign(each.row, { result: each.below.result, note: each.below.note });
  else now.rows.splice(now.rows.indexOf(each), 1);
  draw();
  later();
}

function mark(wrong = -1) {
  const mine = own();
  for (const each of now.rows) {
    each.line.classList.toggle("own", changed(each));
    each.line.classList.toggle("wrong", wrong >= 0 && mine[wrong] === each);
    each.back.hidden = !changed(each);
  }
}

// -- checking and saving ---------------------------------------------------------------

function wish() {
  return { pack: now.pack, table: now.table.table, rows: own().map(({ below, row }) => ({ ...row, note: row.note === below?.note ? "" : row.note })) };
}

async function check() {
  const turn = ++now.checks;
  try {
    const found = await ask("/api/packs/check", wish());
    if (turn === now.checks) tell(found);
  } catch (error) {
    if (turn === now.checks) tell({ ok: false, said: error.message, row: -1, text: "" });
  }
}

const later = soon(check, 300);

function tell(found) {
  $("state").textContent = found.said;
  $("state").classList.toggle("bad", !found.ok);
  $("text").textContent = found.text || "(no file: the table is as it ships)";
  $("keep").disabled = !found.ok || Boolean(now.table.locked);
  mark(found.row);
  const odds = found.odds ?? [];
  $("odds").replaceChildren(...(odds.length ? [h("h2", {}, "Chances with your rows, and as shipped"), ...charts(odds, now.shipped.odds)] : []));
}

async function keep() {
  try {
    const found = await ask("/api/packs/table", wish());
    tell(found);
    if (found.ok) $("state").textContent = `saved; ${found.said}`;
    await packs();
    list();
  } catch (error) {
    say(error.message);
  }
}

$("make").addEventListener("submit", make); // before anything is waited for: who is quick types already

async function start() {
  const tables = await ask("/api/tables");
  $("tables").append(...tables.map(({ id, title }) => h("option", { value: id }, title)));
  await packs();
  $("table").addEventListener("change", () => $("table").value && edit($("table").value));
  $("keep").addEventListener("click", keep);
  $("add").addEventListener("click", () => {
    now.rows.push({ below: null, row: { on: "", since: "", until: "", when: {}, result: "", note: "" } });
    draw();
    later();
  });
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (now.packs.length === 1) await choose(now.packs[0].name);
  else if (wanted) $("title").textContent = `${now.packs.length ? "Choose" : "Make"} a pack, and {${wanted}} opens in it`;
  ready();
}

start().catch((error) => say(error.message));
