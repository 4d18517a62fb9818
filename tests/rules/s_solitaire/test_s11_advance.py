"""S11.1, S11.2: the ENEMY's APh."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.s_solitaire.s11_advance import forward_list, hold_list
from opfor.state.events import MarkerAdded, UnitAdded, WaveBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    Fortification,
    LocationName,
    Marker,
    Suspect,
    Unit,
    VehicleState,
    Wave,
    Weapon,
)
from opfor.views.text.words import say
from tests.rules.given.enemy_part import decided, enemy_part
from tests.rules.given.phases import unit
from tests.rules.given.stack import unit as one
from tests.rules.given.world import game

LEADER, HS = "russian/8-1", "russian/2-3-7"

BOARD = """
board: t
size: 17x10
woods: E5 I2 D8 H5
stone building 1: L4
wooden building: H8
wall: G6/1
"""


def aph(*units: Unit, attitude: str = "Hold", **more: Any) -> Game[State]:
    """An ENEMY APh."""
    board = more.pop("board", BOARD)
    return enemy_part("APh", *units, board=board, attitude=attitude, **more)


def at(played: Game[State], id_: str) -> str:
    """Where a unit is."""
    return one(played, id_).location


def sw(id_: str, counter: str, owner: str = "", where: str = "") -> Weapon:
    """A Weapon."""
    return Weapon(id=id_, counter=counter, owner=owner, location=LocationName(where))


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


class TestS11_p5Automatic:
    """S11.p5."""

    def test_off_the_map(self) -> None:
        """A Guard and an unarmed MMC make for the EBE, on the right here."""
        units = unit("e1", "tI5", HS), unit("p", "tI5", guard="e1", unarmed=True)
        played = aph(*units, dice=["S11.p5 dr 1"])
        assert at(played, "e1")[1] == "J"
        played = aph(unit("e1", "tI5", unarmed=True), dice=["S11.p5 dr 1"])
        assert at(played, "e1")[1] == "J"

    def test_out_of_the_map(self) -> None:
        """From along the EBE they leave in the APh, prisoners too; no VP (S6.303)."""
        units = unit("e1", "tQ5", HS), unit("p", "tQ5", guard="e1", unarmed=True)
        played = aph(*units)
        assert not played.state.units
        assert played.state.toll("ENEMY").exit_vp == 0
        assert not aph(unit("e1", "tQ5", unarmed=True)).state.units
        assert at(aph(unit("e1", "tQ5")), "e1") == "tQ5"

    def test_prohibited(self) -> None:
        """Nobody advances where S9.26 forbids it: 4 FP of Residual Fire."""
        hot = Marker(id="m", kind="residual", location=LocationName("tH5"), fp=4)
        units = unit("e1", "tG5"), unit("a", "tG2")
        played = aph(*units, before=lambda play: play.emit(MarkerAdded(hot)))
        assert at(played, "e1") == "tG5"

    def test_make_room(self) -> None:
        """One of an Overstacked Location leaves it."""
        units = [unit(f"e{n}", "tI5") for n in range(1, 5)]
        played = aph(*units, dice=["S6.307 dr 1"])
        assert sum(at(played, u.id) != "tI5" for u in units) == 1

    def test_make_room_among_those_who_can(self) -> None:
        """The Random dr is among those who can leave: no member of a Human Wave."""
        wave = [unit(f"w{n}", "tI5", wave="w") for n in range(3)]
        played = aph(*wave, unit("e1", "tI5"))
        assert at(played, "e1") != "tI5"
        assert all(at(played, u.id) == "tI5" for u in wave)

    def test_crew(self) -> None:
        """A crew goes toward a Gun."""
        gun = [sw("g", "russian/45l-at-ptp-obr-32", where="tG5")]
        crew = unit("e1", "tI5", "russian/2-2-8")
        assert at(aph(crew, lying=gun), "e1") == "tH5"

    def test_foxhole(self) -> None:
        """A unit with a Target gets into the foxhole beside it."""
        hole = Fortification(id="f", kind="foxhole", location="tG5", capacity=1)
        units = unit("e1", "tG5"), unit("a", "tG2")
        assert one(aph(*units, forts=[hole]), "e1").inside == "f"
        assert one(aph(unit("e1", "tG5"), forts=[hole]), "e1").inside == ""

    def test_leader(self) -> None:
        """A leader goes to the broken next to him."""
        units = unit("eL", "tI5", LEADER), unit("e1", "tH5", broken=True)
        assert at(aph(*units), "eL") == "tH5"
