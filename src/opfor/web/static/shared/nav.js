// The way to the other pages: which one this is, and the groups that open and close.

/** Mark the page that is shown; Escape, or whatever else one turns to, closes a group. */
export function openNav() {
  const nav = document.querySelector("nav.ways-to");
  if (!nav) return;
  const groups = [...nav.querySelectorAll("details")];
  const here = [...nav.querySelectorAll("a")].find((link) => link.pathname === location.pathname);
  here?.setAttribute("aria-current", "page");
  here?.closest("details")?.classList.add("holds-page");
  const close = (but) => groups.filter((group) => !group.contains(but)).forEach((group) => { group.open = false; });
  document.addEventListener("pointerdown", ({ target }) => close(target));
  nav.addEventListener("focusout", ({ relatedTarget }) => relatedTarget && close(relatedTarget));
  nav.addEventListener("keydown", (event) => {
    const open = groups.find((group) => group.open);
    if (event.key !== "Escape" || !open) return;
    open.open = false;
    open.firstElementChild.focus();
  });
}
