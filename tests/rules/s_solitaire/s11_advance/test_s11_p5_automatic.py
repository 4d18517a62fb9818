"""Automatic Actions that are carried out, or go on, in the APh (S6.3)."""

from msgspec.structs import replace

from opfor.state.events import MarkerAdded
from opfor.state.units import Fortification, LocationName, Marker
from tests.rules.given.enemy_aph import aph, at, sw
from tests.rules.given.phases import unit
from tests.rules.given.stack import unit as one

LEADER, HS = "russian/8-1", "russian/2-3-7"


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

    def test_down_the_stairs(self) -> None:
        """D-591: toward the broken upstairs elsewhere a leader goes down first."""
        away = unit("e1", "tI6/1", broken=True, disrupted=True)
        board = "board: t\nsize: 17x10\nstone building 1: L4 I6\n"
        played = aph(unit("eL", "tL4/1", LEADER), away, board=board)
        assert at(played, "eL") == "tL4"

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

    def test_make_room_who_was_chosen(self) -> None:
        """D-881: on whom the dr fell before the MPh goes now, without a new one."""
        units = [unit(f"e{n}", "tI5", action="Fire") for n in range(1, 4)]
        bound = unit("e4", "tI5", action="Fire", automatic="S6.307")
        assert at(aph(*units, bound), "e4") != "tI5"

    def test_make_room_another(self) -> None:
        """D-881: if that one cannot, a dr among those who can, whatever they have done.

        So too if he had left another Location before.
        """
        units = [unit(f"e{n}", "tI5", action="Fire") for n in range(1, 4)]
        for state in ("pinned", "moved"):
            bound = unit("e4", "tI5", automatic="S6.307", **{state: True})
            played = aph(*units, bound, dice=["S6.307 dr 1"])
            assert at(played, "e1") != "tI5"
            assert at(played, "e4") == "tI5"

    def test_crew(self) -> None:
        """A crew goes toward a Gun."""
        gun = [sw("g", "russian/45l-at-ptp-obr-32", where="tG5")]
        crew = unit("e1", "tI5", "russian/2-2-8")
        assert at(aph(crew, lying=gun), "e1") == "tH5"

    def test_foxhole(self) -> None:
        """A unit with a Target gets into the foxhole beside it."""
        hole = Fortification(id="f", kind="foxhole", location="tG5", capacity=1)
        theirs = replace(hole, side="FRIENDLY")  # D-843
        units = unit("e1", "tG5"), unit("a", "tG2")
        for fort in (hole, theirs):
            assert one(aph(*units, forts=[fort]), "e1").inside == "f"
        assert one(aph(unit("e1", "tG5"), forts=[hole]), "e1").inside == ""

    def test_leader(self) -> None:
        """A leader goes to the broken next to him."""
        units = unit("eL", "tI5", LEADER), unit("e1", "tH5", broken=True)
        assert at(aph(*units), "eL") == "tH5"
