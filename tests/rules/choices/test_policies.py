"""Policies: each one that a rule asks for is there, and documented."""

import ast
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.core.ask import Choose, Option
from opfor.core.errors import OpforError
from opfor.core.policy import Policies
from opfor.core.table import Table, read_table
from opfor.rules.choices.policies import (
    EVERY,
    POLICIES,
    TABLE,
    check_policies,
    out_of_odds,
    set_by,
)
from opfor.rules.choices.switches import SWITCHES
from opfor.state.mission import load_mission
from opfor.state.nations import load
from opfor.state.state import State
from opfor.state.units import LocationName, Unit

CHECKOUT = Path(__file__).parents[3]
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
    for switch in SWITCHES:
        (line,) = [row for row in page.splitlines() if f"`{switch.name}` " in row]
        assert switch.title in line
        assert all(f"`{way}`" in line for way in switch.ways)


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


def discretions() -> list[str]:
    """Every question of discretion in the rules, by file and line, without a name."""
    bare = []
    for file in (CHECKOUT / "src" / "opfor" / "rules").rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and _discretion(node):
                given = {keyword.arg: keyword.value for keyword in node.keywords}
                name = given.get("policy")
                known = isinstance(name, ast.Constant) and name.value in NAMES
                if not known and file.name != "discretion.py":
                    bare.append(f"{file.name}:{node.lineno}")
    return bare


def _discretion(call: ast.Call) -> bool:
    if isinstance(call.func, ast.Name) and call.func.id == "left_to":
        return True
    return any(
        keyword.arg == "why"
        and isinstance(keyword.value, ast.Constant)
        and keyword.value.value == "discretion"
        for keyword in call.keywords
    )


def test_every_discretion_is_named() -> None:
    """Each question of discretion in the rules names a registered policy."""
    assert discretions() == []


def test_own_ways() -> None:
    """A policy's own way takes the option of its name."""
    state = State(mission=load_mission("first-contact"))
    options = (Option("together"), Option("apart"))
    policies = {policy.name: policy for policy in POLICIES}
    way = policies["S9.2 stacks"].way("apart")
    choose = Choose(
        purpose="x", why="discretion", policy="S9.2 stacks", options=options
    )
    assert way(choose, state) == "apart"
    assert way(replace(choose, options=options[:1]), state) == "together"


@pytest.mark.parametrize(("against", "goes"), [(1, "stay"), (2, "tG4")])
def test_out_of_odds(against: int, goes: str) -> None:
    """Who may infiltrate does so against twice his number."""
    here = LocationName("tG5")
    ours = Unit(id="e1", side="ENEMY", counter="russian/4-4-7", location=here)
    theirs = [
        Unit(id=f"V{n}", side="FRIENDLY", counter="german/4-6-7", location=here)
        for n in range(against)
    ]
    mission = load_mission("first-contact")
    state = State(mission=mission, units={u.id: u for u in (ours, *theirs)})
    options = (Option("stay", "", (here,)), Option("tG4", "", ("tG4",)))
    choose = Choose(
        purpose="x",
        side="ENEMY",
        why="discretion",
        policy="A11.22 infiltration",
        options=options,
    )
    assert out_of_odds(choose, state) == goes
    held = replace(state, mission=replace(mission, vpo=(here,), vpo_draw=()))
    assert out_of_odds(choose, held) == "stay"


# -- the table {policies} ------------------------------------------------------------


def table(*rows: tuple[str, str]) -> Table:
    """The table with a pack's rows over it."""
    text = "\n".join(
        f'  {{ policy = "{name}", result = "{way}" }},' for name, way in rows
    )
    head = f'extends = "{TABLE}"\nsource = "player"\nrows = [\n'
    data = f"{head}{text}\n]\n".encode()
    return read_table(data, file="mine.toml", pack="mine", beneath=load())


def test_columns() -> None:
    """The table has a column for each policy and switch, and sets none as it ships."""
    shipped = load()[TABLE]
    assert shipped.axes["policy"] == tuple(policy.name for policy in EVERY)
    assert set_by(shipped) == {}


def test_set_by_a_pack() -> None:
    """A pack sets policies and switches; "default" sets nothing."""
    rows = ("S9.2 route", "shortest"), ("S7.p4 DM", "nobody"), ("S8.p16 FPF", "default")
    assert set_by(table(*rows)) == {"S9.2 route": "shortest", "S7.p4 DM": "nobody"}


@pytest.mark.parametrize(
    ("name", "wrong"),
    [("S7.p4 DM", "ask"), ("S7.p4 DM", "never"), ("S9.2 stacks", "Together")],
)
def test_no_such_way(name: str, wrong: str) -> None:
    """A way that there is not is told with file and line, and with those there are."""
    with pytest.raises(OpforError, match="there is no way") as caught:
        check_policies({TABLE: table((name, wrong))})
    assert "mine.toml:4" in str(caught.value)
    assert "default" in str(caught.value)


def test_asks() -> None:
    """What is in own words is asked unless a setting says otherwise."""
    choose = Choose(
        purpose="x",
        why="discretion",
        policy="S9.22 own words",
        options=(Option("pass over"), Option("stay")),
    )
    assert Policies(POLICIES).asks(choose)
    assert not Policies(POLICIES, {choose.policy: "pass over"}).asks(choose)
    state = State(mission=load_mission("first-contact"))
    assert Policies(POLICIES).usual(choose, state) is None
