// The list of games to look at again.

import { $, h } from "../shared/dom.js";
import { ask, ready, say } from "../shared/plain.js";

function line(game) {
  const id = encodeURIComponent(game.id);
  return h(
    "li",
    {},
    h("a", { href: `/replay/${id}` }, h("b", {}, game.title)),
    h("span", {}, [game.against, game.when, game.over ? "over" : "goes on", game.id.match(/branch\d+$/)?.[0]].filter(Boolean).join(", ")),
    h("a", { href: `/report/${id}` }, "Report"),
    h("a", { href: `/game/${id}` }, "The game"),
  );
}

async function start() {
  const { games } = await ask("/api/start");
  $("games").append(...(games.length ? games.map(line) : [h("li", { class: "dim" }, "No game has been played yet.")]));
  ready();
}

start().catch((error) => say(error.message));
