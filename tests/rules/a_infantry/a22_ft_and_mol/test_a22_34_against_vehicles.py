"""A22.34: flames against vehicles."""

from typing import Any

import pytest

from opfor.core.dice import DR
from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.a07_308_dr_at_vehicles import fate_on_ift
from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.a_infantry.a22_ft_and_mol.a22_6_molotov import mol_offers
from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_fire
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Phase
from tests.rules.given.armor import OPEN, PZ4, told
from tests.rules.given.fire_at_vehicle import scene
from tests.rules.given.world import game

AT = LocationName("E2")

E2 = LocationName("tE2")
MOL = Fire(("er",), E2, mol=True)


def beside(run: Any, *dice: str, phase: Phase = "DFPh") -> Game[State]:
    """A Russian squad and a FRIENDLY tank in one Location, in the FRIENDLY turn."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", phase))
        run(play)

    return game(
        *dice,
        board=OPEN,
        enemies={"er": ("russian/4-4-7", "tE2")},
        vehicles={"tank": (PZ4, "tE2", {"vca": 1, "tca": 1})},
        mol=("ENEMY",),
        run=once,
    )


class TestA22_34Flames:
    """A22.34."""

    @pytest.mark.parametrize(
        ("start", "dice", "fate"),
        [
            ("F2", DR(3, 4), "burn"),
            ("F2", DR(4, 4), "eliminated"),
            ("F2", DR(4, 5), "none"),
            ("G3", DR(1, 3), "eliminated"),
            ("G3", DR(2, 3), "none"),
            ("E2", DR(4, 4), "eliminated"),
        ],
    )
    def test_ft(self, start: str, dice: DR, fate: str) -> None:
        """TK# 8, half of it at two hexes; no AF counts."""
        found: list[str] = []

        def run(play: Play) -> None:
            made = fp_attack(
                play, "FRIENDLY", AT, 24, source="FT", froms=(LocationName(start),)
            )
            unit = play.state.units["etank"]
            found.append(fate_on_ift(play, made, unit, dice))

        scene(run, enemy={"vca": 1, "tca": 1})
        assert found == [fate]

    @pytest.mark.parametrize(("check", "kept"), [(3, 0), (4, 1)])
    def test_mol(self, check: int, kept: int) -> None:
        """MOL at an AFV: no +1 to the check, and TK# 6."""

        def run(play: Play) -> None:
            order = Fire(("sq",), AT, mol=True)
            a07_fire.do_fire(play, "FRIENDLY", order)

        dice = f"A22.611/dr dr {check}", "A7.3 DR 2,3"
        played = scene(run, *dice, enemy={"vca": 1, "tca": 1}, mol=("FRIENDLY",))
        assert ("etank" in played.state.units) == bool(kept)


class TestA22_34Beside:
    """A22.34, at no range."""

    def test_offered(self) -> None:
        """They are offered at what is in its own Location, in a fire phase."""
        found: list[Any] = []
        beside(lambda play: found.extend(o.order for o in mol_offers(play, "ENEMY")))
        assert MOL in found

    def test_not_in_cc(self) -> None:
        """Not in the CCPh, where they add nothing (D-374)."""
        found: list[Any] = []

        def run(play: Play) -> None:
            found.extend(mol_offers(play, "ENEMY"))

        beside(run, phase="CCPh")
        assert not found

    def test_burns(self) -> None:
        """After a MOL check of 3 an Original 2 burns it: TK# 6, no AF, no rear."""

        def run(play: Play) -> None:
            a07_fire.check_fire(play, "ENEMY", MOL)
            a07_fire.do_fire(play, "ENEMY", MOL)

        played = beside(run, "A22.611/dr dr 3", "A7.3 DR 2,1")
        assert "tank" not in played.state.units
        assert "tank: burn" in told(played)
