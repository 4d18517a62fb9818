"""A switch that a game sets another way."""

from typing import Any


def set_to(name: str, how: str) -> dict[str, Any]:
    """The switch of a game; the usual way sets nothing."""
    return {"readings": {name: how}} if how else {}
