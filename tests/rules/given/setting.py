"""S? placed and entering: one rule run on a map, every scripted die used."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from opfor.core.dice import Scripted
from opfor.core.game import Game
from opfor.geo.boards.text import text_board
from opfor.geo.map import Map, Placed
from opfor.rules.s_solitaire.s04_placement.s04_1_placement import place_suspects
from opfor.rules.sequence import legal_orders
from opfor.state.events import GameEnded
from opfor.state.nations import load_nation
from opfor.state.play import Play, step
from opfor.state.state import State
from opfor.state.units import LocationName, Suspect, Unit
from opfor.state.world import World
from opfor.views.text.words import say
from tests.rules.given.world import MISSION, Hand, Table


def flat(*lines: str, size: str = "17x10", name: str = "t") -> Map:
    """A map of one text board, Open Ground but for the lines."""
    return Map(
        [Placed(text_board("\n".join((f"board: {name}", f"size: {size}", *lines))))]
    )


def played(
    board_map: Map,
    *dice: str,
    run: Callable[[Play], object] = place_suspects,
    classes: Mapping[str, str] | None = None,
    suspects: tuple[Suspect, ...] = (),
    units: tuple[Unit, ...] = (),
    **mission: Any,
) -> Game[State]:
    """The game after a rule was run on a map; a die too many is a fault."""
    scene = replace(MISSION, **mission)
    world = World(
        board_map,
        date=scene.date,
        fbe=scene.fbe,
        enemy=load_nation(scene.enemy),
        classes=classes or {},
        orders=legal_orders,
    )
    state = State(
        mission=scene,
        ready=True,
        ac_number=3,
        suspects={suspect.id: suspect for suspect in suspects},
        units={unit.id: unit for unit in units},
        named={"S": len(suspects)},
    )

    def once(play: Play) -> None:
        run(play)
        play.emit(GameEnded("the test is over"))

    script = Scripted(*dice, say=say)
    game = Game(
        state,
        lambda now: None if now.over else step("test", once, world),
        Table(script, Hand([], [])),
    )
    game.run()
    assert not script.left
    return game


def hexes(game: Game[State]) -> list[str]:
    """Where the S? are, in the order in which they were set up."""
    return [suspect.location for suspect in game.state.suspects.values()]


def placed(board_map: Map, *dice: str, cases: str, **setting: Any) -> list[str]:
    """Where S? are after placement by these cases, sorted."""
    return sorted(hexes(played(board_map, *dice, placement=tuple(cases), **setting)))


def at(*names: str) -> tuple[LocationName, ...]:
    """Names as names of Locations."""
    return tuple(map(LocationName, names))
