"""Missions as their set-up leaves them."""

from typing import Any

from msgspec.structs import replace

from opfor.core.ask import Choose
from opfor.core.game import Game
from opfor.ports.program_players import Random
from opfor.ports.session import Setup, build_world
from opfor.rules.sequence.s02_turn import program
from opfor.sim.run import ProgramRouter
from opfor.state.events import SetUp
from opfor.state.mission import OB, Mission, load_mission
from opfor.state.state import State
from opfor.state.units import Side
from opfor.state.world import World

SIDES: tuple[Side, ...] = ("FRIENDLY", "ENEMY")


class Facing(Random):
    """By chance, but what it sets up points along a hexspine that is given."""

    spine = ""

    def answer(self, asked: Any, context: Any) -> Any:
        """The hexspine, where it is asked for."""
        if isinstance(asked.request, Choose) and "CA of" in asked.request.purpose:
            return self.spine or asked.request.options[0].key
        return super().answer(asked, context)


def started(what: str | Mission, spine: str = "") -> tuple[State, World, Mission]:
    """A Mission as its set-up leaves it, by chance; with its world."""
    asked = load_mission(what) if isinstance(what, str) else what
    mission = replace(asked, turns=1)
    world = build_world(Setup(mission=mission, seed=1))
    players = {side: Facing(world, side) for side in SIDES}
    players["FRIENDLY"].spine = spine
    game = Game(State(mission=mission), program(world), ProgramRouter(1, players))
    ready: list[State] = []
    game.listen(
        lambda emitted: (
            ready.append(game.state) if isinstance(emitted.event, SetUp) else None
        )
    )
    game.run()
    return ready[0], world, mission


def heavy(spine: str = "") -> tuple[State, World]:
    """Two tanks and three Guns, set up."""
    own = (
        OB("T-34 M43", 2),
        OB("2-2-8", 3, weapons=("45LL AT PTP obr. 42",) * 3),
    )
    mission = replace(load_mission("human-wave"), friendly="russian", unit=own)
    state, world, _ = started(mission, spine)
    return state, world
