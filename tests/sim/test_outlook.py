"""The guess of who wins: what it counts, and what it says."""

from math import log
from pathlib import Path

import pytest
from msgspec.structs import replace

from opfor.core.fact import Fact
from opfor.ports.session import Session
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo
from opfor.sim.judgement import SQUAD_OF_SUSPECT
from opfor.sim.outlook import FAR, SOME, Figures, figures, outlook, weights
from opfor.state.mission import VictoryCondition, shipped
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import LocationName, Side
from tests.ports.playing import session


@pytest.fixture
def game(tmp_path: Path) -> Session:
    """First Contact at its first order."""
    found = session(tmp_path / "a.opfor")
    found.game.run()
    return found


def a_goal(game: Session) -> LocationName:
    """A VPO Location."""
    return next(iter(vpo(FrozenView.of(game.game.state, game.world))))


def odds(game: Session, state: State) -> float:
    """The logarithm of the odds that FRIENDLY wins."""
    chance = outlook(state, game.world)
    return log(chance / (1 - chance))


class TestFigures:
    """What is counted."""

    def test_at_the_beginning(self, game: Session) -> None:
        """Nobody has entered; all S? may be somebody."""
        state = game.game.state
        found = figures(state, game.world)
        suspects = len(state.suspects)
        against = SQUAD_OF_SUSPECT * state.ac_number / 6 * suspects
        assert found.strength == pytest.approx(log(7.5) - log(against + SOME))
        assert (found.time, found.strength_by_time) == (1.0, found.strength)
        assert found.near == log(SOME)
        assert found.hold == pytest.approx(-found.suspects_near + log(SOME))
        assert found.suspects == suspects / 10
        assert (found.lacking, found.margin) == (1.0, 1.0)
        assert (found.nearest, found.spare) == (FAR, 7 - FAR)
        assert (found.offboard, found.points, found.turn) == (1.0, 0.0, 1.0)

    def test_entered(self, game: Session) -> None:
        """Men on a goal are near; a broken one counts less, and takes nothing."""
        state, goal = game.game.state, a_goal(game)
        one, *_ = (u for u in state.units.values() if u.side == "FRIENDLY")
        there = {one.id: replace(one, location=goal)}
        fit = figures(replace(state, units=state.units | there), game.world)
        assert fit.nearest == 0.0
        assert fit.near == pytest.approx(log(1.5))
        assert fit.offboard == pytest.approx(6 / 7)
        there = {one.id: replace(one, location=goal, broken=True)}
        broken = figures(replace(state, units=state.units | there), game.world)
        assert broken.near == log(SOME)
        assert broken.strength < fit.strength

    def test_to_the_last(self, game: Session) -> None:
        """One man who is on one goal is no nearer to the other that is needed."""
        state = game.game.state
        first, second = vpo(FrozenView.of(state, game.world))
        one, two, *_ = (u for u in state.units.values() if u.side == "FRIENDLY")

        def last(*places: LocationName, held: int = 0) -> tuple[float, float]:
            men = zip((one, two), places, strict=False)
            units = state.units | {u.id: replace(u, location=at) for u, at in men}
            control = dict.fromkeys((first, second)[:held], "FRIENDLY")
            now = replace(state, units=units, control=control)
            found = figures(now, game.world)
            return found.farthest, found.late

        assert last() == (FAR, -2.0)
        alone = last(first)[0]
        assert 0 < alone < FAR
        assert last(first, second) == (0.0, 4.0)
        assert last(first, held=1)[0] == alone
        assert last(first, held=2) == (0.0, 4.0)

    def test_asked(self, game: Session) -> None:
        """Of several conditions the nearest counts; what must stay below, besides."""
        state, goals = (
            game.game.state,
            list(vpo(FrozenView.of(game.game.state, game.world))),
        )
        both = VictoryCondition(side="FRIENDLY", vpo="all")
        one = VictoryCondition(side="FRIENDLY", vpo=1, exits_below=4)
        theirs = VictoryCondition(side="ENEMY", vpo=1)

        def asked(*aims: VictoryCondition, held: int = 0, exits: int = 0) -> object:
            mission = replace(state.mission, victory=aims)
            control = dict.fromkeys(goals[:held], "FRIENDLY")
            tolls = state.tolls | {"ENEMY": replace(state.toll("ENEMY"), exit_vp=exits)}
            now = replace(state, mission=mission, control=control, tolls=tolls)
            found = figures(now, game.world)
            return found.lacking, found.margin

        assert asked(both, theirs) == (1.0, 1.0)
        assert asked(both, theirs, held=1) == (0.5, 1.0)
        assert asked(both, one, held=1, exits=1) == (0.0, 0.75)
        assert asked(both, one, held=2) == (-1.0, 1.0)
        assert asked(both, one, held=1, exits=4) == (0.5, 1.0)  # 4 is not below 4
        assert asked(one, exits=5) == (1.0, -0.25)
        assert asked() == (1.0, 1.0)

    def test_hidden(self, game: Session) -> None:
        """Nothing is counted that FRIENDLY does not see (A12.3)."""
        state = game.game.state
        one, *_ = state.units.values()
        foe = replace(one, id="x", side="ENEMY", location=game.world.names[0])
        seen = replace(state, units=state.units | {"x": foe})
        unseen = replace(state, units=state.units | {"x": replace(foe, hidden=True)})
        assert figures(unseen, game.world) == figures(state, game.world)
        assert figures(seen, game.world).strength < figures(state, game.world).strength


class TestOutlook:
    """What is made of it."""

    @pytest.mark.parametrize(("side", "chance"), [("FRIENDLY", 1.0), ("ENEMY", 0.0)])
    def test_won(self, game: Session, side: Side, chance: float) -> None:
        """A game that has ended is no guess."""
        over = replace(game.game.state, over=Fact("side_wins", {"side": side}))
        assert outlook(over, game.world) == chance

    def test_drawn(self, game: Session) -> None:
        """Nobody has won."""
        over = replace(game.game.state, over=Fact("no_winner", {}))
        assert outlook(over, game.world) == 0.5

    def test_weights(self) -> None:
        """Each figure has its weight, in both curves of each Mission that ships."""
        known = weights()
        assert known.figures == Figures._fields
        for curves in (known.any, *known.missions.values()):
            assert len(curves.open) == len(curves.fulfilled) == len(Figures._fields)
        assert set(known.missions) == set(shipped())

    def test_better(self, game: Session) -> None:
        """A VPO Location taken, or S? gone, is better; a squad less is worse."""
        state = game.game.state
        usual = outlook(state, game.world)
        goal = a_goal(game)
        taken = replace(state, control=state.control | {goal: "FRIENDLY"})
        assert outlook(taken, game.world) > usual
        assert outlook(replace(state, suspects={}), game.world) > usual
        fewer = dict(list(state.units.items())[1:])
        assert outlook(replace(state, units=fewer), game.world) < usual

    def test_any(self, game: Session) -> None:
        """A Mission that was fitted has weights of its own, any other those of all."""
        state = game.game.state
        mine = replace(state, mission=replace(state.mission, id="mine"))
        found = figures(state, game.world)
        for position, curves in (
            (state, weights().missions["first-contact"]),
            (mine, weights().any),
        ):
            pairs = zip(curves.open, found, strict=True)
            told = sum(weight * figure for weight, figure in pairs)
            assert odds(game, position) == pytest.approx(told)
