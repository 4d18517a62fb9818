// The games on the start page: continued, named, sorted, deleted and brought back, copied.

import { $, h, kept } from "../shared/dom.js";

const LONG = 12_000; // milliseconds in which a deleted game is brought back by one click

/** The list of games. */
export class Shelf {
  /**
   * @param {object[]} games as the server lists them, the one played last first
   * @param {string[]} misnamed files that no page can open
   * @param {Function} say tells what is wrong
   */
  constructor(games, misnamed, say) {
    Object.assign(this, { games, misnamed, say });
    $("sort").value = kept.get("sort", "when") || "when";
    $("sort").addEventListener("change", () => { kept.set("sort", $("sort").value); this.show(); });
    $("import").addEventListener("change", () => this.take($("import").files[0]));
    this.show();
    this.last();
  }

  /** The game played last, if it goes on. */
  last() {
    const game = this.games.find((each) => !each.over);
    $("continue").hidden = !game;
    if (!game) return;
    const id = encodeURIComponent(game.id);
    $("continue-title").textContent = named(game);
    $("continue-where").textContent = game.where;
    $("continue-score").textContent = [game.score, `played ${game.when}`].filter(Boolean).join(" · ");
    $("continue-go").href = link(game);
    this.draw(id);
  }

  /** Its picture: small at once, then as the board is. */
  async draw(id) {
    this.forget();
    const { signal } = this.asking = new AbortController();
    for (const path of [`/api/games/${id}/small.png`, `/api/replays/${id}/picture.svg`]) {
      const found = await picture(path, signal).catch(() => "");
      if (found && !signal.aborted) $("continue-picture").src = found;
    }
  }

  /** A game that is about to go is not asked for its picture any more. */
  forget() {
    this.asking?.abort();
    $("continue-picture").removeAttribute("src");
  }

  show() {
    const by = { when: () => 0, title: (a, b) => named(a).localeCompare(named(b)), over: (a, b) => a.over - b.over }[$("sort").value] ?? (() => 0);
    const none = h("li", { class: "dim" }, "No game has been begun yet.");
    const strange = this.misnamed.map((file) => h("li", { class: "dim" }, `${file}: no page can show that name; call the file otherwise.`));
    $("games").replaceChildren(...(this.games.length ? [...this.games].sort(by).map((game) => this.line(game)) : [none]), ...strange);
  }

  line(game) {
    const result = game.over ? { FRIENDLY: "won", ENEMY: "lost" }[game.won] ?? "over" : "";
    const id = encodeURIComponent(game.id);
    const act = (word, label, does) => h("button", { type: "button", class: "quiet", "aria-label": `${label} ${named(game)}`, title: label, onclick: does }, word);
    return h(
      "li",
      { class: `save ${result}`, "data-id": game.id },
      h("a", { href: game.over ? `/report/${id}` : link(game) },
        h("b", {}, named(game)), result ? h("span", { class: `result ${result}` }, result) : null,
        h("small", {}, game.name ? `${game.title}, ` : "", game.where),
        h("small", {}, `${game.against} · ${game.when}`)),
      h("span", { class: "acts" },
        h("a", { href: `/replay/${id}` }, "Replay"),
        act("Name", "name", () => this.name(game)),
        h("a", { href: `/api/games/${id}/game.opfor`, download: `${game.id}.opfor`, title: "export: this game as a file" }, "Export"),
        act("Delete", "delete", () => this.remove(game))),
    );
  }

  /** A name is typed where it stands. */
  name(game) {
    const field = h("input", { value: game.name, maxlength: 60, "aria-label": `name of ${game.title}`, placeholder: game.title });
    const form = h("form", { class: "naming", onsubmit: (event) => { event.preventDefault(); this.call(game, field.value); } }, field, h("button", { class: "main" }, "Keep"));
    const at = [...$("games").children].find((item) => item.dataset.id === game.id);
    at?.append(form);
    field.focus();
  }

  async call(game, name) {
    if (!(await this.send(`/api/games/${encodeURIComponent(game.id)}/name`, "PUT", { name }))) return;
    game.name = name.trim();
    this.show();
    this.last();
  }

  async remove(game) {
    const id = encodeURIComponent(game.id);
    this.forget();
    if (!(await this.send(`/api/games/${id}/shelf`, "PUT", { deleted: true }))) return this.last();
    const at = this.games.indexOf(game);
    this.games.splice(at, 1);
    this.show();
    this.last();
    const back = h("button", { type: "button", onclick: () => this.restore(game, at) }, "Undo");
    $("undo-bar").replaceChildren(`${named(game)} is deleted. `, back);
    $("undo-bar").hidden = false;
    back.focus();
    clearTimeout(this.timer);
    this.timer = setTimeout(() => { $("undo-bar").hidden = true; }, LONG);
    return undefined;
  }

  async restore(game, at) {
    if (!(await this.send(`/api/games/${encodeURIComponent(game.id)}/shelf`, "PUT", { deleted: false }))) return;
    $("undo-bar").hidden = true;
    this.games.splice(at, 0, game);
    this.show();
    this.last();
  }

  async take(file) {
    if (!file) return;
    const reply = await fetch("/api/import", { method: "POST", body: file }).catch(() => null);
    const said = reply ? await reply.json().catch(() => ({ error: "this file is too large" })) : { error: "the server does not answer" };
    if (reply?.ok) location.reload();
    else this.say(said.error ?? "this file cannot be taken");
  }

  async send(path, method, body) {
    const headers = { "content-type": "application/json" };
    const reply = await fetch(path, { method, headers, body: body && JSON.stringify(body) }).catch(() => null);
    const said = reply ? await reply.json().catch(() => ({})) : {};
    this.say(reply?.ok ? "" : said.error ?? "the server does not answer");
    return Boolean(reply?.ok);
  }
}

/** A picture as an address that holds it: unlike an element's, its loading can be broken off. */
async function picture(path, signal) {
  const reply = await fetch(path, { signal });
  const data = reply.ok ? await reply.blob() : null;
  return data && new Promise((done) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.readAsDataURL(data);
  });
}

function named(game) {
  return game.name || game.title;
}

function link(game) {
  return `/game/${encodeURIComponent(game.id)}`;
}
