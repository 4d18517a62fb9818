"""Small saved games, modules and counters, made here; nothing of VASL is in them."""

import zipfile
from pathlib import Path

from opfor.vasl.saves.archive import Archive, write_archive
from opfor.vasl.saves.commands import (
    NOTHING,
    AddPiece,
    Node,
    Other,
    SetBoards,
    saved_game,
    write_commands,
)
from opfor.vasl.saves.traits import (
    Piece,
    Stack,
    Trait,
    piece_state,
    piece_type,
    stack_state,
)

MODULEDATA = b"<data><version>6.6</version><VassalVersion>3.6</VassalVersion></data>"


def layer(names: str, images: str = "", title: str = "", value: int = 1) -> Trait:
    """A layer with names, pictures and a title, showing its value."""
    fields = ["emb2", *[""] * 15, images, names, "", title, *[""] * 4]
    return Trait(";".join(fields), str(value))


def counter(
    name: str,
    *traits: Trait,
    at: tuple[int, int] = (0, 0),
    gpid: str = "",
    image: str = "",
) -> Piece:
    """A counter on the Main Map."""
    state = f"Main Map;{at[0]};{at[1]};{gpid}"
    return Piece((*traits, Trait(f"piece;K;D;{image};{name}", state)))


def added(id_: str, piece: Piece) -> AddPiece:
    """The command that puts a counter on the table."""
    return AddPiece(id_, piece_type(piece), piece_state(piece))


def stacked(id_: str, at: tuple[int, int], *members: str) -> AddPiece:
    """The command that makes a stack on the Main Map."""
    return AddPiece(id_, "stack", stack_state(Stack("Main Map", *at, members)))


def game_text(
    *commands: AddPiece, boards: str = "", steps: tuple[Node, ...] = ()
) -> str:
    """The text of a saved game with some counters and boards."""
    start = Node(NOTHING, tuple(Node(each) for each in commands))
    return write_commands(
        saved_game([start, Node(Other("UNMASK\t")), Node(SetBoards(boards))], steps)
    )


def save(path: Path, text: str) -> Path:
    """A saved game with that text."""
    write_archive(path, Archive(text=text, moduledata=MODULEDATA))
    return path


def slot(gpid: str, name: str, definition: str) -> str:
    """A slot of a module."""
    return f'<V.PieceSlot entryName="{name}" gpid="{gpid}">{definition}</V.PieceSlot>'


def build_file(*slots: str, prototypes: str = "", list_: str = "SQ") -> bytes:
    """A buildFile with a map, prototypes, and one list of German counters."""
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<V.BasicModule name="Mine" version="1.0">
  <M.ASLMap edgeHeight="40" edgeWidth="30" mapName="Main Map"/>
  <M.ASLMap edgeHeight="0" edgeWidth="0" mapName="Casualties"/>
  <P.Container>{prototypes}</P.Container>
  <V.PieceWindow name="Counters"><V.TabWidget><V.BoxWidget entryName="Axis O/B">
    <V.TabWidget entryName="German"><V.PanelWidget entryName="{list_}">
      {"".join(slots)}
    </V.PanelWidget></V.TabWidget>
  </V.BoxWidget></V.TabWidget></V.PieceWindow>
</V.BasicModule>""".encode()


def module_file(path: Path, build: bytes, name: str = "buildFile") -> Path:
    """A module with that buildFile."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr(name, build)
    return path
