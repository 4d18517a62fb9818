"""C13 against vehicles: PF, MOL Projectors and their To Kill numbers."""

from typing import Any

import pytest

from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.c_ordnance.c03_to_hit.plan import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.resolution import shoot
from opfor.rules.c_ordnance.c07_to_kill import flame_kill
from opfor.rules.choices.orders import Fire
from opfor.state.events import UnitAdded, WeaponAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit, Weapon
from tests.rules.given.armor import duel, seen

L = LocationName
LATE = "1944-08"


def squad(play: Play, at: str = "E3", counter: str = "german/4-6-7") -> None:
    """A FRIENDLY squad beside the ENEMY's tank."""
    made = Unit(id="a", side="FRIENDLY", counter=counter, location=L(at))
    play.emit(UnitAdded(made))


def fist(play: Play) -> None:
    """It fires a PF at the tank."""
    squad(play)
    order = Fire(("a",), L("E2"), ammo="PF", at="etank")
    shoot(play, plan_shot(play, "FRIENDLY", order))


class TestC13_3PfAtVehicles:
    """C13.3 and C13.31 against AFV."""

    @pytest.mark.parametrize(("dr", "fired"), [(3, 1), (4, 0)])
    def test_check(self, dr: int, fired: int) -> None:
        """A Final 3 or less finds one; against an AFV there is no +1."""
        dice = ["C3.3 DR 6,6"] if fired else []
        played = duel(fist, f"C13.31 dr {dr}", *dice, date=LATE)
        assert played.state.toll("FRIENDLY").pf == fired

    def test_kill(self) -> None:
        """TK# 31 less the AF kills a T-34."""
        dice = "C13.31 dr 1", "C3.3 DR 2,2", "C3.4 DR 3,4"
        played = duel(fist, *dice, date=LATE)
        assert "etank" not in played.state.units

    def test_offers(self) -> None:
        """`legal` shows the shot at the vehicle."""

        def ask(play: Play) -> list[Any]:
            squad(play)
            return [offer.order for offer in shots(play, "FRIENDLY")]

        found = seen(ask, date=LATE)
        assert Fire(("a",), L("E2"), ammo="PF", at="etank") in found


class TestC7_3_flameFlames:
    """C7.3/flame."""

    @pytest.mark.parametrize(
        ("weapon", "side", "state", "far", "number"),
        [
            ("FT", "front", {}, False, 8),
            ("FT", "front", {}, True, 4),
            ("FT", "rear", {"ce": True}, False, 9),
            ("MOL", "front", {}, False, 6),
            ("MOL", "rear", {}, False, 7),
            ("MOL", "side", {"ce": True}, False, 7),
            ("MOL", "side", {"motion": True}, False, 4),
            ("MOL-P", "side", {"entered": True}, False, 4),
        ],
    )
    def test_numbers(
        self, weapon: Any, side: Any, state: dict[str, Any], far: bool, number: int
    ) -> None:
        """No AF; the rear, a CE crew and movement count; a FT far off has half."""

        def ask(play: Play) -> int:
            target = play.state.units["etank"]
            return flame_kill(play, weapon, target, side, far=far).number

        assert seen(ask, enemy=state) == number

    def test_open_topped(self) -> None:
        """+2 against what is open-topped."""

        def ask(play: Play) -> int:
            target = play.state.units["etank"]
            return flame_kill(play, "MOL", target, "front").number

        assert seen(ask, enemy_counter="allied-minor/t-13-iii-b") == 8

    def test_projector(self) -> None:
        """A MOL Projector burns a tank that it hits."""

        def run(play: Play) -> None:
            squad(play, counter="russian/4-4-7")
            made = Weapon(id="p", counter="russian/mol-p", owner="a")
            play.emit(WeaponAdded(made))
            order = Fire(("p",), L("E2"), at="etank")
            shoot(play, plan_shot(play, "FRIENDLY", order))

        played = duel(run, "C3.3 DR 2,1", "C3.4 DR 1,1")
        assert [m.kind for m in played.state.markers.values()] == ["burning wreck"]
