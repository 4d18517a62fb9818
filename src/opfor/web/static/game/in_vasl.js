// "In VASL": the same game in the player's own VASL, and what he types there to join it.

import { $, h } from "../shared/dom.js";

const LOOK = 2000; // milliseconds until it is looked up again who has joined

async function ask(how) {
  const reply = await fetch("/api/in-vasl", how);
  const found = await reply.json();
  if (!reply.ok) throw new Error(found.error);
  return found;
}

const turn = (game) => ask({ method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ game }) });

const typed = (text) => h("code", {}, String(text));

/** What is to be done in VASL, once and each time. */
function steps({ address, port, room }) {
  return h("ol", {},
    h("li", {}, "Once: Preferences, tab “Server”, Add Server, Private Server. Server IP Address ", typed(address), ", Server Port Number ", typed(port), ". Press Set Current."),
    h("li", {}, "Open the server controls (the plug in the toolbar, or Alt-S) and press Connect."),
    h("li", {}, "Double-click the room ", typed(room), ". After a second the boards and counters appear."));
}

/**
 * The button that opens it, and the dialog.
 * @param {string} game its id
 */
export async function inVasl(game) {
  const [box, button] = [$("in-vasl"), $("in-vasl-open")];
  let timer;

  async function show(asked) {
    clearTimeout(timer);
    const now = await asked.catch((error) => ({ game: "", error: error.message }));
    const here = now.game === game;
    const act = (text, whose) => h("button", { type: "button", class: whose ? "main" : "", onclick: () => show(turn(whose)) }, text);
    const close = h("button", { type: "button", onclick: () => box.close() }, "Close");
    const focused = box.contains(document.activeElement) && document.activeElement.textContent;
    box.replaceChildren(
      h("h2", { id: "in-vasl-title" }, "In VASL"),
      h("p", {}, "The same game in your own VASL window. Drags there and clicks here count alike, at once."),
      here ? steps(now) : "",
      h("p", { role: "status", id: "in-vasl-now" }, now.error ?? (here ? (now.player ? `${now.player} plays there.` : "Nobody has joined yet.") : now.game ? "Another game is played there now; it goes on on its page." : "")),
      ...(here ? now.remarks.map((text) => h("p", { class: "dim" }, text)) : []),
      h("p", {}, here ? act("No more in VASL", "") : act("Play it in VASL too", game), " ", close),
    );
    if (!box.open) box.showModal();
    [...box.querySelectorAll("button")].find((each) => each.textContent === focused)?.focus();
    if (here) timer = setTimeout(() => box.open && show(ask()), LOOK);
  }

  button.addEventListener("click", () => show(ask()));
  const { module } = await (await fetch("/api/vasl")).json();
  button.hidden = !module;
  if (location.hash !== "#vasl") return;
  history.replaceState(null, "", location.pathname);
  await show(turn(game));
}
