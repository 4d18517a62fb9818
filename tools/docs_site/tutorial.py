"""The page of the tutorial, from the steps that the page of the game shows."""

import json
from pathlib import Path
from typing import Any

STEPS = (
    Path(__file__).resolve().parents[2] / "src/opfor/web/static/lessons/tutorial.json"
)

HEAD = """# The tutorial

`opfor play --web`, then "The Hamlet", the first of the lessons: 15
minutes, in which the program waits for what you do. Here are its steps, to be read
before or afterwards. From "Look before you go" on the pictures are of other games.

![A coach mark beside the board says what to do](images/browser-tutorial.jpg)
"""

PICTURES = {
    "Look before you go": ("bunkers", "A way is drawn, with the S? that may see it"),
    "Why": ("log", "The log, and the card of a rule that it names"),
    "LOS": ("los", "LOS at the mouse: blocked by a building"),
    "Fire": ("fire", "An attack planned: FP, DRM, and the chance of each result"),
    "Rout, advance, close combat": ("cc", "Close Combat: who attacks whom, the odds"),
    "The ENEMY's turn": ("enemy", "What the ENEMY does, deed by deed, and why"),
}
"""Pictures of the page by the step that they show something of."""


def page() -> str:
    """The page."""
    steps: list[dict[str, Any]] = json.loads(STEPS.read_text("utf-8"))
    return "\n".join([HEAD, *(_told(n, step) for n, step in enumerate(steps, 1))])


def _told(number: int, step: dict[str, Any]) -> str:
    text = [*step["text"]]
    if do := step.get("do"):
        text.append(f"**{do}**")
    if keys := step.get("keys"):
        text.append(f"By keys: {keys}")
    if picture := PICTURES.get(step["title"]):
        text.append(f"![{picture[1]}](images/browser-{picture[0]}.jpg)")
    return "\n\n".join([f"## {number}. {step['title']}", *text, ""])
