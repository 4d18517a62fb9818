"""Games written as saved games of VASL, and read back the same."""

import json
from functools import cache

import msgspec
import pytest

from opfor.core.event import Note
from opfor.core.game import Game
from opfor.ports.session import Setup, build_world
from opfor.state import events as ev
from opfor.state.state import State
from opfor.state.world import World
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import read_module
from opfor.vasl.counters.names import shipped_words
from opfor.vasl.games.lying import read_things
from opfor.vasl.games.write import Writer
from tests.replays import GOLDEN, Again, Played, _run
from tests.shared import SHARED, needs_shared
from tests.vasl.held import compared, differences, held


@cache
def counters() -> Counters:
    """With the player's module."""
    return Counters(read_module(SHARED / "vasl" / "vasl.vmod"))


def played(name: str) -> tuple[World, Game[State]]:
    """A golden game, played to its end."""
    first, *lines = (GOLDEN / f"{name}.txt").read_text("utf-8").splitlines()
    what = msgspec.json.decode(first.removeprefix("# "), type=Played)
    mission = what.build()
    world = build_world(Setup(mission=mission, seed=what.seed))
    answers = [json.loads(line[2:]) for line in lines if line.startswith("> ")]
    return world, _run(world, mission, Again(f"golden {what.seed}", answers))


def read_back(world: World, state: State) -> list[object]:
    """What differs between a state and what a saved game of it holds."""
    words = shipped_words()
    writer = Writer(world, state, counters(), words)
    nations = {"FRIENDLY": state.mission.friendly, "ENEMY": state.mission.enemy}
    found = read_things(writer.archive(state), world, nations, counters(), words)
    left = [(each.name, why) for each, why in found.untaken]
    return [*differences(held(state), compared(found)), *left]


@needs_shared
class TestMissions:
    """Whole Missions, after each Player Turn."""

    @pytest.mark.parametrize(
        "name",
        ["first-contact-steady", "armored-assault-steady", "bunker-busting-steady"],
    )
    def test_each_player_turn(self, name: str) -> None:
        """The same State, but for what VASL cannot hold."""
        world, game = played(name)
        state = State(mission=game.state.mission)
        tried = 0
        for emitted in game.events:
            event = emitted.event
            if isinstance(event, ev.PhaseBegan) and event.phase == "RPh":
                assert read_back(world, state) == []
                tried += 1
            if not isinstance(event, Note):
                state = state.apply(event)
        assert read_back(world, state) == []
        assert tried > 5
