"""Which kind of fire an attack is."""

import pytest
from msgspec.structs import replace

from opfor.core.fact import Fact
from opfor.rules.a_infantry.a07_fire.kind_of_fire import kind_of_fire
from opfor.state.play import FrozenView
from opfor.state.units import Fired, Phase, Side
from tests.rules.given.fire import scene, sw, unit


def kinds(
    phase: Phase, side: Side, fired: Fired = "", *, panic: bool = False
) -> list[Fact]:
    """The kind of fire of a squad, in a FRIENDLY Player Turn."""
    squad = unit("a", "german/4-6-7", "tC5", fired=fired, panic=panic)
    given = scene(squad)
    state = replace(given.state, phase=phase, side="FRIENDLY")
    return kind_of_fire(FrozenView(state, given.world), side, ["a"])


@pytest.mark.parametrize(
    ("phase", "side", "fired", "kind"),
    [
        ("PFPh", "FRIENDLY", "", "prep_fire"),
        ("MPh", "FRIENDLY", "", "bounding_first_fire"),
        ("MPh", "ENEMY", "", "defensive_first_fire"),
        ("MPh", "ENEMY", "first", "subsequent_first_fire"),
        ("MPh", "ENEMY", "final", "final_protective_fire"),
        ("DFPh", "ENEMY", "", "final_fire"),
        ("DFPh", "ENEMY", "first", "final_fire"),
        ("AFPh", "FRIENDLY", "", "advancing_fire"),
        ("AFPh", "FRIENDLY", "opportunity", "from_opportunity_fire"),
    ],
)
def test_kinds(phase: Phase, side: Side, fired: Fired, kind: str) -> None:
    """By phase, side and the fire counter of before."""
    assert [each.kind for each in kinds(phase, side, fired)] == [kind]


def test_none() -> None:
    """Outside the phases of fire there is none."""
    assert kinds("CCPh", "FRIENDLY") == []


def test_panic() -> None:
    """S6.212: who is in Panic counts as marked with Final Fire."""
    (kind,) = kinds("MPh", "ENEMY", panic=True)
    assert kind.kind == "final_protective_fire"


def test_weapon() -> None:
    """A Weapon's own counter counts, not its user's."""
    user = unit("a", "german/4-6-7", "tC5", fired="first")
    given = scene(user, sw("m", "german/lmg", "a"))
    state = replace(given.state, phase="MPh", side="ENEMY")
    view = FrozenView(state, given.world)
    assert [each.kind for each in kind_of_fire(view, "FRIENDLY", ["m"])] == [
        "defensive_first_fire"
    ]
