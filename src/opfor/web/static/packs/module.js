// The page of modules: which sheets there are and how far each is, and a module as a file.

import { $, h, kept } from "../shared/dom.js";
import { ask, query, ready, say } from "../shared/plain.js";
import { KEYS, Sheet } from "./sheet.js";

const now = { pack: "", tables: [], open: "", nation: "" };

// -- the list --------------------------------------------------------------------------

const percent = ({ done, total }) => (total ? Math.floor((100 * done) / total) : 0);
const sum = (tables) => tables.reduce((all, each) => ({ done: all.done + each.done, total: all.total + each.total }), { done: 0, total: 0 });
const full = ({ done, total, faults }) => done === total && !faults && total > 0;

async function load() {
  const found = await ask(`/api/module?${query({ pack: now.pack, nation: now.nation })}`);
  now.tables = found.tables;
  $("stamp").textContent = found.stamp;
  list();
}

function list() {
  const groups = new Map();
  for (const each of now.tables) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  const opened = new Set([...$("list").querySelectorAll("details[open]")].map((each) => each.dataset.group));
  $("list").replaceChildren(...[...groups].map(([name, tables]) => group(name, tables, opened.has(name))));
  stopAt(openStop());
  bar();
}

function group(name, tables, open) {
  const nation = name !== "divider";
  const current = tables.some(({ table }) => table === now.open);
  const more = () => {
    now.nation = name;
    return load().catch((error) => say(error.message));
  };
  return h(
    "details",
    { open: open || current, "data-group": name },
    h("summary", {}, `${name} `, h("span", { class: "far", "data-far": name }, `${percent(sum(tables))} %`)),
    ...tables.map(pick),
    nation && now.nation !== name ? h("button", { type: "button", class: "pick", onclick: more }, "more: what it has from its base …") : null,
  );
}

function pick(each) {
  const name = each.table.split("/").pop();
  return h("button", { type: "button", class: "pick", "data-table": each.table, "aria-current": String(each.table === now.open), onclick: () => open(each.table) }, h("span", { class: "far" }, ""), h("b", {}, name), each.title, each.own ? null : h("span", { class: "dim" }, " (its base’s)"));
}

/** What can be reached in the list: the nations, and the sheets of those that are open. */
const stops = () => [...$("list").querySelectorAll("summary, details[open] > .pick")];

/** Let Tab stop at one place of the list alone: the one last been at, or the open sheet. */
function stopAt(item) {
  for (const each of stops()) each.tabIndex = each === item ? 0 : -1;
}

const openStop = () => $("list").querySelector(".pick[aria-current=true]") ?? stops()[0];

/** In the list arrows go on and back, a letter to the next nation that begins with it. */
function walk(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const all = stops();
  const at = all.indexOf(event.target);
  const rest = [...all.slice(at + 1), ...all.slice(0, at)];
  const begins = (each) => each.matches("summary") && each.textContent.startsWith(event.key.toLowerCase());
  const to = { ArrowDown: all[at + 1], ArrowUp: all[at - 1], Home: all[0], End: all.at(-1) }[event.key] ?? (/^[a-z]$/i.test(event.key) ? rest.find(begins) : null);
  if (!to) return;
  event.preventDefault();
  to.focus();
}

/** How much of all of it is typed, and of each table. */
function bar() {
  const all = sum(now.tables);
  const tables = now.tables.filter(full).length;
  const faults = now.tables.reduce((count, each) => count + each.faults, 0);
  $("done").textContent = `${tables} of ${now.tables.length} tables, ${all.done} of ${all.total} cells${faults ? `, ${faults} to mend` : ""}`;
  $("bar-done").setAttribute("width", all.total ? (100 * all.done) / all.total : 0);
  for (const each of now.tables) {
    const far = $("list").querySelector(`[data-table="${CSS.escape(each.table)}"] .far`);
    if (!far) continue;
    far.textContent = each.faults ? `${each.faults} to mend` : `${each.done}/${each.total}`;
    far.className = `far${each.faults ? " bad" : full(each) ? " all" : ""}`;
  }
  for (const far of $("list").querySelectorAll("[data-far]")) far.textContent = `${percent(sum(now.tables.filter(({ group: name }) => name === far.dataset.far)))} %`;
}

// -- a sheet ---------------------------------------------------------------------------

const sheet = new Sheet({
  place: $("sheet"),
  keep: (table, typed) => ask("/api/module/sheet", { pack: now.pack, table, typed }),
  tell,
  saying: (text, bad = false) => {
    $("state").textContent = text;
    $("state").classList.toggle("bad", bad);
  },
  sheet: (by) => beside(by),
  list: () => openStop()?.focus(),
});

async function open(table) {
  try {
    document.activeElement?.blur();
    const shown = await ask(`/api/module/sheet?${query({ pack: now.pack, id: table })}`);
    now.open = table;
    say(shown.locked);
    history.replaceState(null, "", `#${encodeURIComponent(now.pack)}/${encodeURIComponent(table)}`);
    $("title").textContent = `${shown.nation ? `${shown.nation}: ` : ""}{${table}} ${shown.title}`;
    const lent = shown.inherited ? `Until it is typed as a whole, that of the ${shown.inherited} counts.` : "";
    $("about").textContent = [shown.readers.length ? `Read by ${shown.readers.join(", ")}.` : "", lent, shown.note].filter(Boolean).join(" ");
    for (const id of ["tools", "help"]) $(id).hidden = false;
    $("told").hidden = true;
    for (const id of ["add", "remove"]) $(id).hidden = shown.fixed;
    sheet.open(shown);
    for (const each of document.querySelectorAll(".pick")) each.setAttribute("aria-current", String(each.dataset.table === table));
    const group = $("list").querySelector(`[data-table="${CSS.escape(table)}"]`)?.closest("details");
    if (group) group.open = true;
    stopAt(openStop());
    grey();
    sheet.go(0, 0);
  } catch (error) {
    say(error.message);
  }
}

/** How the sheet stands; `done` if all of it is kept. */
function tell(state, done) {
  const { progress, marks } = state;
  const faults = marks.filter(({ kind }) => kind === "fault").length;
  const found = faults ? `${faults} to mend, where ours counts until then` : "nothing wrong";
  sheet.saying(`${done ? "kept" : "keeping …"}: ${progress.done} of ${progress.total} cells, ${found}`, faults > 0);
  const place = ({ line, column }) => (line < 0 && column < 0 ? "the sheet" : line < 0 ? `time ${column + 1}` : column < 0 ? `line ${line + 1}` : sheet.label(line, column));
  const item = (each) => h("li", { class: each.kind }, h("button", { type: "button", onclick: () => sheet.go(each.line, each.column) }, place(each)), " ", h("b", {}, each.kind === "fault" ? "mend: " : "look: "), each.said);
  $("marks").replaceChildren(h("ul", { class: "marks" }, ...marks.map(item)));
  const at = now.tables.findIndex(({ table }) => table === progress.table);
  if (at >= 0) now.tables[at] = progress;
  bar();
}

function beside(by) {
  const at = now.tables.findIndex(({ table }) => table === now.open);
  const next = now.tables[at + by];
  if (next) open(next.table);
}

function grey() {
  sheet.table?.classList.toggle("plain", !$("grey").checked);
  kept.set("module-grey", String($("grey").checked));
}

// -- modules and files -----------------------------------------------------------------

async function packs(chosen) {
  const found = await ask("/api/modules");
  $("pack").replaceChildren(h("option", { value: "" }, found.length ? "choose …" : "none yet"), ...found.map((name) => h("option", { value: name, selected: name === chosen }, name)));
}

async function choose(name) {
  now.pack = name;
  now.open = "";
  kept.set("module", name);
  for (const id of ["far", "files"]) $(id).hidden = !name;
  say();
  if (!name) return;
  $("title").textContent = "Choose a sheet";
  await load();
}

async function make(event) {
  event.preventDefault();
  const { name } = await ask("/api/packs", { pack: event.target.elements.name.value });
  event.target.reset();
  await packs(name);
  await choose(name);
  await open(now.tables[0].table);
}

async function take(event) {
  event.preventDefault();
  const { file, how, name } = event.target.elements;
  const target = how.value === "new" ? name.value.trim() : now.pack;
  const found = await fetch(`/api/module/file?${query({ name: target, how: how.value })}`, { method: "POST", body: file.files[0] });
  const said = await found.json();
  if (!found.ok) throw new Error(said.error);
  await packs(said.name);
  await choose(said.name);
  show([said.said, ...said.conflicts]);
}

/** Lines to read below the sheet. */
function show(lines) {
  $("told").textContent = lines.join("\n");
  $("told").hidden = false;
  $("told").scrollIntoView({ block: "nearest" });
}

/** Save the module as one file; its version has gone up if it has changed. */
async function hand() {
  const found = await fetch(`/api/module/file?${query({ pack: now.pack })}`);
  if (!found.ok) throw new Error((await found.json()).error);
  const name = decodeURIComponent(found.headers.get("content-disposition").split("''")[1]);
  const url = URL.createObjectURL(await found.blob());
  h("a", { href: url, download: name }).click();
  URL.revokeObjectURL(url);
  await load();
  show([`exported: ${name}`]);
}

async function check() {
  const { ok, said } = await ask(`/api/module/check?${query({ pack: now.pack })}`);
  show([ok ? said : `to mend: ${said}`]);
}

async function compare() {
  const found = await ask(`/api/module/difference?${query({ pack: now.pack })}`);
  const head = ({ table, title, lines, same }) => `{${table}} ${title}: ${[lines.length ? `${lines.length} differ` : "", same ? `${same} the same` : ""].filter(Boolean).join(", ")}`;
  show(found.length ? found.flatMap((each) => [head(each), ...each.lines.map((line) => `    ${line}`)]) : ["nothing is typed yet"]);
}

const tried = (act) => (event) => Promise.resolve(act(event)).catch((error) => say(error.message));

async function start() {
  const [pack, ...rest] = location.hash.slice(1).split("/").map(decodeURIComponent);
  const table = rest.join("/");
  $("keys").replaceChildren(...Object.entries(KEYS).flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]));
  $("grey").checked = kept.get("module-grey", "true") === "true";
  $("grey").addEventListener("change", grey);
  $("make").addEventListener("submit", tried(make));
  $("take").addEventListener("submit", tried(take));
  $("pack").addEventListener("change", tried(() => choose($("pack").value)));
  $("export").addEventListener("click", tried(hand));
  $("list").addEventListener("keydown", walk);
  $("list").addEventListener("focusin", (event) => stopAt(event.target));
  $("list").addEventListener("toggle", () => stopAt(stops().find((each) => each === document.activeElement) ?? openStop()), true);
  $("check").addEventListener("click", tried(check));
  $("compare").addEventListener("click", tried(compare));
  let last = [0, 0];
  $("sheet").addEventListener("focusin", (event) => event.target.dataset.line && (last = sheet.where(event.target)));
  for (const [id, act] of Object.entries({ undo: () => sheet.undo(), redo: () => sheet.redo(), add: () => sheet.add(Math.max(0, last[0]), last[1]), remove: () => sheet.remove(Math.max(0, last[0]), last[1]), "add-time": () => sheet.add(-1, Math.floor(Math.max(0, last[1]) / sheet.width)), "remove-time": () => sheet.remove(-1, Math.floor(Math.max(0, last[1]) / sheet.width)), before: () => beside(-1), next: () => beside(1) })) $(id).addEventListener("click", act);
  const wanted = pack || kept.get("module", "");
  await packs(wanted);
  if ($("pack").options.length === 1) $("make").elements.name.focus(); // none yet
  if ([...$("pack").options].some(({ value }) => value && value === wanted)) {
    await choose(wanted);
    if (table) await open(table);
  }
  ready();
}

start().catch((error) => say(error.message));
