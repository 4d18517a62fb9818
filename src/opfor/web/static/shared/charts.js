// Exact chances as bars; beside them, paler, those that they replace.

import { h, s } from "./dom.js";

function bar(share, most, kind) {
  return s("rect", { x: 0, y: kind ? 7 : 0, width: (100 * share) / most, height: kind ? 3 : 6, class: `bar ${kind}` });
}

/**
 * One chart for each column and stretch of time.
 * @param {object[]} odds as the server gives them
 * @param {object[]} before the same of the table as it ships; none: nothing beside it
 */
export function charts(odds, before = []) {
  return odds.map((one, n) => {
    const was = new Map((before[n]?.chances ?? []).map(([name, , share]) => [name, share]));
    const names = [...new Set([...one.chances.map(([name]) => name), ...was.keys()])];
    const now = new Map(one.chances.map(([name, ways, share]) => [name, { ways, share }]));
    const most = Math.max(...[...now.values()].map(({ share }) => share), ...was.values());
    const head = [one.since && `from ${one.since}`, one.column, one.drm ? `DRM ${one.drm > 0 ? "+" : ""}${one.drm}` : ""].filter(Boolean).join(", ");
    const rows = names.map((name) => {
      const { ways = 0, share = 0 } = now.get(name) ?? {};
      const old = was.get(name) ?? 0;
      const shape = s("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" }, bar(share, most, ""), before.length ? bar(old, most, "was") : null);
      const changed = before.length && Math.abs(old - share) > 1e-9 ? ` (was ${(100 * old).toFixed(1)} %)` : "";
      return h("div", { class: "bar-row" }, h("span", {}, name), shape, h("span", { class: "dim" }, `${(100 * share).toFixed(1)} %, ${+ways.toFixed(2)} of ${one.dice}${changed}`));
    });
    return h("div", { class: "chart" }, head ? h("h3", {}, head) : null, ...rows);
  });
}
