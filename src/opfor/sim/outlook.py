"""How likely FRIENDLY is to win from a position: a simple fitted guess.

For playouts that are cut before the game ends. Two logistic curves, one for positions
in which the victory conditions are fulfilled as it stands, one for all others, over a
few figures that anybody can count on the board. Fitted on positions of games that
`steady` played (docs/studies/planner.md); a source of no rule's value.
"""

from math import exp, log
from typing import Literal, get_args

from opfor.core.fact import Fact
from opfor.rules.a_infantry.a26_victory.a26_3_victory import verdict
from opfor.sim.arms import squads
from opfor.sim.ground_plan import plan_of
from opfor.sim.judgement import A_TURN, SQUAD_OF_SUSPECT, Assessment
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import Side, Unit
from opfor.state.world import World

HALF = 0.4
"""What a broken unit counts for, against one in Good Order."""

NEAREST = 3
"""Units whose way to the goals counts."""

WINS = "side_wins"
"""The kind of a game's end with a winner."""

Figures = tuple[float, ...]

NAMES = ("one", "strength", "time", "strength by time", "spare", "held", "men")
"""What the figures are; `figures` says how they are counted."""


def wins_now(state: State, world: World) -> bool:
    """Whether FRIENDLY would have won if the game ended now."""
    return winner_of(verdict(FrozenView.of(state, world))) == "FRIENDLY"


def winner_of(over: Fact | str) -> Side | Literal[""]:
    """The side that has won, by how a game ended; empty for a draw, or for no end."""
    won = over.data["side"] if isinstance(over, Fact) and over.kind == WINS else ""
    return next((side for side in get_args(Side) if side == won), "")


def figures(state: State, world: World) -> Figures:
    """What the guess goes by: all of it is what FRIENDLY sees.

    The logarithm of its men against what it knows and fears of the ENEMY's; the share
    of the Game Turns that is left; both together; turns to spare for its nearest men;
    the share of the VPO that it holds; its men, of those of its OB.
    """
    view = FrozenView.of(state, world)
    judge = Assessment(view, "FRIENDLY", plan_of(view.world))
    own = [unit for unit in state.units.values() if unit.side == "FRIENDLY"]
    ours, theirs = _men(view, own), _men(view, _theirs(state))
    theirs += SQUAD_OF_SUSPECT * min(5, state.ac_number) / 6 * len(state.suspects)
    strength = log((ours + 0.5) / (theirs + 0.5))
    time = judge.turns_left / max(1, state.mission.turns)
    far = sorted(judge.far(u.location) for u in own if u.location and u.good_order)
    near = far[:NEAREST]
    slow = sum(near) / len(near) / A_TURN if near else state.mission.turns
    spare = max(-3.0, min(4.0, judge.turns_left - slow)) if judge.goals else 0.0
    wanted = len(judge.wanted) or 1
    held = 1 - len(judge.goals) / wanted
    begun = sum(x.number for x in state.mission.unit if x.side == "FRIENDLY") or 1
    return 1.0, strength, time, strength * time, spare, held, ours / begun


def _theirs(state: State) -> list[Unit]:
    """The ENEMY units that FRIENDLY sees."""
    return [u for u in state.units.values() if u.side == "ENEMY" and not u.hidden]


def _men(view: FrozenView, units: list[Unit]) -> float:
    """How many squads some units are worth; captives count nothing."""
    free = [unit for unit in units if not unit.guard]
    fit = [unit for unit in free if not unit.broken]
    return squads(view, fit) + HALF * (squads(view, free) - squads(view, fit))


WON: Figures = (2.71, 0.57, -1.21, 0.76, 0.0, 0.0, -0.11)
"""Weights where the victory conditions are fulfilled as it stands."""

OPEN: Figures = (-1.77, 1.17, 0.43, -0.06, 0.31, 1.2, 0.77)
"""Weights everywhere else."""


def outlook(state: State, world: World) -> float:
    """The chance that FRIENDLY wins from there, 0 to 1; 1, 0 or a half at an end."""
    if state.over:
        won = winner_of(state.over)
        return {"FRIENDLY": 1.0, "ENEMY": 0.0}.get(won, 0.5)
    weights = WON if wins_now(state, world) else OPEN
    found = zip(weights, figures(state, world), strict=True)
    return 1 / (1 + exp(-sum(weight * figure for weight, figure in found)))
