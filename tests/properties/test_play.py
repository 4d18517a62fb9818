"""Whole games of random orders: what must hold whatever a player does."""

from collections import Counter
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import to_builtins
from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Choose, Order
from opfor.core.dice import Seeded, uniform
from opfor.core.game import Game, Past
from opfor.core.journal import Journal
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.rules.choices.orders import EndPhase, MoveTo
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import FBE_DISTANCE
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.legal_orders import legal
from opfor.rules.sequence.s02_turn import program
from opfor.state.mission import load_mission
from opfor.state.nations import load_nation
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.units import SUSPECT_CAP
from opfor.state.world import World

MISSION = replace(load_mission("first-contact"), turns=2)
ORDERS = 40


@cache
def world(enemy: str = "russian", date: str = "1941-08") -> World:
    """The Mission's world; built once for each nation and month."""
    return World(
        parse_map(MISSION.map, Library().load),
        date=date,
        fbe=MISSION.fbe,
        enemy=load_nation(enemy),
        classes={},
        orders=legal_orders,
    )


class Anyone:
    """A player who orders whatever is legal, as his seed has it."""

    human = True

    def __init__(self, seed: int, on: World | None = None) -> None:
        self.world = on or world()
        self.seed, self.turn, self.dice = str(seed), 0, Seeded(seed)
        self.script: list[object] = []

    def pick(self, asked: Any) -> Any:
        """Dice from the seed; all else from the player."""
        return self.dice if asked.stream else self

    def answer(self, asked: Any, _context: Any) -> object:
        """The script's answer, or any; the phase ends after so many orders."""
        if self.script:
            return self.script.pop(0)
        self.turn += 1
        request = asked.request
        if isinstance(request, Adjudicate):
            return {"result": self._any([o.key for o in request.form[0].options])}
        if isinstance(request, Choose):
            return self._any([option.key for option in request.options])
        assert isinstance(request, Order)
        scene = FrozenView(_context.state, self.world)
        orders = [o.order for o in legal(scene, request.side)]
        moves = [order for order in orders if isinstance(order, MoveTo)]
        order = self._any(moves if moves and self.turn % ORDERS else orders)
        return to_builtins(order if self.turn < 4 * ORDERS else EndPhase())

    def _any(self, keys: list[Any]) -> Any:
        return keys[uniform(self.seed, "player", self.turn, len(keys))]


def played(seed: int, enemy: str = "russian", date: str = "1941-08") -> Game[State]:
    """A whole game."""
    return played_by(seed, enemy, date)[0]


def played_by(
    seed: int, enemy: str = "russian", date: str = "1941-08"
) -> tuple[Game[State], Anyone]:
    """A whole game, and who played it."""
    mission, player = (
        replace(MISSION, enemy=enemy, date=date),
        Anyone(seed, world(enemy, date)),
    )
    game = Game(State(mission=mission), program(world(enemy, date)), player)
    game.run()
    return game, player


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_a_replay_is_the_same_game(seed: int) -> None:
    """The answers alone give the same events and the same state, to the byte."""
    game = played(seed)
    again = Game(
        State(mission=game.state.mission),
        program(world()),
        Anyone(seed),
        past=Past(Journal(game.journal)),
    )
    again.run()
    assert again.fingerprint() == game.fingerprint()


@settings(max_examples=12, deadline=None)
@given(st.integers(0, 10_000))
def test_what_always_holds(seed: int) -> None:
    """Every thing is in a Location that exists, S? keep their cap and distance."""
    game = played(seed)
    state, here = game.state, world()
    assert state.over
    for unit in state.units.values():
        assert not unit.location or here.locate(unit.location)
    stacks = Counter(suspect.location for suspect in state.suspects.values())
    assert max(stacks.values(), default=0) <= SUSPECT_CAP
    assert all(here.fbe_distance(where) > FBE_DISTANCE for where in stacks)
    for weapon in state.weapons.values():
        assert weapon.owner in state.units or weapon.location
    for emitted in game.events:
        assert str(emitted.event)


@settings(max_examples=8, deadline=None)
@given(st.integers(0, 10_000), st.integers(1, 6))
def test_undo_and_the_same_orders_again(seed: int, steps: int) -> None:
    """Undo keeps the dice: the same orders again lead to the same end."""
    game, player = played_by(seed)
    end, journal = game.state, list(game.journal)
    game.undo(min(steps, sum(entry.human for entry in journal)))
    player.script = [e.answer for e in journal[len(game.journal) :] if e.human]
    game.run()
    assert game.state == end


@pytest.mark.parametrize(
    ("enemy", "date"), [("german", "1944-07"), ("russian", "1945-04")]
)
def test_other_enemies(enemy: str, date: str) -> None:
    """Games against other ENEMY nations and dates run to their end."""
    assert all(played(seed, enemy, date).state.over for seed in range(4))
