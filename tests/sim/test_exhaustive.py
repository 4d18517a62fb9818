"""The exhaustive runner: what it plays, and its page."""

import subprocess
import sys
from pathlib import Path

from opfor.core.rule import REGISTRY
from tests.exhaustive.games import OPTIONS, SIDES, changed, names
from tests.exhaustive.page import Found, page
from tests.exhaustive.reasons import RARE, REASONS
from tests.exhaustive.scenes import SCENES


def test_every_mission_by_every_nation() -> None:
    """All Missions and scenes can be changed to all nations, with each option."""
    for name in names():
        own = SCENES[name].fields if name in SCENES else {}
        for sides in SIDES:
            plain = {key: values[0] for key, values in OPTIONS.items()}
            last = {key: values[-1] for key, values in OPTIONS.items()}
            for options in (plain, last):
                made = changed(name, sides, options)
                assert made.ac == own.get("ac", options["ac"])
                assert name in SCENES or made.enemy == sides[0]


def test_page() -> None:
    """It names each rule with its reason, and each table with its rows."""
    text = page(Found(3, 1, ["S9.41"], {"A1": [2, 12]}))
    assert f"| S9.41 | Exit VP | {RARE} |" in text
    assert "| `A1` | 2, 12 |" in text


def test_nothing_left() -> None:
    """Where nothing is left it says so."""
    text = page(Found(3, 1, [], {}))
    assert "Every one ran." in text
    assert "Every one was read." in text


def test_reasons() -> None:
    """Reasons are given for coded rules only."""
    assert all(number in REGISTRY for number in REASONS)


def test_queries_are_noted() -> None:
    """A rule that only looks is noted as well as one that acts."""
    code = """
from types import SimpleNamespace as N
from tests.exhaustive import watch
from opfor.rules.e_miscellaneous.e07_1_aircraft import flies
assert "E7.1" not in watch.RUN
assert flies(N(state=N(weather=N(sky="clear", night=-1))))
assert "E7.1" in watch.RUN
"""
    root = Path(__file__).parents[2]
    subprocess.run([sys.executable, "-c", code], cwd=root, check=True)
