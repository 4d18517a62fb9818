"""S4.36: Human Wave Fire Groups and their Targets."""

from typing import Any

from opfor.rules.s_solitaire.s04_human_wave.s04_36_fire import WaveFire, wave_fire
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.units import Fortification, Suspect, Unit
from tests.rules.given.setting import at, flat
from tests.rules.given.waves import german, mine, seen


class TestS4_36FireGroups:
    """S4.36."""

    @staticmethod
    def fire(*who: Suspect | Unit, **more: Any) -> WaveFire | None:
        """The attack of the wave."""
        found: WaveFire | None = seen(
            lambda play: wave_fire(play, "wave1"), *who, **more
        )[0]
        return found

    LINE = tuple(mine(f"e{n}", "4-4-7", h) for n, h in enumerate(("tF6", "tG6", "tH6")))

    def test_the_largest_fg(self) -> None:
        """All three ADJACENT Locations fire together; a squad apart does not."""
        apart = mine("eX", "4-4-7", "tN6")
        assert self.fire(*self.LINE, apart, german("V", "tG4")) == WaveFire(
            ("e0", "e1", "e2"), at("tG4")[0]
        )

    def test_good_order_first(self) -> None:
        """A Good Order Target farther off comes before a broken one nearby."""
        near, far = german("V", "tG5", broken=True), german("W", "tG4")
        attack = self.fire(*self.LINE, near, far)
        assert attack is not None
        assert attack.target == "tG4"

    def test_only_broken_ones(self) -> None:
        """Line 2: with no Good Order Target the closest is taken."""
        near, far = german("V", "tG5", broken=True), german("W", "tG4", broken=True)
        attack = self.fire(*self.LINE, near, far)
        assert attack is not None
        assert attack.target == "tG5"

    def test_closest_then_least_tem(self) -> None:
        """D-018: of two as close the one in less TEM; a closer one comes first."""
        board = flat("stone building: G4", "stone building: M8")
        inside, outside = german("V", "tG4"), german("W", "tH4")
        attack = self.fire(*self.LINE, inside, outside, board=board)
        assert attack is not None
        assert attack.target == "tH4"
        attack = self.fire(*self.LINE, inside, german("W", "tG3"), board=board)
        assert attack is not None
        assert attack.target == "tG4"

    def test_least_tem_of_the_unit(self) -> None:
        """D-931: a foxhole counts for who is in it, so no dr between the two."""
        hole = Fortification(id="f", kind="foxhole", location=at("tG4")[0])
        dug_in = german("V", "tG4", inside="f")

        def run(play: Play) -> WaveFire | None:
            play.emit(FortificationAdded(hole))
            return wave_fire(play, "wave1")

        for other in ("tG4", "tH4"):
            attack = seen(run, *self.LINE, dug_in, german("W", other))[0]
            assert attack.target == other

    def test_broken_units_do_not_fire(self) -> None:
        """A broken unit of the wave is in no FG; without a Target there is none."""
        broken = mine("e9", "4-4-7", "tG6", broken=True)
        attack = self.fire(*self.LINE, broken, german("V", "tG4"))
        assert attack is not None
        assert "e9" not in attack.units
        assert self.fire(*self.LINE) is None

    def test_prisoners_are_no_targets(self) -> None:
        """A20: prisoners of the ENEMY and hidden units are not fired at."""
        guard = mine("eG", "4-4-7", "tG5", "")
        held = german("V", "tG5", guard="eG", unarmed=True)
        hidden = german("W", "tH4", hidden=True)
        assert self.fire(*self.LINE, guard, held, hidden) is None
        attack = self.fire(*self.LINE, guard, held, german("X", "tG3"))
        assert attack is not None
        assert attack.target == "tG3"
