// The page of Commands: rows built clause by clause, tried at once on a small board.
// What there is to choose, what a row means and what comes of it: the server says.

import { $, h, kept, lines, theme } from "../shared/dom.js";
import { ask, query, ready, say, soon } from "../shared/plain.js";

const FREE = "{words}";
const now = { words: null, table: null, row: null, clauses: [], past: [], at: -1, tries: 0, known: {} };

// -- choosing a row --------------------------------------------------------------------

function options(select, pairs, chosen) {
  select.replaceChildren(...pairs.map(([value, text]) => h("option", { value, selected: value === chosen }, text)));
}

async function load(on = now.row?.on) {
  try {
    now.table = await ask(`/api/commands/table?${query({ nation: $("nation").value, id: $("table").value, pack: $("pack").value })}`);
    say();
    options($("scene"), now.table.scenes, kept.get("command-scene", ""));
    pick(now.table.rows.find((row) => row.on === on) ?? now.table.rows[0]);
  } catch (error) {
    say(error.message);
  }
}

const MARKS = { player: "yours", example: "example", rules: "rules", public: "public", project: "ours" };

function rows() {
  const line = (row) =>
    h(
      "button",
      { type: "button", class: "pick", "aria-current": String(row === now.row), onclick: () => pick(row) },
      h("b", {}, row.on),
      row.clauses.map((clause) => clause.text).join("; "),
      " ",
      h("span", { class: `tag ${row.source}` }, MARKS[row.source] ?? row.source),
    );
  const held = $("list").contains(document.activeElement);
  $("list").replaceChildren(...now.table.rows.map(line));
  if (held) $("list").querySelector("[aria-current=true]").focus();
}

function pick(row) {
  Object.assign(now, { row, clauses: row.clauses, past: [] });
  rows();
  close();
  const whose = now.table.id === now.table.table ? "the table of every nation" : `{${now.table.id}}, this nation's own`;
  $("title").textContent = `{${now.table.table}} ${row.on}: ${now.table.title}`;
  $("from").textContent = `From ${whose}; ${MARKS[row.source] ?? row.source}${row.pack && row.source === "player" ? `, pack ${row.pack}` : ""}.`;
  $("own").checked = now.table.id !== now.table.table;
  $("own").disabled = $("own").checked;
  for (const name of ["acts", "trial"]) $(name).hidden = false;
  draw();
  attempt();
}

// -- the clauses of the row ------------------------------------------------------------

const EDIT = 0;
const EARLIER = 1;
const LATER = 2;
const REMOVE = 3;

/** At which clause's button the cursor is. */
function held() {
  const item = document.activeElement.closest("#clauses > li");
  if (!item) return null;
  return [[...item.parentElement.children].indexOf(item), [...item.querySelectorAll("button")].indexOf(document.activeElement)];
}

/** Put the cursor at a clause's button; where that cannot be pressed, at its first that can. */
function hold(at, which) {
  const buttons = [...($("clauses").children[at]?.querySelectorAll("button") ?? [])];
  ([buttons[which], ...buttons].find((each) => each && !each.disabled) ?? $("add")).focus();
}

function draw() {
  const place = held();
  $("clauses").replaceChildren(...now.clauses.map(clause));
  if (place) hold(...place);
  $("again").disabled = !now.past.length;
  const unchanged = same(texts(), now.row.clauses.map((each) => each.text));
  $("keep").disabled = unchanged || !$("pack").value || now.clauses.some((each) => each.fault);
  $("keep").title = $("pack").value ? "" : "make a pack on the page Packs first";
}

const texts = () => now.clauses.map((each) => each.text);

function clause(each, at) {
  const button = (text, label, act, off) => h("button", { type: "button", "aria-label": `${label}: ${each.text}`, title: label, disabled: off, onclick: act }, text);
  return h(
    "li",
    {},
    h(
      "div",
      { class: "line" },
      h("span", { class: "text" }, each.text),
      h(
        "span",
        {},
        button("Change", "Change", () => open(at)),
        button("↑", "Earlier", () => swap(at, at - 1, EARLIER), at === 0),
        button("↓", "Later", () => swap(at, at + 1, LATER), at === now.clauses.length - 1),
        button("✕", "Remove", () => change(now.clauses.filter((_, n) => n !== at), Math.min(at, now.clauses.length - 2), REMOVE)),
      ),
    ),
    each.fault ? h("span", { class: "wrong-clause" }, each.fault) : null,
    h("span", { class: "verdict" }),
  );
}

function swap(one, other, which) {
  const next = [...now.clauses];
  [next[one], next[other]] = [next[other], next[one]];
  change(next, other, which);
}

/** The row is another one now; the cursor stays with what was done. */
function change(clauses, at, which) {
  now.past.push(now.clauses);
  now.clauses = clauses;
  close();
  draw();
  hold(at, which);
  attempt();
}

function undo() {
  if (!now.past.length) return;
  now.clauses = now.past.pop();
  close();
  draw();
  attempt();
}

// -- one clause, part by part ------------------------------------------------------------

const shapes = () => now.words.shapes[now.table.table];
const shape = () => shapes().find((each) => each.id === $("shape").value);

function open(at) {
  const old = now.clauses[at];
  now.at = at;
  options($("shape"), shapes().map((each) => [each.id, each.label]), old?.shape || shapes()[0].id);
  $("editor").hidden = false;
  parts(old?.values ?? {});
  $("shape").focus();
}

function close() {
  now.at = -1;
  $("editor").hidden = true;
}

/** The parts of the chosen shape, with what they say already. */
function parts(values = {}) {
  $("parts").replaceChildren(...shape().parts.map((part) => partBox(part, values[part.name] ?? [])));
  reads();
}

function partBox(part, said) {
  const box = h("div", { "data-part": part.name });
  const wanted = said.length ? said : [part.optional ? "" : null];
  for (const text of wanted) box.append(choice(part, text, box));
  return box;
}

/** One wording of a part: chosen from the list, its numbers filled in. */
function choice(part, text, box) {
  if (part.options[0] === FREE) {
    const input = h("input", { maxlength: 200, value: text ?? "", "aria-label": part.label, oninput: reads });
    return h("div", { class: "part-line part-row" }, h("span", { "aria-hidden": "true" }, part.label), input);
  }
  const found = part.options.findIndex((option) => pattern(option).test(text ?? ""));
  const none = part.optional ? [["", "—"]] : [];
  const select = h("select", { "aria-label": part.label });
  options(select, [...none, ...part.options.map((option, n) => [String(n), option.trim().replace(/\{\w+\}/g, "…")])], found >= 0 ? String(found) : part.optional ? "" : "0");
  const more = part.join ? h("button", { type: "button", title: `one more: ${part.label}`, onclick: () => (line.after(choice(part, part.optional ? "" : null, box)), reads()) }, "+") : null;
  const fills = h("span", { class: "fills" });
  const line = h("div", { class: "part-line" }, h("div", { class: "part-row" }, h("span", { "aria-hidden": "true" }, part.label), select, more), fills);
  const fill = (values = []) => {
    const option = part.options[Number(select.value)] ?? "";
    const names = select.value === "" ? [] : [...option.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    fills.replaceChildren(...names.map((name, n) => number(name, values[n])));
  };
  select.addEventListener("change", () => (fill(), reads()));
  fill(found >= 0 ? pattern(part.options[found]).exec(text).slice(1) : []);
  return line;
}

const FILLS = { n: ["hexes", "3"], p: ["chance", "5/12"], row: ["row", "6-7"] };
const FORMS = { n: "\\d{1,3}", p: "\\d{1,2}/\\d{1,2}", row: "\\d{1,2}(-\\d{1,2})?" };

function number(name, value) {
  const [word, usual] = FILLS[name];
  return h("label", {}, word, h("input", { class: "chance", value: value ?? usual, pattern: FORMS[name], required: true, oninput: reads }));
}

/** A wording as a pattern with its numbers as groups. */
function pattern(option) {
  const plain = option.split(/\{\w+\}/).map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`^${plain.join("([\\d/-]+)")}$`);
}

/** What a choice says; empty if it is left out. */
function said(line, part) {
  const input = line.matches(".part-row") ? line.querySelector("input") : null;
  if (input) return input.value.trim();
  const select = line.querySelector("select");
  if (select.value === "") return "";
  const values = [...line.querySelectorAll(".fills input")].map((each) => each.value.trim());
  return part.options[Number(select.value)].replace(/\{\w+\}/g, () => values.shift());
}

/** The clause that the parts make. */
function composed() {
  const boxes = [...$("parts").children];
  const told = shape().parts.map((part, n) => {
    const each = [...boxes[n].querySelectorAll(".part-line")].map((line) => said(line, part)).filter(Boolean);
    const text = part.join ? each.join(part.join) : each[0] ?? "";
    return text ? part.before + text + part.after : "";
  });
  return told.join("");
}

/** The row with the clause in hand where it will stand. */
function proposed() {
  const text = composed();
  const old = texts();
  return now.at >= 0 && now.at < old.length ? old.map((each, n) => (n === now.at ? text : each)) : [...old, text];
}

function reads() {
  $("reads").textContent = `reads: ${composed()}`;
  later();
}

async function put(event) {
  event.preventDefault();
  const wanted = proposed();
  $("put").disabled = true;
  const found = same(wanted, now.known.clauses) ? now.known.found : await tried(wanted);
  $("put").disabled = false;
  if (!found) return;
  const at = now.at >= 0 && now.at < now.clauses.length ? now.at : now.clauses.length;
  if (found.clauses[at]?.fault) $("reads").textContent = found.clauses[at].fault;
  else change(found.clauses, at, EDIT);
}

// -- trying it -------------------------------------------------------------------------

function wish(clauses) {
  return { nation: $("nation").value, table: now.table.table, on: now.row.on, clauses, pack: $("pack").value, scene: $("scene").value, theme: theme() };
}

async function tried(clauses) {
  try {
    return await ask("/api/commands/try", wish(clauses));
  } catch (error) {
    say(error.message);
    return null;
  }
}

const same = (one, other) => JSON.stringify(one) === JSON.stringify(other);

async function attempt() {
  const turn = ++now.tries;
  const building = !$("editor").hidden;
  const clauses = building ? proposed() : texts();
  $("trial").setAttribute("aria-busy", "true");
  const found = await tried(clauses);
  if (turn !== now.tries) return;
  $("trial").removeAttribute("aria-busy");
  if (!found) return;
  now.known = { clauses, found };
  say();
  if (building) {
    const wrong = found.clauses.find((each) => each.fault);
    $("reads").textContent = wrong ? wrong.fault : `reads: ${composed()}`;
    $("reads").classList.toggle("bad", Boolean(wrong));
  } else {
    now.clauses = found.clauses;
    draw();
  }
  show(found);
}

const later = soon(attempt, 250);

/** What the server says of each clause of the row. */
function judge(verdicts) {
  [...$("clauses").children].forEach((item, n) => {
    item.classList.toggle("decides", verdicts[n] === "decides");
    item.querySelector(".verdict").textContent = verdicts[n] ?? "";
  });
}

function show({ trial, said: refused }) {
  judge($("editor").hidden ? (trial?.verdicts ?? []) : []);
  $("does").textContent = trial ? trial.does : refused || "…";
  $("state").textContent = trial && !trial.used ? "The row did not decide here: one Target alone, an Automatic Action, or nothing to do." : "";
  $("picture").hidden = !trial;
  if (!trial) {
    $("asks").replaceChildren();
    $("why").replaceChildren();
    return;
  }
  $("picture").src = `data:image/svg+xml,${encodeURIComponent(trial.picture)}`;
  $("picture").alt = trial.does;
  const [question, ...answers] = trial.asks;
  $("asks").replaceChildren(...(question ? [h("p", {}, question), h("ul", {}, answers.map((text) => h("li", {}, text)))] : []));
  $("why").replaceChildren(...trial.reasons.map(({ rule, text }) => (rule ? h("p", { class: "heading" }, `${rule} ${text}`) : lines([text])[0])));
}

async function keep() {
  try {
    await ask("/api/commands/row", { ...wish(texts()), own: $("own").checked });
    await load();
    $("add").focus();
    $("state").textContent = `saved into the pack ${$("pack").value}`;
  } catch (error) {
    say(error.message);
  }
}

async function start() {
  now.words = await ask("/api/commands");
  const packs = await ask("/api/packs");
  options($("nation"), now.words.nations, kept.get("command-nation", "german"));
  const [table, on] = decodeURIComponent(location.hash.slice(1)).split("/");
  options($("table"), now.words.tables.map(([id, title]) => [id, `${id} ${title}`]), table || "A4a");
  options($("pack"), [["", "none: only look"], ...packs.map(({ name }) => [name, name])], packs.length === 1 ? packs[0].name : "");
  $("nation").addEventListener("change", () => (kept.set("command-nation", $("nation").value), load()));
  for (const name of ["table", "pack"]) $(name).addEventListener("change", () => load());
  $("scene").addEventListener("change", () => (kept.set("command-scene", $("scene").value), attempt()));
  $("shape").addEventListener("change", () => parts());
  $("editor").addEventListener("submit", put);
  $("leave").addEventListener("click", () => (hold(now.at, EDIT), close(), attempt()));
  $("add").addEventListener("click", () => open(now.clauses.length));
  $("again").addEventListener("click", undo);
  $("keep").addEventListener("click", keep);
  $("theme").addEventListener("click", attempt);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && !$("editor").hidden) $("leave").click();
  });
  await load(on);
  ready();
}

start().catch((error) => say(error.message));
