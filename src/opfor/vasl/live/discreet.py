"""A player's commands without his password, before anything else sees them.

VASL writes it into each counter that he hides or conceals, and into each move.
"""

from collections.abc import Iterable, Iterator, Mapping

from msgspec.structs import replace

from opfor.vasl.live.steps import UNDO
from opfor.vasl.saves.commands import (
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    MovePiece,
    Other,
    RemovePiece,
)
from opfor.vasl.saves.table import STACK
from opfor.vasl.saves.traits import Piece, Trait, piece_state, read_piece, read_state

OWNED = ("hide", "conceal")
"""Traits whose state names the player who hides a counter."""
PLAYER = "player"
"""Who that is from then on."""


def discreet(
    commands: Iterable[Command], known: Mapping[str, Piece], secret: str
) -> Iterator[Command]:
    """What a player did to the table, and said; other commands are left out.

    Args:
        commands: as they came.
        known: the counters on the table.
        secret: his password.
    """
    new: dict[str, Piece] = {}
    for command in commands:
        match command:
            case MovePiece():
                yield replace(command, player=PLAYER)
            case AddPiece(type=type_, state=state) if type_ != STACK:
                piece = new[command.id] = _bare(read_piece(type_, state), secret)
                yield replace(command, state=piece_state(piece))
            case ChangePiece(id=id_, state=state):
                old = new.get(id_) or known.get(id_)
                if old is not None:
                    state = piece_state(_bare(read_state(old, state), secret))
                yield ChangePiece(id_, state)
            case AddPiece() | RemovePiece():
                yield command
            case Chat(text=text) if not secret or secret not in text:
                yield command
            case Other(text=text) if text.startswith(UNDO):
                yield command


def _bare(piece: Piece, secret: str) -> Piece:
    traits = tuple(_bare_trait(each, secret) for each in piece.traits)
    return piece if traits == piece.traits else Piece(traits)


def _bare_trait(trait: Trait, secret: str) -> Trait:
    owner, semicolon, rest = trait.state.partition(";")
    if trait.kind in OWNED and secret and owner == secret:
        return Trait(trait.type, f"{PLAYER}{semicolon}{rest}")
    return trait
