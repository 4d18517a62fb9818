"""A10.51: where a rout leads, one Location at a time, and what it costs."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a10_morale import a10_5_rout as rout_rules
from opfor.rules.a_infantry.a10_morale import a10_51_rout_paths as rout_paths
from opfor.rules.choices.orders import Rout
from opfor.state.events import MarkerAdded, MoveChanged, UnitAdded, UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName, Marker, Unit
from tests.rules.given.phases import offered, phase, unit
from tests.rules.given.routs import asked, own_steps, rout, with_fort

HERE, THERE = LocationName("tG5"), LocationName("tF5")
A = {"broken": True, "dm": True}


def routs(*units: Unit, **more: Any) -> dict[str, int]:
    """The normal steps that unit a may take first, with their MF."""
    offers: list[Rout] = asked(offered("FRIENDLY", Rout), *units, **more)
    return {o.to: 1 for o in offers if o.unit == "a" and not o.low_crawl}


class TestA10_51Barred:
    """A10.51."""

    @staticmethod
    def why(
        to: str, *enemies: Unit, seen: tuple[str, ...] = (), at: str = "tG5"
    ) -> str:
        """Why unit a may not go there."""

        def ask(play: Play) -> str:
            ends = LocationName(at), LocationName(to)
            foes = rout_rules.foes(play, "FRIENDLY")
            return rout_paths.barred(play, foes, seen, *ends)

        return str(asked(ask, unit("a", at, **A), *enemies))

    def test_closer(self) -> None:
        """Never closer to a Known armed enemy in LOS; a broken one counts."""
        assert self.why("tH6", unit("e1", "tK5", broken=True)) == "it is closer to e1"
        assert self.why("tH6", unit("e1", "tK5", unarmed=True)) == ""
        assert self.why("tG4", unit("e1", "tG9")) == ""

    def test_seen_before(self) -> None:
        """An enemy that it has seen in this RtPh counts without LOS."""
        away = unit("e1", "tA4")
        assert self.why("tF5", away) == ""
        assert self.why("tF5", away, seen=("e1",)) == "it is closer to e1"

    def test_adjacent(self) -> None:
        """Never ADJACENT to a Known enemy, nor into its Location."""
        enemy = unit("e1", "tE5", unarmed=True)
        assert self.why("tF5", enemy) == "it is ADJACENT to e1"
        assert self.why("tF5", unit("e1", "tF5")) == "e1 is there"

    def test_exc1_leaving(self) -> None:
        """As it leaves an enemy's Location it comes out ADJACENT to him."""
        assert self.why("tF5", unit("e1", "tG5")) == ""


class TestA10_511Goals:
    """A10.511."""

    @staticmethod
    def goals(
        at: str, *enemies: Unit, board: str = "", **states: bool
    ) -> tuple[str, ...]:
        """What unit a may make for."""
        more = {"board": board} if board else {}

        def ask(play: Play) -> tuple[str, ...]:
            foes = rout_rules.foes(play, "FRIENDLY")
            return rout_paths.goals(play, play.state.units["a"], foes)

        a = unit("a", at, **A, **states)
        found: tuple[str, ...] = asked(ask, a, *enemies, **more)
        return found

    def test_nearest(self) -> None:
        """The nearest cover in MF, all of those that are equally near."""
        assert self.goals("tG5", unit("e1", "tK5")) == ("tE5", "tE6")
        assert self.goals("tF4", unit("e1", "tJ5")) == ("tE5",)

    def test_exc1_no_farther_from_the_enemy(self) -> None:
        """Cover no farther from an enemy than the start may be passed over."""
        found = self.goals("tG8", unit("e1", "tG3", concealed=True))
        assert found == ("tH8",)
        found = self.goals("tG8", unit("e1", "tL8"))
        assert "tH8" not in found

    def test_exc2_where_it_would_have_to_rout_again(self) -> None:
        """D-839: out of an enemy's Location, not to cover ADJACENT to him."""
        foe = unit("e1", "tE6", berserk=True)
        assert self.goals("tE6", foe) == ("tD8",)
        # who is broken himself frightens nobody away from it
        assert self.goals("tE6", unit("e1", "tE6", **A)) == ("tE5",)

    def test_whom_it_sees_on_the_way(self) -> None:
        """D-120: F3 is no goal: every way there is seen, and then leads closer."""
        board = "board: t\nsize: 17x10\nwoods: F4 D5 I6 F3 I3 J6"
        assert self.goals("tI2", unit("e1", "tG8"), board=board) == ("tI3",)

    def test_out_of_reach(self) -> None:
        """Without cover within its MF it is free; a wounded leader has but three."""
        assert self.goals("tQ9") == ()
        assert self.goals("tH2") == ("tI2",)


class TestA10_51_stepNext:
    """A10.51/step."""

    def test_all_ways_that_arrive(self) -> None:
        """Every step from which the goal can still be reached with the MF left."""
        steps = routs(unit("a", "tG5", **A), unit("e1", "tK5"))
        assert list(steps) == ["tG4", "tG6", "tF5", "tF4"]

    def test_not_away_from_cover(self) -> None:
        """A step from which no goal can be reached is refused."""
        a = unit("a", "tD5", **A, wounded=True)
        with pytest.raises(Illegal, match="nearest cover"):
            phase("RtPh", rout("tC5"), units=[a])

    def test_on_from_cover_passed_over(self) -> None:
        """D-580: from cover that it may pass over on into the open; not from other."""

        def onward(play: Play, *enemies: Unit) -> list[str]:
            for enemy in enemies:
                play.emit(UnitAdded(enemy))
            unit_a = play.state.units["a"]
            foes = rout_rules.foes(play, "FRIENDLY")
            move = rout_paths.begin_or_continue(play, unit_a, foes)
            play.emit(MoveChanged(replace(move, steps=1, spent=MF)))
            play.emit(UnitChanged(replace(unit_a, location=HERE), ""))
            return [step.to for step in own_steps(play)]

        board = "board: t\nsize: 17x10\nstone building 1: G5\nwoods: I5"
        upstairs, foe = unit("a", "tG5/1", **A), unit("e1", "tA5")
        found = asked(lambda play: onward(play, foe), upstairs, board=board)
        assert found == ["tG4", "tH4", "tH5", "tG6", "tG5/1"]
        assert asked(onward, upstairs, board=board) == ["tG5/1"]

    def test_six_mf(self) -> None:
        """Six MF at most, whoever routs."""
        found = asked(
            lambda play: (
                rout_paths.begin_or_continue(play, play.state.units["a"], ()).allotment
            ),
            unit("a", "tG5", "german/4-3-6", **A),
        )
        assert found == 6 * MF

    def test_all_mf_terrain(self) -> None:
        """Terrain that takes all MF leads on to nothing."""
        a = unit("a", "tG7", **A)
        found = asked(lambda play: rout_paths.steps(play, play.state.units["a"]), a)
        costs = {step.to: step.cost for step in found if not step.low_crawl}
        assert "tH7" not in costs

    def test_wire_on_the_way(self) -> None:
        """B26.4: through wire the goal is a MF farther off, if nothing else lies."""

        def spent(play: Play) -> list[int]:
            one = play.state.units["a"]
            costs = rout_paths.price(play, one, (), ())
            world = play.world
            number = world.number
            ways = (("tG5", "tF5"), ("tF5", "tE5"))
            return [
                costs(number(LocationName(a)), 0, number(LocationName(b)), MF) // MF
                for a, b in ways
            ]

        a = unit("a", "tG5", **A)
        assert asked(spent, a) == [1, 1]
        assert asked(with_fort("wire", THERE, spent), a) == [1, 2]

    def test_blaze_on_the_way(self) -> None:
        """B25.4: nobody enters a blaze, if nothing else lies there either."""

        def closed(play: Play) -> bool:
            play.emit(MarkerAdded(Marker(id="b", kind="blaze", location=THERE)))
            costs = rout_paths.price(play, play.state.units["a"], (), ())
            number = play.world.number
            return costs(number(HERE), 0, number(THERE), MF) is None

        assert asked(closed, unit("a", "tG5", **A))

    def test_strangers(self) -> None:
        """Only own units are ordered."""
        with pytest.raises(Illegal, match="no unit"):
            phase("RtPh", ("FRIENDLY", Rout("e1", HERE)), units=[unit("e1", "tG5")])
