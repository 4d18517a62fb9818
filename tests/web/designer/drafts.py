"""A draft that can be played, for tests to change."""

from pathlib import Path
from typing import Any

from opfor.web.designer.desk import DesignDesk
from opfor.web.designer.draft import Complaint, read_draft
from opfor.web.designer.messages import Look
from opfor.web.folders import Places

UNIT = {"counter": "4-4-7", "number": 4, "weapons": ["LMG"]}
AIM = {"side": "FRIENDLY", "vpo": 2}


def draft(**changes: Any) -> dict[str, Any]:
    """A draft on two boards with changes; None leaves a key out."""
    whole: dict[str, Any] = {
        "title": "The Mill",
        "map": "o1@0,0 o2@0,1",
        "date": "1943-07",
        "friendly": "russian",
        "enemy": "german",
        "fbe": "bottom",
        "turns": 5,
        "placement": ["a"],
        "vpo": ["o1K5", "o1Q5"],
        "victory": [AIM],
        "unit": [UNIT],
    }
    return {key: value for key, value in (whole | changes).items() if value is not None}


def complaints(**changes: Any) -> list[Complaint]:
    """What a desk without a shelf has against a draft."""
    desk = DesignDesk(Places(Path("nowhere")))
    return list(desk.look(Look(draft=draft(**changes))).complaints)


def keys(**changes: Any) -> list[str]:
    """Where its faults are."""
    return [each.key for each in complaints(**changes) if each.kind == "fault"]


def mission(**changes: Any) -> Any:
    """The Mission of a draft."""
    return read_draft(draft(**changes)).mission
