// The page of a replay: a time line, the board at any moment, and why each thing happened.

import { Analysis } from "./analysis.js";
import { painter } from "../shared/art.js";
import { faces } from "../shared/faces.js";
import { Board } from "../shared/board.js";
import { die } from "../shared/dice.js";
import { $, h, kept, lines, s, theme } from "../shared/dom.js";
import { Log } from "../shared/log.js";
import { Pieces } from "../shared/pieces.js";
import { Fan } from "../shared/tips.js";
import { reasons } from "../shared/reasons.js";
import { openRules } from "../shared/rules.js";

const game = decodeURIComponent(location.pathname.split("/").pop());
const api = `/api/replays/${encodeURIComponent(game)}`;

const SPEEDS = { slow: 1800, normal: 900, fast: 300, "very fast": 80 };
const LOOK = 240; // milliseconds at rest before the reasons of a line are fetched

const KEYS = {
  Space: "play or stop, an event of the story at a time", "← →": "the line before, the next one",
  "Page Up, Page Down": "the phase before, the next one", "Home, End": "the beginning, the end",
  b: "play on from here, as a new game", r: "the report", f: "the whole board", "+ and −": "zoom",
  g: "grid", t: "light or dark", "?": "this help",
};

// `moment` is the one on the board, `goal` the one last asked for: keys and buttons go on from the goal
const film = { story: null, moment: -1, goal: -1, busy: false, timer: 0, events: [] };

function say(text) {
  $("said").textContent = text;
  $("said").hidden = !text;
  clearTimeout(say.timer);
  if (text) say.timer = setTimeout(() => say(""), 9000);
}

async function get(path) {
  const reply = await fetch(`${api}${path}`);
  if (!reply.ok) throw new Error((await reply.json().catch(() => ({}))).error ?? `the server said ${reply.status}`);
  return reply;
}

const json = async (path) => (await get(path)).json();

async function start() {
  look(theme());
  openRules();
  const [map, symbols, story] = await Promise.all([json("/board"), get("/symbols.svg").then((reply) => reply.text()), json("")]);
  const board = new Board($("board"), map, { click: read, hover: (hex) => film.fan?.over(hex) });
  board.defs.innerHTML = symbols;
  Object.assign(film, { board, story, pieces: new Pieces(board) });
  film.fan = new Fan(film, () => false);
  paint();
  $("title").textContent = story.title;
  document.title = `Replay: ${story.title}`;
  $("to-game").href = `/game/${encodeURIComponent(game)}`;
  $("to-game").textContent = story.over ? "The game" : "Play on";
  $("to-report").href = `/report/${encodeURIComponent(game)}`;
  $("scrub").max = story.moments;
  tell();
  strip();
  controls();
  const turns = story.parts.filter((part, n) => n === 0 || part.turn !== story.parts[n - 1].turn);
  new Analysis(api, { moments: story.moments, turns, pick, say });
  board.fill(1); // readable rather than whole: it goes to where something happens
  await seek(begun());
  document.body.dataset.ready = "";
}

/** The moment at which play begins: behind the set-up. */
function begun() {
  const { parts, lines, moments } = film.story;
  return lines.find((line) => line.number >= (parts[0]?.number ?? moments))?.number ?? moments;
}

// -- the board at a moment -------------------------------------------------------------

/** Go to a moment; while one is fetched only the last wish counts. */
async function seek(moment) {
  film.goal = Math.max(0, Math.min(film.story.moments, moment));
  here();
  if (film.busy) return;
  film.busy = true;
  try {
    while (film.moment !== film.goal) await show(film.goal);
  } catch (error) {
    stop();
    film.goal = film.moment;
    here();
    say(error.message);
  } finally {
    film.busy = false;
  }
}

async function show(moment) {
  const frame = await json(`/frame?moment=${moment}`);
  await learn(frame.pieces);
  film.moment = moment;
  film.pieces.set(frame.pieces);
  film.faces?.();
  film.board.objectives(frame.vpo);
  film.board.judge(frame.judged);
  const { turns, over } = film.story;
  const words = frame.phase ? [`Turn ${frame.turn} of ${turns}`, `${frame.side} ${frame.phase}`, `AC# ${frame.ac}`] : ["Set-up"];
  if (moment === film.story.moments && over) words.push(over);
  $("status").textContent = [...words, ...frame.score].join(" · ");
  const line = film.story.lines[at(moment)];
  const exact = line?.number === moment;
  film.board.ring(exact ? { told: line.hexes ?? [] } : {});
  if (exact && line.hexes?.length) film.board.follow(line.hexes.at(-1));
  dice(exact ? line.dice : []);
  $("now").replaceChildren(...(line ? [h("span", { class: "rule" }, line.rule ?? ""), line.text] : ["before the first line"]));
  clearTimeout(show.timer);
  show.timer = setTimeout(() => why(line).catch((error) => say(error.message)), film.timer ? LOOK * 4 : LOOK);
}

async function learn(pieces) {
  const missing = [...new Set(pieces.map((piece) => piece.look))].filter((name) => !(name in film.pieces.looks));
  for (let n = 0; n < missing.length; n += 100) film.pieces.learn(await json(`/faces?names=${missing.slice(n, n + 100).join(",")}`));
}

function dice(rolled) {
  const faces = (rolled ?? []).slice(0, 12).map((number, n) => die(number, { white: n > 0, size: 52 }));
  $("dice").replaceChildren(...faces, rolled?.length ? h("span", { class: "visually-hidden" }, `dice ${rolled.join(", ")}`) : "");
}

async function why(line) {
  if (!line) return $("why-text").replaceChildren();
  const found = await json(`/why?event=${line.number}`);
  if (film.story.lines[at(film.moment)] !== line) return undefined;
  return $("why-text").replaceChildren(...reasons(found, line.number));
}

/** A hex in words. */
async function read(hex) {
  if (film.moment < 0) return; // nothing is shown yet
  try {
    const told = await json(`/look?moment=${film.moment}&hex=${hex}`);
    $("reading").replaceChildren(...lines(told));
    $("reading").hidden = false;
  } catch (error) {
    say(error.message);
  }
}

// -- the story -------------------------------------------------------------------------

/** The number of the last line at or before a moment, -1 before the first. */
function at(moment) {
  const { lines } = film.story;
  let [low, high] = [0, lines.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle].number <= moment) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** The story as the log of the game tells it: an event goes to its end, a line to its moment. */
function tell() {
  const turned = ({ told }) => pick(told.at(-1).number);
  const log = new Log(pick, { most: Infinity, turned });
  log.expect(film.story.told);
  film.events = film.story.lines.map((line) => log.add(line)); // the event of each line
}

function pick(moment) {
  stop();
  seek(moment);
}

/** Light the line of the wished moment, and say where it is. */
function here() {
  const moment = film.goal;
  const now = at(moment);
  $("scrub").value = moment;
  const event = film.events[now];
  let later = false;
  for (const each of new Set(film.events)) {
    each.head.classList.toggle("here", each === event);
    each.head.classList.toggle("later", event ? later : true);
    later ||= each === event;
  }
  const line = film.story.lines[now]?.number;
  for (const each of $("log").querySelectorAll(".details .line")) each.classList.toggle("here", Number(each.dataset.number) === line);
  if (event) event.item.scrollIntoView({ block: "nearest" });
  else $("log").scrollTop = 0;
  const { parts, branches, moments } = film.story;
  const part = parts.findLast((each) => each.number <= moment);
  const where = part ? `Turn ${part.turn}, ${part.side} ${part.phase}` : "Set-up";
  $("moment").textContent = `${where}; ${moment} of ${moments}`;
  $("scrub").setAttribute("aria-valuetext", `${where}, ${film.story.lines[now]?.text ?? ""}`);
  const next = branches.find((each) => each >= moment);
  $("branch").title = next === undefined ? "a copy of this game as it stands" : `a new game that waits at your next decision (moment ${next})`;
  const mark = $("strip").querySelector(".here");
  for (const name of ["x1", "x2"]) mark?.setAttribute(name, moment);
}

// -- the time line ---------------------------------------------------------------------

function strip() {
  const { parts, lines, moments } = film.story;
  const svg = $("strip");
  svg.setAttribute("viewBox", `0 0 ${Math.max(1, moments)} 30`);
  const turns = parts.filter((part, n) => n === 0 || part.turn !== parts[n - 1].turn || part.side !== parts[n - 1].side);
  const bands = turns.map((part, n) => {
    const end = turns[n + 1]?.number ?? moments;
    return s("rect", { x: part.number, y: 0, width: Math.max(0, end - part.number), height: 30, class: `turn-band ${part.side.toLowerCase()}` });
  });
  const ticks = parts.map((part) => s("line", { x1: part.number, x2: part.number, y1: 22, y2: 30, class: "phase-tick" }));
  const alarms = lines.filter((line) => line.style === "alarm").map((line) => s("line", { x1: line.number, x2: line.number, y1: 0, y2: 6, class: "alarm-tick" }));
  svg.replaceChildren(...bands, ...ticks, ...alarms, s("line", { x1: 0, x2: 0, y1: 0, y2: 30, class: "here" }));
  words(turns);
  new ResizeObserver(() => words(turns)).observe(svg);
  svg.addEventListener("pointerdown", (event) => {
    const box = svg.getBoundingClientRect();
    pick(Math.round(((event.clientX - box.left) / box.width) * moments));
  });
}

/** The turns' numbers; drawn again when the strip changes its width, so that they stay in shape. */
function words(turns) {
  const { moments } = film.story;
  const svg = $("strip");
  svg.querySelectorAll("text").forEach((each) => each.remove());
  const stretch = moments / Math.max(1, svg.clientWidth);
  let free = -1;
  for (const part of turns) {
    if (part.number / stretch < free) continue;
    const text = `${part.turn}${part.side === "ENEMY" ? "E" : "F"}`;
    const word = s("text", { class: "turn-word", transform: `translate(${part.number + 3 * stretch} 19) scale(${stretch} 1)` });
    word.textContent = text;
    svg.append(word);
    free = part.number / stretch + 8 * text.length + 6;
  }
}

function step(by) {
  const { lines, moments } = film.story;
  const now = at(film.goal);
  if (by > 0) return seek(lines[now + 1]?.number ?? moments);
  const exact = lines[now]?.number === film.goal;
  return seek(lines[exact ? now - 1 : now]?.number ?? 0);
}

/** To the end of the next event of the story, past its details; one that is begun is gone through first. */
function on() {
  const { events, story } = film;
  const now = events[at(film.goal)];
  const end = (event) => event.told.at(-1).number;
  const event = now && end(now) > film.goal ? now : events.find((each) => end(each) > film.goal);
  return seek(event ? end(event) : story.moments);
}

function part(by) {
  const { parts, moments } = film.story;
  const next = by > 0 ? parts.find((each) => each.number > film.goal)?.number ?? moments : parts.findLast((each) => each.number < film.goal)?.number ?? 0;
  return seek(next);
}

function play() {
  if (film.timer) return stop();
  if (film.goal >= film.story.moments) film.goal = 0;
  $("play").textContent = "Stop";
  film.timer = 1;
  return roll();
}

async function roll() {
  if (!film.timer) return;
  if (film.goal >= film.story.moments) {
    stop();
    return;
  }
  await on();
  if (!film.timer) return;
  const rolled = film.story.lines[at(film.goal)]?.dice?.length ? 1.4 : 1;
  film.timer = setTimeout(roll, (SPEEDS[$("speed").value] ?? 900) * rolled);
}

function stop() {
  clearTimeout(film.timer);
  film.timer = 0;
  $("play").textContent = "▶ Play";
}

async function branch() {
  stop();
  $("branch").disabled = true;
  try {
    const reply = await fetch(`${api}/branch`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ moment: film.moment, dice: $("dice-kind").value }),
    });
    const said = await reply.json();
    if (!reply.ok) throw new Error(said.error);
    location.href = `/game/${encodeURIComponent(said.id)}`;
  } catch (error) {
    say(error.message);
  } finally {
    $("branch").disabled = false;
  }
}

// -- controls --------------------------------------------------------------------------

function look(which) {
  document.documentElement.dataset.theme = which;
  $("pieces-look").href = `/look/${which}.css`;
}

function paint() {
  film.paint ??= painter(film.board, api, say);
  film.faces ??= faces(film.pieces, () => `${api}/own-faces/${film.moment}`, say);
  film.paint();
}

function change(name, one, other, was) {
  kept.set(name, was === one ? other : one);
  look(theme());
  paint();
}

function controls() {
  $("speed").append(...Object.keys(SPEEDS).map((name) => h("option", {}, name)));
  $("speed").value = kept.get("replay-speed", "normal");
  $("speed").addEventListener("change", () => kept.set("replay-speed", $("speed").value));
  $("help-list").replaceChildren(...Object.entries(KEYS).flatMap(([key, does]) => [h("dt", {}, h("kbd", {}, key)), h("dd", {}, does)]));
  const acts = {
    first: () => pick(0), last: () => pick(film.story.moments), play,
    back: () => (stop(), step(-1)), on: () => (stop(), step(1)),
    "part-back": () => (stop(), part(-1)), "part-on": () => (stop(), part(1)),
    branch, fit: () => film.board.fit(), closer: () => film.board.zoomBy(1.35), farther: () => film.board.zoomBy(1 / 1.35),
    grid: () => change("grid", "true", "false", kept.get("grid", "true")), theme: () => change("theme", "light", "dark", theme()),
    "help-open": () => $("help").showModal(), "help-close": () => $("help").close(),
  };
  for (const [name, act] of Object.entries(acts)) $(name).addEventListener("click", act);
  $("scrub").addEventListener("input", () => pick(Number($("scrub").value)));
  const keys = {
    " ": "play", ArrowLeft: "back", ArrowRight: "on", PageUp: "part-back", PageDown: "part-on", Home: "first", End: "last",
    b: "branch", f: "fit", "+": "closer", "-": "farther", g: "grid", t: "theme", "?": "help-open",
  };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key === "r" || event.key in keys)) return;
    if (event.key === " " && event.target.closest("button, a")) return;
    if (event.key === "r") return $("to-report").click();
    if (event.target.matches("input:not([type=range]), select, dialog *")) return;
    event.preventDefault();
    acts[keys[event.key]]();
  });
}

start().catch((error) => say(error.message));
