// Setting up: choose a thing, click the hex where it goes; or choose from its list.

import { h } from "./dom.js";

/**
 * The form for a set-up.
 * @param {object} request its things, and the places where they may go
 * @param {object} on answer, board, pieces, and `pick(act)`: what a click on the board does
 */
export function places(request, on) {
  const at = new Map();
  const all = request.places ?? [];
  const hexOf = (place) => on.board.map.names.indexOf(place.split("/")[0]);
  const within = new Map();
  for (const place of all) within.set(hexOf(place), [...(within.get(hexOf(place)) ?? []), place]);
  let active = request.things[0];

  const rows = new Map(request.things.map((thing) => [thing, row(thing)]));
  const done = h("button", { class: "main", disabled: true }, "All are set up");

  function row(thing) {
    const choice = all.length
      ? h("select", { "aria-label": `${thing} at` }, h("option", { value: "" }, "…"), all.map((place) => h("option", { value: place }, place)))
      : h("input", { "aria-label": `${thing} at` });
    choice.addEventListener("change", () => put(thing, choice.value));
    const name = on.pieces.all.get(thing)?.name.replace("FRIENDLY ", "") ?? thing;
    const button = h("button", { type: "button", class: "unit", "aria-pressed": "false", onclick: () => turn(thing) }, h("span", {}, name));
    return { element: h("div", { class: "place-row" }, button, choice), button, choice };
  }

  function turn(thing) {
    active = thing;
    for (const [each, { button }] of rows) button.setAttribute("aria-pressed", String(each === thing));
  }

  /** Put a thing somewhere, show it there, and go on to the next one. */
  function put(thing, place) {
    if (place) at.set(thing, place);
    else at.delete(thing);
    rows.get(thing).choice.value = place;
    for (const piece of on.pieces.all.values()) {
      if (piece.key === thing || piece.owner === thing) on.pieces.all.set(piece.key, { ...piece, hex: place ? hexOf(place) : -1 });
    }
    on.pieces.draw();
    const next = request.things.find((each) => !at.has(each));
    turn(next ?? thing);
    done.disabled = next !== undefined;
  }

  /** A click puts the active thing there; once more, a level higher. */
  function click(hex) {
    const here = within.get(hex) ?? (all.length ? [] : [on.board.map.names[hex]]);
    if (!here.length) return;
    put(active, here[(here.indexOf(at.get(active)) + 1) % here.length]);
  }

  on.board.shade([...within.keys()].filter((hex) => hex >= 0).map((hex) => ({ hex, kind: "far" })));
  on.pick(click);
  turn(active);
  const send = (event) => {
    event.preventDefault();
    on.answer(Object.fromEntries(at));
  };
  const told = h("p", {}, "Choose a unit, then click its hex: the next one is chosen by itself.");
  return h("form", { onsubmit: send }, told, [...rows.values()].map(({ element }) => element), h("p", {}, done));
}
