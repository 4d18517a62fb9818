"""How likely FRIENDLY is to win from a position: a simple fitted guess.

For playouts that are cut before the game ends. Two logistic curves, one for positions
in which the victory conditions are fulfilled as it stands, one for all others, over a
few figures that anybody can count on the board. `tools/fit_outlook.py` fits them on
games that `seasoned` plays, and writes the weights (`data/outlook.toml`); a source of
no rule's value (reading: D-741).
"""

from functools import cache
from importlib.resources import files
from math import exp, log
from typing import Literal, NamedTuple, get_args

import msgspec
from msgspec import Struct

from opfor.core.fact import Fact
from opfor.rules.a_infantry.a26_victory.a26_3_victory import (
    ConditionLine,
    condition_lines,
    lapsed,
    verdict,
)
from opfor.sim.arms import squads
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import A_TURN, SQUAD_OF_SUSPECT, Assessment
from opfor.sim.shares import need_of
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import LocationName, Side, Unit
from opfor.state.world import World

HALF = 0.4
"""What a broken unit counts for, against one in Good Order."""

NEAREST = 3
"""Units whose way to the goals counts."""

FAR = 9.0
"""Turns from the goals of who is not on the map."""

SOME = 0.5
"""Squads added to both sides of a ratio, so that nobody is no end of it."""

WINS = "side_wins"
"""The kind of a game's end with a winner."""


class Figures(NamedTuple):
    """What the guess goes by: all of it is what FRIENDLY sees. Men are in squads.

    Args:
        one: always 1.
        strength: the logarithm of its men against what it knows and fears of the
            ENEMY's.
        time: the share of the Game Turns that is left.
        strength_by_time: both together.
        near: the logarithm of its unbroken men within a turn of the goals.
        hold: the same against those that the ENEMY has there, or may have.
        suspects_near: the logarithm of those S? there that are somebody, about.
        suspects: all S?, in tens.
        lacking: the share of what it must Control, or have, that it still lacks; of
            several conditions by the one nearest to be fulfilled. Less than 0 if there
            is more than is asked.
        margin: the share that is left of what it must stay below.
        spare: turns to spare for its nearest men.
        nearest: turns to the goals for the very nearest.
        farthest: turns to the last of the goals that it needs, for the man nearest to
            it.
        late: turns to spare for him.
        offboard: the share of its men that has not entered.
        points: CVP of FRIENDLY less those of the ENEMY, in tens.
        turn: 1 in its own Player Turn.
    """

    one: float
    strength: float
    time: float
    strength_by_time: float
    near: float
    hold: float
    suspects_near: float
    suspects: float
    lacking: float
    margin: float
    spare: float
    nearest: float
    farthest: float
    late: float
    offboard: float
    points: float
    turn: float


class Curves(Struct, frozen=True, forbid_unknown_fields=True):
    """What each figure weighs, in the order of `Figures`.

    Args:
        open: where the victory conditions are not fulfilled as it stands.
        fulfilled: where they are.
    """

    open: tuple[float, ...]
    fulfilled: tuple[float, ...]


class Weights(Struct, frozen=True, forbid_unknown_fields=True):
    """Those of the Missions that were fitted, and what they come to in any other."""

    figures: tuple[str, ...]
    any: Curves
    missions: dict[str, Curves]


def wins_now(state: State, world: World) -> bool:
    """Whether FRIENDLY would have won if the game ended now."""
    return winner_of(verdict(FrozenView.of(state, world))) == "FRIENDLY"


def winner_of(over: Fact | str) -> Side | Literal[""]:
    """The side that has won, by how a game ended; empty for a draw, or for no end."""
    won = over.data["side"] if isinstance(over, Fact) and over.kind == WINS else ""
    return next((side for side in get_args(Side) if side == won), "")


def score_of(over: Fact | str) -> float:
    """1 if FRIENDLY has won, 0 if the ENEMY has, else a half."""
    return {"FRIENDLY": 1.0, "ENEMY": 0.0}.get(winner_of(over), 0.5)


def figures(state: State, world: World) -> Figures:
    """What can be counted in a position."""
    view = FrozenView.of(state, world)
    judge = Assessment(view, "FRIENDLY", plan_of(view.world))
    alive = SQUAD_OF_SUSPECT * min(5, state.ac_number) / 6
    own = [u for u in state.units.values() if u.side == "FRIENDLY" and not u.guard]
    theirs = [u for u in _theirs(state) if not u.guard]

    def near(place: LocationName) -> bool:
        return bool(place) and judge.far(place) <= A_TURN

    def log_of(units: list[Unit], more: float = 0.0) -> float:
        return log(squads(view, units) + more + SOME)

    ours = log(_men(view, own) + SOME)
    against = log(_men(view, theirs) + alive * len(state.suspects) + SOME)
    close = alive * sum(near(one.location) for one in state.suspects.values())
    holders = log_of([u for u in theirs if near(u.location) and not u.broken], close)
    takers = log_of([u for u in own if near(u.location) and not u.broken])
    fit = [u.location for u in own if u.location and u.good_order]
    ways = sorted(judge.far(place) / A_TURN for place in fit)[:NEAREST]
    slow = sum(ways) / len(ways) if ways else FAR
    farthest = _to_the_last(judge, fit)
    left = judge.turns_left
    time = left / max(1, state.mission.turns)
    offboard = [unit for unit in own if not unit.location]
    lacking, margin = _asked(view)
    tolls = state.toll("FRIENDLY").cvp - state.toll("ENEMY").cvp
    return Figures(
        one=1.0,
        strength=ours - against,
        time=time,
        strength_by_time=(ours - against) * time,
        near=takers,
        hold=takers - holders,
        suspects_near=log(close + SOME),
        suspects=len(state.suspects) / 10,
        lacking=lacking,
        margin=margin,
        spare=_clipped(left - slow),
        nearest=ways[0] if ways else FAR,
        farthest=farthest,
        late=_clipped(left - farthest),
        offboard=squads(view, offboard) / max(SOME, squads(view, own)),
        points=tolls / 10,
        turn=float(state.side == "FRIENDLY"),
    )


def _clipped(turns: float) -> float:
    """Turns to spare; more than some are as good, or as bad."""
    return max(-3.0, min(4.0, turns))


def _to_the_last(judge: Assessment, places: list[LocationName]) -> float:
    """Turns to the last goal that is needed, for who is nearest to it."""
    need = need_of(judge.view, judge.side)
    if judge.holds or need.number < 1:
        return 0.0
    if not places:
        return FAR
    ways = [min(judge.far(at, (goal,)) for at in places) for goal in need.goals]
    return sorted(ways)[need.number - 1] / A_TURN


def _asked(view: FrozenView) -> tuple[float, float]:
    """What its condition still lacks, and the margin that is left (`Figures`)."""
    found = []
    for aim in view.state.mission.victory:
        if aim.side == "FRIENDLY" and not lapsed(view, aim):
            lines = condition_lines(view, aim)
            lacking = sum(_left(line) for line in lines if not line.below)
            left = (_left(line) for line in lines if line.below)
            found.append((lacking, min(left, default=1.0)))
    return min(found, key=lambda each: (each[1] <= 0, each[0]), default=(1.0, 1.0))


def _left(line: ConditionLine) -> float:
    """The share that is left to what is asked; 0 where nothing is."""
    return (line.want - line.have) / max(1, line.want)


def _theirs(state: State) -> list[Unit]:
    """The ENEMY units that FRIENDLY sees."""
    return [u for u in state.units.values() if u.side == "ENEMY" and not u.hidden]


def _men(view: FrozenView, units: list[Unit]) -> float:
    """How many squads some units are worth, broken ones for less."""
    fit = squads(view, [unit for unit in units if not unit.broken])
    return fit + HALF * (squads(view, units) - fit)


@cache
def weights() -> Weights:
    """What each figure weighs, as it was fitted."""
    text = (files("opfor.data") / "outlook.toml").read_bytes()
    return msgspec.toml.decode(text, type=Weights)


def outlook(state: State, world: World) -> float:
    """The chance that FRIENDLY wins from there, 0 to 1; 1, 0 or a half at an end."""
    if state.over:
        return score_of(state.over)
    known = weights()
    curves = known.missions.get(state.mission.id, known.any)
    curve = curves.fulfilled if wins_now(state, world) else curves.open
    pairs = zip(curve, figures(state, world), strict=True)
    return 1 / (1 + exp(-sum(weight * figure for weight, figure in pairs)))
