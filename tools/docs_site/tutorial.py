"""The page of the tutorial, from the steps that the page of the game shows."""

import json
from pathlib import Path
from typing import Any

STEPS = (
    Path(__file__).resolve().parents[2] / "src/opfor/web/static/lessons/tutorial.json"
)

HEAD = """# The tutorial

`opfor play --web`, then "Tutorial": 15 minutes, in which the program waits for what you
do. Here are its steps, to be read before or afterwards.

![A coach mark beside the board says what to do](images/browser-tutorial.jpg)
"""


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
    return "\n\n".join([f"## {number}. {step['title']}", *text, ""])
