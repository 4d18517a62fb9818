"""S8: who fires in the AFPh."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s08_fire.s08_p1_afph_advancing_fire import advancing_fire
from opfor.state.events import ShotFired, WeaponChanged
from opfor.state.play import Play
from tests.rules.given.firing_range import (
    E1,
    FOE,
    OPEN,
    SQUAD,
    part_played,
    shoot,
    shots,
)
from tests.rules.given.world import events

NONE = "A7.3 DR 6,5"


V = {"V": (FOE, "J6")}


class TestS8_p1_afph:
    """S8.p1/afph."""

    @staticmethod
    def fires(*dice: str, times: int = 1, where: str = "J6", **unit: Any) -> int:
        """How many attacks e1 makes in the AFPh."""
        unit = {"action": "", **unit}
        game = part_played(
            advancing_fire,
            *dice,
            times=times,
            phase="AFPh",
            units={"V": (FOE, where)},
            changes={"e1": unit},
        )
        return len(shots(game))

    def test_activated_by_defensive_fire(self) -> None:
        """They make their Action DR, and barring Panic fire."""
        assert self.fires("S6.12 DR 2,3", NONE, times=2, afph=True) == 1
        assert self.fires("S6.12 DR 4,4", afph=True) == 0

    def test_opportunity_fire(self) -> None:
        """Opportunity Fire needs no DR."""
        assert self.fires(NONE, fired="opportunity", action="Move") == 1

    def test_opportunity_fire_keeps_its_rof(self) -> None:
        """What keeps its ROF fires on, until it does not (S8.p6)."""
        mg = {"mg": ("russian/lmg", "e1")}

        def run(play: Play) -> None:
            waiting = replace(play.state.weapons["mg"], fired="opportunity")
            play.emit(WeaponChanged(waiting, "set"))
            while advancing_fire(play):
                pass

        game = shoot(
            "A7.3 DR 1,6",
            "A7.3 DR 1,6",
            NONE,
            run=run,
            phase="AFPh",
            enemies=E1,
            units={"V": (FOE, "J3")},
            weapons=mg,
            changes={"e1": {"fired": "opportunity", "action": "Fire"}},
        )
        assert shots(game) == [("e1", "mg"), ("mg",), ("mg",)]

    def test_moved(self) -> None:
        """An Advance unit that moved needs 1/6: 2 FP at 0 have it, at +2 not."""
        moved = {"moved": True, "attitude": "Advance", "action": "Move"}
        assert self.fires(NONE, **moved) == 1
        assert self.fires(times=0, where="J3", **moved) == 0

    def test_moved_chooses_among_good_odds(self) -> None:
        """D-902: the leader in the building, at +2, is none of its Targets."""
        moved = {"moved": True, "attitude": "Advance", "action": "Move"}
        two = {"V": (FOE, "J6"), "L": ("german/8-1", "J3")}
        game = part_played(
            advancing_fire, NONE, phase="AFPh", units=two, changes={"e1": moved}
        )
        assert [event.shot.target for event in events(game, ShotFired)] == ["tJ6"]

    @pytest.mark.parametrize(("moved", "times"), [(False, 1), (True, 0)])
    def test_heavy_weapons(self, moved: bool, times: int) -> None:
        """S6.313: a HW that can fire fires; one that cannot is no cause for its unit.

        A mortar does not fire in the AFPh if its unit has moved (C5.2); 2 FP at +2 do
        not have the p(NMC+) of 1/6.
        """
        game = part_played(
            advancing_fire,
            *["C3.3 DR 6,5"] * times,
            times=times,
            phase="AFPh",
            units={"V": (FOE, "J3")},
            weapons={"m": ("russian/50-mtr", "e1")},
            changes={"e1": {"action": "", "attitude": "Advance", "moved": moved}},
        )
        assert len(shots(game)) == times

    @pytest.mark.parametrize(
        ("house", "firers"),
        [("wooden", {"e1", "e2", "m"}), ("stone", {"e2", "m"})],
    )
    def test_moved_beside_a_heavy_weapon(self, house: str, firers: set[str]) -> None:
        """A7.55: who moved fires with the HW of his Location, if both have 1/6.

        6 FP at +2 have it, at +3 not; e1 alone has it at neither.
        """
        moved = {"moved": True, "attitude": "Advance", "action": "Move"}
        game = part_played(
            advancing_fire,
            NONE,
            phase="AFPh",
            board=OPEN.replace("wooden", house),
            enemies={"e1": (SQUAD, "M3"), "e2": (SQUAD, "M3")},
            units={"V": (FOE, "J3")},
            weapons={"m": ("russian/mmg", "e2")},
            changes={"e1": moved, "e2": moved},
        )
        assert [set(each) for each in shots(game)] == [firers]

    def test_others(self) -> None:
        """Neither Hold units that moved, nor those that stood still."""
        assert self.fires(times=0, moved=True, attitude="Hold") == 0
        assert self.fires(times=0) == 0

    @pytest.mark.parametrize("attitude", ["Hold", "Advance"])
    def test_berserk(self, attitude: str) -> None:
        """D-840: at who is in its Location, at any odds and in any Attitude."""
        came = {"berserk": True, "moved": True, "attitude": attitude}
        assert self.fires(NONE, where="M6", **came) == 1
        # 1 FP, halved after TPBF has made three of it
        weak = {**came, "counter": "russian/1-2-7"}
        assert self.fires(NONE, where="M6", **weak) == 1
        assert self.fires(times=0, where="J6", **came) == 0
