// The Mission's card, as in a scenario pack, and the card of the ending.

import { companyWay } from "../shared/company_shelf.js";
import { $, h, s } from "../shared/dom.js";
import { linked } from "../shared/rules.js";

const WORDS = { FRIENDLY: "You", ENEMY: "ENEMY" };

/** A counter by the picture that the server sends. */
function counter({ face, name = "", count = 1, how = "" }, size = 46) {
  const shape = s("svg", { width: size, height: size, viewBox: "-20 -20 40 40", class: "small", "aria-hidden": "true" });
  shape.innerHTML = face;
  return h("li", {}, shape, h("span", {}, name, count > 1 ? h("b", {}, ` × ${count}`) : null), how ? h("small", {}, how) : null);
}

function side(each) {
  const left = each.suspects ? `${each.suspects} S? on the board, ${each.attitude} Attitude` : "";
  return h("section", { class: `of-side ${each.side.toLowerCase()}` },
    h("h3", {}, `${WORDS[each.side]}: ${each.nation}`, h("span", {}, "SAN ", h("b", {}, each.san), "  ELR ", h("b", {}, each.elr))),
    left ? h("p", {}, left) : null,
    h("ul", { class: "ob" }, each.counters.map((line) => counter(line))));
}

/** The map as it is drawn, with its edges, VPO, S?, units and the area of a set-up. */
function map(board, pieces, view, area) {
  const [wide, high] = board.size;
  const picture = h("canvas", { role: "img", "aria-label": "the map, with both edges, VPO Locations and where units are" });
  picture.width = 900;
  picture.height = Math.round((900 * high) / wide);
  const pen = picture.getContext("2d");
  const scale = picture.width / wide;
  pen.drawImage(board.canvas, 0, 0, picture.width, picture.height);
  pen.scale(scale, scale);
  pen.translate(board.map.frame, board.map.frame);
  pen.beginPath();
  pen.rect(0, 0, board.map.width, board.map.height);
  pen.clip();
  for (const hex of area) fill(pen, board.corners(hex), "#ffe36b88");
  for (const { hex, kind, side: whose } of pieces.all.values()) {
    if (hex >= 0 && ["unit", "suspect"].includes(kind)) dot(pen, board.centre(hex), kind === "suspect" ? "#17171a" : whose === "ENEMY" ? "#b5501c" : "#4f8fd0", scale);
  }
  for (const [hex] of view.vpo) star(pen, board.centre(hex), board.map.labels[hex], scale);
  return h("div", { class: "mission-map" }, picture, Object.entries(board.map.edges).map(([text, at]) => h("span", { class: `edge-tag ${text} ${at}` }, text)));
}

function fill(pen, corners, colour) {
  pen.beginPath();
  for (const [x, y] of corners) pen.lineTo(x, y);
  pen.fillStyle = colour;
  pen.fill();
}

function dot(pen, [x, y], colour, scale) {
  pen.fillStyle = colour;
  pen.strokeStyle = "#fff";
  pen.lineWidth = 1 / scale;
  pen.fillRect(x - 5 / scale, y - 5 / scale, 10 / scale, 10 / scale);
  pen.strokeRect(x - 5 / scale, y - 5 / scale, 10 / scale, 10 / scale);
}

function star(pen, [x, y], label, scale) {
  pen.fillStyle = "#8c1f12";
  pen.beginPath();
  pen.arc(x, y, 11 / scale, 0, 7);
  pen.fill();
  pen.fillStyle = "#ffd84d";
  pen.textAlign = "center";
  pen.font = `${16 / scale}px system-ui`;
  pen.fillText("★", x, y + 6 / scale);
  pen.font = `700 ${13 / scale}px system-ui`;
  pen.lineWidth = 3 / scale;
  pen.strokeStyle = "#fffdf6";
  pen.strokeText(label, x, y + 26 / scale);
  pen.fillStyle = "#23211c";
  pen.fillText(label, x, y + 26 / scale);
}

function aims(list) {
  if (!list.length) return [h("p", {}, "No victory conditions: the game ends with its turns.")];
  return list.map(({ side: whose, text, now }) => h("p", {}, h("b", {}, whose === "FRIENDLY" ? "You win if you " : "The ENEMY wins if they "), text.charAt(0).toLowerCase() + text.slice(1), now ? h("span", { class: "now" }, `. Now: ${now}.`) : null));
}

function turns(card) {
  const who = Object.fromEntries(card.entering.map((each) => [each.turn, each.who]));
  const cells = Array.from({ length: card.turns }, (_, n) => h("li", { class: `${n + 1 === card.turn ? "now" : ""} ${who[n + 1] ? "entry" : ""}`, title: who[n + 1]?.join("; ") }, String(n + 1)));
  const lines = card.entering.map(({ turn, who: told }) => h("p", {}, `Turn ${turn}: ${told.join("; ")}`));
  return h("section", {}, h("h3", {}, `${card.turns} turns`, h("span", {}, card.first === "FRIENDLY" ? "you move first" : "the ENEMY moves first")), h("ol", { class: "turn-track" }, cells), lines);
}

/** What is special about the Mission, then the rules that are on. */
function rulesOf({ special, rules, alternatives }) {
  const lines = [...special, ...rules].map((rule) => h("li", {}, ...linked(rule)));
  const maps = alternatives.length ? h("p", { class: "dim" }, `On VASL boards too: ${alternatives.join(" or ")}`) : null;
  return [lines.length ? h("ol", {}, lines) : h("p", {}, "None."), maps];
}

/** How often the reference player wins. */
function odds(found) {
  if (!found) return null;
  const [r, long] = [34, 2 * Math.PI * 34];
  const ring = (kind, share) => s("circle", { cx: 42, cy: 42, r, class: `odds-ring ${kind}`, "stroke-dasharray": `${(share * long).toFixed(1)} ${long.toFixed(1)}`, transform: "rotate(-90 42 42)" });
  const word = s("text", { x: 42, y: 48, class: "odds-word" });
  word.textContent = `${found.rate} %`;
  return h("section", { class: "odds-of" }, s("svg", { width: 84, height: 84, "aria-hidden": "true" }, ring("all", 1), ring("won", found.rate / 100), word),
    h("p", {}, "The reference player wins ", h("b", {}, `${found.rate} of 100`), h("br"), h("small", {}, `${found.games} games ${found.by}`)));
}

/** How the game stands, in its panel. */
export async function showStanding({ link }) {
  const now = await link.ask("standing");
  const held = now.held.length ? h("ul", { class: "held" }, now.held.map(({ place, side: whose }) => h("li", {}, h("b", { class: `side-${whose}` }, "★ "), place, ` ${{ friendly: "yours", enemy: "the ENEMY's" }[whose] ?? "nobody's"}`))) : h("p", { class: "dim" }, "This Mission has no VPO.");
  const exits = Object.entries(now.exits).filter(([, vp]) => vp).map(([whose, vp]) => `${whose} ${vp} Exit VP`);
  $("status-body").replaceChildren(
    h("h3", {}, "To win"), ...aims(now.aims),
    h("h3", {}, "VPO"), held,
    h("p", {}, [...exits, `${now.left} S? on the board`, `AC# ${now.ac}`, now.turns ? `${now.turns} turns after this one` : "the last turn"].join(" · ")),
    ...now.losses.map(losses));
}

/** Open the Mission's card. */
export async function openMission({ link, board, pieces }, view, area) {
  const card = await link.ask("briefing");
  const close = h("button", { type: "button", class: "main", onclick: () => $("mission").close() }, view.turn ? "To the game" : "Begin", " ", h("kbd", {}, "Esc"));
  $("mission").replaceChildren(
    h("div", { class: "mission-main" },
      h("h2", { id: "mission-title" }, card.title, " ", h("small", {}, card.against)),
      h("p", { class: "lead" }, card.note),
      card.situation.map((told) => h("p", { class: "situation" }, told)),
      map(board, pieces, view, area),
      h("div", { class: "mission-foot" },
        h("section", {}, h("h3", {}, "Victory"), aims(card.victory)),
        h("section", {}, h("h3", {}, "Special rules"), rulesOf(card)),
        odds(card.odds))),
    h("div", { class: "mission-side" }, card.sides.map(side), turns(card), h("p", { class: "grow" }), close, h("p", { class: "dim" }, "This card is one key away all through the game: ", h("kbd", {}, "M"))));
  if (!$("mission").open) $("mission").showModal();
  close.focus();
}

// -- the end ---------------------------------------------------------------------------

/** Dice beside what was to be expected of them. */
function dice({ name, count, mean, verdict, columns }) {
  const most = Math.max(1, ...columns.flatMap(([, fell, due]) => [fell, due]));
  const [wide, high] = [300, 70];
  const step = wide / columns.length;
  const bars = columns.flatMap(([total, fell, due], n) => {
    const word = s("text", { x: n * step + step / 2, y: high + 13, class: "die-word" });
    word.textContent = total;
    const y = high - (high * due) / most;
    return [s("rect", { x: n * step + 3, y: high - (high * fell) / most, width: step - 6, height: (high * fell) / most, class: `die-bar ${name.split(" ")[0].toLowerCase()}` }), s("line", { x1: n * step + 1, x2: (n + 1) * step - 1, y1: y, y2: y, class: "die-due" }), word];
  });
  const shape = s("svg", { viewBox: `0 0 ${wide} ${high + 16}`, role: "img", "aria-label": `${count} ${name}, mean ${mean}: ${verdict}` }, ...bars);
  return h("div", { class: "luck" }, h("p", {}, h("b", {}, `${count} ${name}`), ` mean ${mean}, ${verdict}`), shape);
}

function losses({ side: whose, counters, cvp }) {
  const list = counters.length ? h("ul", { class: "ob" }, counters.map((each) => counter(each, 40))) : h("p", { class: "dim" }, Number(cvp) ? "No whole unit: squads were Reduced, or Guns lost." : "None.");
  return h("section", { class: `of-side ${whose.toLowerCase()}` }, h("h3", {}, whose === "FRIENDLY" ? "Your losses" : "The ENEMY's", h("span", {}, h("b", {}, cvp), " CVP")), list);
}

/** Where it turned, each with the board as it was. */
function points(list, name) {
  if (!list.length) return null;
  const figure = ({ moment, when, text, good }, n) => h("li", { class: good ? "good" : "bad" },
    h("img", { src: `/api/replays/${name}/picture.svg?moment=${moment}`, alt: "", loading: "lazy" }),
    h("p", {}, h("b", {}, `${n + 1}. ${when}`), h("br"), text));
  return [h("h3", {}, list.length > 1 ? "Turning points" : "The turning point"), h("ol", { class: "points" }, list.map(figure))];
}

/** Show how the game ended, and what there is to do now. */
export async function openEnding({ link, say }, game) {
  const [end, company] = await Promise.all([link.ask("ending"), companyWay(game)]);
  const name = encodeURIComponent(game);
  const again = async (which) => {
    const reply = await fetch(`/api/games/${name}/rematch`, { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ dice: which }) });
    const said = await reply.json();
    if (reply.ok) location.href = `/game/${encodeURIComponent(said.id)}`;
    else say(said.error);
  };
  const word = { FRIENDLY: "You win", ENEMY: "The ENEMY wins" }[end.won] ?? "The game is over";
  const why = end.aims.map(({ side: whose, text, now }) => `${WORDS[whose]}: ${text.charAt(0).toLowerCase()}${text.slice(1)}. ${now ? `At the end: ${now}.` : ""}`);
  $("ending").replaceChildren(
    h("div", { class: `ending-head ${end.won.toLowerCase()}` },
      h("div", {}, h("h2", { id: "ending-title" }, word), h("p", {}, end.text), h("p", {}, `${end.title}, ${end.against}`)),
      h("p", { class: "ending-ways" }, company,
        h("button", { type: "button", class: "main", onclick: () => again("new") }, "Rematch"), h("button", { type: "button", onclick: () => again("same") }, "with the same dice"),
        h("a", { href: `/replay/${name}` }, "Replay"), h("a", { href: `/report/${name}` }, "Report"), h("a", { href: `/report/${name}#values` }, "Whose values"), h("a", { href: "/" }, "Another game"))),
    h("div", { class: "ending-body" },
      h("section", {}, points(end.points, name), h("h3", {}, "What was to be won"), why.map((text) => h("p", {}, text)), end.losses.map(losses), end.left ? h("p", { class: "dim" }, `${end.left} S? ${end.left === 1 ? "was" : "were"} never found out.`) : null, h("h3", {}, "Whose values"), h("p", {}, end.values)),
      h("section", {}, h("h3", {}, "Dice"), h("p", { class: "dim" }, "The lines are what fair dice would give."), end.luck.filter((each) => each.name !== "all DR").map(dice))),
    h("p", {}, h("button", { type: "button", onclick: () => $("ending").close() }, "Look at the board ", h("kbd", {}, "Esc"))));
  if (!$("ending").open) $("ending").showModal();
}
