// What the game asks beside orders: dice, choices, results on the table, places.

import { die } from "../shared/dice.js";
import { h } from "../shared/dom.js";
import { places } from "./places.js";

const SIDES = [1, 2, 3, 4, 5, 6];

/**
 * The form for an open request.
 * @param {object} request as the server sends it
 * @param {{answer: Function, point: Function, suggested: any, typed: string, retype: Function}} on gives
 *   the answer; points at hexes; what opfor would answer; the dice before, and how to take them back
 */
export function form(request, on) {
  switch (request.type) {
    case "Roll":
      return dice(request, on);
    case "Draw":
      return chits(request, on);
    case "Choose":
      return buttons(request.options, on);
    case "Adjudicate":
      return fields(request, on);
    case "Place":
      return places(request, on);
    default:
      return null;
  }
}

function buttons(options, on) {
  return h(
    "div",
    { class: "options" },
    options.map((option, n) =>
      h(
        "button",
        {
          type: "button",
          onclick: () => on.answer(option.key),
          onfocus: () => on.point(option.hexes ?? []),
          onmouseenter: () => on.point(option.hexes ?? []),
        },
        h("kbd", {}, n < 9 ? String(n + 1) : ""),
        option.label || option.key,
        on.suggested === option.key ? h("i", { class: "hinted" }, " – suggested") : null,
      ),
    ),
  );
}

/** A chit out of the player's own cup. */
function chits(request, on) {
  const cup = request.chits.map((chit) => h("button", { type: "button", onclick: () => on.answer(chit) }, chit, on.suggested === chit ? h("i", { class: "hinted" }, " – suggested") : null));
  return h("div", {}, h("p", {}, "Draw one of these chits at random, and click it."), h("div", { class: "chits" }, cup));
}

/** Dice are clicked, or typed: 1 to 6 for each; Backspace takes one back, and the last roll if there is none. */
function dice(request, on) {
  const size = { dr: 1, DR: 2 }[request.kind] ?? request.count;
  const rolled = [];
  const shown = h("output", { class: "typed-dice" });
  const again = h("button", { type: "button", "data-back": true, onclick: () => back() });
  const show = () => {
    shown.replaceChildren(...Array.from({ length: size }, (_, n) => die(rolled[n] ?? 0, { white: n > 0, size: 34 })));
    again.textContent = rolled.length || !on.typed ? "take back" : `take ${on.typed} back`; // those of the roll before
    again.disabled = !rolled.length && !on.typed;
  };
  const take = (number) => {
    rolled.push(number);
    show();
    if (rolled.length === size) on.answer([...rolled]);
  };
  const back = () => {
    if (!rolled.length) return on.retype();
    rolled.pop();
    return show();
  };
  const wanted = size === 2 ? "the coloured die first, then the white one" : size === 1 ? "one die" : `${size} dice`;
  const row = SIDES.map((number) =>
    h("button", { type: "button", class: "face", "aria-label": `die ${number}`, "data-die": number, onclick: () => take(number) }, die(number, { white: true, size: 36 })),
  );
  show();
  const shown_ = Array.isArray(on.suggested) ? suggestedDice(on) : null;
  return h("div", { class: "dice-form" }, shown_, h("p", {}, `${shown_ ? "Or your own" : "Your"} dice: ${wanted}.`), h("div", { class: "faces" }, row), h("p", {}, shown, " ", again));
}

/** The dice that opfor would roll, to be taken by a click or by Enter. */
function suggestedDice(on) {
  const faces = on.suggested.map((number, n) => die(number, { white: n > 0, size: 34 }));
  return h("p", { class: "suggested-dice" }, "opfor rolls ", faces, " ", h("button", { type: "button", class: "main", onclick: () => on.answer([...on.suggested]) }, "Take them"));
}

/** What came of it on the table: one click for each line, and no more if there is one. */
function fields(request, on) {
  const lone = request.form.length === 1 && request.form[0].kind === "option";
  if (lone) {
    const [field] = request.form;
    const told = (option) => on.answer({ [field.name]: option.key });
    return h("div", {}, h("p", {}, field.label || field.name), h("div", { class: "options" }, field.options.map((option, n) =>
      h("button", { type: "button", onclick: () => told(option) }, h("kbd", {}, n < 9 ? String(n + 1) : ""), option.label || option.key))));
  }
  const inputs = request.form.map(input);
  const send = (event) => {
    event.preventDefault();
    on.answer(Object.fromEntries(inputs.map((each) => [each.field.name, each.read()])));
  };
  return h("form", { onsubmit: send }, inputs.map(({ row }) => row), h("button", { class: "main" }, "That is what happened"));
}

/** A line of a form: its row, and how its value is read. */
function input(field) {
  const name = `field-${field.name}`;
  const label = field.label || field.name;
  if (field.kind === "option") {
    const choices = field.options.map((option, n) =>
      h("label", { class: "choice" }, h("input", { type: "radio", name, value: option.key, checked: n === 0 }), h("span", {}, option.label || option.key)),
    );
    const row = h("fieldset", { class: "choices" }, h("legend", {}, label), choices);
    return { field, row, read: () => row.querySelector("input:checked").value };
  }
  if (field.kind === "yes") {
    const box = h("input", { id: name, type: "checkbox" });
    return { field, row: h("p", {}, h("label", { class: "box" }, box, label)), read: () => box.checked };
  }
  const number = field.kind === "number";
  const box = h("input", number ? { id: name, type: "number", value: field.low ?? 0, min: field.low, max: field.high, required: true } : { id: name, type: "text" });
  return { field, row: h("p", {}, h("label", { for: name }, label), " ", box), read: () => (number ? Number(box.value) : box.value) };
}
