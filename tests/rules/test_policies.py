"""Policies: each one that a rule asks for is there, and documented."""

import re
from pathlib import Path

from opfor.core.ask import Choose, Option
from opfor.core.policy import Policies
from opfor.rules.policies import POLICIES
from opfor.state.mission import load_mission
from opfor.state.state import State

CHECKOUT = Path(__file__).parents[2]
NAMES = {policy.name for policy in POLICIES}


def asked() -> set[str]:
    """The names of the policies that the rules ask for."""
    files = (CHECKOUT / "src" / "opfor" / "rules").rglob("*.py")
    return {
        name
        for file in files
        for name in re.findall(r'policy=f?"([^"]+)"', file.read_text("utf-8"))
    }


def test_registered() -> None:
    """What rules ask for is registered, and nothing else is."""
    assert asked() == NAMES


def test_documented() -> None:
    """Each has its line on the page, with its title."""
    page = (CHECKOUT / "docs" / "policies.md").read_text("utf-8")
    for policy in POLICIES:
        assert f"| `{policy.name}` | {policy.title} |" in page


def test_defaults() -> None:
    """A default takes an option that is offered."""
    options = (Option("one"), Option("two"))
    state = State(mission=load_mission("first-contact"))
    for policy in POLICIES:
        choose = Choose(
            purpose="x", why="discretion", policy=policy.name, options=options
        )
        assert policy.default(choose, state) in ("one", "two")


def test_settings() -> None:
    """A setting may hand a policy to the player."""
    policies = Policies(POLICIES, {"A12.152 search": "ask"})
    options = (Option("one"),)
    choose = Choose(
        purpose="x", why="discretion", policy="A12.152 search", options=options
    )
    assert policies.asks(choose)
