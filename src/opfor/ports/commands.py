"""The commands of the terminal: their names, and how their words are read."""

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from opfor.core.did_you_mean import did_you_mean
from opfor.core.errors import OpforError
from opfor.geo.ground import Location
from opfor.ports.read_answer import pick
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName
from opfor.state.world import World
from opfor.views.text.called import names_of, typed
from opfor.views.text.names import in_hand

MOST_LINE = 500
"""Longest line that is read."""


class Usage(NamedTuple):
    """A command: how to write it, and what it does."""

    words: str
    does: str


NO_MORE: Mapping[str, Usage] = MappingProxyType({})
"""Beside the commands nothing can be said."""

COMMANDS: dict[str, Usage] = {
    "move": Usage("UNIT[,UNIT…] HEX …", "move a stack, hex by hex; `all at HEX` too"),
    "assault": Usage("UNIT HEX", "the same by Assault Movement"),
    "double": Usage("UNIT HEX …", "the same by Double Time"),
    "halt": Usage("", "end the move in hand"),
    "end": Usage("", "end the phase"),
    "?": Usage("[UNIT|KIND]", "what is legal now, with MF"),
    "board": Usage("[HEX] [RADIUS]", "the board, around a hex, or only so far"),
    "look": Usage("HEX", "terrain, TEM, Locations, who is there"),
    "los": Usage("HEX HEX", "LOS: clear, hindered or blocked, and by what"),
    "range": Usage("HEX HEX", "hexes between"),
    "threats": Usage("UNIT HEX", "which S? may be Activated by entering a hex"),
    "victory": Usage("", "what the Mission is about, and how it stands"),
    "units": Usage("", "everybody in play"),
    "why": Usage("[N]", "the reasons of the last order, or of N events"),
    "log": Usage("[N|all]", "what happened"),
    "suggest": Usage(
        "[go|odds]",
        "what a practised player would do; `go` does it, `odds` weighs it by playouts",
    ),
    "undo": Usage("[N]", "take back decisions; dice rolled stay rolled"),
    "retype": Usage("", "take back the dice you typed last"),
    "dice": Usage("mine|seeded", "who rolls"),
    "table": Usage("[all|none|fire|…]", "what you resolve on your own table"),
    "stops": Usage("choices|all", "where you are asked: where it matters, or always"),
    "adjust": Usage("KIND ID FIELD=VALUE…|gone", "set a thing as it is on your table"),
    "save": Usage("[FILE]", "copy the game; it is always saved anyway"),
    "resume": Usage("FILE", "go on with another game"),
    "picture": Usage("FILE.png", "draw the board with its counters (or .svg)"),
    "help": Usage("[COMMAND]", "this list"),
    "quit": Usage("", "leave; the game is saved"),
}

ALL, AT, OFF = "all", "at", "offboard"

_HEX = re.compile(r"(?P<board>.*?)(?P<label>([a-z])\3?\d{1,2})\Z", re.ASCII)


class CommandWords(NamedTuple):
    """A command line taken apart: the command's full name, and the rest."""

    command: str
    rest: list[str]


def read_words(line: str) -> CommandWords:
    """The command that a line begins with, by any unique beginning, and its words.

    Errors:
        OpforError: there is no such command, or the line is endless.
    """
    if len(line) > MOST_LINE:
        raise OpforError(f"a command has at most {MOST_LINE} signs, not {len(line)}")
    words = re.sub(r"\s*,\s*", ",", line.strip()).split()
    if not words:
        raise OpforError("nothing was typed", do="? lists what is legal, help explains")
    return CommandWords(read_command(words[0]), words[1:])


def read_command(word: str) -> str:
    """The full name of the command that a word is, or begins.

    Errors:
        OpforError: there is none, or several begin so.
    """
    try:
        return pick(word, {name: name for name in COMMANDS}, "command")
    except OpforError as error:
        if error.do.startswith("known"):  # a list of them all would fill the screen
            raise OpforError(error.what, do="help lists the commands") from None
        raise


def wanted(command: str, rest: Sequence[str], least: int, most: int) -> None:
    """Refuse a command with too few or too many words."""
    if not least <= len(rest) <= most:
        usage = f"{command} {COMMANDS[command].words}".strip()
        raise OpforError(f"{command} is written `{usage}`")


def read_number(text: str, most: int) -> int:
    """A count from 1 to `most`.

    Errors:
        OpforError: it is none.
    """
    if not (text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= most):
        raise OpforError(f"{text!r} is no number from 1 to {most}")
    return int(text)


# -- places ------------------------------------------------------------------------


def read_place(world: World, text: str) -> LocationName:
    """The Location that a player means: q6, Q6/1, 33q6.

    Errors:
        OpforError: there is none.
    """
    hex_, slash, level = text.partition("/")
    if slash and not re.fullmatch(r"-?\d{1,2}", level, re.ASCII):
        raise OpforError(f"{text!r} has no level after the /", do="write it as Q6/1")
    at = Location(read_hex(world, hex_), int(level or 0))
    world.ground.number(at)
    return world.name(at)


def read_hex(world: World, text: str) -> int:
    """The hex of a name in any case; the board may be left out where that is plain."""
    found = _HEX.fullmatch(text.casefold())
    boards = {""}
    if found:
        boards = {
            name
            for placed in world.map.boards
            for name in ("", placed.board.short, placed.board.name)
            if name.casefold() == found["board"]
        }
    if not found or not boards:
        raise _no_hex(world, text)
    try:
        return world.map.hex(min(boards) + found["label"].upper())
    except OpforError as error:
        raise error if "could be" in error.what else _no_hex(world, text) from None


def _no_hex(world: World, text: str) -> OpforError:
    labels = [world.map.label(hex_) for hex_ in range(len(world.map))]
    do = did_you_mean(text, labels) or f"hexes run from {labels[0]} to {labels[-1]}"
    return OpforError(f"there is no hex {text[:20]!r}", do=do)


def is_place(world: World, text: str) -> bool:
    """Whether a word is the name of a Location."""
    try:
        read_place(world, text)
    except OpforError as error:
        return "could be" in error.what
    return True


# -- units -------------------------------------------------------------------------


def read_units(
    play: GameView, words: Sequence[str]
) -> tuple[tuple[str, ...], list[str]]:
    """The units that a line names, by any unique beginning, and the words after them.

    `all at HEX` is everybody there who may move; no unit means the stack in hand.

    Errors:
        OpforError: there is no such unit.
    """
    state = play.state
    names = {u.id: u.id for u in state.units.values() if u.side == "FRIENDLY"}
    words = _called(play, words)
    if not words:
        raise OpforError("no unit is named", do="units lists yours")
    if words[0].casefold() == ALL:
        return _all_at(play, words)
    if (ready := in_hand(state)) and is_place(play.world, words[0]):
        return tuple(unit.id for unit in ready), list(words)
    picked = [pick(word, names, "unit of yours") for word in words[0].split(",")]
    return tuple(dict.fromkeys(picked)), list(words[1:])


def _called(play: GameView, words: Sequence[str]) -> list[str]:
    """The words with ids in place of the names of units: `4-6-7A`, `Weber`."""
    by_name = names_of(play.world, play.state).ids(play.state)
    first, *rest = words or [""]
    named = [by_name.get(typed(word), word) for word in first.split(",")]
    return [",".join(named), *rest] if words else []


def read_move(
    play: GameView, words: Sequence[str], **how: bool
) -> list[dict[str, Any]]:
    """The orders of a move, hex by hex; `how` it is made is said with the first.

    Errors:
        OpforError: naming what is wrong or missing.
    """
    units, rest = read_units(play, words)
    if not rest:
        raise OpforError("no hex is named", do="write it as move 467A Q9 Q8")
    hexes = [read_place(play.world, word) for word in rest]
    steps = [{"type": "move", "units": units, "to": to} for to in hexes]
    return [steps[0] | how, *steps[1:]]


def _all_at(play: GameView, words: Sequence[str]) -> tuple[tuple[str, ...], list[str]]:
    """Everybody of the player's in a Location, or offboard, who may still move."""
    if len(words) < 3 or words[1].casefold() != AT:
        raise OpforError("all is written `all at HEX`", do=f"or `all at {OFF}`")
    off = OFF.startswith(words[2].casefold()) and not is_place(play.world, words[2])
    where = OFFBOARD if off else read_place(play.world, words[2])
    there = play.state.units_at(where, "FRIENDLY")
    ready = [u.id for u in there if not (u.moved or u.broken or u.pinned)]
    if not ready:
        raise OpforError(
            f"nobody of yours in {words[2]} may move", do="units lists them"
        )
    return tuple(ready), list(words[3:])
