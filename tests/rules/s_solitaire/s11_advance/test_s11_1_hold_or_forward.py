"""S11.1 and S11.2: who holds his ground, and who goes forward."""

from typing import Any

from opfor.rules.s_solitaire.s11_advance.s11_1_hold_or_forward import (
    forward_list,
    hold_list,
)
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, LocationName, VehicleState
from tests.rules.given.enemy_aph import BOARD, aph, at, sw
from tests.rules.given.phases import unit
from tests.rules.given.world import game


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

    def test_a_fortified_building(self) -> None:
        """D-183: it has one TEM more than another house, to leave and to enter."""
        board = "board: t\nsize: 17x10\nwooden building: G5\nwooden building: H5"
        board += "\nwoods: G4"
        foe = unit("a", "tH2")
        here, there = (
            Fortification(id="f", kind="fortified building", location=LocationName(at))
            for at in ("tG5", "tH5")
        )
        played = aph(unit("e1", "tG5"), foe, board=board)
        assert at(played, "e1") == "tH5"
        played = aph(unit("e1", "tG5"), foe, board=board, forts=[here])
        assert at(played, "e1") == "tG5"
        seen = "board: t\nsize: 17x10\nwooden building: G5\nwooden building: H5"
        played = aph(unit("e1", "tG5"), foe, board=seen)
        assert at(played, "e1") == "tG5"
        played = aph(unit("e1", "tG5"), foe, board=seen, forts=[there])
        assert at(played, "e1") == "tH5"
        hole = Fortification(id="f", kind="foxhole", location=LocationName("tH5"))
        played = aph(unit("e1", "tG5"), foe, board=seen, forts=[hole])
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

    def test_two_as_near(self) -> None:
        """Of two VPO that are as near it may come closer to either, for its cover."""
        vpo = tuple(map(LocationName, ("tC5", "tK5")))
        played = aph(unit("e1", "tG5"), attitude="Advance", vpo=vpo, held_by="FRIENDLY")
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
