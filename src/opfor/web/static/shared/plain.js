// What plain pages share: light and dark, fetching, saying what is wrong.

import { $, dress, kept, onChange, theme } from "./dom.js";
import { openNav } from "./nav.js";
import { openRules } from "./rules.js";

export { dress };

dress();
onChange(dress);
openNav();
openRules();
$("theme")?.addEventListener("click", () => {
  kept.set("theme", theme() === "light" ? "dark" : "light");
  dress();
});

/** Tell what is wrong; nothing: all is well again. */
export function say(text = "") {
  $("said").textContent = text;
  $("said").hidden = !text;
}

/** Fetch JSON; a refusal becomes an error with its one sentence. */
export async function ask(path, body) {
  const post = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
  const reply = await fetch(path, post);
  const said = await reply.json().catch(() => ({}));
  if (!reply.ok) throw new Error(said.error ?? `the server said ${reply.status}`);
  return said;
}

/** A query from the fields that are not empty. */
export function query(fields) {
  return new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== "" && value !== 0)).toString();
}

/** Do something a little later, and only the last time. */
export function soon(act, wait = 250) {
  let timer = 0;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => act(...given), wait);
  };
}

/** The page can be used. */
export function ready() {
  document.body.dataset.ready = "";
}

if (document.body.matches(".report, .rule-page")) ready();
