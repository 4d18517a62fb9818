"""What it costs to set up a two-board Mission and Activate every S? of it.

The boards are our own; dice come from a seed; FRIENDLY units stand along the FBE, so
that CA and LOS have something to look at.
"""

from collections.abc import Callable
from time import perf_counter

from msgspec.structs import replace

from opfor.core.dice import Seeded
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.geo.boards.library import Library
from opfor.geo.map import parse_map
from opfor.rules.s_solitaire.s04_placement.s04_1_placement import place_suspects
from opfor.rules.s_solitaire.s05_activation.s05_6_activation_procedure import activate
from opfor.rules.sequence import legal_orders
from opfor.state.events import GameEnded, SuspectRemoved, UnitAdded
from opfor.state.mission import load_mission
from opfor.state.nations import load_nation
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import Unit
from opfor.state.world import World

MISSION = replace(
    load_mission("first-contact"), map="o1@0,0 o3@0,1", a1_drm=2, heavy_cap="none"
)
FRIENDS = 8


class Dice:
    """All dice from one seed."""

    def pick(self, _asked: object) -> Seeded:
        """A fresh source, so that every run is the same."""
        return Seeded(7)


def run() -> dict[str, float]:
    """The figures, each the best of a few runs, after one that compiles LOS."""
    world = World(
        parse_map(MISSION.map, Library().load),
        date=MISSION.date,
        fbe=MISSION.fbe,
        enemy=load_nation(MISSION.enemy),
        classes={},
        orders=legal_orders,
    )
    placed = _play(world, _place)
    suspects = len(placed.state.suspects)
    _play(world, _place_and_activate)
    both = _best(lambda: _play(world, _place_and_activate))
    return {
        "suspects": float(suspects),
        "place_ms": _best(lambda: _play(world, _place)),
        "place_and_activate_ms": both,
        "activation_us": 1000 * both / suspects,
    }


def _place(play: Play) -> None:
    exits = play.world.exits(Unit(id="", side="FRIENDLY", counter="").location)
    for nth, where in enumerate(exits[: 3 * FRIENDS : 3]):
        unit = Unit(
            id=f"V{nth}", side="FRIENDLY", counter="german/4-6-7", location=where
        )
        play.emit(UnitAdded(unit))
    place_suspects(play)


def _place_and_activate(play: Play) -> None:
    _place(play)
    cause = play.state.units["V0"].location
    for suspect in list(play.state.suspects.values()):
        play.emit(SuspectRemoved(suspect.id, fact("activated")))
        activate(play, suspect, by=cause)


def _play(world: World, work: Callable[[Play], None]) -> Game[State]:
    """A game of one step."""

    def once(play: Play) -> None:
        work(play)
        play.emit(GameEnded(fact("done")))

    game = Game(
        State(mission=MISSION),
        lambda now: None if now.over else step("benchmark", once, world),
        Dice(),
    )
    game.run()
    return game


def _best(work: Callable[[], object], repeats: int = 5) -> float:
    """The milliseconds of the quickest run."""
    times = []
    for _ in range(repeats):
        start = perf_counter()
        work()
        times.append(perf_counter() - start)
    return 1000 * min(times)
