"""A saved game of the player's that another is written over; whose boards those are."""

from collections.abc import Callable, Iterable
from pathlib import Path

from msgspec import Struct

from opfor.geo.boards.board import Board
from opfor.geo.map import Map
from opfor.vasl.boards.laid import (
    BLANK,
    EDGE,
    Laid,
    Layout,
    SavedBoard,
    read_boards,
    variant_of,
)
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.position.saved_game import MAIN_MAP, Position, position_of
from opfor.vasl.saves.archive import Archive, read_archive
from opfor.vasl.saves.commands import Node, in_order, read_commands
from opfor.vasl.saves.table import Table

MAP = "Main Map"


class Base(Struct, frozen=True):
    """A saved game of the player's that another is written over.

    Args:
        archive, node, table: as it was read.
        position: its counters.
        layout: its boards.
    """

    archive: Archive
    node: Node
    table: Table
    position: Position
    layout: Layout

    @property
    def main_map(self) -> str:
        """What the save calls VASL's board."""
        maps = (each.map for each in self.table.lying())
        return next((name for name in maps if MAIN_MAP.fullmatch(name)), MAP)


def read_base(path: Path, counters: Counters, load: Callable[[str], Board]) -> Base:
    """A saved game to write over.

    Errors:
        OpforError: it is none.
    """
    archive = read_archive(path)
    node = read_commands(archive.text)
    table = Table(in_order(node))
    position = position_of(table, counters, load)
    edge = counters.module.edge if counters.module else (EDGE, EDGE)
    layout = Layout(read_boards(table.boards), load, edge)
    return Base(archive, node, table, position, layout)


def boards_of(map_: Map) -> tuple[SavedBoard, ...]:
    """The boards of a game as a saved game names them."""
    return tuple(
        SavedBoard(
            name=placed.board.name,
            column=placed.column,
            row=placed.row,
            turned=placed.turned,
            crop=placed.board.crop,
            ssr=placed.board.ssr,
        )
        for placed in map_.boards
    )


def game_layout(map_: Map, edge: tuple[int, int] = (EDGE, EDGE)) -> Layout:
    """The boards of a game where VASL lays them."""
    boards = boards_of(map_)
    names = (variant_of(saved).name for saved in boards)
    named = dict(zip(names, (placed.board for placed in map_.boards), strict=True))
    return Layout(boards, named.__getitem__, edge)


def matching(map_: Map, layout: Layout) -> list[int]:
    """For each board of a layout the number of the map's that it is; -1 for none."""
    return [_board_like(map_, laid) for laid in layout.boards]


def _board_like(map_: Map, laid: Laid) -> int:
    saved, variant = laid.saved, laid.variant
    for number, placed in enumerate(map_.boards):
        if (placed.column, placed.row, placed.turned) != (
            saved.column,
            saved.row,
            saved.turned,
        ):
            continue
        own = placed.board.source == "text" and saved.name == BLANK
        short = saved.name.lstrip("0") or "0"
        same = (placed.board.ssr, placed.board.crop) == (variant.ssr, variant.crop)
        if own or (same and short.lower() == placed.board.short.lower()):
            return number
    return -1


def owner_of(base: Base) -> str:
    """The id with which the player hides his counters; empty if none is hidden."""
    owners: Iterable[str] = (
        trait.state
        for each in base.table.lying()
        if (trait := each.piece.find("hide")) is not None
    )
    return next((o for o in owners if o not in ("", "null", "opfor")), "")
