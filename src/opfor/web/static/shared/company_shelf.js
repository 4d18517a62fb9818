// The campaigns on the start page, and the way to one from its game.

import { $, h } from "./dom.js";

/** List the campaigns, those that go on first. */
export async function companies() {
  const reply = await fetch("/api/campaigns");
  const found = reply.ok ? await reply.json() : [];
  const line = ({ id, standing }) => h("li", {}, h("a", { href: `/company#${encodeURIComponent(id)}` }, standing));
  const none = h("li", { class: "dim" }, "Ten squads and three leaders with names, Mission after Mission.");
  $("companies").replaceChildren(...(found.length ? found.sort((a, b) => a.over - b.over).map(line) : [none]));
}

/** The way from a game back to the company whose Mission it is; null for other games. */
export async function companyWay(game) {
  const reply = await fetch("/api/campaigns").catch(() => null);
  const found = reply?.ok ? (await reply.json()).find((each) => each.game === game) : null;
  return found ? h("a", { href: `/company#${encodeURIComponent(found.id)}`, class: "main" }, "To the company") : null;
}
