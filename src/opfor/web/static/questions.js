// What the game asks beside orders: dice, choices, results on the table, places.

import { h } from "./dom.js";
import { places } from "./places.js";

const FACES = ["⚀", "⚁", "⚂", "⚃", "⚄", "⚅"];

/**
 * The form for an open request.
 * @param {object} request as the server sends it
 * @param {{answer: Function, point: Function}} on gives the answer; points at hexes
 */
export function form(request, on) {
  switch (request.type) {
    case "Roll":
      return dice(request, on);
    case "Draw":
      return buttons(request.chits.map((chit) => ({ key: chit })), on);
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
      ),
    ),
  );
}

/** Dice are clicked, or typed: 1 to 6 for each. */
function dice(request, on) {
  const size = { dr: 1, DR: 2 }[request.kind] ?? request.count;
  const rolled = [];
  const shown = h("output", { class: "typed-dice" });
  const take = (die) => {
    rolled.push(die);
    shown.textContent = rolled.map((each) => FACES[each - 1]).join(" ");
    if (rolled.length === size) on.answer(rolled);
  };
  const wanted = size === 2 ? "first the coloured die, then the white" : `${size} of them`;
  const row = FACES.map((face, n) =>
    h("button", { type: "button", class: "face", "aria-label": `die ${n + 1}`, "data-die": n + 1, onclick: () => take(n + 1) }, face),
  );
  const again = h("button", { type: "button", onclick: () => { rolled.length = 0; shown.textContent = ""; } }, "clear");
  return h("div", { class: "dice-form" }, h("p", {}, `Your dice: ${wanted}`), h("div", { class: "faces" }, row), h("p", {}, shown, " ", again));
}

function fields(request, on) {
  const inputs = request.form.map((field) => {
    const name = `field-${field.name}`;
    let input;
    if (field.kind === "option") {
      input = h("select", { id: name }, field.options.map((option) => h("option", { value: option.key }, option.label || option.key)));
    } else if (field.kind === "number") {
      input = h("input", { id: name, type: "number", value: field.low ?? 0, min: field.low, max: field.high, required: true });
    } else if (field.kind === "yes") {
      input = h("input", { id: name, type: "checkbox" });
    } else {
      input = h("input", { id: name, type: "text" });
    }
    return { field, input, row: h("p", {}, h("label", { for: name }, field.label || field.name), " ", input) };
  });
  const read = ({ field, input }) => {
    if (field.kind === "number") return Number(input.value);
    return field.kind === "yes" ? input.checked : input.value;
  };
  const send = (event) => {
    event.preventDefault();
    on.answer(Object.fromEntries(inputs.map((each) => [each.field.name, read(each)])));
  };
  return h("form", { onsubmit: send }, inputs.map(({ row }) => row), h("button", { class: "main" }, "That is what happened"));
}
