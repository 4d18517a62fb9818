"""S4.322: a Human Wave in the APh: it closes its gaps, then presses on."""

from typing import Any

from msgspec.structs import replace

from opfor.rules.s_solitaire.s04_human_wave.s04_322_closing_gaps import wave_advances
from opfor.rules.s_solitaire.s04_human_wave.s04_323_chain import eligible, gaps
from opfor.state.play import Play
from opfor.state.units import Suspect, Unit
from tests.rules.given.setting import at, flat
from tests.rules.given.waves import german, mine, seen, suspect


class TestS4_322APh:
    """S4.322."""

    @staticmethod
    def advances(*who: Suspect | Unit, **more: Any) -> dict[str, str]:
        """Who advances where."""
        found: dict[str, str] = seen(
            lambda play: wave_advances(play, "wave1"), *who, **more
        )[0]
        return found

    @staticmethod
    def after(line: list[Unit], made: dict[str, str]) -> int:
        """The gaps of a line after these advances."""

        def count(play: Play) -> int:
            now = {unit.id: made.get(unit.id, unit.location) for unit in line}
            hexes = {i: play.world.locate(at(w)[0]).hex for i, w in now.items()}
            return gaps(play, hexes)

        found: int = seen(count, *line)[0]
        return found

    @staticmethod
    def fit(line: list[Unit], made: dict[str, str]) -> set[str]:
        """Who of a line could use Human Wave movement after these advances."""

        def count(play: Play) -> set[str]:
            now = {unit.id: made.get(unit.id, unit.location) for unit in line}
            hexes = {i: play.world.locate(at(w)[0]).hex for i, w in now.items()}
            return eligible(play, hexes)

        found: set[str] = seen(count, *line)[0]
        return found

    def test_not_at_the_price_of_a_chain(self) -> None:
        """D-851: 2, 2, 2, a gap, 1: the one draws up, nobody of the six goes to him."""
        line = self.line("tE5", "tE5", "tF5", "tF5", "tG5", "tG5", "tJ5")
        assert len(self.fit(line, {})) == 6
        assert len(self.fit(line, self.advances(*line))) == 6

    def test_whole_hexes_make_a_chain(self) -> None:
        """D-851: of 2, 3 and 2 behind one another two hexes go, not one of each."""
        line = self.line("tE6", "tE6", "tF4", "tF4", "tG7", "tG7", "tG7")
        assert not self.fit(line, {})
        assert len(self.fit(line, self.advances(*line))) == 7

    def test_no_hex_is_overfull(self) -> None:
        """D-851: 1, 1, 3, 1 and a gap: the last does not crowd in with the three."""
        line = self.line("tE5", "tF5", "tG5", "tG5", "tG5", "tH5", "tN5")
        held = [replace(unit, pinned=unit.id not in ("e5", "e6")) for unit in line]
        assert len(self.fit(held, {"e5": "tG5"})) == 6
        assert self.advances(*held).get("e5") not in ("tG4", "tG5")

    def test_nor_by_men_of_another_wave(self) -> None:
        """D-920: the gap at G5 is not closed where three of another wave fill it."""
        line = self.line("tF5", "tF5", "tH5", "tH5")
        crowd = [mine(f"o{n}", "4-4-7", "tG5", wave="wave2") for n in range(3)]
        ahead = [mine(f"p{n}", "4-4-7", "tG4", wave="", broken=True) for n in range(3)]
        assert self.advances(*line)
        assert not {"tG4", "tG5"} & set(self.advances(*line, *crowd, *ahead).values())

    def test_nobody_crowds_in_ahead(self) -> None:
        """D-920: of three behind two of another wave one finds room; all, if alone."""
        line = self.line(*("tF5",) * 3, *("tG5",) * 3, *("tH5",) * 3)
        there = [mine(f"o{n}", "4-4-7", "tG4", wave="wave2") for n in range(2)]
        ahead = list(self.advances(*line, *there).values())
        assert ahead.count("tG4") == 1
        assert (ahead.count("tF4"), ahead.count("tH4")) == (3, 3)
        assert list(self.advances(*line).values()).count("tG4") == 3

    def test_on_without_loss_of_a_chain(self) -> None:
        """D-851: who cannot follow keeps the others, where a chain would go thin."""
        line = self.line("tF5", "tF5", "tG5", "tG5", "tH5", "tH5")
        held = [replace(unit, pinned=unit.id in ("e1", "e3", "e5")) for unit in line]
        made = self.advances(*held)
        assert len(self.fit(line, made)) == 6

    @staticmethod
    def line(*hexes: str) -> list[Unit]:
        """A squad in each of some hexes."""
        return [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]

    def test_a_gap_is_closed(self) -> None:
        """E6, E6, F5 and H5, I6: G5 is filled, and F5 behind it, from E6."""
        hexes = ("tE6", "tE6", "tF5", "tH5", "tI6")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        made = self.advances(*line)
        assert made
        assert self.after(line, made) == 0

    def test_closed_so_that_all_go_on(self) -> None:
        """Three in G3, two in G5, a S? in H5: two, two and three are a chain."""
        line = [mine(f"e{n}", "4-4-7", "tG3") for n in range(3)]
        behind = [mine(f"b{n}", "4-4-7", "tG5") for n in range(2)]
        made = self.advances(*line, *behind, suspect("S1", "tH5"), wave_chain=2)
        assert made == {"b0": "tG4", "b1": "tG4", "S1": "tH4"}

    def test_a_leader_is_no_link(self) -> None:
        """A25.23: a hex with nobody but a leader closes no gap."""
        hexes = ("tF5", "tF5", "tF5", "tH5", "tH5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        leader = mine("eL", "8-1", "tF5")
        made = self.advances(*line, leader)
        assert self.after([*line, leader], {"eL": "tG5"}) == 1
        assert {id_ for id_, to in made.items() if to == "tG5"} - {"eL"}
        assert self.after([*line, leader], made) == 0

    def test_a_gap_too_wide(self) -> None:
        """Where no advance can help, nobody advances into a new gap."""
        line = [mine("e1", "4-4-7", "tC5"), mine("e2", "4-4-7", "tM5")]
        assert self.advances(*line) == {}

    def test_forward_together_where_there_is_none(self) -> None:
        """An unbroken line goes straight toward the FBE."""
        hexes = ("tF5", "tG5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        assert self.advances(*line) == {"e0": "tF4", "e1": "tG4", "e2": "tH4"}

    def test_toward_the_nearest_target(self) -> None:
        """With a Target in sight each comes nearer to it, and no gap opens."""
        hexes = ("tF5", "tG5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        assert self.advances(*line, german("V", "tL4"))["e2"] == "tI5"

    def test_prisoners_are_no_target(self) -> None:
        """A20: nobody advances toward prisoners of his own side."""
        hexes = ("tF5", "tG5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        guard = mine("eG", "4-4-7", "tL4", wave="")
        held = german("V", "tL4", guard="eG", unarmed=True)
        made = self.advances(*line, guard, held)
        assert made == {"e0": "tF4", "e1": "tG4", "e2": "tH4"}

    def test_no_gap_is_opened(self) -> None:
        """Behind a pond the middle cannot follow: the line does not break."""
        hexes = ("tF5", "tG5", "tH5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        board = flat("pond: G4 F4 H4", "woods: C3")
        assert self.after(line, self.advances(*line, board=board)) == 0
