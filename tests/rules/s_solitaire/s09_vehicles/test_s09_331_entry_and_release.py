"""S9.321 to S9.332: Attitude, platoons and radios of ENEMY vehicles."""

from typing import Any

from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_vehicles.s09_32_vehicle_entry import entry_road
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import (
    await_entry,
    entry_hexes,
    form_platoons,
    release,
    released,
)
from opfor.state.units import Unit
from tests.rules.given.drivers import ask, at, played, scene, squad, tank


class TestS9_33_form:
    """S9.33/form."""

    @staticmethod
    def names(*units: Unit) -> list[str]:
        """The platoons of some vehicles once those offboard have formed theirs."""
        game = played(form_platoons, *units)
        now = [game.state.units[unit.id].vehicle for unit in units]
        return [state.platoon for state in now if state]

    def test_by_type(self) -> None:
        """Two of one type are a platoon, two of another another; one is none."""
        kinds = "t-34-m41", "bt-7-m37", "t-34-m41", "bt-7-m37", "kv-1-m41"
        units = [tank("", f"e{n}", f"russian/{k}") for n, k in enumerate(kinds)]
        first, second, third, fourth, alone = self.names(*units)
        assert first == third != ""
        assert second == fourth != ""
        assert first != second
        assert alone == ""

    def test_by_turn(self) -> None:
        """Those that entered before keep theirs, and the next ones have another."""
        old = [tank(p, f"e{p}", platoon="platoon A") for p in ("G3", "G4")]
        found = self.names(*old, tank("", "e1"), tank("", "e2"))
        assert found == ["platoon A", "platoon A", "platoon B", "platoon B"]

    def test_of_several_arrivals(self) -> None:
        """All of a type that enter in one MPh are one, whatever brought them."""
        pair = [tank("", f"e{n}", platoon="platoon A") for n in (1, 2)]
        assert len(set(self.names(*pair, tank("", "e3")))) == 1

    def test_once(self) -> None:
        """Who is a platoon is not formed again."""
        pair = [tank("", f"e{n}", platoon="p") for n in (1, 2)]
        assert not ask(form_platoons, *pair)

    def test_waiting(self) -> None:
        """S9.321: what waits to enter is in Advance Attitude."""
        game = played(lambda play: await_entry(play, ["e1"]), tank("", "e1"))
        assert game.state.units["e1"].attitude == "Advance"


class TestS9_33_entryHexes:
    """S9.33/entry."""

    WOODED = "board: t\nsize: 20x10\nroad: G1/0 > G1 > G10 > G10/3\n"

    @staticmethod
    def ways(*mates: Unit, board: str = WOODED) -> list[str]:
        """By which hexes e1 may enter."""
        one = tank("", "e1", platoon="p", goal=at("G1") if mates else at(""))
        edge = [at(name) for name in ("E1", "F0", "G1", "H0", "I1")]
        found = ask(lambda play: entry_hexes(play, one, edge), one, *mates, board=board)
        return [name[1:] for name in found]

    def mate(self, where: str, **state: Any) -> Unit:
        """One of its platoon that came by G1 this turn."""
        state = {"trail": ((at("G1"), 4), (at(where), 0))} | state
        return tank(where, "e2", platoon="p", **state)

    def test_the_first(self) -> None:
        """Any, before it is found by which they are to enter."""
        assert len(self.ways()) == 5

    def test_by_the_same_hex(self) -> None:
        """All come by the hex that was found for the platoon."""
        assert self.ways(self.mate("G4")) == ["G1"]

    def test_beside_one_that_stopped_there(self) -> None:
        """While it is in that hex they come beside it, not through woods."""
        assert self.ways(self.mate("G1")) == ["F0", "H0"]
        assert self.ways(self.mate("G1"), board=self.WOODED + "woods: F0\n") == ["H0"]

    def test_nowhere_else(self) -> None:
        """Behind it if all hexes beside it are held."""
        beside = [tank(name, f"e{name}") for name in ("F0", "H0")]
        assert self.ways(self.mate("G1"), *beside) == ["G1"]

    def test_shocked(self) -> None:
        """What is Shocked is not in Good Order, and keeps nobody out."""
        assert self.ways(self.mate("G1", shock="shock")) == ["G1"]

    def test_in_play(self) -> None:
        """The road by which it enters is one of these."""
        one = tank("", "e1", platoon="p", goal=at("G1"))
        board = self.WOODED + "road: F0/0 > F0 > F3\n"
        road = ask(
            lambda play: entry_road(play, one), one, self.mate("G1"), board=board
        )
        assert road.hex == at("F0")


class TestS9_331Release:
    """S9.331."""

    def pair(self, counter: str) -> tuple[Unit, Unit]:
        """A platoon of two."""
        return (
            tank("G5", "e1", counter, platoon="p"),
            tank("G3", "e2", counter, platoon="p"),
        )

    def test_with_a_target(self) -> None:
        """A platoon whose MPh begins with a Target is none any more."""
        units = self.pair("russian/kv-1-m41")
        assert released(scene(*units, squad("G8")), units)
        assert not released(scene(*units), units)
        game = played(release, *units, squad("G8"))
        state = game.state.units["e2"].vehicle
        assert state is not None
        assert state.platoon == ""

    def test_not_on_the_way(self) -> None:
        """One of them has spent MP: it stays a platoon to the end of the MPh."""
        lead, other = self.pair("russian/kv-1-m41")
        state = lead.vehicle
        assert state is not None
        lead = replace(lead, vehicle=replace(state, trail=((at("G5"), 4),)))
        kept = played(release, lead, other, squad("G8")).state.units["e2"].vehicle
        assert kept is not None
        assert kept.platoon == "p"

    def test_exc1_radioless(self) -> None:
        """EXC: radioless vehicles stay in platoon."""
        units = self.pair("russian/t-34-m41")
        assert not released(scene(*units, squad("G8")), units)
