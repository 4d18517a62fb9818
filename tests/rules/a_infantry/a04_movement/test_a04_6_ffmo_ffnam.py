"""A4.62: Hazardous Movement as a unit's task."""

import pytest

from opfor.core.modifier import Mod
from opfor.rules.a_infantry.a03_9_phases import tidied_unit
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import (
    FFMO,
    FFNAM,
    HAZARD,
    motion_drm,
    motion_of,
)
from opfor.rules.a_infantry.a07_fire.attack import against, fp_attack
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import own_drm
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.boards import FIRE_TERRAIN
from tests.rules.given.fire import scene, unit
from tests.rules.given.world import game

AT = LocationName("tE5")

IN_THE_OPEN = "moving in the open (FFMO)"
NOT_ASSAULT = "not Assault Moving (FFNAM)"


class TestA4_62HazardousMovement:
    """A4.62."""

    @pytest.mark.parametrize("phase", ["PFPh", "DFPh", "AFPh"])
    def test_in_any_phase(self, phase: str) -> None:
        """-2 on the IFT in whatever phase."""
        busy = unit("a", "german/4-6-7", "tE5", hazardous=True)
        view = scene(busy, phase=phase)  # type: ignore[arg-type] # a phase by name
        made = fp_attack(view, "ENEMY", AT, 4, source="fire")
        assert against(view, made, busy).drm == -2

    def test_in_place_of_ffmo_and_ffnam(self) -> None:
        """It takes their place, and is not added to them."""
        moved = (Mod(FFMO, -1, "A4.6"), Mod(FFNAM, -1, "A4.6"))
        busy = unit("a", "german/4-6-7", "tE5", hazardous=True)
        idle = unit("b", "german/4-6-7", "tE5")
        assert motion_of(busy, moved) == (HAZARD,)
        assert motion_of(idle, moved) == moved

    def test_ordnance(self) -> None:
        """Case O in place of what its movement gives."""
        busy = unit("a", "german/4-6-7", "tE5", hazardous=True)
        view = scene(busy, unit("e", "russian/4-4-7", "tC5"))
        for move in (None, Move(units=("a",))):
            found = own_drm(view, busy, LocationName("tC5"), AT, move)
            assert [(mod.rule, mod.value) for mod in found] == [("C6.6", -2)]

    def test_until_the_player_turn_ends(self) -> None:
        """A task that makes TI is over with the Player Turn, bailing out sooner."""
        busy = unit("a", "german/4-6-7", "tE5", hazardous=True, ti=True)
        out = unit("a", "german/1-2-7", "tE5", hazardous=True)
        view = scene(out, phase="PFPh")
        assert not tidied_unit(view.state, out).hazardous
        for phase, still in (("DFPh", True), ("CCPh", False)):
            view = scene(busy, phase=phase)  # type: ignore[arg-type] # as above
            assert tidied_unit(view.state, busy).hazardous is still


class TestA4_6Motion:
    """A4.6."""

    @pytest.mark.parametrize(
        ("move", "open_", "expected"),
        [
            (Move(units=("V",)), True, [IN_THE_OPEN, NOT_ASSAULT]),
            (Move(units=("V",), assault=True), True, [IN_THE_OPEN]),
            (Move(units=("V",)), False, [NOT_ASSAULT]),
            (Move(units=("V",), hazardous=True), True, ["Hazardous Movement"]),
            (Move(units=("V",), driven=True), True, []),
            (None, True, []),
        ],
    )
    def test_motion(self, move: Move | None, open_: bool, expected: list[str]) -> None:
        """FFMO needs Open Ground; Hazardous Movement replaces both."""
        found: list[str] = []

        def run(play: Play) -> None:
            mods = motion_drm(play, LocationName("tE5"), move, open_=open_)
            found.extend(mod.name for mod in mods)

        game(board=FIRE_TERRAIN, run=run)
        assert found == expected
