"""One game of a file of games, played again as it was and written as a save.

A file has a line for each game and no games. But a game follows from what is played and
its number alone, so it can be played again; that it is the same one its line shows.
"""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.core.game import Game
from opfor.ports.write_game import write_game
from opfor.sim.series import BatchOrder, play_one, settled_order
from opfor.state.state import State
from opfor.study.change import change_of, changed, with_values
from opfor.study.compare import BASE, CHANGED, OTHER_SEED
from opfor.study.results import LONGEST, GameLine, line_of, read_line, what_is_apart
from opfor.study.run import study_digest
from opfor.study.steps import value_text


def lines_of(path: Path, number: int) -> dict[str, GameLine]:
    """The games of a number in a file, by their cells.

    Errors:
        OpforError: there is none, or it is no file of games.
    """
    found: dict[str, GameLine] = {}
    at, last = 0, -1
    with path.open("rb") as file:
        # a last line that was cut off is none yet
        while (text := file.readline(LONGEST)).endswith(b"\n"):
            at += 1
            line = read_line(text, f"{path}, line {at}")
            last = max(last, line.game)
            if line.game == number:
                found[line.cell] = line
    if not found:
        do = f"its games are 0 to {last}" if at else ""
        raise OpforError(f"there is no game {number} in it", str(path), do)
    return found


def line_meant(
    lines: dict[str, GameLine], mission: str, changes: Sequence[str]
) -> GameLine:
    """The line of what was typed: of `sim`, of one side of a comparison, of a cell.

    Errors:
        OpforError: no cell of the file has these values.
    """
    if "" in lines:
        return lines[""]
    compared = BASE in lines or CHANGED in lines
    if compared:
        cell = CHANGED if changes else BASE
        found = [lines[cell]] if cell in lines else []
    else:
        typed = [f"{key}={value_text(value)}" for key, value in map(change_of, changes)]
        meant = [
            sorted(", ".join((*typed, *more)).split(", ")) for more in _named(mission)
        ]
        found = [
            line for cell, line in lines.items() if sorted(cell.split(", ")) in meant
        ]
    if not (found or compared or any("=" in c or c == mission for c in lines)):
        raise OpforError(OF_VALUES)
    if not found:
        raise OpforError(
            "no game of that number was played so", do=f"it has: {'; '.join(lines)}"
        )
    return found[0]


def _named(mission: str) -> tuple[tuple[str, ...], ...]:
    """A cell has the name of its Mission where there are several, or no values."""
    return (), (mission,)


def order_meant(
    plain: BatchOrder, line: GameLine, changes: Sequence[str], *, paired: bool = True
) -> BatchOrder:
    """What was played in a game, as `sim`, `compare` or `sweep` had it.

    Args:
        plain: what is played without the changes.
        line: the game.
        changes: as they were typed.
        paired: of a comparison, that it was one by pairs.

    Errors:
        OpforError: a change makes no sense, or is one that no save can hold.
    """
    if line.cell in (BASE, CHANGED):
        order = plain
        for text in changes:
            order = changed(order, text)
        if line.cell == CHANGED and not paired:
            order = replace(order, seed=order.seed + OTHER_SEED)
    else:
        order = with_values(plain, dict(map(change_of, changes)))
    if order.rows:
        do = "put the row into a pack and play with pack=FOLDER"
        raise OpforError("a saved game holds no rows over its tables", do=do)
    return settled_order(replace(order, keyed=line.cell != "" and paired))


def write_again(order: BatchOrder, line: GameLine, path: Path) -> None:
    """Play a game again and write it as a save.

    Errors:
        OpforError: another game came of it, or a fault; or it cannot be written.
    """
    games: list[Game[State]] = []
    outcome = play_one(order, line.game, games.append)
    if outcome.fault:
        raise OpforError(f"game {line.game} ends in a fault: {outcome.fault}")
    if (found := line_of(line.study, line.cell, outcome)) != line:
        raise OpforError(f"another game comes of it: {_apart(found, line)}", do=AS_MADE)
    write_game(order.setup, games[0], path)


OF_VALUES = "this file is one of `study values`: its games are not played one by one"

AS_MADE = (
    "name the Mission, KEY=VALUE, --base, --seed and --player that it was made with"
)


def _apart(found: GameLine, line: GameLine) -> str:
    """What is otherwise in a game than its line has it: the first thing that is."""
    told = {
        "": (found.result, line.result),
        "Game Turns: ": (found.turns, line.turns),
        "FRIENDLY VP: ": (found.friendly_vp, line.friendly_vp),
        "ENEMY VP: ": (found.enemy_vp, line.enemy_vp),
        "FRIENDLY units lost: ": (sum(found.friendly_lost), sum(line.friendly_lost)),
        "ENEMY units lost: ": (sum(found.enemy_lost), sum(line.enemy_lost)),
    }
    for what, (is_, was) in told.items():
        if is_ != was:
            return f"{what}{is_}, not {was}"
    return "it ends alike, but went otherwise"


def check_asked(
    plain: BatchOrder, order: BatchOrder, line: GameLine, *, paired: bool = True
) -> None:
    """That a game was asked for by the same Mission and options, as far as is known.

    What else was asked for beside it is known of `sim`, and of the changed side of a
    comparison. Folders of boards and packs may lie elsewhere by now.

    Args:
        plain: what is played without the changes.
        order: what is played (`order_meant`).
        line: the game.
        paired: of a comparison, that it was one by pairs.

    Errors:
        OpforError: it was another study.
    """
    orders = {line.cell: order}
    if line.cell == CHANGED:
        orders = {BASE: settled_order(replace(plain, keyed=paired)), CHANGED: order}
    elif line.cell != "":
        return
    study = study_digest(orders)
    same_release = line.study.split(":")[0] == study.split(":")[0]
    if order.setup.boards or order.setup.packs or not same_release:
        return
    if line.cell == "" and line.study == study_digest({"": replace(order, keyed=True)}):
        raise OpforError(OF_VALUES)
    if line.study != study:
        why = what_is_apart(line.study, study)
        raise OpforError(f"the file has the games of another study ({why})", do=AS_MADE)
