"""What the steady player makes of a moment: fear, moves, advances, set-up."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.rules.choices.orders import MoveTo
from opfor.sim import set_up
from opfor.sim.arms import power
from opfor.sim.close_combat import in_combat
from opfor.sim.ground_plan import GroundPlan
from opfor.sim.judgement import CARE, LEISURE, Assessment
from opfor.sim.movement import SideMoves
from opfor.state.artillery import Battery
from opfor.state.events import BatteryChanged, MarkerAdded
from opfor.state.mission import Rescue, VictoryCondition
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, MarkerKind
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
stone building: O6
wooden building: E5 F5
woods: K5 K6
"""

SQUAD = {"a": ("german/4-6-7", "tE5")}
FOE = {"e": ("russian/4-4-7", "tH4")}

Say = Callable[[Assessment], Any]


def judged(say: Say, **scene: Any) -> Any:
    """What is made of a scene."""
    found: list[Any] = []

    def run(play: Play) -> None:
        view = FrozenView(play.state, play.world)
        found.append(say(Assessment(view, "FRIENDLY", GroundPlan(play.world))))

    game(board=BOARD, run=run, **{"units": SQUAD, **scene})
    return found[0]


def at(name: str) -> LocationName:
    """A Location."""
    return LocationName(name)


class TestFear:
    """What fire may do in a Location."""

    def test_cover(self) -> None:
        """Less in a building than in the open, and most to who moves there."""

        def say(judge: Assessment) -> list[float]:
            halted = [judge.risk(at(name)) for name in ("tF5", "tF6")]
            return [*halted, judge.risk(at("tF6"), moving=True)]

        covered, open_, moving = judged(say, enemies=FOE)
        assert 0 < covered < open_ < moving < 1

    def test_out_of_los(self) -> None:
        """Nothing is feared where nobody sees."""
        risk = judged(lambda judge: judge.risk(at("tM6")), enemies=FOE)
        assert not risk

    def test_suspects(self) -> None:
        """A S? does something only to who moves within its range on {x1}."""

        def say(judge: Assessment) -> list[float]:
            near = at("tG5")
            far = judge.risk(at("tS9"), moving=True)
            return [judge.risk(near), judge.risk(near, moving=True), far]

        still, moving, far = judged(say, suspects={"S1": "tH4"})
        assert not still
        assert moving > 0
        assert not far

    def test_power(self) -> None:
        """FP double next to the firer, halve at long range, and end beyond it."""
        arms = ((4, 4), (5, 10))
        assert [power(arms, hexes) for hexes in (1, 4, 6, 9, 21)] == [18, 9, 7, 5, 0]


class TestMoves:
    """Where a stack goes."""

    def test_toward_the_goal(self) -> None:
        """Nothing in the way, it goes on toward what is to be taken."""

        def say(judge: Assessment) -> Any:
            march = SideMoves(judge)
            return march.step(next(march.stacks()))

        step = judged(say, vpo=("tO6",), held_by="ENEMY")
        assert isinstance(step, MoveTo)
        assert step.to in ("tF5", "tF4", "tE4", "tE6")

    def test_not_into_fire(self) -> None:
        """A stack in cover does not cross the open before a MG for a few hexes."""
        foes = {f"e{n}": ("russian/6-2-8", "tH4") for n in range(3)}

        def say(judge: Assessment) -> Any:
            march = SideMoves(judge)
            return march.step(next(march.stacks()))

        step = judged(say, enemies=foes, vpo=("tO6",), held_by="ENEMY", turns=9)
        assert step is None or judged(
            lambda judge: judge.risk(step.to), enemies=foes
        ) < judged(lambda judge: judge.risk(at("tG5")), enemies=foes)


def test_close_combat() -> None:
    """Two squads against one that is broken: worth it; one against three: not."""

    def say(judge: Assessment) -> list[float]:
        units = judge.view.state.units
        state = judge.view.state
        broken = replace(units["e"], broken=True)
        beaten = replace(state, units={**units, "e": broken})
        easy = Assessment(
            FrozenView(beaten, judge.view.world),
            "FRIENDLY",
            GroundPlan(judge.view.world),
        )
        ours = [units["a"], units["b"]]
        return [
            in_combat(easy, ours, at("tF5")),
            in_combat(judge, ours[:1], at("tH4")),
        ]

    units = SQUAD | {"b": ("german/4-6-7", "tE5")}
    enemies = {"e": ("russian/4-4-7", "tF5")} | {
        f"f{n}": ("russian/6-2-8", "tH4") for n in range(3)
    }
    good, bad = judged(say, units=units, enemies=enemies)
    assert bad < 0 < good


def test_set_up() -> None:
    """Each squad has a Location of its own near the VPO, leaders join them."""
    units = dict.fromkeys("abc", ("german/4-6-7", "tA1")) | {"l": ("german/8-1", "tA1")}

    def say(judge: Assessment) -> tuple[State, dict[str, str]]:
        view = judge.view
        free = [name for name in view.world.names if "/" not in name]
        return view, set_up.places(view, ["a", "b", "c", "l", "hole"], free)  # type: ignore[return-value] # a Look

    view, found = judged(say, units=units, vpo=("tF5",))
    troops = [u.id for u in view.state.units.values() if mmc(view, u)]
    assert len({found[id_] for id_ in troops}) == len(troops)
    assert found["l"] in {found[id_] for id_ in troops}
    assert "tF5" in found.values()
    assert all(view.world.range(at(where), at("tF5")) <= 3 for where in found.values())


def wanted(*aims: VictoryCondition, **scene: Any) -> tuple[LocationName, ...]:
    """What is still to be taken, of two VPO Locations that the ENEMY has."""
    places = (at("tE5"), at("tO6"))
    found: tuple[LocationName, ...] = judged(
        lambda judge: judge.goals, vpo=places, victory=aims, **scene
    )
    return found


def test_goals() -> None:
    """What a condition needs that may be fulfilled, and nothing once one is."""
    both = VictoryCondition(side="FRIENDLY", vpo="all")
    assert wanted(both, held_by="ENEMY") == ("tE5", "tO6")
    assert not wanted(both, held_by="FRIENDLY")
    done = VictoryCondition(side="FRIENDLY", exits_below=8)
    assert not wanted(both, done, held_by="ENEMY")
    assert wanted(held_by="ENEMY") == ("tE5", "tO6")


class TestToSafety:
    """A group that is to be safe at the end."""

    @pytest.mark.parametrize(
        ("group", "turns", "care"),
        [("the platoon", 2, CARE), ("the platoon", 3, 1.0), ("", 2, 1.0)],
    )
    def test_care(self, group: str, turns: int, care: float) -> None:
        """In the last turns harm to it counts for more, and to others not."""
        asked = Rescue(group="the platoon", number=1)
        aim = VictoryCondition(side="FRIENDLY", rescue=asked)

        def say(judge: Assessment) -> float:
            return judge.care([replace(judge.view.state.units["a"], group=group)])

        assert judged(say, victory=(aim,), turns=turns) == care

    def test_haste(self) -> None:
        """What is held needs no haste, unless somebody waits there to be relieved."""
        held = VictoryCondition(side="FRIENDLY", vpo=1)
        asked = Rescue(group="the platoon", number=1)
        relief = VictoryCondition(side="FRIENDLY", vpo=1, rescue=asked)
        calm, haste = (
            judged(
                lambda judge: judge.hurry(at("tE5")),
                vpo=(at("tO6"),),
                held_by="FRIENDLY",
                victory=(aim,),
                turns=4,
            )
            for aim in (held, relief)
        )
        assert calm == LEISURE < haste


class TestWhatIsInTheWay:
    """Fire is feared through what lies on the map as it lies now."""

    def test_follows_wrecks(self) -> None:
        """Behind a wreck less is feared than before it was there."""
        found: list[float] = []

        def run(play: Play) -> None:
            wreck = Marker(id="w", kind="wreck", location=at("tI5"))
            for state in (play.state, replace(play.state, markers={"w": wreck})):
                judge = Assessment(
                    FrozenView(state, play.world), "FRIENDLY", GroundPlan(play.world)
                )
                found.append(judge.risk(at("tK5")))

        game(board=BOARD, enemies={"e": ("russian/4-4-7", "tG5")}, run=run)
        clear, hindered = found
        assert hindered < clear

    @pytest.mark.parametrize(("kind", "stays"), [("FFE:1", True), ("FFE:C", False)])
    def test_fears_shells(self, kind: MarkerKind, stays: bool) -> None:
        """Who enters a FFE is attacked; who stays, only while it comes down again."""
        found: list[float] = []

        def run(play: Play) -> None:
            battery = Battery(id="eoba", side="ENEMY", calibre=100, device="event")
            play.emit(BatteryChanged(battery, ""))
            mark = Marker(id="f", kind=kind, location=at("tM6"), of="eoba")
            play.emit(MarkerAdded(mark))
            judge = Assessment(
                FrozenView(play.state, play.world), "FRIENDLY", GroundPlan(play.world)
            )
            near, far = at("tM7"), at("tM9")
            found.extend(judge.risk(here, moving=True) for here in (near, far))
            found.append(judge.risk(near))

        game(board=BOARD, run=run)
        entering, outside, staying = found
        assert entering > outside == 0
        assert bool(staying) == stays
