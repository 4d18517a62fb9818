"""What to do with the counters on the player's own table."""

from collections.abc import Callable

from msgspec.structs import replace

from opfor.core.event import Event
from opfor.state import events as ev
from opfor.state.in_progress import Weather
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName, Marker, Unit, Weapon
from opfor.views.text.checklist import changes, checklist
from tests.rules.given.world import MISSION, VILLAGE, game, world

HERE, THERE = LocationName("tJ6"), LocationName("tK6")
SQUAD = Unit(id="e447A", side="ENEMY", counter="russian/4-4-7", location=HERE)
WORLD = world(VILLAGE, MISSION)


def told(*happen: Callable[[Play], object], mine: bool = False) -> list[str]:
    """The check-list of what happens on a board with one S? and a friendly squad."""
    before: list[State] = []

    def run(play: Play) -> None:
        before.append(play.state)
        for what in happen:
            what(play)

    units = {"V": ("german/4-6-7", "tJ6")}
    played = game(units=units, suspects={"S1": "tO6"}, run=run)
    return checklist(WORLD, before[0], played.events, mine=mine)


def emit(event: Event) -> Callable[[Play], object]:
    """An event that happens."""
    return lambda play: play.emit(event)


class TestChecklist:
    """checklist."""

    def test_units(self) -> None:
        """A unit is put, moved, marked, turned and removed."""
        moved = replace(SQUAD, location=THERE)
        assert told(
            emit(ev.UnitAdded(replace(SQUAD, concealed=True))),
            emit(ev.UnitChanged(SQUAD, "shown")),
            emit(ev.UnitChanged(moved, "advances")),
            emit(ev.UnitChanged(replace(moved, pinned=True), "pinned")),
            emit(ev.UnitRemoved("e447A", "eliminated")),
        ) == [
            "put 4-4-7 in J6: e447A, concealed",
            "e447A in J6 is no longer concealed",
            "move e447A from J6 to K6",
            "mark e447A in K6: pinned",
            "remove e447A (4-4-7) from K6",
        ]

    def test_a_half_squad(self) -> None:
        """A HS in a squad's place takes over its SW."""
        sw = Weapon(id="elmgA", counter="russian/lmg", owner="e447A")
        half = replace(SQUAD, id="e237A", counter="russian/2-3-7")
        lines = told(
            emit(ev.UnitAdded(SQUAD)),
            emit(ev.WeaponAdded(sw)),
            emit(ev.UnitReplaced("e447A", (half,), "reduced")),
        )
        assert lines[2:] == [
            "remove e447A (4-4-7) from J6",
            "put 2-3-7 in J6: e237A",
            "the LMG elmgA is possessed by e237A",
        ]

    def test_weapons(self) -> None:
        """A SW is turned over as it is dismantled or malfunctions."""
        sw = Weapon(id="emmgA", counter="russian/mmg", owner="e447A")
        lines = told(
            emit(ev.UnitAdded(SQUAD)),
            emit(ev.WeaponAdded(sw)),
            emit(ev.WeaponChanged(replace(sw, malfunctioned=True), "malfunctions")),
            emit(ev.WeaponChanged(replace(sw, dm=True), "dismantled")),
            emit(ev.WeaponRemoved("emmgA", "gone")),
        )
        assert lines[1:] == [
            "give a MMG to e447A: emmgA",
            "turn the MMG emmgA: malfunctioned",
            "turn the MMG emmgA: dm",
            "turn the MMG emmgA: repaired",
            "remove the MMG emmgA",
        ]

    def test_suspects_markers_and_fortifications(self) -> None:
        """S? and what lies on the map; a hidden fortification is not told."""
        fort = Fortification(id="f", kind="foxhole", location=HERE, hidden=True)
        mark = Marker(id="m", kind="residual", location=HERE, fp=4)
        assert told(
            emit(ev.SuspectRemoved("S1", "a dummy")),
            emit(ev.FortificationAdded(fort)),
            emit(ev.FortificationChanged(replace(fort, hidden=False), "seen")),
            emit(ev.MarkerAdded(mark)),
            emit(ev.MarkerChanged(replace(mark, fp=2), "less")),
            emit(ev.MarkerRemoved("m", "over")),
        ) == [
            "remove the S? S1 from O6",
            "put foxhole in J6",
            "put residual 4 in J6",
            "turn the residual 4 in J6: residual 2",
            "remove the residual 2 from J6",
        ]

    def test_his_own_units(self) -> None:
        """The player's units are his to move; after an undo they are told too."""
        here = Unit(id="V", side="FRIENDLY", counter="german/4-6-7", location=HERE)
        there = ev.UnitChanged(replace(here, location=THERE), "advances")
        assert told(emit(there)) == []
        assert told(emit(there), mine=True) == ["move V from J6 to K6"]

    def test_his_concealment(self) -> None:
        """A "?" that one of his gains is told: the book has it, not his dice."""
        here = Unit(id="V", side="FRIENDLY", counter="german/4-6-7", location=HERE)
        shut = ev.UnitChanged(replace(here, concealed=True), "concealed")
        assert told(emit(shut), emit(ev.UnitChanged(here, "shown"))) == [
            "V in J6 is concealed now",
            "V in J6 is no longer concealed",
        ]

    def test_vpo(self) -> None:
        """VPO Locations have counters from the start."""
        old, new = State(mission=MISSION), State(mission=MISSION, drawn=(HERE,))
        assert changes(WORLD, old, new) == ["mark J6: VPO, ENEMY Controlled"]

    def test_back_again(self) -> None:
        """The other way round is what puts the counters back."""
        old = State(mission=MISSION, units={"e447A": SQUAD})
        new = State(mission=MISSION)
        assert changes(WORLD, old, new) == ["remove e447A (4-4-7) from J6"]
        assert changes(WORLD, new, old) == ["put 4-4-7 in J6: e447A"]
        assert changes(WORLD, old, old) == []


class TestInOrder:
    """The check-list of a whole phase."""

    def test_one_move_one_line(self) -> None:
        """The steps of a counter make one line that names the way, under the phase."""
        first, last = LocationName("tL5"), LocationName("tL6")
        steps = [replace(SQUAD, location=at) for at in (THERE, first, last)]
        lines = told(
            emit(ev.UnitAdded(SQUAD)),
            emit(ev.PhaseBegan(2, "ENEMY", "MPh")),
            *(emit(ev.UnitChanged(step, "moves")) for step in steps),
        )
        assert lines[1:] == ["turn 2, ENEMY MPh", "move e447A from J6 to L6 by K6, L5"]

    def test_two_counters(self) -> None:
        """Another counter's step ends the line."""
        other = replace(SQUAD, id="e447B")
        lines = told(
            emit(ev.UnitAdded(SQUAD)),
            emit(ev.UnitAdded(other)),
            emit(ev.UnitChanged(replace(SQUAD, location=THERE), "moves")),
            emit(ev.UnitChanged(replace(other, location=THERE), "moves")),
        )
        assert lines[2:] == ["move e447A from J6 to K6", "move e447B from J6 to K6"]

    def test_board(self) -> None:
        """Control, the AC# and the weather have their counters too."""
        lines = told(
            emit(ev.ControlTaken(HERE, "FRIENDLY")),
            emit(ev.AcNumberSet(4, "a Random Event")),
            emit(ev.WeatherChanged(Weather(gusts=True), "Gusts")),
        )
        assert lines == [
            "mark J6: FRIENDLY Controlled",
            "set the AC# to 4",
            "the weather is clear, wind none, Gusts",
        ]

    def test_hidden(self) -> None:
        """Nothing is told of a hidden unit until it is seen."""
        hidden = replace(SQUAD, hidden=True)
        moved = replace(hidden, location=THERE)
        assert told(
            emit(ev.UnitAdded(hidden)),
            emit(ev.UnitChanged(moved, "moves")),
            emit(ev.UnitChanged(replace(moved, hidden=False), "seen")),
        ) == ["put 4-4-7 in K6: e447A"]
