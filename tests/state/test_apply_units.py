"""What events do to units and to the move in hand."""

from typing import Any

import pytest
from msgspec import json
from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.state.events import UnitReplaced
from opfor.state.in_progress import CloseCombatAttack, Move, MovePlan, Shot, Window
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, Unit, Weapon
from tests.rules.given.world import MISSION

HERE = LocationName("tC4")
OLD = Unit(id="e447A", side="ENEMY", counter="russian/4-4-7", location=HERE)
HALVES = tuple(
    Unit(id=id_, side="ENEMY", counter="russian/2-3-7", location=HERE)
    for id_ in ("e237A", "e237B")
)
HELD = Unit(
    id="f1", side="FRIENDLY", counter="german/4-6-7", location=HERE, guard=OLD.id
)
LMG = Weapon(id="elmgA", counter="russian/lmg", owner=OLD.id)
LANE = Marker(id="r", kind="residual", location=HERE, attacked={OLD.id: 1})
BOTH, WITH = ("e447A", "e80A"), ["e237A", "e237B", "e80A"]
CC = CloseCombatAttack(side="ENEMY", location=HERE, attackers=BOTH, defenders=("f2",))
MELEE = CloseCombatAttack(
    side="FRIENDLY", location=HERE, attackers=("f2",), defenders=BOTH
)


class TestUnitReplaced:
    """Where a unit is named its heirs are named in its place."""

    @pytest.mark.parametrize(
        ("given", "found"),
        [
            ({"units": {OLD.id: OLD, "f1": HELD}}, ("units", "f1", "guard", "e237A")),
            ({"weapons": {"elmgA": LMG}}, ("weapons", "elmgA", "owner", "e237A")),
            (
                {"markers": {"r": LANE}},
                ("markers", "r", "attacked", {"e237A": 1, "e237B": 1}),
            ),
            ({"move": Move(units=BOTH)}, ("move", "units", WITH)),
            ({"move": Move(units=("f2",), seen=BOTH)}, ("move", "seen", WITH)),
            (
                {"move": Move(units=("f2",), behind=(Move(units=(OLD.id,)),))},
                ("move", "behind", 0, "units", ["e237A", "e237B"]),
            ),
            (
                {"move": Move(units=("tank",), foot=Move(units=(OLD.id,)))},
                ("move", "foot", "units", ["e237A", "e237B"]),
            ),
            ({"course": MovePlan(movers=BOTH)}, ("course", "movers", WITH)),
            (
                {"window": Window(side="ENEMY", shots={OLD.id: 1, "elmgA": 2})},
                ("window", "shots", {"elmgA": 2, "e237A": 1, "e237B": 1}),
            ),
            (
                {"shots": (Shot("ENEMY", HERE, firers=BOTH),)},
                ("shots", 0, "firers", WITH),
            ),
            (
                {"shots": (Shot("ENEMY", HERE, leaders=BOTH),)},
                ("shots", 0, "leaders", WITH),
            ),
            ({"clashes": (CC,)}, ("clashes", 0, "attackers", WITH)),
            ({"clashes": (MELEE,)}, ("clashes", 0, "defenders", WITH)),
        ],
    )
    def test_heirs(self, given: dict[str, Any], found: tuple[Any, ...]) -> None:
        """Each thing in progress that names units by their ids."""
        state = replace(State(mission=MISSION, units={OLD.id: OLD}), **given)
        after = state.apply(UnitReplaced(OLD.id, HALVES, fact("casualty_reduced")))
        *path, expected = found
        said = json.decode(json.encode(after))
        assert f"'{OLD.id}'" not in str(said)
        for step in path:
            said = said[step]
        assert said == expected
