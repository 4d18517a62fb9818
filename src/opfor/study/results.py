"""The file of a study: a line of JSON for each game.

Lines can be added while games go on, and a file that was cut off in the middle of one
loses that game alone, which no Parquet file does; pandas (`read_json(path,
lines=True)`) and polars (`read_ndjson(path)`) read it as it is. Every line has the same
keys, no times of the machine, and the digest of what was asked, so that no two studies
come into one file.
"""

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import BinaryIO
from urllib.parse import unquote

import msgspec
from msgspec import Struct

from opfor.core.errors import OpforError
from opfor.sim.series import GameOutcome
from opfor.state.units import Side

LONGEST = 1_000_000
"""Bytes of a line; no game comes near it."""


class GameLine(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game as a line of the file.

    Args:
        study: the digest of what was asked.
        cell: which of the games that are compared; empty if there is one kind only.
        game: its number; games of one number have the same placements and dice.
        winner: the side; empty for a draw.
        turns: Game Turns that were begun.
        friendly_vp, enemy_vp: CVP and Exit VP.
        friendly_lost, enemy_lost: units lost, turn by turn.
        suspects: S? left at the end.
        woken: where S? were Activated, in order.
        rules, rows: which caused something, and which rows of tables were read.
        result: how it ended.
        fault: what went wrong in the program; empty for nothing.
    """

    study: str
    cell: str
    game: int
    winner: str
    turns: int
    friendly_vp: int
    enemy_vp: int
    friendly_lost: list[int]
    enemy_lost: list[int]
    suspects: int
    woken: list[str]
    rules: list[str]
    rows: list[str]
    result: str
    fault: str


def line_of(study: str, cell: str, one: GameOutcome) -> GameLine:
    """The line of a game."""
    return GameLine(
        study=study,
        cell=cell,
        game=one.index,
        winner=one.winner,
        turns=one.turns,
        friendly_vp=one.vp.get("FRIENDLY", 0),
        enemy_vp=one.vp.get("ENEMY", 0),
        friendly_lost=one.losses.get("FRIENDLY", []),
        enemy_lost=one.losses.get("ENEMY", []),
        suspects=one.suspects,
        woken=one.woken,
        rules=list(one.rules),
        rows=list(one.rows),
        result=one.result,
        fault=one.fault,
    )


def read_line(text: bytes, where: str) -> GameLine:
    """A line as it was written.

    Errors:
        OpforError: it is none.
    """
    try:
        return msgspec.json.decode(text, type=GameLine)
    except (msgspec.MsgspecError, RecursionError) as error:
        told = f"this is no line of a game ({error})"
        raise OpforError(told, where, OR_CUT) from None


def outcome_of(line: GameLine) -> GameOutcome:
    """A game as its line has it; how often a rule was used is no longer known."""
    sides: dict[str, Side] = {"FRIENDLY": "FRIENDLY", "ENEMY": "ENEMY"}
    return GameOutcome(
        index=line.game,
        result=line.result,
        winner=sides.get(line.winner, ""),
        vp={"FRIENDLY": line.friendly_vp, "ENEMY": line.enemy_vp},
        losses={"FRIENDLY": line.friendly_lost, "ENEMY": line.enemy_lost},
        rules=dict.fromkeys(line.rules, 1),
        rows=dict.fromkeys(line.rows, 1),
        suspects=line.suspects,
        turns=line.turns,
        woken=line.woken,
        fault=line.fault,
    )


class Results:
    """The file of a study, open to be gone on with.

    Args:
        path: the file; it is made if it is not there.
        study: the digest of what is asked.
        cells: the names of what is compared.
        others: the file may have more cells than these; they stay there.

    Attributes:
        found: the games that were there, by cell, in order of their numbers.

    Errors:
        OpforError: the file has other games, or is none of these files.
    """

    def __init__(
        self, path: Path, study: str, cells: Iterable[str], *, others: bool = False
    ) -> None:
        self._path, self._study, self._others = path, study, others
        self.found: dict[str, list[GameOutcome]] = {cell: [] for cell in cells}
        whole = self._read() if path.exists() else 0
        self._file: BinaryIO = path.open("ab")
        self._file.truncate(whole)

    def _read(self) -> int:
        """Take in what is there; the bytes up to the end of the last whole line."""
        whole, number = 0, 1
        with self._path.open("rb") as file:
            while (text := file.readline(LONGEST)).endswith(b"\n"):
                self._take(text, f"{self._path}, line {number}")
                whole, number = whole + len(text), number + 1
        self._check_cut(text, number)
        return whole

    def _check_cut(self, text: bytes, number: int) -> None:
        """A line that was cut off is played again; anything else is not ours."""
        if text and not (text.startswith(b'{"study":') and len(text) < LONGEST):
            raise OpforError(
                "this is no file of games", f"{self._path}, line {number}", OTHER_FILE
            )

    def _take(self, text: bytes, where: str) -> None:
        line = read_line(text, where)
        if self._others:
            self.found.setdefault(line.cell, [])
        if line.study != self._study or line.cell not in self.found:
            cell = f"it has games of {line.cell!r}, which are not asked for"
            why = what_is_apart(line.study, self._study) or cell
            told = f"the file has the games of another study ({why})"
            raise OpforError(told, where, OTHER_FILE)
        games = self.found[line.cell]
        if line.game != len(games):
            raise OpforError(
                f"game {line.game} comes where game {len(games)} should", where,
                OTHER_FILE,
            )  # fmt: skip
        games.append(outcome_of(line))

    def add(self, cell: str, outcome: GameOutcome) -> None:
        """Write a game, if it is new; it is in the file when this returns."""
        if outcome.index < len(self.found[cell]):
            return
        line = line_of(self._study, cell, outcome)
        self._file.write(msgspec.json.encode(line) + b"\n")
        self._file.flush()

    def close(self) -> None:
        """Close the file as it is."""
        self._file.close()

    def finish(self, games: Mapping[str, Sequence[GameOutcome]]) -> None:
        """Close the file with the games of each kind in order, whoever came first.

        Those that were there beyond what was asked for stay.
        """
        self.close()
        new = self._path.with_name(f"{self._path.name}.new")
        with new.open("wb") as file:
            for cell, found in self.found.items():
                now = games.get(cell, ())
                for one in (*now, *found[len(now) :]):
                    line = line_of(self._study, cell, one)
                    file.write(msgspec.json.encode(line) + b"\n")
        new.replace(self._path)


OTHER_FILE = "name another file"
OR_CUT = f"{OTHER_FILE}, or cut this one off before that line"

PARTS = (
    "opfor was another one",
    "it was asked for other Missions, changes, values, player or seed",
    "rows of tables or packs were others",
    "the player's own module was another one",
)
"""What tells studies apart: the parts of the digest, with ":" between them.

Behind them come the files that players read, each with its own digest."""


def what_is_apart(there: str, asked: str) -> str:
    """What was otherwise in one study than in another, as far as their digests tell.

    The first of it: other values have other rows and players, too, as there are more.
    """
    had, has = there.split(":"), asked.split(":")
    if len(had) < len(PARTS) <= len(has):
        return PARTS[0]
    others = zip(PARTS, had, has, strict=False)
    files = {*had[len(PARTS) :]} ^ {*has[len(PARTS) :]}
    names = sorted({unquote(file.partition("=")[0]) for file in files})
    return next(
        (part for part, was, is_ in others if was != is_),
        f"what the player reads was otherwise: {', '.join(names)}" if names else "",
    )
