"""S11.1 and S11.2: the ENEMY's APh."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.s_solitaire.s11_advance.s11_1_advance import forward_list, hold_list
from opfor.state.events import UnitAdded, WaveBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    LocationName,
    Suspect,
    VehicleState,
    Wave,
)
from opfor.views.text.words import say
from tests.rules.given.enemy_aph import BOARD, aph, at, sw
from tests.rules.given.enemy_part import decided, enemy_part
from tests.rules.given.phases import unit
from tests.rules.given.world import game

LEADER, HS = "russian/8-1", "russian/2-3-7"


class TestS11_p1Order:
    """S11.p1."""

    def test_order(self) -> None:
        """Infantry in the order of S6.1, then S?."""
        s = Suspect("S1", LocationName("tM8"), "Advance")
        units = unit("e1", "tK8"), unit("e2", "tK2"), unit("a", "tC5")
        played = aph(
            *units,
            attitude="Advance",
            suspects=[s],
            dice=["S11.2 dr 1", "S11.p3 dr 1", "S5.1 dr 6"],
        )
        moved = [d.split(" ")[0] for d in _purposes(played)]
        assert moved == ["e2", "e1", "S1"]

    def test_suspects(self) -> None:
        """S? too in the order of S6.1, not of their numbers."""
        places = {"S1": "tM8", "S2": "tE8", "S3": "tI8", "S4": "tI2"}
        s = [Suspect(id_, LocationName(at), "Advance") for id_, at in places.items()]
        played = aph(suspects=s, board="board: t\nsize: 17x10", fbe="bottom", vpo=())
        moved = [d.split(" ")[0] for d in _purposes(played)]
        assert moved == ["S2", "S3", "S4", "S1"]

    def test_not_able(self) -> None:
        """Nobody advances who is pinned, broken, in Melee or in Panic."""
        for state in ("pinned", "broken", "melee", "panic"):
            still = unit("e1", "tG5", **{state: True})
            assert at(aph(still, unit("a", "tG4")), "e1") == "tG5"


def _purposes(played: Game[State]) -> list[str]:
    return [
        say(e.event.fact) for e in played.events if type(e.event).__name__ == "Decided"
    ]


class TestS11_1Hold:
    """S11.1."""

    def test_into_the_enemy(self) -> None:
        """Into an ADJACENT Location with FRIENDLY units, before all else."""
        played = aph(unit("e1", "tG5"), unit("a", "tG4"))
        assert at(played, "e1") == "tG4"

    def test_more_cover(self) -> None:
        """With a Target into more TEM from which there is one, too."""
        played = aph(unit("e1", "tG5"), unit("a", "tG2"))
        assert at(played, "e1") == "tH5"

    def test_no_less_cover(self) -> None:
        """With a Target nobody goes into as much TEM as he has."""
        board = "board: t\nsize: 17x10\nbrush: A1"
        played = aph(unit("e1", "tG5"), unit("a", "tG2"), board=board)
        assert at(played, "e1") == "tG5"

    def test_for_a_target(self) -> None:
        """Without a Target into no less TEM from where there is one."""
        board = "board: t\nsize: 17x10\nwoods: G4"
        units = unit("e1", "tG5"), unit("a", "tG1")
        played = aph(*units, board=board)
        assert at(played, "e1") == "tG4"

    def test_nowhere(self) -> None:
        """Without any Target about it stays."""
        assert at(aph(unit("e1", "tG5")), "e1") == "tG5"

    def test_exc1_stays(self) -> None:
        """Not out of a VPO Location, nor with a HW."""
        vpo = (LocationName("tG5"),)
        units = unit("e1", "tG5"), unit("a", "tG2")
        assert at(aph(*units, vpo=vpo), "e1") == "tG5"
        hmg = [sw("h", "russian/hmg", "e1")]
        assert at(aph(*units, lying=hmg), "e1") == "tG5"

    def test_gun(self) -> None:
        """Nobody leaves his Gun, not even for a FRIENDLY Location."""
        gun = [sw("g", "russian/45l-at-ptp-obr-32", "e1")]
        assert at(aph(unit("e1", "tG5"), unit("a", "tG4"), lying=gun), "e1") == "tG5"

    def test_list(self) -> None:
        """Each line keeps what it says."""
        places = [LocationName(p) for p in ("tE5", "tH5", "tL4", "tL4/1", "tG4", "tG7")]
        found: dict[str, list[str]] = {}

        def view(play: Play) -> None:
            play.emit(UnitAdded(unit("e1", "tG5")))
            play.emit(UnitAdded(unit("a", "tG3")))
            play.emit(UnitAdded(unit("b", "tG3")))
            for line in hold_list(play, play.state.units["e1"]):
                found[line.text] = list(line.narrow(places))

        game(board=BOARD, run=view, vpo=(places[4],), held_by="FRIENDLY")
        assert found["FRIENDLY Controlled VPO"] == ["tG4"]
        assert found["unpossessed HW"] == []
        assert found["highest inherent TEM"] == ["tL4", "tL4/1"]
        assert found["highest building Location"] == ["tL4/1"]
        assert "tG4" in found["Target in least TEM"]
        assert "tG4" in found["most Targets"]

    def test_prohibited(self) -> None:
        """Neither into a Known Minefield nor where it would Overstack."""
        mine = Fortification(id="m", kind="minefield", location="tH5", fp=6)
        units = unit("e1", "tG5"), unit("a", "tG2")
        assert at(aph(*units, forts=[mine]), "e1") == "tG5"
        full = [unit(f"e{n}", "tH5", pinned=True) for n in (2, 3, 4)]
        assert at(aph(*units, *full), "e1") == "tG5"

    def test_vehicle(self) -> None:
        """Into the Location of a vehicle after a PAATC; who fails it is pinned."""
        tank = unit("t", "tG4", "german/pzkpfw-iiih", vehicle=VehicleState())
        played = aph(unit("e1", "tG5"), tank, dice=["A10.1 DR 3,4"])
        assert at(played, "e1") == "tG4"
        played = aph(unit("e1", "tG5"), tank, dice=["A10.1 DR 4,4"])
        assert at(played, "e1") == "tG5"
        assert played.state.units["e1"].pinned


class TestS11_2Advance:
    """S11.2."""

    def test_closer(self) -> None:
        """Closer to the nearest FRIENDLY Controlled VPO Location, in cover."""
        vpo = (LocationName("tC6"),)
        units = (unit("e1", "tI5"),)
        played = aph(*units, attitude="Advance", vpo=vpo, held_by="FRIENDLY")
        assert at(played, "e1") == "tH5"

    def test_without_vpo(self) -> None:
        """Without one closer to the nearest FRIENDLY unit."""
        played = aph(unit("e1", "tI5"), unit("a", "tC5"), attitude="Advance")
        assert at(played, "e1") == "tH5"

    def test_list_of_s9_25(self) -> None:
        """S9.25: toward one in LOS, alone and in Good Order, before a nearer one."""
        near = unit("a", "tI2"), unit("b", "tI2")
        units = unit("e1", "tI5"), unit("c", "tI9"), *near
        played = aph(*units, attitude="Advance", dice=["S11.2 dr 1"])
        assert at(played, "e1") in ("tI6", "tH6", "tJ6")

    def test_into_the_enemy(self) -> None:
        """An ADJACENT FRIENDLY Location goes before the VPO."""
        vpo = (LocationName("tC6"),)
        units = unit("e1", "tI5"), unit("a", "tJ4")
        played = aph(*units, attitude="Advance", vpo=vpo, held_by="FRIENDLY")
        assert at(played, "e1") == "tJ4"

    def test_exc1_stays(self) -> None:
        """Not out of a VPO Location, nor with a HW that has a Target; else with it."""
        vpo = LocationName("tI5"), LocationName("tC6")
        more: Any = {"attitude": "Advance", "vpo": vpo, "held_by": "FRIENDLY"}
        assert at(aph(unit("e1", "tI5"), **more), "e1") == "tI5"
        more["vpo"] = vpo[1:]
        hmg = [sw("h", "russian/hmg", "e1")]
        played = aph(unit("e1", "tI5"), unit("a", "tI8"), lying=hmg, **more)
        assert at(played, "e1") == "tI5"
        assert at(aph(unit("e1", "tI5"), lying=hmg, **more), "e1") == "tH5"

    def test_list(self) -> None:
        """Each line keeps what it says."""
        places = [LocationName(p) for p in ("tE5", "tG6", "tL4", "tG4")]
        found: dict[str, list[str]] = {}

        def view(play: Play) -> None:
            play.emit(UnitAdded(unit("e1", "tG5")))
            play.emit(UnitAdded(unit("a", "tG3")))
            for line in forward_list(play, play.state.units["e1"]):
                found[line.text] = list(line.narrow(places))

        game(board=BOARD, run=view, vpo=(places[3],), held_by="FRIENDLY")
        assert found["FRIENDLY Controlled VPO"] == ["tG4"]
        assert found["highest inherent TEM"] == ["tL4"]
        assert "tG6" in found["highest hexside TEM"]
        assert "tG4" in found["most Targets"]
        assert found["unpossessed Weapons"] == places


class TestS11_p2Together:
    """S11.p2."""

    def test_stack(self) -> None:
        """All who could go there go together, their leader with them."""
        units = unit("e1", "tG5"), unit("e2", "tG5"), unit("eL", "tG5", LEADER)
        played = aph(*units, unit("a", "tG4"))
        assert {at(played, id_) for id_ in ("e1", "e2", "eL")} == {"tG4"}
        assert len(decided(played)) <= 1

    def test_leader_stays(self) -> None:
        """A leader stays where a MMC with a HW stays."""
        units = unit("e1", "tG5"), unit("e2", "tG5"), unit("eL", "tG5", LEADER)
        hmg = [sw("h", "russian/hmg", "e2")]
        played = aph(*units, unit("a", "tG2"), lying=hmg)
        assert at(played, "e1") == "tH5"
        assert at(played, "eL") == "tG5"

    def test_leader_stays_with_the_pinned(self) -> None:
        """In Advance he stays with the unit that has a SW, pinned or not (S6.3175)."""
        units = unit("e1", "tG5"), unit("e2", "tG5", pinned=True)
        leader, foe = unit("eL", "tG5", LEADER), unit("a", "tG4")
        lmg = [sw("l", "russian/lmg", "e2")]
        played = aph(*units, leader, foe, lying=lmg, attitude="Advance")
        assert at(played, "e1") == "tG4"
        assert at(played, "eL") == "tG5"
        played = aph(*units, leader, foe, lying=lmg, attitude="Hold")
        assert at(played, "eL") == "tG4"

    def test_room(self) -> None:
        """No more than there is room for."""
        units = [unit(f"e{n}", "tG5") for n in range(1, 4)]
        held = unit("e9", "tG4", melee=True)
        played = aph(*units, held, unit("a", "tG4"))
        gone = [u for u in units if at(played, u.id) == "tG4"]
        assert len(gone) == 2


class TestS11_p3Suspects:
    """S11.p3."""

    @pytest.mark.parametrize(("attitude", "goes"), [("Advance", True), ("Hold", False)])
    def test_attitude(self, attitude: Any, goes: bool) -> None:
        """A S? in Advance Attitude goes closer to the FBE; in Hold it stays."""
        s = Suspect("S1", LocationName("tI5"), attitude)
        played = aph(suspects=[s])
        assert (played.state.suspects["S1"].location == "tH5") is goes

    def test_vpo(self) -> None:
        """Toward a FRIENDLY Controlled VPO Location, and once only."""
        s = Suspect("S1", LocationName("tI5"), "Advance")
        vpo = (LocationName("tP5"),)
        dice = ["S11.p3 dr 1"]
        played = aph(suspects=[s], vpo=vpo, held_by="FRIENDLY", dice=dice)
        assert played.state.suspects["S1"].location == "tJ4"
        assert played.state.suspects["S1"].advanced

    @pytest.mark.parametrize(
        ("edge", "row"), [("north", "H"), ("south", "F"), ("", "G")]
    )
    def test_toward_its_edge(self, edge: Any, row: str) -> None:
        """S9.4: with no VPO to take toward the edge opposite to its own, or the FBE."""
        s = Suspect("S1", LocationName("tG5"), "Advance", edge=edge)
        board = "board: t\nsize: 17x10\nwoods: G6 H5 F5\n"
        fbe: Any = {"fbe": "bottom", "board": board}
        played = aph(attitude="Advance", suspects=[s], **fbe)
        assert played.state.suspects["S1"].location[1] == row

    def test_checked(self) -> None:
        """One that advances in the open before the enemy is checked."""
        s = Suspect("S1", LocationName("tG5"), "Advance")
        dice = ["S11.p3 dr 1", "S5.1 dr 6"]
        played = aph(unit("a", "tE4"), suspects=[s], dice=dice)
        assert not played.state.suspects


class TestS11_p4Waves:
    """S11.p4."""

    def test_as_a_whole(self) -> None:
        """All of a wave advance at once, and once only."""
        wave = Wave("wave1", "red", LocationName("tP5"))
        units = [unit(f"e{n}", f"tJ{n}", wave="wave1") for n in (4, 5, 6)]
        begin: Any = lambda play: play.emit(WaveBegan(wave))  # noqa: E731 - one call
        played = enemy_part("APh", *units, before=begin, board=BOARD)
        assert [at(played, u.id)[:2] for u in units] == ["tI"] * 3
