"""A3: whose part a phase is, and what ends with it."""

from msgspec.structs import replace

from opfor.rules.a_infantry.a03_9_phases import acting, role, tidy
from opfor.state.events import (
    MarkerAdded,
    PartEnded,
    PhaseBegan,
    UnitChanged,
    WindowChanged,
)
from opfor.state.in_progress import (
    Window,
)
from opfor.state.play import Play
from opfor.state.units import (
    LocationName,
    Marker,
    Phase,
    Side,
    Unit,
)
from tests.rules.given.world import game

SQUAD = {"V": ("german/4-6-7", "tJ6")}


def after(phase: Phase, side: Side = "FRIENDLY", **states: object) -> Unit:
    """A squad as a phase of a side leaves it that began with some states."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, side, phase))
        unit = replace(play.state.units["V"], **states)
        play.emit(UnitChanged(unit, "as given"))
        tidy(play)

    return game(units=SQUAD, run=run).state.units["V"]


class TestA3_9WhatIsRemoved:
    """A3.9."""

    def test_prep_fire(self) -> None:
        """Prep Fire counters stay until the AFPh ends."""
        assert after("DFPh", fired="prep").fired == "prep"
        assert after("AFPh", fired="prep").fired == ""

    def test_first_and_final_fire(self) -> None:
        """First and Final Fire counters go as the DFPh ends."""
        assert after("MPh", fired="first").fired == "first"
        assert after("DFPh", fired="final").fired == ""

    def test_fire_command(self) -> None:
        """A Fire Command is for one Player Turn, also without an Action (D-873)."""
        assert after("AFPh", command=9).command == 9
        gone = after("CCPh", command=9, attack_table="A3a")
        assert (gone.command, gone.attack_table) == (0, "")

    def test_cx(self) -> None:
        """CX goes as the unit's next MPh begins, and bars Double Time to its end."""
        assert after("MPh", cx=True).cx
        assert after("PFPh", "ENEMY", cx=True).cx
        rested = after("PFPh", cx=True)
        assert not rested.cx
        assert rested.did("winded")
        assert not after("MPh", deeds=("winded",)).did("winded")

    def test_dm(self) -> None:
        """DM goes as the RPh ends (A10.62)."""
        assert after("APh", dm=True).dm
        assert not after("RPh", dm=True).dm

    def test_the_player_turn(self) -> None:
        """Pin, TI, Panic and the mark of a move go as the CCPh ends."""
        states = {"pinned": True, "ti": True, "panic": True, "moved": True}
        assert after("APh", **states).pinned
        unit = after("CCPh", **states)
        assert unit == replace(unit, pinned=False, ti=False, panic=False, moved=False)

    def test_deeds(self) -> None:
        """What may be done once a Player Turn is remembered so long, all else less."""
        deeds = ("rally", "direct")
        assert after("RPh", deeds=deeds).deeds == ("rally",)
        assert after("CCPh", deeds=deeds).deeds == ()

    def test_markers(self) -> None:
        """Residual FP and SMOKE grenades go as the MPh ends, other SMOKE stays."""
        where = LocationName("tJ6")

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            for marker in (
                Marker(id="rA", kind="residual", location=where, fp=4),
                Marker(id="gA", kind="smoke", location=where, grenade=True),
                Marker(id="sA", kind="smoke", location=where, hindrance=3),
            ):
                play.emit(MarkerAdded(marker))
            tidy(play)

        assert list(game(run=run).state.markers) == ["sA"]


class TestParts:
    """Whose order is awaited."""

    def test_attacker_then_defender(self) -> None:
        """In the RPh both sides have a part, the ATTACKER first."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "RPh"))
            assert acting(play.state) == "ENEMY"
            play.emit(PartEnded("ENEMY"))
            assert acting(play.state) == "FRIENDLY"
            play.emit(PartEnded("FRIENDLY"))
            assert acting(play.state) is None

        game(run=run)

    def test_the_window(self) -> None:
        """While what moves may be fired at, the DEFENDER acts."""

        def run(play: Play) -> None:
            play.emit(WindowChanged(Window(side="ENEMY")))
            assert acting(play.state) == "ENEMY"
            assert role(play.state, "ENEMY") == "window"
            play.emit(WindowChanged(Window(side="ENEMY", asked=False)))
            assert acting(play.state) == "FRIENDLY"

        game(run=run)
