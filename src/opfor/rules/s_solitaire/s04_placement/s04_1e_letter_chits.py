"""S4.1e: S? around hexes that Letter Chits and dice name."""

from collections.abc import Collection, Iterator, Sequence

from msgspec import Struct

from opfor.core.dice import die_roll, draw_letter
from opfor.core.event import Note
from opfor.core.explain import consult
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.geo.boards.board import Board
from opfor.geo.edges import walled_toward_fbe
from opfor.geo.ground import Location
from opfor.geo.hexes import column_letters
from opfor.rules.s_solitaire.s04_placement.s04_11_eligible import WATER, may_stand
from opfor.rules.s_solitaire.s04_placement.s04_14_crest_status import in_depression
from opfor.state.play import Play
from opfor.state.units import LocationName

FEW = 2
"""A chit that places no more S? than this is drawn again (S4.1e NOTE)."""

USUAL_ROWS = 10
"""Coordinates of a hexrow on a geomorphic board."""

SHIFT = 2
"""What is added to the dr for a coordinate (S4.1e, S4.22)."""

FACES = range(1, 7)


@rule(
    "S4.1e",
    "Case e: around hexes drawn by Letter Chits",
    exc=("4.11 to 4.13 come first",),
)
def letter_chits(
    play: Play, taken: Collection[LocationName], boards: Sequence[int] | None = None
) -> list[LocationName]:
    """The Locations that case e names on each of some boards, all boards if not said.

    Args:
        play: the game.
        taken: Locations that are to have a S? by other cases.
        boards: numbers of the boards just placed.

    Reading: D-011 how chits are drawn again; D-014 one S? a Location.
    """
    held = {suspect.location for suspect in play.state.suspects.values()}
    found: list[LocationName] = []
    for number in range(len(play.world.map.boards)) if boards is None else boards:
        board = play.world.map.boards[number].board
        hand = ChitTally(number, board, [*letters(board)], held.union(taken, found), {})
        found += _on_board(play, hand)
    return found


class ChitTally(Struct, frozen=True):
    """What is kept in mind while the chits of one board are drawn.

    Args:
        number, board: the board.
        cup: the chits that are still in it.
        taken: Locations that have a S?, or are to have one.
        eligible: the Locations of each hex looked at so far that may get a S?.
    """

    number: int
    board: Board
    cup: list[str]
    taken: set[LocationName]
    eligible: dict[int, tuple[LocationName, ...]]


def _on_board(play: Play, hand: ChitTally) -> list[LocationName]:
    """The Locations by the chits of one board, in the order of the printed example.

    First all chits, then a dr for each hexrow's coordinate, then each radius.
    """
    # S4.1e: the number of chits by {a6d}
    roll = die_roll(play, fact("letter_chits_for_board", board=hand.board.short))
    chits = consult(play, play.world.enemy.table("A6d"), roll.final).result
    # S4.1e: all hexrows, then their coordinates
    drawn = [_draw(play, hand) for _ in range(chits)]
    hexes = [_placement_hex(play, hand, letter) for letter in drawn]
    # S4.1e: a radius by {a6f} around each hex
    found: list[LocationName] = []
    for hex_ in hexes:
        new = _around(play, hand, hex_)
        hand.taken.update(new)
        found += new
    return found


def _around(play: Play, hand: ChitTally, hex_: int) -> list[LocationName]:
    """The Locations around a placement hex, or around one drawn in its stead."""
    found = _within(play, hand, hex_, _radius(play, hex_))
    with part_of_rule("S4.1e/n1"):
        # S4.1e NOTE: a chit with no more than two S? is drawn again
        while len(found) <= FEW:
            if not _any_left(play, hand):
                play.emit(Note(fact("a_chit_is_lost", board=hand.board.short)))
                return []
            hex_ = _placement_hex(play, hand, _draw(play, hand))
            found = _within(play, hand, hex_, _radius(play, hex_))
    return found


def _draw(play: Play, hand: ChitTally) -> str:
    """A chit out of the cup, which is filled anew once it is empty (D-011)."""
    if not hand.cup:
        hand.cup.extend(letters(hand.board))
    purpose = fact("hexrow_of_board", board=hand.board.short)
    letter = draw_letter(play, hand.cup, purpose=purpose)
    hand.cup.remove(letter)
    return letter


def letters(board: Board) -> tuple[str, ...]:
    """The Letter Chits of a board: one for each of its hexrows (D-063)."""
    return tuple(column_letters(board.first_col + c) for c in range(board.grid.cols))


def _placement_hex(play: Play, hand: ChitTally, letter: str) -> int:
    board = hand.board
    purpose = fact("coordinate_in_hexrow", hexrow=letter, board=board.short)
    labels = [f"{letter}{coordinate(board, dr)}" for dr in FACES]
    label = labels[die_roll(play, purpose, means=labels).final - 1]
    return play.world.map.hex_of(hand.number, board.hex(label))


def coordinate(board: Board, dr: int) -> int:
    """The coordinate that a dr names: dr + 2, or the same share of another hexrow.

    Reading: D-063 boards with more or fewer than ten coordinates a hexrow.
    """
    share = (dr + SHIFT) * board.grid.rows
    return board.first_row + -(-share // USUAL_ROWS)


def _radius(play: Play, hex_: int) -> int:
    roll = die_roll(play, fact("radius_around", where=play.world.map.name(hex_)))
    return int(consult(play, play.world.enemy.table("A6f"), roll.final).result)


def _within(play: Play, hand: ChitTally, hex_: int, radius: int) -> list[LocationName]:
    """The eligible Locations within a radius that have no S? yet."""
    return [
        location
        for near in play.world.map.within(hex_, radius)
        for location in _eligible(play, hand, near)
        if location not in hand.taken
    ]


def _eligible(play: Play, hand: ChitTally, hex_: int) -> tuple[LocationName, ...]:
    if hex_ not in hand.eligible:
        hand.eligible[hex_] = tuple(_cover(play, hex_))
    return hand.eligible[hex_]


def _cover(play: Play, hex_: int) -> Iterator[LocationName]:
    for level in play.world.ground.levels(hex_):
        at = Location(hex_, level)
        location = play.world.name(at)
        covered = play.world.ground.concealment_terrain(at)
        if (covered or behind_wall(play, location)) and may_stand(play, location):
            yield location


def behind_wall(play: Play, location: LocationName) -> bool:
    """Whether an OG Location counts as cover for a wall/hedge/bocage toward the FBE.

    A unit could have Wall Advantage there: on the ground, not on a bridge or in a
    Depression.
    """
    ground, at = play.world.ground, play.world.locate(location)
    solid = not ground.facts.bridge[at.hex] and ground.terrain(at).name != WATER
    return (
        at.level == 0
        and solid
        and ground.open_ground(at)
        and not in_depression(play, location)
        and walled_toward_fbe(ground, play.world.compass, at.hex)
    )


def _any_left(play: Play, hand: ChitTally) -> bool:
    """Whether some chit and dice of a board could still place three S?."""
    table = play.world.enemy.table("A6f")
    widest = max(int(table.look_up(face).result) for face in FACES)
    return any(
        len(_within(play, hand, hex_, widest)) > FEW
        for hex_ in _placement_hexes(play, hand)
    )


def _placement_hexes(play: Play, hand: ChitTally) -> Iterator[int]:
    board = hand.board
    rows = sorted({coordinate(board, face) for face in FACES})
    for letter in letters(board):
        for row in rows:
            place = board.hex(f"{letter}{row}")
            yield play.world.map.hex_of(hand.number, place)
