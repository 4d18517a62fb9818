// Buttons and keys of the page of a game, and what each of them does.

import { $ } from "../shared/dom.js";
import { listen } from "./keys.js";
import { turnSound } from "../shared/sound.js";

/** Escape: away with what was opened last; at the end nobody is chosen. */
function escape({ orders, tools, story }, does) {
  if ($("more").classList.contains("open")) return more(false);
  const dialog = [...document.querySelectorAll("dialog[open]")].at(-1);
  if (dialog) return dialog.close();
  if (orders.leaving.close()) return undefined;
  if (orders.card.open) return orders.leave();
  if (!$("suggested").hidden) return does.unsuggest();
  if (orders.fire.close() || story.closeWhy()) return undefined;
  story.theatre.away();
  tools.set("");
  if (does.picking()) return undefined; // the area of a set-up stays shaded
  orders.chosen.clear();
  orders.hex = -1;
  return orders.refresh();
}

/** A digit: what bears it in a card, an answer, a unit of the stack, or one offboard. */
function digit({ orders: { card, view }, story }, n, say) {
  if (card.open && card.press(n)) return undefined;
  if (view?.mine && (document.body.dataset.waiting || story.playing)) return undefined; // a die too early is no unit
  const open = !$("question").hidden;
  const buttons = open ? $("question").querySelectorAll("[data-die], .options button") : $("stack").querySelectorAll("button.own");
  const waiting = $("reserve-list").querySelectorAll("button");
  if (buttons[0]?.dataset.die && !buttons[n - 1]) return say("a die shows 1 to 6");
  return (open || buttons.length ? buttons : waiting)[n - 1]?.click();
}

/** The whole board; where it is that already, the board over all of its place. */
function fit(board) {
  const whole = Math.abs(board.zoom - board.least()) < 0.001;
  return whole ? board.fill() : board.fit();
}

/** The help, from its beginning: the focus is on its last button. */
function openHelp() {
  $("help").showModal();
  $("help").scrollTop = 0;
}

/** What the line above the board has no room for. */
function more(open = !$("more").classList.contains("open")) {
  $("more").classList.toggle("open", open);
  $("more-open").setAttribute("aria-expanded", String(open));
}

function press(id) {
  if (!$(id).hidden && !$(id).disabled) $(id).click();
}

/**
 * Buttons and keys of the page of a game.
 * @param {object} on board, orders, story, tools, link
 * @param {object} does what the page itself does: attempt, click, menu, mission, say, retype, suggest, unsuggest, turnGrid, turnTheme, undo; `picking()`: whether a click on the board is an answer
 */
export function controls(on, does) {
  const { board, orders, story } = on;
  const { attempt, click, menu, mission, say, turnGrid, turnTheme } = does;
  $("undo").addEventListener("click", does.undo);
  $("retype").addEventListener("click", does.retype);
  $("mission-open").addEventListener("click", mission);
  $("suggest").addEventListener("click", does.suggest);
  $("reconnect").addEventListener("click", () => on.link.again());
  $("stop").addEventListener("click", () => attempt(() => on.link.ask("stop")));
  $("fit").addEventListener("click", () => fit(board));
  $("more-open").addEventListener("click", () => more());
  $("more").addEventListener("click", () => more(false));
  $("closer").addEventListener("click", () => board.zoomBy(1.3));
  $("farther").addEventListener("click", () => board.zoomBy(1 / 1.3));
  $("grid").addEventListener("click", turnGrid);
  $("theme").addEventListener("click", turnTheme);
  $("help-open").addEventListener("click", openHelp);
  $("help-close").addEventListener("click", () => $("help").close());
  const acts = {
    Enter: (event) => board.hexCursor >= 0 && click(board.hexCursor, event),
    n: () => orders.next(), m: () => orders.setHow("plain"), a: () => orders.setHow("assault"), d: () => orders.setHow("double"),
    k: () => menu(board.hexCursor >= 0 ? board.hexCursor : orders.hex), p: () => orders.danger.turn(),
    x: () => orders.go(), y: () => orders.ways.turn(), r: () => orders.consider(board.hexCursor), h: () => press($("do-halt").hidden ? "do-hold-fire" : "do-halt"), o: () => $("offers").querySelector("button")?.focus(), e: () => press("do-end"), u: () => press("undo"), U: () => press("retype"), i: () => press("suggest"), "[": () => orders.turn("left"), "]": () => orders.turn("right"), "{": () => orders.turn("left", "turret"), "}": () => orders.turn("right", "turret"), ".": () => press("stop"), s: () => story.skip(),
    " ": () => story.theatre.next() || (orders.fire.card.open ? orders.fire.card.press(" ") : menu(board.hexCursor >= 0 ? board.hexCursor : orders.hex)),
    z: () => orders.fire.card.open && orders.fire.card.press("z"), w: () => story.why(), l: () => press("tool-los"), b: () => press("tool-ground"), v: () => press("tool-field"), f: () => fit(board),
    c: () => board.hexCursor >= 0 && board.reveal(board.hexCursor, true),
    "+": () => board.zoomBy(1.3), "=": () => board.zoomBy(1.3), "-": () => board.zoomBy(1 / 1.3),
    g: turnGrid, t: turnTheme, q: () => say(turnSound() ? "Sound is on" : "Sound is off"), M: mission, B: () => press("to-replay"), "?": openHelp, Escape: () => escape(on, does),
  };
  acts.Backspace = () => $("question").querySelector("[data-back]")?.click();
  listen(acts, board, (n) => digit(on, n, say));
}
