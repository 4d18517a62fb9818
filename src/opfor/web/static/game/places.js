// Setting up: choose a thing and click its hex, drag it there, or use the hex cursor.

import { h } from "../shared/dom.js";
import { bare } from "../shared/pieces.js";

/**
 * The form for a set-up.
 * @param {object} request its things, and the places where they may go
 * @param {object} on answer, board, pieces, and `pick(act)`: what a click on the board does
 */
export function places(request, on) {
  const { board, pieces } = on;
  const at = new Map();
  const hexOf = (place) => board.map.names.indexOf(place.split("/")[0]);
  const within = new Map();
  for (const place of request.places ?? []) within.set(hexOf(place), [...(within.get(hexOf(place)) ?? []), place]);
  const rows = new Map(request.things.map((thing) => [thing, row(thing)]));
  const done = h("button", { class: "main at-foot", disabled: true }, "All are set up");
  const said = h("p", { class: "dim", "aria-live": "polite" });
  let active = request.things[0];

  function label(place) {
    const hex = hexOf(place);
    return (board.map.labels[hex] ?? "") + (place.includes("/") ? `, level ${place.split("/")[1]}` : "");
  }

  function row(thing) {
    const piece = pieces.all.get(thing);
    const name = piece ? bare(piece) : thing.replace(/\d+$/, " $&"); // foxhole 1
    const where = h("span", { class: "placed" }, "…");
    const faces = piece ? [piece, ...[...pieces.all.values()].filter((each) => each.owner === thing)] : [];
    const button = h(
      "button",
      { type: "button", class: "unit thing", "aria-pressed": "false", draggable: "true", onclick: () => turn(thing) },
      faces.map((face, n) => pieces.small(face, n ? 24 : 32)),
      h("span", {}, name),
      where,
    );
    button.addEventListener("dragstart", (event) => {
      turn(thing);
      event.dataTransfer.setData("text/plain", thing);
      event.dataTransfer.effectAllowed = "move";
    });
    button.addEventListener("keydown", (event) => {
      if (event.key === "Delete" || event.key === "Backspace") put(thing, "");
    });
    return { button, where };
  }

  function turn(thing) {
    active = thing;
    for (const [each, { button }] of rows) button.setAttribute("aria-pressed", String(each === thing));
    rows.get(thing).button.scrollIntoView({ block: "nearest" });
  }

  /** Put a thing somewhere, or nowhere; show it there; go on to the next one. */
  function put(thing, place) {
    if (place) at.set(thing, place);
    else at.delete(thing);
    rows.get(thing).where.textContent = place ? label(place) : "…";
    for (const piece of pieces.all.values()) {
      if (piece.key === thing || piece.owner === thing) pieces.all.set(piece.key, { ...piece, at: place, hex: place ? hexOf(place) : -1 });
    }
    pieces.draw();
    const next = request.things.find((each) => !at.has(each));
    done.disabled = next !== undefined;
    said.textContent = next ? `${request.things.length - at.size} still to be set up` : "";
    if (!next) {
      done.focus({ preventScroll: true });
      done.scrollIntoView({ block: "nearest" });
    }
    return next;
  }

  /** A click puts the active thing there; once more on its hex, a level higher. */
  function click(hex) {
    const here = within.get(hex) ?? (within.size ? [] : [board.map.names[hex]]);
    if (!here.length) {
      said.textContent = `not in ${board.map.labels[hex]}: only the shaded hexes are allowed`;
      return;
    }
    const was = here.indexOf(at.get(active));
    const next = put(active, here[(was + 1) % here.length]);
    const higher = here.length > 1 ? `; click again for another level of ${here.length}` : "";
    last = higher ? { thing: active, hex } : null;
    if (higher) stands(active, higher);
    if (next && !higher) turn(next);
  }

  /** Which level a thing is on; on an upper one, by which stairs it can come down. */
  async function stands(thing, higher) {
    const place = at.get(thing);
    const tell = (stairs) => {
      said.textContent = `${pieces.all.get(thing)?.called || thing} is in ${label(place)}${stairs}${higher}`;
    };
    tell("");
    if (!place.includes("/")) return;
    const { stairs } = await on.look(place).catch(() => ({}));
    if (stairs && at.get(thing) === place && active === thing) tell(` (${stairs})`);
  }

  let last = null;

  /** Another hex after one with levels goes to the next thing. */
  function pick(hex) {
    if (last && last.hex !== hex && last.thing === active) {
      const next = request.things.find((each) => !at.has(each));
      if (next) turn(next);
    }
    click(hex);
  }

  function over(event) {
    if (!event.dataTransfer.types.includes("text/plain")) return;
    const hex = board.at(event.clientX, event.clientY);
    if (within.size && !within.has(hex)) return;
    event.preventDefault();
    board.ring({ selected: [hex] });
  }

  function drop(event) {
    event.preventDefault();
    board.ring({});
    pick(board.at(event.clientX, event.clientY));
  }

  board.place.ondragover = over;
  board.place.ondrop = drop;
  on.area([...within.keys()].filter((hex) => hex >= 0));
  on.pick(pick);
  const send = (event) => {
    event.preventDefault();
    board.place.ondragover = board.place.ondrop = null;
    on.answer(Object.fromEntries(at));
  };
  const told = h("p", {}, "Choose a unit, then click its hex in the shaded area, or drag it there. The next one is chosen by itself.");
  const later = [...pieces.all.values()].filter((each) => each.side === "FRIENDLY" && each.kind === "unit" && each.hex < 0 && !request.things.includes(each.key));
  const names = later.map((each) => each.called).join(", ");
  const after = later.length ? h("p", { class: "dim" }, `Foxholes, if there are any, and then ${names}, each by itself, are asked for after these.`) : "";
  const form = h("form", { class: "set-up", onsubmit: send }, told, after, [...rows.values()].map(({ button }) => button), said, h("p", {}, done));
  turn(active);
  return form;
}
