"""C6.4: Case M, Bore Sighted Locations."""

import pytest

from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c06_target_drm.c06_4_bore_sighting import bored
from opfor.rules.c_ordnance.c06_target_drm.c06_5_acquisition import follow
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import Acquired, GunState, Weapon
from tests.rules.given.ordnance import CREW, GUN, MTR, L, looked, table

CA = {"gun": GunState(ca=2)}


class TestC6_4BoreSighting:
    """C6.4."""

    @pytest.mark.parametrize(
        ("counter", "gun", "at", "drm"),
        [
            (GUN, GunState(ca=2), "tH5", -2),
            (MTR, None, "tH5", -2),
            ("russian/mmg", None, "tH5", -2),
            ("russian/lmg", None, "tH5", 0),
            (GUN, GunState(ca=2), "tH6", 0),
            (GUN, GunState(ca=2), "tZ5", 0),
        ],
    )
    def test_what(self, counter: str, gun: GunState | None, at: str, drm: int) -> None:
        """-2 there alone, within 16 hexes; Guns, light mortars, MMG and HMG."""

        def run(play: Play) -> int:
            aim = "tZ5" if at == "tZ5" else "tH5"
            weapon = Weapon(id="b", counter=counter, owner="R", gun=gun, bored=L(aim))
            mod = bored(play, weapon, L(at))
            return mod.value if mod else 0

        assert looked(run) == drm

    def test_in_a_shot(self) -> None:
        """As Case M, in place of Case N."""

        def run(play: Play) -> list[str]:
            shot = plan_shot(play, "ENEMY", Fire(("w",), L("tH5")))
            return [m.rule for m in (*shot.mods, *shot.aims[0].mods)]

        state = CA | {"bored": L("tH5"), "acquired": Acquired(at=L("tH5"), drm=-1)}
        found = looked(run, weapon=GUN, unit=CREW, weapon_state=state)
        assert "C6.4" in found
        assert "C6.5" not in found

    def test_on_the_ift(self) -> None:
        """A MMG alone has it, its squad with it has not."""

        def run(play: Play) -> list[bool]:
            both = [("w",), ("w", "R")]
            plans = [plan_attack(play, "ENEMY", Fire(ids, L("tH5"))) for ids in both]
            return [any(m.rule == "C6.4" for m in made.mods) for made in plans]

        state = {"bored": L("tH5")}
        found = looked(run, weapon="russian/mmg", weapon_state=state)
        assert found == [True, False]

    def test_lost(self) -> None:
        """It is lost as the Weapon moves."""

        def run(play: Play) -> None:
            play.emit(MoveChanged(Move(units=("R",))))
            follow(play, L("tD6"), L("tD5"))

        state = CA | {"bored": L("tH5")}
        played = table(run, weapon=GUN, unit=CREW, weapon_state=state)
        assert played.state.weapons["w"].bored == ""
