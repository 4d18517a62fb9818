"""Old sentences become facts."""

from typing import Any

import pytest

from opfor.core.fact import fact
from opfor.core.old_events import KNOWN, with_facts
from opfor.views.text.words import templates


def told(text: str) -> dict[str, Any]:
    """A sentence, kept as it was."""
    return {"kind": "told", "data": {"text": text}}


@pytest.mark.parametrize("kind", ["UnitChanged", "LossesChanged", "AcNumberSet"])
@pytest.mark.parametrize("name", ["what", "why"])
def test_kept(kind: str, name: str) -> None:
    """A sentence is kept word by word."""
    event = {"type": kind, name: "has Fire as its Action"}
    assert with_facts(event) == event | {name: told("has Fire as its Action")}


def test_notes() -> None:
    """A note had a text, and data that a table row alone needs."""
    note = {"type": "Note", "text": "no Target", "data": {}}
    assert with_facts(note) == {"type": "Note", "fact": told("no Target")}
    row = {"type": "RowRead", "text": "{A1}", "data": {"date": "1941-08"}, "row": 2}
    assert with_facts(row) == {
        "type": "RowRead",
        "fact": told("{A1}"),
        "when": {"date": "1941-08"},
        "row": 2,
    }


def test_reasons() -> None:
    """The lines of a priority list were sentences, too."""
    line = {"line": "the nearest", "before": ["a", "b"], "after": ["a"]}
    event = {"type": "Decided", "text": "who fires", "reasons": [line]}
    assert with_facts(event)["reasons"] == [line | {"line": told("the nearest")}]


@pytest.mark.parametrize(
    ("event", "text", "kind", "data"),
    [
        ("UnitChanged", "has fired", "has_fired", {}),
        ("UnitChanged", "enters o1Q6", "enters", {"to": "o1Q6"}),
        ("UnitChanged", "enters o1Q6 by VBM", "enters_by_vbm", {"to": "o1Q6"}),
        ("UnitChanged", "A3a 11", "fire_command", {"table": "A3a", "number": 11}),
        ("SuspectRemoved", "Activated (so)", "activated", {"how": told("so")}),
        ("TollChanged", "has lost 467A", "has_lost", {"unit": "467A"}),
    ],
)
def test_known(event: str, text: str, kind: str, data: dict[str, Any]) -> None:
    """What stories are made short by is what it would be today."""
    name = "why" if event == "SuspectRemoved" else "what"
    new = with_facts({"type": event, name: text})
    assert new[name] == {"kind": kind, "data": data}


def test_platoon() -> None:
    """A platoon that enters the map enters no hex."""
    new = with_facts({"type": "UnitChanged", "what": "enters in platoonA"})
    assert new["what"] == told("enters in platoonA")


def test_known_are_kinds() -> None:
    """Each of them has words."""
    assert {kind for kinds in KNOWN.values() for kind in kinds} <= set(templates())


def test_new_ones_stay() -> None:
    """An event with facts is left alone."""
    event = {"type": "UnitChanged", "what": {"kind": fact("x").kind, "data": {}}}
    assert with_facts(event) is event
    assert with_facts({"type": "SetUp"}) == {"type": "SetUp"}
