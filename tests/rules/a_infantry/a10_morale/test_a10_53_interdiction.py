"""A10.53: who Interdicts a rout."""

from typing import Any

import pytest

from opfor.rules.a_infantry.a10_morale import a10_53_interdiction as interdiction
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import arm
from opfor.state.play import Play
from opfor.state.units import VehicleState
from tests.rules.given.phases import unit
from tests.rules.given.routs import asked

A = {"broken": True, "dm": True}


class TestA10_53Interdiction:
    """A10.53."""

    @staticmethod
    def by_a_tank(**state: Any) -> list[str]:
        """Whether an armed tank in J5 Interdicts unit a in G5."""

        def ask(play: Play) -> list[str]:
            tank = play.state.units["e1"]
            assert tank.vehicle is not None
            if not play.state.weapons_of("e1"):
                arm(play, tank)
            a = play.state.units["a"]
            return [u.id for u in interdiction.interdictors(play, a, a.location)]

        known = VehicleState(**{"vca": 1, "tca": 5} | state)
        tank = unit("e1", "tJ5", "russian/t-34-m43", vehicle=known)
        found: list[str] = asked(ask, unit("a", "tG5", **A), tank)
        return found

    @staticmethod
    def by(at: str = "tJ5", **states: Any) -> list[str]:
        """Who Interdicts unit a in G5."""

        def ask(play: Play) -> list[str]:
            a = play.state.units["a"]
            return [u.id for u in interdiction.interdictors(play, a, a.location)]

        found: list[str] = asked(ask, unit("a", "tG5", **A), unit("e1", at, **states))
        return found

    def test_within_normal_range(self) -> None:
        """In the open within normal range, and not one hex farther."""
        assert self.by("tK5") == ["e1"]
        assert self.by("tL6") == []

    @pytest.mark.parametrize(("tca", "by"), [(2, []), (5, ["e1"])])
    def test_a_vehicle_turns_nothing(self, tca: int, by: list[str]) -> None:
        """Its turret's MG Interdicts in the TCA that it has, and no other hex."""
        assert self.by_a_tank(tca=tca) == by

    @pytest.mark.parametrize(
        "state",
        [{"shock": "shock"}, {"shock": "UK"}, {"stunned": True}, {"abandoned": True}],
    )
    def test_exc2_its_crew_can_do_nothing(self, state: dict[str, Any]) -> None:
        """Not by a Shocked tank, an Unconfirmed Kill, or a Stunned or abandoned one."""
        assert self.by_a_tank(**state) == []

    @pytest.mark.parametrize(
        "state",
        ["broken", "pinned", "cx", "encircled", "melee", "concealed", "unarmed"],
    )
    def test_exc1_hampered(self, state: str) -> None:
        """Not by one that is broken, pinned, CX, Encircled, in Melee or concealed."""
        assert self.by(**{state: True}) == []
