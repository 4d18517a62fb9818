"""Real saved games: read whole, written to the byte, every counter told."""

from collections import Counter
from pathlib import Path

import pytest

from opfor.geo.boards.library import Library
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.module import read_module
from opfor.vasl.position.saved_game import Position, read_position
from opfor.vasl.position.show import as_json, lines
from opfor.vasl.saves.archive import read_archive, write_archive
from opfor.vasl.saves.commands import (
    AddPiece,
    Node,
    in_order,
    read_commands,
    write_commands,
)
from opfor.vasl.saves.traits import (
    piece_state,
    piece_type,
    read_piece,
    read_stack,
    stack_state,
)
from tests.shared import SHARED, needs_shared

SAVES = sorted((SHARED / "vsav").glob("*.v*")) if SHARED.is_dir() else []
pytestmark = needs_shared


def without_written(node: Node) -> Node:
    """A tree as if we had made it: nothing is kept as it was written."""
    return Node(node.command, tuple(without_written(each) for each in node.after))


@pytest.mark.parametrize("path", SAVES, ids=lambda path: path.name)
class TestEachSave:
    """Each of them."""

    def test_round_trip(self, path: Path, tmp_path: Path) -> None:
        """Its commands, counters and stacks are written as they were read."""
        archive = read_archive(path)
        node = read_commands(archive.text)
        assert write_commands(without_written(node)) == archive.text
        for command in in_order(node):
            if not isinstance(command, AddPiece):
                continue
            if command.type == "stack":
                assert stack_state(read_stack(command.state)) == command.state
                continue
            piece = read_piece(command.type, command.state)
            assert (piece.type, piece.state) == (None, None)
            assert piece_type(piece) == command.type
            assert piece_state(piece) == command.state
        write_archive(tmp_path / path.name, archive)
        assert read_archive(tmp_path / path.name) == archive

    def test_shown(self, path: Path) -> None:
        """Every counter is there, with or without the player's module."""
        load = Library([SHARED / "boards"]).load
        module = read_module(SHARED / "vasl" / "vasl.vmod")
        adds = [
            command
            for command in in_order(read_commands(read_archive(path).text))
            if isinstance(command, AddPiece) and command.type != "stack"
        ]
        for counters in (Counters(), Counters(module)):
            archive, position = read_position(path, counters, load)
            assert len(position.counters) == len(adds)
            assert position.problems == ()
            assert list(lines(archive, position))
            assert as_json(archive, position)


class TestStalingrad:
    """The largest of them."""

    def position(self) -> Position:
        """As the player's module and boards show it."""
        path = SHARED / "vsav" / "the-streets-of-stalingrad.vsav"
        module = read_module(SHARED / "vasl" / "vasl.vmod")
        load = Library([SHARED / "boards"]).load
        return read_position(path, Counters(module), load)[1]

    def test_perimeters(self) -> None:
        """Perimeter counters on the board lie on hexside midpoints."""
        placed = [
            each.spot.on
            for each in self.position().counters
            if each.name.endswith("perimeter") and each.spot.hex
        ]
        assert Counter(placed) == {"hexside": 120}

    def test_units(self) -> None:
        """Every squad, leader, SW and vehicle of it has a counter type."""
        units = [
            each
            for each in self.position().counters
            if each.meaning.kind in {"MMC", "SMC", "SW", "Gun", "vehicle"}
        ]
        assert len(units) > 100
        assert all(each.meaning.counter for each in units)
