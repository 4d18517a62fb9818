// What the board is drawn with: our art, or over it the pictures of the player's VASL boards.

import { $, kept, theme } from "./dom.js";
import { painted } from "./paint.js";

/**
 * Draws a board as the player likes it.
 * @param {import("./board.js").Board} board what is drawn
 * @param {string} api where its pictures are had
 * @param {(text: string) => void} say for errors
 */
export function painter(board, api, say) {
  const own = `${api}/art`;
  const button = $("art");
  let pictures = [];

  function paint() {
    const vasl = pictures.length > 0 && kept.get("art", "ours") === "vasl";
    button.setAttribute("aria-pressed", String(vasl));
    const over = vasl ? pictures.map((each) => ({ ...each, url: `${own}/${each.board}`, draw: () => painted(`${own}/${each.board}`, each.painting) })) : [];
    const url = `${api}/board.svg?theme=${theme()}&grid=${kept.get("grid", "true")}${board.drawn ? `&ground=${board.drawn}` : ""}`;
    return board.picture(url, over).catch(() => say("the board cannot be drawn; load the page again"));
  }

  async function look() {
    const reply = await fetch(own);
    pictures = reply.ok ? await reply.json() : [];
    button.hidden = pictures.length === 0;
    if (pictures.length && kept.get("art", "ours") === "vasl") paint();
  }

  button.addEventListener("click", () => {
    kept.set("art", kept.get("art", "ours") === "vasl" ? "ours" : "vasl");
    paint();
  });
  look().catch(() => {}); // then there is our art alone
  return paint;
}
