"""A5: how much of a side fits into a Location."""

import pytest

from opfor.rules.a_infantry.a05_stacking import (
    crowd_drm,
    overstacked,
    overstacked_locations,
)
from opfor.rules.a_infantry.a07_fire.a07_4_plan import plan_attack
from opfor.rules.a_infantry.a07_fire.attack import Source, against, fp_attack
from opfor.rules.choices.orders import Fire
from opfor.state.play import Play
from opfor.state.units import LocationName, VehicleState
from tests.rules.given.fire import scene, unit
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nroad: F4 > G5 > H4\nstone building: G6\n"
TO = LocationName("tH5")


class TestA5_1Stacking:
    """A5.1."""

    @pytest.mark.parametrize(
        ("units", "squads"),
        [
            (("4-6-7",) * 3 + ("8-1",) * 4, 0),
            (("4-6-7",) * 3 + ("2-4-7",), 1),
            (("4-6-7",) * 5, 2),
            (("4-6-7",) * 3 + ("8-1",) * 5, 1),
            (("2-4-7",) * 6, 0),
        ],
    )
    def test_limit(self, units: tuple[str, ...], squads: int) -> None:
        """Three squads and four SMC; what is beyond counts in squads, rounded up."""

        def run(play: Play) -> None:
            assert overstacked(play, "FRIENDLY", TO) == squads
            found = overstacked_locations(play, "FRIENDLY")
            assert found == ({TO: squads} if squads else {})

        them = {f"x{n}": (f"german/{name}", "tH5") for n, name in enumerate(units)}
        game(board=BOARD, units=them, run=run)


class TestA5_131OverstackedTargets:
    """A5.131."""

    @pytest.mark.parametrize("squads", [3, 4, 5])
    def test_fire(self, squads: int) -> None:
        """-1 for each squad beyond three, of that side alone."""
        view = scene(*(unit(f"e{n}", "russian/4-4-7", "tE5") for n in range(squads)))
        found = crowd_drm(view, "ENEMY", LocationName("tE5"))
        assert [mod.value for mod in found] == [3 - squads] * (squads > 3)
        assert crowd_drm(view, "FRIENDLY", LocationName("tE5")) == []

    @pytest.mark.parametrize("squads", [3, 4, 5])
    def test_what_drives(self, squads: int) -> None:
        """D-921: a CE crew has +2, whoever is with it; the squads -1, and +1 for it."""
        tank = unit("t", "german/pzkpfw-ivf2", "tE5", vehicle=VehicleState(ce=True))
        crowd = [unit(f"a{n}", "german/4-6-7", "tE5") for n in range(squads)]
        view = scene(*crowd, tank, unit("e1", "russian/4-4-7", "tE3"))
        made = plan_attack(view, "ENEMY", Fire(("e1",), LocationName("tE5")))
        assert against(view, made, tank).drm == 2
        assert against(view, made, crowd[0]).drm == 1 + 3 - squads

    @pytest.mark.parametrize(
        ("source", "drm_"),
        [("FT", -2), ("DC", -2), ("OBA", -2), ("OVR", -2), ("HE", 0)],
    )
    def test_what_is_not_fire(self, source: Source, drm_: int) -> None:
        """D-921: what is not fire has -1 for each squad too many of a target's side."""
        here = LocationName("tE5")
        crowd = [unit(f"e{n}", "russian/4-4-7", "tE5") for n in range(5)]
        view = scene(*crowd, unit("b", "german/4-6-7", "tE5"))
        made = fp_attack(view, "FRIENDLY", here, 12, source=source, tem=False)
        assert against(view, made, crowd[0]).drm == drm_
        assert against(view, made, view.state.units["b"]).drm == 0
