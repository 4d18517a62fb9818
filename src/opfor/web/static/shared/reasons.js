// Why something happened: rules, dice and modifiers, and tables with the row lit.

import { h } from "./dom.js";
import { linked, ruleLink } from "./rules.js";

const MOST_TABLES = 6;
const LEAD = 60; // pixels that are shown above it

/** The reasons as the server gives them, as elements: each table after its line. */
export function reasons(found, asked = -1) {
  const tables = found.tables.slice(0, MOST_TABLES);
  return found.lines.flatMap((line, n) => {
    const kind = line.style === "rule" ? "why-rule" : "why-line";
    const own = line.number === asked && line.style !== "rule" ? " why-asked" : "";
    const said = h("p", { class: kind + own }, line.rule ? h("b", {}, ruleLink(line.rule), " ") : null, ...linked(line.text));
    const last = found.lines[n + 1]?.number !== line.number;
    return [said, ...(last ? tables.filter((table) => table.number === line.number).map(lit) : [])];
  });
}

/** A table with the row lit that was read. */
function lit(table) {
  return h(
    "table",
    { class: "lit" },
    h("caption", {}, table.title),
    ...table.rows.map(([on, result, source, read]) =>
      h("tr", { class: read ? "row-lit" : null, "aria-current": read ? "true" : null }, h("td", {}, on), h("td", {}, result), h("td", { class: "source" }, source)),
    ),
  );
}

/** Bring what was asked about into sight, its rule above it. */
export function revealAsked(place) {
  const asked = place.querySelector(".why-asked");
  if (asked) place.scrollTop += asked.getBoundingClientRect().top - place.getBoundingClientRect().top - LEAD;
}
