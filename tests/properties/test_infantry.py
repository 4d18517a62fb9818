"""Both sides driven by random legal orders: what must hold whatever is played.

`OPFOR_GAMES=2000` makes it the nightly size.
"""

import os

import pytest
from msgspec import to_builtins

from opfor.core.errors import Illegal
from opfor.core.event import Emitted
from opfor.core.game import Game, Past
from opfor.core.journal import Journal
from opfor.ports.program_players import Random
from opfor.rules.sequence import legal_orders
from opfor.rules.sequence.s02_turn import program, read_legal
from opfor.sim.run import ProgramRouter, play_out
from opfor.state.check import faults
from opfor.state.mission import Mission
from opfor.state.play import FrozenView
from opfor.state.state import State
from opfor.state.world import World
from tests.properties.skirmish import skirmish, world_of

GAMES = int(os.environ.get("OPFOR_GAMES", "50"))


def world_for(mission: Mission) -> World:
    """The world of a skirmish."""
    return world_of(mission.map, mission.enemy, mission.date)


def players(mission: Mission, seed: int, *, thorough: bool = False) -> dict:  # type: ignore[type-arg] # of ports
    """A random player for each side."""
    world = world_for(mission)
    return {
        "FRIENDLY": Random(world, f"{seed}F", thorough=thorough),
        "ENEMY": Random(world, f"{seed}E", thorough=thorough),
    }


def checked(seed: int) -> Game[State]:
    """A whole game, its state checked after each event."""
    mission = skirmish(seed)
    found: list[Game[State]] = []
    table = ProgramRouter(seed, players(mission, seed, thorough=seed % 5 == 0))
    game = Game(State(mission=mission), program(world_for(mission)), table)
    found.append(game)

    def check(emitted: Emitted) -> None:
        wrong = faults(game.state)
        assert not wrong, f"seed {seed}, event {emitted.number}: {wrong}"

    game.listen(check)
    game.run()
    return game


@pytest.mark.parametrize("seed", range(GAMES))
def test_random_play(seed: int) -> None:
    """No exception, every state sound, and the game comes to its end."""
    game = checked(seed)
    assert game.state.over
    for emitted in game.events:
        assert str(emitted.event)


@pytest.mark.parametrize("seed", range(1000, 1000 + max(4, GAMES // 10)))
def test_replay_and_undo(seed: int) -> None:
    """The answers alone give the same game; undo and the same answers too."""
    mission = skirmish(seed)
    game = play_out(world_for(mission), mission, seed, players(mission, seed))
    again = Game(
        State(mission=mission),
        program(world_for(mission)),
        ProgramRouter(seed, players(mission, seed)),
        past=Past(Journal(game.journal)),
    )
    again.run()
    assert again.fingerprint() == game.fingerprint()
    again.back_to(len(again.journal) // 2)
    again.run()
    assert again.fingerprint() == game.fingerprint()


@pytest.mark.parametrize("seed", range(2000, 2008))
def test_what_is_offered_is_legal(seed: int) -> None:
    """Every offer passes as an order, in every position of a game."""
    mission = skirmish(seed, squads=5, turns=2)
    world = world_for(mission)
    game = play_out(world, mission, seed, players(mission, seed))
    for mark in list(game.marks)[:: max(1, len(game.marks) // 20)]:
        scene = FrozenView(mark.state, world)
        for side in ("FRIENDLY", "ENEMY"):
            for offer in legal_orders.legal(scene, side):
                try:
                    order = read_legal(scene, side, to_builtins(offer.order))
                except Illegal as error:
                    pytest.fail(f"seed {seed}: {offer} is offered, yet {error}")
                assert order == offer.order
