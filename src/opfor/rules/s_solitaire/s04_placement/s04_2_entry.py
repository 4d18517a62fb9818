"""S4.2 to S4.22: S? that enter the map after the start.

A S? is set up offboard, next to the hex that it is to enter, in the RPh of its turn
of entry; it waits there (`Suspect.enters`) until it moves.
"""

from collections.abc import Sequence

from opfor.core.dice import dice_roll, die_roll, draw_letter, random_dr
from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.geo.edges import Quarter, opposite, rivers
from opfor.rules.s_solitaire.s03_323_prohibited import suspect_bar
from opfor.rules.s_solitaire.s04_placement.s04_1e_letter_chits import (
    FACES,
    coordinate,
    letters,
)
from opfor.state.events import SuspectPlaced
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import (
    OFFBOARD,
    SUSPECT_CAP,
    Attitude,
    LocationName,
    Suspect,
)

LENGTHS = ("top", "bottom")
"""The sides of the map that boards lie along with their length (22")."""

DIE = 6


@rule("S4.2", "S? that enter the map", exc=("a Human Wave enters by 4.3",))
def enter_suspects(
    play: Play,
    number: int,
    *,
    quarter: Quarter = "EBE",
    attitude: Attitude = "Advance",
    colour: str = "black",
    by: Sequence[LocationName] = (),
) -> list[str]:
    """Set up S? offboard along an edge, each at a hex of its own draw; their ids.

    EXC: a Human Wave: its entrance hexes lie side by side (S4.31).
    Reading: D-730 a Mission may name the hexes that are drawn from (`by`).
    """
    ids = []
    for _ in range(number):
        hex_ = entry_hex(play, quarter, by)
        if hex_ is None:
            break
        suspect = Suspect(
            fresh_id(play.state, "S"),
            OFFBOARD,
            attitude,
            colour,
            enters=LocationName(play.world.map.name(hex_)),
            edge="" if quarter == "EBE" else quarter,
        )
        play.emit(SuspectPlaced(suspect))
        ids.append(suspect.id)
    return ids


def entry_hex(
    play: Play, quarter: Quarter, by: Sequence[LocationName] = ()
) -> int | None:
    """A hex along an edge, by 4.21 or 4.22; None (told) if no hex of it will do.

    Where the Mission names hexes it is one of those, each with an equal chance (D-730).
    """
    hexes = [play.world.locate(name).hex for name in by] or _named(play, quarter)
    open_ = [hex_ for hex_ in hexes if not entry_bar(play, hex_)]
    if not open_:
        play.emit(Note(fact("no_hex_can_be_entered", edge=quarter)))
        return None
    if by:
        return random_dr(play, open_, purpose=fact("which_hex_is_entered"))
    length = play.world.compass.edges[quarter] in LENGTHS
    return (along_length if length else along_width)(play, quarter)


def legal(play: Play, quarter: Quarter) -> list[int]:
    """The hexes along an edge that its chits or dice can name and that may be entered.

    A hex may come twice, from two boards that share it.
    """
    named = _named(play, quarter)
    return [hex_ for hex_ in named if not entry_bar(play, hex_)]


def _named(play: Play, quarter: Quarter) -> list[int]:
    """Every hex along an edge that its chits or dice can name."""
    length = play.world.compass.edges[quarter] in LENGTHS
    boards = boards_along(play, quarter)
    named = _lettered if length else _numbered
    return play.world.lasting(
        f"entry by {quarter}", None, lambda: named(play, quarter, boards)
    )


def boards_along(play: Play, quarter: Quarter) -> list[int]:
    """The boards along an edge, from north to south or from the FBE on."""
    owner = play.world.map.owner
    return list(dict.fromkeys(owner[h] for h in play.world.compass.along(quarter)))


def entry_bar(play: Play, hex_: int) -> str:
    """Why a S? may not be set up to enter a hex; empty if it may.

    Reading: D-066 what is Overstacked, and what is Prohibited (3.323).
    """
    entry = LocationName(play.world.map.name(hex_))
    if len(play.state.waiting(entry)) >= SUSPECT_CAP:
        return f"{SUSPECT_CAP} S? are to enter it already (3.11)"
    # S9.1: it enters by the terrain of its hex, along no road
    kind = play.world.ground.terrain(play.world.locate(entry))
    if kind.mf.bar:
        return f"{kind.name} cannot be entered"
    return suspect_bar(play, entry)


@rule(
    "S4.21",
    "Entry along a board's long side",
    exc=("a new chit if Overstacked or Prohibited",),
)
def along_length(play: Play, quarter: Quarter) -> int:
    """The hex that a Letter Chit names along the length of a board.

    Every chit is back in the cup before the next draw. EXC: a new chit if the hex is
    Overstacked or Prohibited.
    Reading: D-063 the cup; D-067 several boards side by side along the edge.
    """
    hex_ = _by_chit(play, quarter)
    with part_of_rule("S4.21/exc1"):
        # S4.21 EXC: Overstacked (S3.11) or Prohibited (S3.323)
        while bar := entry_bar(play, hex_):
            where = play.world.map.name(hex_)
            play.emit(Note(fact("a_new_chit", where=where, bar=bar)))
            hex_ = _by_chit(play, quarter)
    return hex_


def _by_chit(play: Play, quarter: Quarter) -> int:
    world = play.world
    boards = boards_along(play, quarter)
    number = random_dr(play, boards, purpose=fact("which_board_is_entered"))
    board = world.map.boards[number].board
    purpose = fact("hexrow_of_board", board=board.short)
    letter = draw_letter(play, letters(board), purpose=purpose)
    return opposite(world.map, world.compass.edges[quarter], number, letter)


def _lettered(play: Play, quarter: Quarter, boards: list[int]) -> list[int]:
    """Every hex that a Letter Chit can name along an edge."""
    world = play.world
    return [
        opposite(world.map, world.compass.edges[quarter], number, letter)
        for number in boards
        for letter in letters(world.map.boards[number].board)
    ]


@rule(
    "S4.22",
    "Entry along the short sides of boards",
    exc=("a new DR if Overstacked or Prohibited",),
)
def along_width(play: Play, quarter: Quarter) -> int:
    """The hex that a DR names along the width of boards: the board, the coordinate.

    With a single board a dr is enough. River mapboards are left out, unless there is
    no other. EXC: a new DR if the hex is Overstacked or Prohibited.
    Reading: D-015 shares of the coloured dr; D-063 the coordinate; D-065 river boards.
    """
    hex_ = _by_dice(play, quarter)
    with part_of_rule("S4.22/exc1"):
        # S4.22 EXC: Overstacked (S3.11) or Prohibited (S3.323)
        while bar := entry_bar(play, hex_):
            where = play.world.map.name(hex_)
            play.emit(Note(fact("a_new_roll", where=where, bar=bar)))
            hex_ = _by_dice(play, quarter)
    return hex_


def _by_dice(play: Play, quarter: Quarter) -> int:
    # S4.22: no river boards
    boards = _without_rivers(play, boards_along(play, quarter))
    # S4.22: a single board needs a dr only
    if len(boards) == 1:
        roll = die_roll(play, fact("coordinate_of_entry"))
        return _at(play, quarter, boards[0], roll.original)
    if len(boards) > DIE:
        raise OpforError("more than six boards cannot share a dr", "S4.22")
    # S4.22: the coloured die names the board, the white one the coordinate
    share = DIE // len(boards)
    while True:
        purpose = fact("board_and_coordinate_of_entry")
        coloured, white = dice_roll(play, purpose).dice
        if coloured <= share * len(boards):
            return _at(play, quarter, boards[(coloured - 1) // share], white)


def _numbered(play: Play, quarter: Quarter, boards: list[int]) -> list[int]:
    """Every hex that the dice can name along the width of boards."""
    return [
        _at(play, quarter, number, face)
        for number in _without_rivers(play, boards)
        for face in FACES
    ]


def _at(play: Play, quarter: Quarter, number: int, dr: int) -> int:
    world = play.world
    row = coordinate(world.map.boards[number].board, dr)
    return opposite(world.map, world.compass.edges[quarter], number, row)


def _without_rivers(play: Play, boards: list[int]) -> list[int]:
    river = rivers(play.world.ground, play.world.joins)
    return [number for number in boards if not river[number]] or boards
