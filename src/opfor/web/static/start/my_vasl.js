// "My VASL" on the start page: where the player's boards and his module are.

import { $, h } from "../shared/dom.js";

const last = (path) => path.split(/[\\/]/).pop();

function show({ boards, module, count, found }) {
  const form = $("vasl-form").elements;
  form.boards.value = boards || found.boards[0] || "";
  form.module.value = module || found.modules[0] || "";
  $("vasl-boards").replaceChildren(...found.boards.map((value) => h("option", { value })));
  $("vasl-modules").replaceChildren(...found.modules.map((value) => h("option", { value })));
  const words = [count ? `${count} board${count > 1 ? "s" : ""}` : "", module ? last(module) : ""].filter(Boolean);
  const offered = found.boards.length || found.modules.length ? "found on this computer, not in use yet" : "not chosen yet";
  $("begin-vasl").hidden = !module;
  $("vasl-now").textContent = words.length ? words.join(", ") : offered;
}

async function ask(how) {
  const reply = await fetch(how ? "/api/vasl" : "/api/vasl?search=true", how);
  const found = await reply.json();
  if (!reply.ok) throw new Error(found.error);
  return found;
}

/**
 * Show what is in use, and take what he chooses.
 * @param {() => Promise} changed other boards are there now
 */
export async function myVasl(changed) {
  $("vasl-form").addEventListener("submit", async (event) => {
    event.preventDefault();
    const { boards, module } = event.target.elements;
    $("vasl-said").textContent = "They are being read …";
    try {
      const body = JSON.stringify({ boards: boards.value.trim(), module: module.value.trim() });
      await ask({ method: "POST", headers: { "content-type": "application/json" }, body });
      await changed();
      show(await ask());
      $("vasl-said").textContent = "In use, and remembered.";
    } catch (error) {
      $("vasl-said").textContent = error.message;
    }
  });
  try {
    show(await ask());
  } finally {
    $("vasl-fields").disabled = false; // not before: what was found would take the place of what he types
  }
}
