// Why something happened: rules, dice and modifiers, and tables with the row lit.

import { h } from "./dom.js";

const MOST_TABLES = 6;

/** The reasons as the server gives them, as elements. */
export function reasons(found) {
  const rows = found.lines.map((line) =>
    h("p", { class: line.style === "rule" ? "why-rule" : "why-line" }, line.rule ? h("b", {}, `${line.rule} `) : null, line.text),
  );
  const tables = found.tables.slice(0, MOST_TABLES).map((table) =>
    h(
      "table",
      { class: "lit" },
      h("caption", {}, table.title),
      ...table.rows.map(([on, result, source, lit]) =>
        h("tr", { class: lit ? "row-lit" : null, "aria-current": lit ? "true" : null }, h("td", {}, on), h("td", {}, result), h("td", { class: "source" }, source)),
      ),
    ),
  );
  return [...rows, ...tables];
}
