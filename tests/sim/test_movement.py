"""How stacks move in other tempers: scouts, room, S? that wake, Double Time, CC."""

from collections.abc import Callable
from typing import Any

from opfor.rules.choices.orders import MoveTo
from opfor.sim.close_combat import _by_combat
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.judgement import Assessment
from opfor.sim.movement import SideMoves, stack_of
from opfor.sim.temper import EVEN, Temper
from opfor.state.play import FrozenView, Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
stone building: O6
wooden building: E5 F5
"""

GOAL = {"vpo": ("tO6",), "held_by": "ENEMY", "turns": 3}
SCOUTS = EVEN._replace(scouts=True)
SQUADS = dict.fromkeys("abcd", ("german/4-6-7", "tE5"))
LED = {**SQUADS, "l": ("german/8-1", "tE5")}


def judged(say: Callable[[Assessment], Any], temper: Temper, **scene: Any) -> Any:
    """What is made of a scene in a temper."""
    found: list[Any] = []

    def run(play: Play) -> None:
        view = FrozenView(play.state, play.world)
        found.append(say(Assessment(view, "FRIENDLY", GroundPlan(play.world), temper)))

    game(board=BOARD, run=run, **{"units": SQUADS, **scene})
    return found[0]


def parted(judge: Assessment) -> list[str]:
    """Who moves together, in order."""
    return ["".join(unit.id for unit in stack) for stack in SideMoves(judge).stacks()]


def first_step(judge: Assessment) -> Any:
    """The first order of whoever moves first."""
    march = SideMoves(judge)
    return march.step(next(march.stacks()))


class TestScouts:
    """Who goes ahead."""

    def test_as_usual(self) -> None:
        """The leader goes first, with two squads."""
        assert judged(parted, EVEN, units=LED) == ["abl", "c", "d"]

    def test_scouts(self) -> None:
        """Squads without him go first, and one with him last."""
        assert judged(parted, SCOUTS, units=LED) == ["d", "c", "b", "al"]


class TestRoom:
    """What a fourth squad in a Location costs."""

    def test_costs(self) -> None:
        """Three stand there as cheaply as ever, a fourth costs that much more."""

        def stay(number: int) -> Callable[[Assessment], float]:
            def say(judge: Assessment) -> float:
                units = list(judge.view.state.units.values())[:number]
                march = SideMoves(judge)
                return march.stay(LocationName("tF5"), stack_of(judge, units))

            return say

        roomy = EVEN._replace(room=0.5)
        assert judged(stay(3), roomy) == judged(stay(3), EVEN)
        less = judged(stay(4), EVEN) - judged(stay(4), roomy)
        assert abs(less - 0.5) < 1e-9


class TestAlert:
    """What a S? counts for where somebody arrives."""

    def test_next_to_it(self) -> None:
        """It counts for who comes next to it, and not out of its range on {x1}."""

        def say(judge: Assessment) -> list[float]:
            places = [LocationName(name) for name in ("tF5", "tS9")]
            return [judge.arrival(place) for place in places]

        wary = EVEN._replace(alert=0.5)
        scene = {"suspects": {"S1": "tG5"}}
        near, far = judged(say, wary, **scene)
        assert near > 0
        assert not far
        assert judged(say, EVEN, **scene) == [0, 0]


class TestDoubleTime:
    """Two MF more, at the price of being CX (A4.5)."""

    def test_late(self) -> None:
        """Late and far from the goal it runs; at too high a price it walks."""
        ways = (EVEN, EVEN._replace(tired=0.05), EVEN._replace(tired=9.0))
        one = {"a": SQUADS["a"]}
        steps = [judged(first_step, way, units=one, **GOAL) for way in ways]
        assert all(isinstance(step, MoveTo) for step in steps)
        assert [step.double_time for step in steps] == [False, True, False]

    def test_goes_on(self) -> None:
        """The way is kept in mind to its end, six hexes on."""

        def say(judge: Assessment) -> Any:
            march = SideMoves(judge)
            stack = next(march.stacks())
            march.step(stack)
            return [len(way) for way in march._mind.ways.values()]

        way = EVEN._replace(tired=0.05)
        one = {"a": SQUADS["a"]}
        usual = judged(say, EVEN, units=one, **GOAL)
        assert judged(say, way, units=one, **GOAL)[0] > usual[0]


class TestSeasoned:
    """What a Location is worth to somebody who is used to fire."""

    def worth(self, changes: dict[str, float], place: str = "tF6") -> tuple[float, ...]:
        """What it is worth to stay there, and to end a move there, in that temper."""

        def say(judge: Assessment) -> tuple[float, float]:
            march, at = SideMoves(judge), LocationName(place)
            stack = stack_of(judge, list(judge.view.state.units.values())[:1])
            return march.stay(at, stack), march.end(at, stack)

        foes = {"e": ("russian/4-4-7", "tH4")}
        found: tuple[float, ...]
        found = judged(say, EVEN._replace(**changes), enemies=foes, vpo=(place,))
        return found

    def test_harm(self) -> None:
        """What is feared where it stays counts in proportion."""
        usual, half, none = (self.worth({"staying": n})[0] for n in (1.0, 0.5, 0.0))
        assert usual < half < none
        assert abs((none - half) - (half - usual)) < 1e-9

    def test_halt(self) -> None:
        """Where a move ends counts besides."""
        stay, end = self.worth({"halted": 0.5})
        assert end < stay
        assert self.worth({"halted": 0.0}) == (stay, stay)

    def test_shots(self) -> None:
        """So do shots that it would have."""
        assert self.worth({"firing": 1.0})[0] > self.worth({"firing": 0.6})[0]

    def test_taking(self) -> None:
        """A Location that is to be taken is worth what is said, for each squad."""
        more = self.worth({"taking": 0.5})[0] - self.worth({"taking": 0.25})[0]
        assert abs(more - 0.25) < 1e-9

    def test_crowd(self) -> None:
        """Three squads more in a Location are one and a half too many."""
        more = self.worth({"crowd": 0.3}, "tE5")[0] - self.worth({}, "tE5")[0]
        assert abs(more + 0.15 * 1.5) < 1e-9

    def test_hurry(self) -> None:
        """With more turns to spare to be at ease, it hurries sooner."""

        def say(judge: Assessment) -> float:
            return judge.hurry(LocationName("tE5"))

        scene = {"vpo": ("tO6",), "held_by": "ENEMY", "turns": 6}
        early, late = (judged(say, EVEN._replace(spare=n), **scene) for n in (6, 4))
        assert early > late

    def test_odds(self) -> None:
        """An advance into CC at odds that are asked for, or for a last goal."""

        def gains(turns: int, **changes: float) -> float:
            def say(judge: Assessment) -> float:
                stack = stack_of(judge, [judge.view.state.units["a"]])
                return _by_combat(judge, stack, LocationName("tH4"))

            scene: dict[str, Any] = {
                "units": {"a": ("german/4-6-7", "tG5")},
                "enemies": {"e": ("russian/4-4-7", "tH4")},
                "vpo": ("tH4",),
                "held_by": "ENEMY",
            }
            found = judged(say, EVEN._replace(**changes), turns=turns, **scene)
            return float(found)

        assert not gains(5)
        assert 0.05 < gains(5, odds=0.05) < 0.06
        assert not gains(1, last=0.05)
        assert gains(1, last=0.5) > 0.5
