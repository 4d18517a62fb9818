// The page of tables: search, every row with its source, exact chances, counters.

import { charts } from "../shared/charts.js";
import { $, h } from "../shared/dom.js";
import { ask, query, ready, say, soon } from "../shared/plain.js";

const now = { id: "", month: "", drm: 0, all: [] };

async function list() {
  const found = await ask(`/api/tables?${query({ find: $("find").value, pack: $("pack").value })}`);
  if (!$("find").value) now.all = found;
  $("count").textContent = `${found.length} tables`;
  const groups = Map.groupBy ? Map.groupBy(found, (each) => each.group) : grouped(found);
  const open = Boolean($("find").value);
  $("list").replaceChildren(...[...groups].map(([name, tables]) => group(name, tables, open)));
}

function grouped(found) {
  const groups = new Map();
  for (const each of found) groups.set(each.group, [...(groups.get(each.group) ?? []), each]);
  return groups;
}

function group(name, tables, open) {
  const nation = tables[0].id.includes("/");
  const rows = tables.map((table) => pick(table.id, table.title, table.packs, () => show(table.id)));
  if (nation) rows.push(pick("counters", `of the ${name} ENEMY`, [], () => counters(name)));
  return h("details", { open: open || name === "Divider" || tables.some(({ id }) => id === now.id) }, h("summary", {}, `${name} (${tables.length})`), ...rows);
}

function pick(id, title, packs, act) {
  const choose = () => act().catch((error) => say(error.message));
  return h("button", { type: "button", class: "pick", "data-id": id, "aria-current": String(id === now.id), onclick: choose }, h("b", {}, id), title, packs.length ? h("span", { class: "tag player" }, packs.join(", ")) : null);
}

async function show(id) {
  if (id !== now.id) Object.assign(now, { id, month: "", drm: 0 });
  const pack = $("pack").value;
  const table = await ask(`/api/table?${query({ id, pack, month: now.month, drm: now.drm })}`);
  say();
  history.replaceState(null, "", `#${encodeURIComponent(id)}`);
  for (const each of document.querySelectorAll(".pick")) each.setAttribute("aria-current", String(each.dataset.id === id));
  const key = { DR: "a DR", dr: "a dr", number: "a number", none: "", list: "a list" }[table.key];
  $("table").replaceChildren(
    h("h2", { id: "title" }, `{${table.id}} ${table.title}`),
    h("p", { class: "dim" }, [key, table.readers.length ? `read by ${table.readers.join(", ")}` : ""].filter(Boolean).join("; ")),
    table.note ? h("p", {}, table.note) : "",
    h("p", {}, h("a", { href: `/packs#${encodeURIComponent(id)}` }, "Change it in a pack of your own")),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Rows" }, rows(table)),
    table.odds.length ? chances(table) : "",
  );
}

function rows(table) {
  const dated = table.rows.some((row) => row.since || row.until);
  const noted = table.rows.some((row) => row.note);
  const keyed = table.rows.some((row) => row.on);
  const heads = [keyed ? table.key : null, dated ? "months" : null, ...table.axes, "result", "source", noted ? "note" : null].filter((each) => each !== null);
  const line = (row) =>
    h(
      "tr",
      { class: row.pack ? "own" : null },
      keyed ? h("td", {}, row.on) : null,
      dated ? h("td", {}, months(row)) : null,
      ...table.axes.map((axis) => h("td", {}, row.when?.[axis] ?? "")),
      h("td", {}, row.result),
      h("td", {}, h("span", { class: `tag ${row.source}` }, row.pack ? `${row.source}: ${row.pack}` : row.source)),
      noted ? h("td", {}, row.note ?? "") : null,
    );
  return h("table", { class: "grid-table" }, h("thead", {}, h("tr", {}, ...heads.map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...table.rows.map(line)));
}

function months({ since = "", until = "" }) {
  if (since && until) return `${since} to ${until}`;
  return since ? `from ${since}` : until && `to ${until}`;
}

function chances(table) {
  const again = () => show(table.id).catch((error) => say(error.message));
  const drm = h("input", { type: "number", min: -20, max: 20, value: now.drm, onchange: () => ((now.drm = Number(drm.value) || 0), again()) });
  const month = h("select", { onchange: () => ((now.month = month.value), again()) }, h("option", { value: "" }, "all times"), ...table.months.map((each) => h("option", { selected: each === now.month }, each)));
  return h("section", {}, h("h2", {}, "Chances"), h("p", { class: "row" }, h("label", {}, "DRM ", drm), table.months.length ? h("label", {}, "from ", month) : null), ...charts(table.odds));
}

async function counters(nation) {
  const found = await ask(`/api/counters?${query({ nation, pack: $("pack").value })}`);
  say();
  const line = (each) => h("tr", {}, h("th", { scope: "row" }, each.name), h("td", {}, each.values), h("td", {}, h("span", { class: `tag ${each.source}` }, each.source)), h("td", {}, h("span", { class: `tag ${each.confidence}` }, each.confidence)), h("td", {}, each.note));
  $("table").replaceChildren(
    h("h2", { id: "title" }, `Counters of the ${nation} ENEMY`),
    h("p", { class: "dim" }, "How sure: high is read twice or from two places, medium once, low is inferred."),
    h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": "Counters" }, h("table", { class: "grid-table" }, h("thead", {}, h("tr", {}, ...["counter", "values", "source", "sure", "note"].map((name) => h("th", { scope: "col" }, name)))), h("tbody", {}, ...found.map(line)))),
  );
}

async function start() {
  const packs = await ask("/api/packs");
  $("pack").append(...packs.filter(({ ok, tables }) => ok && tables.length).map(({ name }) => h("option", {}, name)));
  await list();
  const again = () => list().catch((error) => say(error.message));
  $("find").addEventListener("input", soon(again));
  $("pack").addEventListener("change", () => (again(), now.id && show(now.id).catch((error) => say(error.message))));
  const wanted = decodeURIComponent(location.hash.slice(1));
  if (wanted) {
    await show(wanted);
    await list();
    document.querySelector(".pick[aria-current=true]")?.scrollIntoView({ block: "center" });
  }
  ready();
}

start().catch((error) => say(error.message));
