"""What a page cuts: texts that are not wholly to be seen, and what sticks out of it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

CUT = """() => {
  const found = [];
  const scrolls = (style) => ['auto', 'scroll'].includes(style.overflowX);
  const seen = { opacityProperty: true, visibilityProperty: true };
  const out = 'svg, .sheet, .visually-hidden, .edge-tag, option';
  const moves = (each) => {
    const above = each.parentElement;
    return above && (scrolls(getComputedStyle(above)) || moves(above));
  };
  for (const each of document.querySelectorAll('body *')) {
    const said = each.textContent.trim();
    if (!said || each.closest(out) || !each.checkVisibility(seen)) continue;
    const style = getComputedStyle(each);
    const clips = style.overflowX !== 'visible' && !scrolls(style);
    const more = each.scrollWidth > each.clientWidth + 2;
    const box = each.getBoundingClientRect();
    const beyond = (box.right > innerWidth + 1 || box.left < -1) && !moves(each);
    const wide = clips && more && !each.matches('.board');
    if (wide || beyond) found.push(`${each.tagName}#${each.id}: ${said.slice(0, 50)}`);
  }
  return found;
}"""


def cut_texts(page: "Page") -> list[str]:
    """Each element whose text is cut off, or that stands out of the window."""
    found: list[str] = page.evaluate(CUT)
    return found
