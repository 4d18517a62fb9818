"""What lies on a table whose boards are those of a game: its things, read back."""

from collections.abc import Mapping

from opfor.core.errors import OpforError
from opfor.geo.boards.board import Board
from opfor.state.units import Side
from opfor.state.world import World
from opfor.vasl.boards.laid import EDGE
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.names import Words
from opfor.vasl.games.base import game_layout
from opfor.vasl.position.saved_game import position_of
from opfor.vasl.saves.archive import Archive
from opfor.vasl.saves.commands import in_order, read_commands
from opfor.vasl.saves.table import Table
from opfor.vasl.things.from_counters import Reader, Things


def read_things(
    archive: Archive,
    world: World,
    nations: Mapping[Side, str],
    counters: Counters,
    names: Words,
) -> Things:
    """What a saved game on the boards of a game holds."""
    table = Table(in_order(read_commands(archive.text)))
    return things_on(table, world, nations, counters, names)


def things_on(
    table: Table,
    world: World,
    nations: Mapping[Side, str],
    counters: Counters,
    names: Words,
) -> Things:
    """What lies on a table whose boards are those of a game."""
    layout = game_layout(
        world.map, counters.module.edge if counters.module else (EDGE, EDGE)
    )
    named = {laid.saved.name: laid.board for laid in layout.boards}
    position = position_of(table, counters, lambda name: _load(named, name))
    reader = Reader(world, nations, names.nations, layout, range(len(layout.boards)))
    return reader.read(position.counters)


def _load(named: Mapping[str, Board | None], name: str) -> Board:
    found = named.get(name) or next(iter(named.values()))
    if found is None:
        raise OpforError(f"there is no board {name}")
    return found
