// Pages that need no more script than light and dark.

import { $, kept, theme } from "./dom.js";

function look(which) {
  document.documentElement.dataset.theme = which;
}

look(theme());
$("theme")?.addEventListener("click", () => {
  kept.set("theme", theme() === "light" ? "dark" : "light");
  look(theme());
});
document.body.dataset.ready = "";
