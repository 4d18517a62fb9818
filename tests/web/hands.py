"""A player with only a mouse, and one with only a keyboard; what they do is counted."""

from collections import deque
from typing import TYPE_CHECKING, Any

from tests.web.test_moving import hex_at

if TYPE_CHECKING:
    from playwright.sync_api import Page

SIDES = {"ArrowUp": (0,), "ArrowDown": (3,)}
MAP = """async () => {
  const id = location.pathname.split("/").pop();
  return (await fetch(`/api/games/${id}/board`)).json();
}"""


class Mouse:
    """Clicks alone."""

    def __init__(self, page: "Page") -> None:
        self.page, self.count = page, 0

    def hex(self, name: str, button: Any = "left") -> None:
        """Click a hex."""
        self.count += 1
        self.page.mouse.click(*hex_at(self.page, name), button=button)

    def menu(self, name: str) -> None:
        """Everything that may be done at a hex."""
        self.hex(name, "right")
        self.page.locator("#hex-card .menu").wait_for()

    def press(self, selector: str, text: str = "") -> None:
        """Click something that is shown."""
        self.count += 1
        found = self.page.locator(selector)
        (found.filter(has_text=text) if text else found).first.click()

    def drag(self, start: str, end: str) -> None:
        """Drag a stack to a hex."""
        self.count += 1
        self.page.mouse.move(*hex_at(self.page, start))
        self.page.mouse.down()
        for name in (start, end, end):
            x, y = hex_at(self.page, name)
            self.page.mouse.move(x + 6, y + 6, steps=3)
        self.page.mouse.up()


class Keyboard:
    """Keys alone."""

    def __init__(self, page: "Page") -> None:
        self.page, self.count = page, 0

    def keys(self, *names: str) -> None:
        """Press keys."""
        for name in names:
            self.count += 1
            self.page.keyboard.press(name)

    def to(self, name: str) -> None:
        """Lead the cursor to a hex."""
        place = self.page.locator("#cursor-place")
        found = self.page.evaluate(MAP)
        if place.inner_text() not in found["labels"]:
            self.keys("ArrowUp")
        for key in _way(found, place.inner_text(), name):
            self.keys(key)

    def item(self, text: str) -> None:
        """Press the key that an item of a card bears."""
        button = self.page.locator("#hex-card button, #question button").filter(
            has_text=text
        )
        button.first.wait_for()
        key = button.first.get_attribute("data-key")
        assert key, text
        self.keys(key)


def _way(board: Any, start: str, end: str) -> list[str]:
    """The fewest arrow keys from one hex to another."""
    first, last = board["labels"].index(start), board["labels"].index(end)
    ways: dict[int, list[str]] = {first: []}
    queue = deque([first])
    while last not in ways:
        here = queue.popleft()
        odd = round(board["centres"][here][0] / board["hex"][0]) % 2
        across = {
            "ArrowRight": (2, 1) if odd else (1, 2),
            "ArrowLeft": (4, 5) if odd else (5, 4),
        }
        for key, sides in (SIDES | across).items():
            around = (board["neighbours"][here][side] for side in sides)
            to = next((hex_ for hex_ in around if hex_ >= 0), here)
            if to not in ways:
                ways[to] = [*ways[here], key]
                queue.append(to)
    return ways[last]
