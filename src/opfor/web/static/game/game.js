// The page of a game: wires the board, the orders, the story and the server together.

import { Ahead } from "./ahead.js";
import { painter } from "../shared/art.js";
import { Asking } from "./asking.js";
import { Board } from "../shared/board.js";
import { Coach } from "../lessons/coach.js";
import { controls } from "./controls.js";
import { $, dress, h, kept, onChange, theme, whole } from "../shared/dom.js";
import { Drag } from "./drag.js";
import { faces } from "../shared/faces.js";
import { inVasl } from "./in_vasl.js";
import { help } from "./keys.js";
import * as line from "./line.js";
import { Link } from "./link.js";
import { openEnding, openMission, showStanding } from "./mission.js";
import { Orders } from "./orders.js";
import { Panels } from "./panels.js";
import { Pieces } from "../shared/pieces.js";
import { openRules } from "../shared/rules.js";
import { Stays } from "./stays.js";
import { Story } from "./story.js";
import { Table } from "./table.js";
import { Fan } from "../shared/tips.js";
import { Tools } from "./tools.js";

let game, api; // its id, and where it is asked about

const LONG = 4; // lines of a story beyond which the panel makes room for it
const TAKEN_BACK = "undo"; // what is on its way in place of an answer's number
const LINGER = 350; // milliseconds over a hex before its threats are looked up

const GONE = $("offline-text").textContent;

const now = { news: null, waiting: [], busy: true };

function say(text, time = 9000) {
  $("said").replaceChildren(whole(text));
  $("said").hidden = !text;
  clearTimeout(say.timer);
  if (text && time < Infinity) say.timer = setTimeout(() => say(""), time);
}

async function start() {
  look();
  help();
  openRules();
  game = await opened();
  api = `/api/games/${encodeURIComponent(game)}`;
  const link = new Link(game, { news: take, progress, online, refused, barred });
  const [map, symbols] = await Promise.all([
    fetch(`${api}/board`).then(ok).then((reply) => reply.json()),
    fetch(`${api}/symbols.svg`).then(ok).then((reply) => reply.text()),
  ]);
  const board = new Board($("board"), map, {
    click: (hex, event) => click(hex, event), hover: (hex) => hover(hex), menu: (hex) => menu(hex),
    grab: (hex, touch) => grab(hex, touch), drag: (hex) => now.on.drag.over(hex), drop: (hex) => now.on.drag.drop(hex),
  });
  board.defs.innerHTML = symbols;
  const on = { board, link, say, pieces: new Pieces(board) };
  now.on = on;
  now.faces = faces(on.pieces, () => `${api}/own-faces`, say);
  paint();
  on.answer = answer;
  on.go_march = march;
  on.soon = soon;
  on.in_turn = (orders) => give("orders", { orders });
  on.panels = new Panels((name) => name === "status" && now.news && standing());
  on.story = new Story(on);
  on.orders = new Orders(on);
  on.judge = judge;
  on.judges = () => now.news.asked?.request.type === "Order";
  on.stack = () => on.orders.place();
  on.leave = () => (on.orders.leave(), on.orders.fire.close());
  on.hint = (text) => text ? line.hint(text) : now.news && !on.orders.playing() && line.ask(now.news, waiting(), !on.orders.goingOn());
  on.tools = new Tools(on);
  on.drag = new Drag(on.orders);
  on.fan = new Fan(on, () => on.orders.busyHere() || now.pick);
  on.asking = new Asking({ ...on, retype, pick: (act) => { now.pick = act; } });
  on.table = new Table({ ...on, game, attempt });
  controls(on, { attempt, click, menu, mission, retype, say, suggest, turnGrid, turnTheme, undo, unsuggest, picking: () => now.pick });
  onChange(changed);
  board.fill(1);
  await play();
  await inVasl(game);
}

/** The id of the game: in the address, or that of the command line once it is open. */
async function opened() {
  if (location.pathname !== "/opened") return decodeURIComponent(location.pathname.split("/").pop());
  const making = (text) => { for (const id of ["status", "asked"]) $(id).textContent = text; };
  making("The game is being made ready … Boards that are read for the first time take longer.");
  const reply = await fetch("/api/opened");
  const { id, error } = await reply.json();
  making(error ?? "");
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
  now.on.orders.ends.hold();
  try {
    while (now.waiting.length) await show(now.waiting.shift());
  } catch (error) {
    say(`This page could not show what happened (${error.message}): load it anew, nothing is lost.`);
  } finally {
    now.busy = false;
    now.open = now.news?.asked?.number;
    now.on.orders.ends.free();
    late();
  }
}

/** Do something at once, or when the last order has been answered and shown: its news close what is open. */
function soon(act) {
  now.later = act;
  late();
}

/** What was wished meanwhile; of several things the last one. */
function late() {
  if (now.given || now.busy || !now.later) return;
  const act = now.later;
  now.later = null;
  act();
}

/** Whether the player's own dice are asked for. */
function rolls(news) {
  return news?.asked?.request.type === "Roll";
}

async function show(news) {
  const { pieces, story, orders, board } = now.on;
  pieces.learn(news.looks);
  const rolled = rolls(now.news) && !rolls(news);
  now.news = news;
  now.open = 0; // what is still shown was offered before: it answers nothing more
  const back = news.anew && !now.first; // undone
  const anew = news.anew || now.first;
  now.first = false;
  orders.firstFire.come(anew);
  if (anew) {
    story.theatre.away(); // its recap may tell of what was undone
    await story.reload().catch((error) => say(error.message));
  } else {
    now.on.asking.away();
    if (LONG < news.beats.length) {
      orders.quiet();
      line.playing();
    }
    await story.play(news.beats, news.story);
    if (rolled) await story.reload().catch((error) => say(error.message)); // what was told die by die, as one
  }
  pieces.set(news.view.pieces);
  await now.faces();
  state(news);
  await ground(news.view).catch((error) => say(error.message));
  $("suggested").hidden = true;
  const ordering = news.asked?.request.type === "Order";
  now.on.table.see(news);
  orders.ends.come(news.view, news.asked?.number);
  now.open = news.asked?.number;
  await orders.update(news.view, ordering);
  if (ordering) line.ask(news, waiting(), !orders.goingOn());
  question(news);
  await teach(news.view, back);
  if (now.fresh === undefined) {
    now.fresh = false;
    const own = news.view.pieces.find((piece) => piece.side === "FRIENDLY" && piece.hex >= 0);
    const stays = new Stays(game, now.on);
    if (!stays.again(news.token) && own && !news.view.window) board.reveal(own.hex, true);
    stays.keep(() => now.news.token);
    now.on.coach?.settle();
    if (location.hash === "#new") {
      history.replaceState(null, "", location.pathname);
      await now.painted; // its map is that of the board
      await mission();
    }
    document.body.dataset.ready = "yes";
  }
  if (news.notice) say(news.notice, Infinity); // until something is done
}

/** A lesson has coach marks. */
async function teach(view, back) {
  const { on } = now;
  const read = (url) => fetch(url).then(ok).then((reply) => reply.json());
  now.lesson ??= (await read("/api/lessons")).find(({ mission }) => mission === view.mission) ?? "";
  if (!now.lesson) return;
  on.coach ??= new Coach(on, game, now.lesson, await read(`/static/lessons/${view.mission}.json`), await read(`${api}/coach`));
  on.coach.see(view, back);
}

/** The map is another one where the player judges his board otherwise. */
async function ground({ ground, judged }) {
  const { board, tools } = now.on;
  if (now.ground === ground) return;
  const first = now.ground === undefined;
  now.ground = ground;
  board.drawn = ground;
  if (first && !judged.length) return;
  const map = await fetch(`${api}/board`).then(ok).then((reply) => reply.json());
  board.map.levels = map.levels;
  tools.set("");
  board.judge(judged);
  paint();
}

function state({ view }) {
  document.title = `${view.title} · opfor`;
  lookBack(view.over ? "report" : "replay");
  line.show(view);
  if (!view.move.length) line.ask(now.news, waiting()); // else once it is known where they can go
  $("undo").disabled = !view.undo;
  $("retype").hidden = !view.typed;
  $("retype").title = `take ${view.typed} back, and type your dice anew`;
  const asked = now.news.asked?.request.type;
  $("suggest").hidden = !["Order", "Choose", "Place"].includes(asked);
  now.on.board.objectives(view.vpo);
  standing();
}

/** How the game stands, as far as its panel is to be seen. */
function standing() {
  if (!$("panel-status").hidden) attempt(() => showStanding(now.on));
}

/** How many stacks of the player can still move; those offboard are one. */
function waiting() {
  const own = [...now.on.pieces.all.values()].filter((p) => p.side === "FRIENDLY" && p.kind === "unit" && !p.done);
  return new Set(own.map((piece) => piece.at)).size;
}

function question(news) {
  const place = $("question");
  const asked = news.asked;
  now.pick = null;
  if (!asked) {
    now.on.asking.back();
    return over(place, news.view.over);
  }
  if (asked.request.type === "Place" && !now.placed) now.on.board.fit(); // as it begins; then it stays as he has it
  if (asked.request.type === "Order" && now.placed) large();
  now.placed = asked.request.type === "Place" || (now.placed && asked.request.type !== "Order");
  if (asked.request.type === "Place") now.on.panels.show("units");
  return now.on.asking.show(news);
}

/** After a set-up, seen whole, the board large enough to be read again, unless he chose otherwise. */
function large() {
  const { board, pieces } = now.on;
  if (Math.abs(board.zoom - board.least()) > 0.001) return;
  board.fill(1);
  const own = [...pieces.all.values()].find((piece) => piece.side === "FRIENDLY" && piece.hex >= 0);
  if (own) board.reveal(own.hex, true);
}

/** The game is over: how, and what there is to look at. */
function over(place, why) {
  place.hidden = !why;
  if (!why) return undefined;
  const show = () => attempt(() => openEnding(now.on, game));
  place.replaceChildren(h("h2", {}, "The game is over"), h("p", {}, why), h("button", { type: "button", class: "main", onclick: show }, "How it ended"));
  return show();
}

/** The Mission's card, with the area of a set-up that is asked for. */
function mission() {
  const { request } = now.news.asked ?? {};
  const places = request?.type === "Place" ? request.places ?? [] : [];
  const area = places.map((name) => now.on.board.map.names.indexOf(name.split("/")[0])).filter((hex) => hex >= 0);
  return attempt(() => openMission(now.on, now.news.view, area));
}

// -- what opfor would do --------------------------------------------------------------

/** Show what the reference player would do now; he takes it or goes his own way. */
function suggest() {
  return attempt(async () => {
    if (now.open !== now.news.asked?.number) throw new Error("what has happened is still being shown: s skips it");
    const { number, value, text, hexes, orders } = await now.on.link.ask("suggest");
    if (number !== now.news.asked?.number) return;
    now.on.board.ring({ told: hexes });
    if (hexes.length) now.on.board.reveal(hexes[0]);
    const act = h("button", { type: "button", class: "main", onclick: () => (orders ? give("orders", { orders }) : answer(value)) }, "Do so");
    const no = h("button", { type: "button", onclick: () => unsuggest() }, "Cancel");
    now.ahead?.stop();
    now.ahead = now.news.asked.request.type === "Order" ? new Ahead(api, { give: answer, point: (hexes) => now.on.board.ring({ told: hexes }) }) : null;
    $("suggested").replaceChildren(h("h2", {}, "A practised player would"), h("p", {}, text), h("p", {}, act, " ", no), now.ahead?.box ?? "");
    $("suggested").hidden = false;
    act.focus({ preventScroll: true });
  });
}

function unsuggest() {
  now.ahead?.stop();
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
  if (now.given === asked.number || now.open !== asked.number) return;
  now.given = asked.number;
  now.on.orders.ends.hold();
  document.body.dataset.waiting = fields.value?.type === "end" ? "end" : "yes";
  if (!$("suggested").hidden) unsuggest();
  await attempt(() => now.on.link.ask(what, { number: asked.number, token, ...fields }));
  now.given = 0;
  delete document.body.dataset.waiting;
  if (!now.busy) now.on.orders.ends.free();
  late();
}

/** His board is right; what was looked at is looked at once more. */
async function judge(order) {
  if (now.news.asked?.request.type !== "Order") return say("when you may give an order, you may set this");
  return give("answer", { value: { type: "adjust", ...order } });
}

function undo() {
  return takeBack("undo");
}

/** The last dice of the player's, who mistyped them. */
function retype() {
  return takeBack("retype");
}

async function takeBack(what) {
  now.given ||= TAKEN_BACK;
  await attempt(() => now.on.link.ask(what, { token: now.news.token }));
  if (now.given === TAKEN_BACK) now.given = 0;
  late();
}

function click(hex, event) {
  const { board, story } = now.on;
  if (story.theatre.meant(event)) return undefined;
  board.cursor(hex);
  return story.playing ? story.theatre.next() : soon(() => enter(hex, event));
}

/** A click on a hex, while nothing else is under way. */
function enter(hex, event) {
  const { tools, orders, story } = now.on;
  story.theatre.away(); // its recap has been seen
  if (orders.card.open && orders.card.hex !== hex) orders.leave();
  if (orders.fire.card.open && orders.fire.card.hex !== hex) orders.fire.close();
  if (tools.click(hex)) return undefined;
  return now.pick ? now.pick(hex) : attempt(() => orders.click(hex, event));
}

/** Everything that may be done at a hex. */
function menu(hex) {
  const { board, orders, story } = now.on;
  if (now.pick || hex < 0) return;
  board.cursor(hex);
  if (!story.playing) soon(() => attempt(() => orders.menu.open(hex)));
}

/** A drag begins: whether it is of a stack. */
function grab(hex, touch) {
  return !now.pick && !now.on.tools.mode && now.on.drag.grab(hex, touch);
}

function hover(hex) {
  if (!now.on?.orders) return;
  const los = now.on.tools.over(hex);
  if (los || now.on.orders.odds.over(hex)) now.on.fan.close();
  else now.on.fan.over(hex);
  $("cursor-place").textContent = hex >= 0 ? now.on.board.map.labels[hex] : "";
  clearTimeout(hover.timer);
  now.on.orders.danger.away();
  if (hex >= 0 && !now.pick && !los) now.on.orders.danger.over(hex);
  if (hex >= 0) hover.timer = setTimeout(() => now.on.orders.consider(hex), LINGER);
}

// -- looks -----------------------------------------------------------------------------

function look() {
  dress();
  $("pieces-look").href = `/look/${theme()}.css`;
}

/** Where the story so far can be seen: a game that is over has its report. */
function lookBack(page) {
  $("to-replay").href = `/${page}/${encodeURIComponent(game)}`;
  $("to-replay").textContent = page === "report" ? "Report" : "Replay";
}

/** The board's picture in this theme. */
function paint() {
  now.paint ??= painter(now.on.board, api, say);
  now.painted = now.paint();
}

/** A setting was changed on the page of settings, and holds here at once. */
function changed(name) {
  if (name === "speed") now.on.story.theatre.set(kept.get("speed", "normal"));
  if (name !== "theme" && name !== "motion") return;
  look();
  paint();
}

function turnTheme() {
  kept.set("theme", theme() === "dark" ? "light" : "dark");
  look();
  paint();
}

function turnGrid() {
  kept.set("grid", kept.get("grid", "true") === "true" ? "false" : "true");
  paint();
}

start().catch((error) => say(error.message));
