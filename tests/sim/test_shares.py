"""Who makes for which VPO Location, where several are needed."""

from collections import Counter
from collections.abc import Callable
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from opfor.rules.choices.orders import MoveTo
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.judgement import Assessment
from opfor.sim.movement import SideMoves
from opfor.sim.shares import Need, need_of, shared_out
from opfor.sim.temper import EVEN, SEASONED
from opfor.state.events import LossesChanged, UnitChanged
from opfor.state.in_progress import SideLosses
from opfor.state.mission import VictoryCondition
from opfor.state.play import FrozenView, Play
from opfor.state.units import OFFBOARD, LocationName
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
wooden building: B5 J5 S5
"""

WEST, MIDDLE, EAST = map(LocationName, ("tB5", "tJ5", "tS5"))

SQUAD, LEADER, TANK = "german/4-6-7", "german/8-1", "german/pzkpfw-ivf2"

FOUR = {
    f"s{n}": (SQUAD, f"t{place}") for n, place in enumerate(("I2", "J2", "K2", "L2"))
}


def played(run: Callable[[Play], object], *want: Any, **scene: Any) -> None:
    """Look at a scene with goals; VPO Locations are held by the ENEMY."""
    aims = want or (VictoryCondition(side="FRIENDLY", vpo="all"),)
    usual = {"units": FOUR, "vpo": (WEST, EAST), "victory": aims}
    game(board=BOARD, run=run, held_by="ENEMY", **{**usual, **scene})


def shares(play: Play) -> dict[str, LocationName]:
    """The goal of each unit."""
    view = FrozenView(play.state, play.world)
    return dict(shared_out(view, "FRIENDLY", GroundPlan(play.world)))


def test_half_for_each() -> None:
    """Who is nearer to one of them makes for it, and as many for each."""

    def run(play: Play) -> None:
        found = shares(play)
        assert found == {"s0": WEST, "s1": WEST, "s2": EAST, "s3": EAST}

    played(run)


def test_all_on_one_side() -> None:
    """Half of them make for the far one all the same: those who are nearest to it."""

    def run(play: Play) -> None:
        assert shares(play) == {"s0": WEST, "s1": WEST, "s2": EAST, "s3": EAST}

    places = zip(FOUR, ("tC3", "tC2", "tD3", "tE3"), strict=True)
    played(run, units={id_: (SQUAD, place) for id_, place in places})


def test_leaders_apart() -> None:
    """Leaders are dealt out for themselves; broken units and vehicles are not."""

    def run(play: Play) -> None:
        one = play.state.units["s0"]
        play.emit(UnitChanged(replace(one, broken=True), "a test"))
        found = shares(play)
        assert {"s0", "tank"}.isdisjoint(found)
        assert {found["l1"], found["l2"]} == {WEST, EAST}
        assert max(Counter(found[id_] for id_ in FOUR if id_ in found).values()) == 2

    leaders = {"l1": (LEADER, "tJ2"), "l2": (LEADER, "tJ2")}
    tank = {"tank": (TANK, "tK3", {})}
    played(run, units={**FOUR, **leaders}, vehicles=tank)


def test_enough_of_many() -> None:
    """Of more goals than are needed those that lie nearest to all together."""

    def run(play: Play) -> None:
        assert set(shares(play).values()) == {WEST, MIDDLE}

    two = VictoryCondition(side="FRIENDLY", vpo=2)
    places = zip(FOUR, ("tC3", "tC2", "tD3", "tE3"), strict=True)
    units = {id_: (SQUAD, place) for id_, place in places}
    played(run, two, units=units, vpo=(WEST, MIDDLE, EAST))


def test_one_is_enough() -> None:
    """Where one more is needed all make for the nearest; so they do without any."""

    def run(play: Play) -> None:
        assert not shares(play)
        view = FrozenView(play.state, play.world)
        plan = GroundPlan(play.world)
        judge = Assessment(view, "FRIENDLY", plan, SEASONED)
        assert judge.aims_of(play.state.units["s0"]) == judge.aims

    played(run, VictoryCondition(side="FRIENDLY", vpo=1))
    played(run, VictoryCondition(side="FRIENDLY", exit_vp=3))


def test_first_aim() -> None:
    """Who makes for one goal first shares nothing out."""

    def run(play: Play) -> None:
        view, plan = FrozenView(play.state, play.world), GroundPlan(play.world)
        first = Assessment(view, "FRIENDLY", plan, SEASONED._replace(aim=EAST))
        usual = Assessment(view, "FRIENDLY", plan, SEASONED)
        even = Assessment(view, "FRIENDLY", plan, EVEN)
        west = play.state.units["s0"]
        found = [each.aims_of(west) for each in (first, usual, even)]
        assert found == [(EAST,), (WEST,), even.aims]

    played(run)


def test_need() -> None:
    """The condition that lacks fewest counts, and of several boards those of its own.

    One whose limit is passed counts only where there is no other.
    """
    every = VictoryCondition(side="FRIENDLY", vpo="all")
    two = VictoryCondition(side="FRIENDLY", vpo=2)
    one = VictoryCondition(side="FRIENDLY", vpo=1, exits_below=4)
    theirs = VictoryCondition(side="ENEMY", cvp=5)
    all_ = (WEST, MIDDLE, EAST)

    def needs(number: int, *, exits: int = 0) -> Callable[[Play], None]:
        def run(play: Play) -> None:
            toll = SideLosses(exit_vp=exits)
            play.emit(LossesChanged("ENEMY", toll, "a test"))
            view = FrozenView(play.state, play.world)
            assert need_of(view, "FRIENDLY") == Need(number, all_)
            assert need_of(view, "ENEMY").number == 0

        return run

    played(needs(2), every, two, theirs, vpo=all_)
    played(needs(1, exits=3), every, one, vpo=all_)
    played(needs(3, exits=4), every, one, vpo=all_)
    played(needs(1, exits=4), one, vpo=all_)


def test_they_go() -> None:
    """Men in one Location part, and each step brings each nearer to his goal."""

    def run(play: Play) -> None:
        view = FrozenView(play.state, play.world)
        judge = Assessment(view, "FRIENDLY", GroundPlan(play.world), SEASONED)
        march = SideMoves(judge)
        stacks = list(march.stacks())
        assert len(stacks) == len(FOUR)
        for stack in stacks:
            (goal,), step = judge.aims_of(stack[0]), march.step(stack)
            assert isinstance(step, MoveTo)
            assert judge.far(step.to, (goal,)) < judge.far(stack[0].location, (goal,))

    played(run, units=dict.fromkeys(FOUR, (SQUAD, "tJ2")), turns=5)


@settings(deadline=None)
@given(
    st.lists(st.sampled_from(["", "tA1", "tC3", "tJ5", "tP8", "tT9"]), max_size=9),
    st.integers(2, 3),
)
def test_everyone_has_one(places: list[str], need: int) -> None:
    """Wherever they are, each has one of the goals needed, and none has too many."""

    def run(play: Play) -> None:
        for id_, place in units.items():
            unit = replace(play.state.units[id_], location=LocationName(place))
            play.emit(UnitChanged(unit, "a test"))
        found = shares(play)
        assert set(found) == set(units)
        counts = Counter(found.values())
        assert len(counts) <= need
        assert max(counts.values(), default=0) <= -(-len(units) // need)

    units = {f"u{n}": place or OFFBOARD for n, place in enumerate(places)}
    aim = VictoryCondition(side="FRIENDLY", vpo=need)
    there = dict.fromkeys(units, (SQUAD, "tA1"))
    played(run, aim, units=there, vpo=(WEST, MIDDLE, EAST))
