"""Events as releases before 0.2 wrote them: sentences, where there are facts now.

Their words are kept and told as they are. Those by which a story is made short, or put
together, become the facts that they would be today.
"""

import re
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

Data = dict[str, Any]

TEXTS = ("what", "why", "fact")
"""Fields of an event that were sentences, or are facts."""

KNOWN: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "UnitChanged": {
            "has_fired": "has fired",
            "has_fired_its_sw": "has fired its SW",
            "directs_fire": "directs fire",
            "tries_to_rally": "tries to rally",
            "deploys_or_recombines": "Deploys or Recombines",
            "attacks_in_cc": "attacks in CC",
            "is_attacked_in_cc": "is attacked in CC",
            "advances": "advances",
            "withdraws": "withdraws",
            "routs": "routs",
            "turns": "turns",
            "turns_its_turret": "turns its turret",
            "delays": "Delays",
            "enters": r"enters (?!in )(?P<to>\S+)",
            "enters_by_vbm": r"enters (?P<to>\S+) by VBM",
            "has_performed_its_action": r"has performed its Action \((?P<action>.*)\)",
            "fire_command": r"(?P<table>A3\w) (?P<number>\d+)",
        },
        "WeaponChanged": {"has_fired": "has fired", "keeps_its_rof": "keeps its ROF"},
        "SuspectRemoved": {
            "activated": r"Activated \((?P<how>.*)\)",
            "dummy_after_all": r"a dummy after all \((?P<how>.*)\)",
        },
        "TollChanged": {"has_lost": r"has lost (?P<unit>\S+)"},
        "GameEnded": {"side_wins": r"(?P<side>FRIENDLY|ENEMY) wins: (?P<how>.*)"},
    }
)
"""Sentences of old events that are facts of a kind today, by the event."""


def with_facts(event: Data) -> Data:
    """An event with facts for sentences; the very same if it has none of them."""
    new = dict(event)
    if "text" in new and "fact" not in new:
        new["fact"] = new.pop("text")
        data = new.pop("data", None) or {}
        if new.get("type") == "RowRead":
            new["when"] = {name: str(value) for name, value in data.items()}
    for name in TEXTS:
        if isinstance(new.get(name), str):
            new[name] = _fact(str(new.get("type")), new[name])
    if any(isinstance(reason.get("line"), str) for reason in _reasons(new)):
        new["reasons"] = [
            reason | {"line": _told(reason["line"])}
            if isinstance(reason["line"], str)
            else reason
            for reason in _reasons(new)
        ]
    return new if new != event else event


def _reasons(event: Data) -> list[Data]:
    found = event.get("reasons")
    reasons = found if isinstance(found, list) else []
    return reasons if all(isinstance(each, dict) for each in reasons) else []


def _fact(event: str, text: str) -> Data:
    """A sentence as the fact that it would be today, or as it is."""
    for kind, pattern in KNOWN.get(event, {}).items():
        if found := re.fullmatch(pattern, text):
            about = found.groupdict().items()
            return _of(
                kind, {name: _READ.get(name, str)(given) for name, given in about}
            )
    return _told(text)


def _told(text: str) -> Data:
    """A sentence as a fact that has no words but these."""
    return _of("told", {"text": text})


def _of(kind: str, data: Data) -> Data:
    return {"kind": kind, "data": data}


_READ: Mapping[str, Callable[[str], object]] = MappingProxyType(
    {"number": int, "how": _told}
)
"""How a value is read out of an old sentence."""
