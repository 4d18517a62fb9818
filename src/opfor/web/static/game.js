// The page of a game: wires the board, the orders, the story and the server together.

import { painter } from "./art.js";
import { Board } from "./board.js";
import { Coach } from "./coach.js";
import { $, h, kept, theme } from "./dom.js";
import { help, listen } from "./keys.js";
import { Link } from "./link.js";
import { Orders } from "./orders.js";
import { Pieces } from "./pieces.js";
import { form } from "./questions.js";
import { Story } from "./story.js";
import { Table } from "./table.js";
import { Tools } from "./tools.js";

let game, api; // its id, and where it is asked about

const TUTORIAL = "tutorial"; // the Mission that has coach marks
const LINGER = 350; // milliseconds over a hex before its threats are looked up

const GONE = $("offline-text").textContent;

const now = { news: null, waiting: [], busy: true };

function say(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
  clearTimeout(say.timer);
  if (text) say.timer = setTimeout(() => say(""), 9000);
}

async function start() {
  look(theme());
  help();
  game = await opened();
  api = `/api/games/${encodeURIComponent(game)}`;
  const link = new Link(game, { news: take, progress, online, refused, barred });
  const [map, symbols] = await Promise.all([
    fetch(`${api}/board`).then(ok).then((reply) => reply.json()),
    fetch(`${api}/symbols.svg`).then(ok).then((reply) => reply.text()),
  ]);
  const board = new Board($("board"), map, { click: (hex, event) => click(hex, event), hover: (hex) => hover(hex) });
  board.defs.innerHTML = symbols;
  const on = { board, link, say, pieces: new Pieces(board) };
  now.on = on;
  paint();
  on.answer = answer;
  on.go_march = march;
  on.story = new Story(on);
  on.orders = new Orders(on);
  on.tools = new Tools(on);
  on.table = new Table({ ...on, game, attempt });
  controls(on);
  board.fit();
  board.zoomBy(Math.max(1, Math.min(1, board.place.clientHeight / board.size[1]) / board.zoom));
  await play();
}

/** The id of the game: in the address, or that of the command line once it is open. */
async function opened() {
  if (location.pathname !== "/opened") return decodeURIComponent(location.pathname.split("/").pop());
  $("status").textContent = "The game is being made ready … Boards that are read for the first time take longer.";
  const reply = await fetch("/api/opened");
  const { id, error } = await reply.json();
  $("status").textContent = error ?? "";
  if (error) throw new Error(error);
  history.replaceState(null, "", `/game/${encodeURIComponent(id)}`);
  return id;
}

async function ok(reply) {
  if (!reply.ok) throw new Error((await reply.json().catch(() => ({}))).error ?? `the server said ${reply.status}`);
  return reply;
}

// -- what the server tells -------------------------------------------------------------

function online(yes) {
  $("offline").hidden = yes;
  if (yes) now.first = true;
}

/** The server is another one, to which this browser has not been introduced. */
function refused(yes) {
  $("offline-text").textContent = yes ? "opfor was started anew: open the address that it printed, and this page goes on." : GONE;
}

/** The game cannot be opened at all, as a save of another version. */
function barred(why) {
  $("offline-text").textContent = `This game cannot be opened: ${why}`;
  $("offline").hidden = false;
  $("reconnect").hidden = true;
}

function progress(text, stop = false) {
  $("progress").textContent = text ? `${text} …` : "";
  $("stop").hidden = !stop;
}

/** News come one after another; each is played before the next. */
function take(news) {
  now.waiting.push(news);
  return now.busy ? undefined : play();
}

async function play() {
  now.busy = true;
  try {
    while (now.waiting.length) await show(now.waiting.shift());
  } catch (error) {
    say(`This page could not show what happened (${error.message}): load it anew, nothing is lost.`);
  } finally {
    now.busy = false;
  }
}

async function show(news) {
  const { pieces, story, orders, board } = now.on;
  pieces.learn(news.looks);
  now.news = news;
  const anew = news.anew || now.first;
  now.first = false;
  if (anew) {
    await story.reload().catch((error) => say(error.message));
  } else {
    await story.play(news.beats);
  }
  pieces.set(news.view.pieces);
  state(news);
  $("suggested").hidden = true;
  const ordering = news.asked?.request.type === "Order";
  now.on.table.see(news);
  await orders.update(news.view, ordering);
  question(news);
  await teach(news.view);
  if (now.fresh === undefined) {
    now.fresh = false;
    const own = news.view.pieces.find((piece) => piece.side === "FRIENDLY" && piece.hex >= 0);
    if (own && !news.view.window) board.reveal(own.hex, true);
    document.body.dataset.ready = "yes";
  }
}

/** The tutorial has coach marks. */
async function teach(view) {
  if (view.mission !== TUTORIAL) return;
  const { on } = now;
  on.coach ??= new Coach(on, game, await fetch("/static/tutorial.json").then(ok).then((reply) => reply.json()));
  on.coach.see(view);
}

function state({ view }) {
  document.title = `${view.title} · opfor`;
  $("title").textContent = view.title;
  const left = view.left ? `, ${view.left} left` : "";
  lookBack(view.over ? "report" : "replay");
  $("status").textContent = view.over
    ? `The game is over: ${view.over}`
    : !view.turn ? "The set-up" : `Turn ${view.turn} of ${view.turns} · ${view.side} ${view.phase} · AC# ${view.ac}${left}`;
  $("score").textContent = ["", ...view.score].join(" · ");
  $("whose").textContent = view.over ? "" : view.acting === "FRIENDLY" ? "Your orders" : "";
  $("undo").disabled = !view.undo;
  const asked = now.news.asked?.request.type;
  $("suggest").hidden = !["Order", "Choose", "Place"].includes(asked);
  now.on.board.objectives(view.vpo);
}

function question(news) {
  const place = $("question");
  const asked = news.asked;
  now.pick = null;
  if (!asked) return over(place, news.view.over);
  place.hidden = asked.request.type === "Order";
  if (place.hidden) return place.replaceChildren();
  const { board, pieces } = now.on;
  const hexes = (names) => names.map((name) => board.map.names.indexOf(name.split("/")[0]));
  const body = form(asked.request, {
    answer, board, pieces, suggested: news.suggested,
    point: (names) => board.ring({ target: hexes(names) }),
    pick: (act) => { now.pick = act; },
  });
  place.replaceChildren(h("h2", { tabindex: -1 }, `${asked.rule ? `${asked.rule}: ` : ""}${asked.request.purpose}`), body);
  place.querySelector("button, select, input")?.focus({ preventScroll: true });
  return undefined;
}

/** The game is over: how, and what there is to look at. */
function over(place, why) {
  const name = encodeURIComponent(game);
  const ways = [["report", "Its report"], ["replay", "Replay"]].map(([page, word]) => h("a", { href: `/${page}/${name}` }, word));
  place.hidden = !why;
  place.replaceChildren(h("h2", {}, "The game is over"), h("p", {}, why), h("p", { class: "ways" }, ways, h("a", { href: "/" }, "Another game")));
}

// -- what opfor would do --------------------------------------------------------------

/** Show what a steady player would do now; he takes it or goes his own way. */
function suggest() {
  return attempt(async () => {
    const { number, value, text, hexes } = await now.on.link.ask("suggest");
    if (number !== now.news.asked?.number) return;
    now.on.board.ring({ told: hexes });
    if (hexes.length) now.on.board.reveal(hexes[0]);
    const act = h("button", { type: "button", class: "main", onclick: () => answer(value) }, "Do so");
    const no = h("button", { type: "button", onclick: () => unsuggest() }, "No");
    $("suggested").replaceChildren(h("h2", {}, "A steady player would"), h("p", {}, text), h("p", {}, act, " ", no));
    $("suggested").hidden = false;
    act.focus({ preventScroll: true });
  });
}

function unsuggest() {
  $("suggested").hidden = true;
  now.on.board.ring({});
}

// -- what the player does --------------------------------------------------------------

async function attempt(work) {
  try {
    say("");
    return await work();
  } catch (error) {
    say(error.message);
    return undefined;
  }
}

function answer(value) {
  if (!now.news.asked) return say("the game is over: undo takes the end back");
  return give("answer", { value });
}

function march(units, route, how) {
  return give("march", { units, route, how });
}

/** Answer what is asked, once: a second click while the first is worked on is none. */
async function give(what, fields) {
  const { asked, token } = now.news;
  if (now.given === asked.number) return;
  now.given = asked.number;
  document.body.dataset.waiting = "yes";
  $("suggested").hidden = true;
  await attempt(() => now.on.link.ask(what, { number: asked.number, token, ...fields }));
  now.given = 0;
  delete document.body.dataset.waiting;
}

function undo() {
  return attempt(() => now.on.link.ask("undo", { token: now.news.token }));
}

function click(hex, event) {
  const { tools, orders, board, story } = now.on;
  board.cursor(hex);
  if (story.playing) story.skip();
  if (now.pick) return now.pick(hex);
  return tools.click(hex) || attempt(() => orders.click(hex, event));
}

function hover(hex) {
  now.on.pieces.fan(hex);
  $("cursor-place").textContent = hex >= 0 ? now.on.board.map.labels[hex] : "";
  clearTimeout(hover.timer);
  if (hex >= 0) hover.timer = setTimeout(() => now.on.orders.consider(hex), LINGER);
}

// -- looks and controls ----------------------------------------------------------------

function look(which) {
  document.documentElement.dataset.theme = which;
  $("pieces-look").href = `/look/${which}.css`;
}

/** Where the story so far can be seen: a game that is over has its report. */
function lookBack(page) {
  $("to-replay").href = `/${page}/${encodeURIComponent(game)}`;
  $("to-replay").textContent = page === "report" ? "Report" : "Replay";
}

/** The board's picture in this theme. */
function paint() {
  now.paint ??= painter(now.on.board, api, say);
  now.paint();
}

function turnTheme() {
  kept.set("theme", theme() === "dark" ? "light" : "dark");
  look(theme());
  paint();
}

function turnGrid() {
  kept.set("grid", kept.get("grid", "true") === "true" ? "false" : "true");
  paint();
}

function escape() {
  const { orders, tools, story } = now.on;
  if ($("help").open) return $("help").close();
  if (!$("suggested").hidden) return unsuggest();
  if (orders.fire.close() || story.closeWhy()) return undefined;
  tools.set("");
  if (now.pick) return undefined; // the area of a set-up stays shaded
  orders.chosen.clear();
  orders.hex = -1;
  return orders.refresh();
}

function digit(n) {
  const open = !$("question").hidden;
  const buttons = open ? $("question").querySelectorAll("[data-die], .options button") : $("stack").querySelectorAll("button.own");
  const waiting = $("reserve-list").querySelectorAll("button");
  (buttons.length ? buttons : waiting)[n - 1]?.click();
}

function press(id) {
  if (!$(id).hidden && !$(id).disabled) $(id).click();
}

function controls(on) {
  const { board, orders, story } = on;
  $("undo").addEventListener("click", undo);
  $("suggest").addEventListener("click", suggest);
  $("reconnect").addEventListener("click", () => on.link.again());
  $("stop").addEventListener("click", () => attempt(() => on.link.ask("stop")));
  $("fit").addEventListener("click", () => board.fit());
  $("closer").addEventListener("click", () => board.zoomBy(1.3));
  $("farther").addEventListener("click", () => board.zoomBy(1 / 1.3));
  $("grid").addEventListener("click", turnGrid);
  $("theme").addEventListener("click", turnTheme);
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("help-close").addEventListener("click", () => $("help").close());
  const acts = {
    Enter: (event) => board.hexCursor >= 0 && click(board.hexCursor, event),
    n: () => orders.next(), m: () => orders.setHow("plain"), a: () => orders.setHow("assault"), d: () => orders.setHow("double"),
    x: () => orders.go(), r: () => orders.consider(board.hexCursor), h: () => press("do-halt"), o: () => $("offers").querySelector("button")?.focus(), e: () => press("do-end"), u: () => press("undo"), i: () => press("suggest"), "[": () => orders.turn("left"), "]": () => orders.turn("right"), "{": () => orders.turn("left", "turret"), "}": () => orders.turn("right", "turret"), ".": () => press("stop"), s: () => story.skip(),
    w: () => story.why(), l: () => press("tool-los"), v: () => press("tool-field"), f: () => board.fit(),
    c: () => board.hexCursor >= 0 && board.reveal(board.hexCursor, true),
    "+": () => board.zoomBy(1.3), "=": () => board.zoomBy(1.3), "-": () => board.zoomBy(1 / 1.3),
    g: turnGrid, t: turnTheme, "?": () => $("help").showModal(), Escape: escape,
  };
  acts.Backspace = () => $("question").querySelector("[data-back]")?.click();
  listen(acts, board, digit);
}

start().catch((error) => say(error.message));
