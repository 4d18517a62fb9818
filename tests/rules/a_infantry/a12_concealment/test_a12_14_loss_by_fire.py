"""A12.14: concealment as it is lost, or kept, by fire that is played."""

import pytest

from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot as fire_gun
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.state.units import GunState, LocationName
from tests.rules.given.concealment import LONG_FIELD, RUSSIAN, SQUAD
from tests.rules.given.fire import fought, shoot, unit
from tests.rules.given.ordnance import CREW, GUN, table


class TestA12_14_b4InfantryThatFires:
    """A12.14/b4, A12.121: out of woods, at a broken squad at five hexes."""

    @pytest.mark.parametrize(
        ("good_order", "kept"), [("tT5", False), ("tU5", True), ("", True)]
    )
    def test_who_sees_it(self, good_order: str, *, kept: bool) -> None:
        """Seen in Good Order from 16 hexes it is lost, from 17 not, nor by others."""
        others = (unit("e", RUSSIAN, good_order),) if good_order else ()
        things = (
            unit("s", SQUAD, "tD5", concealed=True),
            unit("ebroken", RUSSIAN, "tI5", broken=True),
            *others,
        )
        played = fought(
            "A7.3 DR 6,5",
            things=things,
            orders=(shoot("s", "tI5"),),
            board=LONG_FIELD,
        )
        assert played.state.units["s"].concealed is kept


class TestA12_14_b4GunsThatFire:
    """A12.14/b4, A12.34, A12.121: an emplaced Gun in woods."""

    @pytest.mark.parametrize(
        ("target", "coloured", "kept"),
        [("tL5", 4, True), ("tL5", 5, False), ("tW5", 5, True), ("tW5", 6, False)],
    )
    def test_coloured_die(self, target: str, coloured: int, *, kept: bool) -> None:
        """At 8 hexes a 5 shows it, at 19 a 6."""

        def run(play: Play) -> None:
            order = Fire(("w",), LocationName(target))
            fire_gun(play, plan_shot(play, "ENEMY", order))

        played = table(
            run,
            f"C3.3 DR {coloured},{11 - coloured if coloured > 4 else 6}",
            board=LONG_FIELD,
            unit=CREW,
            weapon=GUN,
            target=target,
            state={"concealed": True},
            weapon_state={"gun": GunState(ca=2, emplaced=True)},
        )
        assert played.state.units["R"].concealed is kept
