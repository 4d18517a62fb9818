"""A moment of a game as a saved game of VASL.

With a saved game of the player's as its base his own counters are taken up: each unit
and weapon that is found there again is his counter in its new state and place, and all
that opfor does not know stays as it is. Without one the boards of the game are laid as
VASL's board command has them; a board of opfor's own becomes a blank one.
"""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from opfor.core.errors import OpforError
from opfor.state.state import State
from opfor.state.units import Side, Unit, Weapon
from opfor.state.world import World
from opfor.vasl.boards.laid import (
    BLANK,
    EDGE,
    write_boards,
)
from opfor.vasl.counters.meanings import Counters
from opfor.vasl.counters.names import Words
from opfor.vasl.counters.palette import Palette
from opfor.vasl.games.base import MAP, Base, boards_of, game_layout, matching, owner_of
from opfor.vasl.position.saved_game import Position
from opfor.vasl.saves.archive import Archive
from opfor.vasl.saves.commands import (
    NOTHING,
    AddPiece,
    Node,
    Other,
    SetBoards,
    in_order,
    saved_game,
    setup_part,
    write_commands,
)
from opfor.vasl.saves.table import STACK
from opfor.vasl.saves.traits import Piece, Stack, piece_state, piece_type, stack_state
from opfor.vasl.things.from_counters import Reader, Things
from opfor.vasl.things.notes import read_note
from opfor.vasl.things.piles import Key, Piles, Put
from opfor.vasl.things.remembered import RememberingMaker

FIRST_ID = 77_000_001
"""Ids of new counters count up from here; VASL's own are milliseconds since 1970."""

ROOM = 75
"""Pixels from one counter to the next of those that lie beside the boards."""

Owned = Unit | Weapon


class Writer:
    """Writes moments of one game.

    Args:
        world: the game's.
        state: a moment of it, for what does not change.
        counters: tells counters, with the player's module.
        names: the table of names.
        base: the player's saved game, if he has one.
        beside: his units that are offboard lie beside the boards.

    Errors:
        OpforError: the base has other boards than the game.
    """

    def __init__(
        self,
        world: World,
        state: State,
        counters: Counters,
        names: Words,
        base: Base | None = None,
        *,
        beside: bool = False,
    ) -> None:
        if counters.module is None:
            raise OpforError("no module of VASL is named", do="name it with --module")
        self._world = world
        self._base = base
        self._beside = beside
        mission = state.mission
        self._nations: dict[Side, str] = {
            "FRIENDLY": mission.friendly,
            "ENEMY": mission.enemy,
        }
        owner = "" if base is None else owner_of(base)
        self.maker = RememberingMaker(
            Palette(counters), names, world.enemy.counters, self._nations, owner
        )
        self._letters = names.nations
        self.map = MAP if base is None else base.main_map
        if base is not None and base.layout.boards:
            self.layout = base.layout
            self._check_boards(base)
        else:
            self.layout = game_layout(world.map, counters.module.edge)
        self._numbers = {n: i for i, n in enumerate(matching(world.map, self.layout))}
        self._ids: dict[Key, str] = {}
        self._taken = (
            set() if base is None else {*base.table.pieces, *base.table.stacks}
        )
        self._next = FIRST_ID
        self._old: dict[Key, Piece] = {}
        self._gone: set[str] = set()
        self._lay: dict[Key, tuple[Piece, tuple[int, int], Put]] = {}
        self.left_out: list[str] = []
        if base is not None:
            self._match(base, state)
        self._beneath = self._kept_at()

    def _check_boards(self, base: Base) -> None:
        found = matching(self._world.map, base.layout)
        if sorted(found) != [*range(len(self._world.map.boards))]:
            raise OpforError(
                f"its boards ({base.position.map_text}) are not those of the game "
                f"({' '.join(b.name for b in boards_of(self._world.map))})",
                do="take a saved game on the boards of this one",
            )

    def blank_boards(self) -> list[str]:
        """The boards of opfor's own, which VASL does not have."""
        return [
            p.board.name for p in self._world.map.boards if p.board.source == "text"
        ]

    def remarks(self) -> list[str]:
        """What the player must know of what was written, in sentences."""
        found = []
        if own := self.blank_boards():
            found.append(
                f"VASL has no board {', '.join(own)}: a blank one ({BLANK}) lies in its"
                " place, and its terrain is to be seen in opfor."
            )
        if plain := sorted({*self.maker.plain}):
            found.append(
                f"Your module has no counter for {', '.join(plain)}: plain ones with"
                " their names stand there."
            )
        if self.left_out:
            found.append(
                "These counters of your saved game stand for nothing in the game and"
                f" were left out: {', '.join(self.left_out)}."
            )
        return found

    # -- the player's counters ---------------------------------------------------------

    def _match(self, base: Base, state: State) -> None:
        """Find the units and weapons of the game among his counters."""
        reader = Reader(
            self._world,
            self._nations,
            self._letters,
            base.layout,
            matching(self._world.map, base.layout),
        )
        found = reader.read(base.position.counters)
        self._gone = _known(base.position, found)
        pairs: tuple[tuple[str, Mapping[str, Owned], Mapping[str, Owned]], ...] = (
            ("unit", state.units, found.units),
            ("weapon", state.weapons, found.weapons),
        )
        for word, now, then in pairs:
            left = dict(then)
            for id_, thing in now.items():
                if thing.side == "ENEMY":
                    continue
                fits = [k for k, t in left.items() if t.counter == thing.counter]
                near = [k for k in fits if left[k].location == thing.location]
                same = [id_] if id_ in left else (near or fits)[:1]
                for match in same:
                    del left[match]
                    self._take_up(base, (word, id_), found.from_piece[match])
            self.left_out += [
                f"{self._world.counter(t.counter).name} in {t.location or 'hand'}"
                for t in left.values()
                if getattr(t, "side", "") != "ENEMY"
            ]
        self._match_beside(base, found, state)

    def _match_beside(self, base: Base, found: Things, state: State) -> None:
        """Find those that lie beside his boards, where they wait to enter."""
        left = [each for each, _ in found.untaken if each.meaning.counter]
        things: tuple[tuple[str, Mapping[str, Owned]], ...] = (
            ("unit", state.units),
            ("weapon", state.weapons),
        )
        for word, now in things:
            for id_, thing in now.items():
                if (word, id_) in self._old or not self._lays(state, thing):
                    continue
                fits = [e for e in left if e.meaning.counter == thing.counter]
                same = [e for e in fits if read_note(e.label).id == id_] or fits
                for each in same[:1]:
                    left.remove(each)
                    self._take_up(base, (word, id_), each.id)
                    self._gone.add(each.id)

    def _lays(self, state: State, thing: Owned) -> bool:
        """Whether the counter of something of the player's is written."""
        unit = state.units.get(thing.owner) if isinstance(thing, Weapon) else thing
        if unit is None:
            return bool(thing.location)
        return unit.side == "FRIENDLY" and (self._beside or bool(unit.location))

    def _take_up(self, base: Base, key: Key, piece_id: str) -> None:
        self._old[key] = base.table.pieces[piece_id]
        self._ids[key] = piece_id

    # -- one moment --------------------------------------------------------------------

    def piles(self, state: State) -> dict[tuple[int, int], list[Put]]:
        """The counters of a moment by their pixel, each pile from below."""
        piles = Piles(state, self._world, self.maker, self._old)
        by_hex = {self.pixel(hex_): pile for hex_, pile in piles.by_hex().items()}
        if self._beside:
            offboard = zip(_row(), piles.offboard(), strict=False)
            by_hex |= {pixel: pile for pixel, pile in offboard if pile}
        return {
            pixel: [self._laid(put, pixel) for put in pile]
            for pixel, pile in by_hex.items()
        }

    def _laid(self, put: Put, pixel: tuple[int, int]) -> Put:
        """A counter at its place; the same one if it lay there before."""
        known = self._lay.get(put.key)
        if known is None or known[0] is not put.piece or known[1] != pixel:
            there = Put(put.key, put.piece.at(self.map, *pixel))
            known = self._lay[put.key] = put.piece, pixel, there
        return known[2]

    def pixel(self, hex_: int) -> tuple[int, int]:
        """Where the counters of a hex lie."""
        owner = self._world.map.owner[hex_]
        _, place = self._world.map.source(hex_)
        return self.layout.pixel(self._numbers[owner], *place)

    def kept_on(self, pixel: tuple[int, int]) -> str:
        """The highest counter of the base that lies beneath those of the game."""
        return next(reversed(self._beneath.get(pixel, [""])))

    def id_of(self, key: Key) -> str:
        """The id of a counter in VASL: the same at each moment."""
        if key not in self._ids:
            self._ids[key] = self.new_id()
        return self._ids[key]

    def new_id(self) -> str:
        """An id that no counter or stack has had."""
        while str(self._next) in self._taken:
            self._next += 1
        self._next += 1
        return str(self._next - 1)

    def ids(self) -> set[str]:
        """The ids of all counters that stand for something of the game."""
        return {*self._ids.values()}

    def start(self, state: State) -> list[Node]:
        """The commands that set a moment up."""
        adds = self._kept()
        piles = self.piles(state)
        kept = {pixel: [*ids] for pixel, ids in self._beneath.items()}
        for pixel, pile in piles.items():
            ids = list(kept.pop(pixel, ()))
            for put in pile:
                ids.append(self.id_of(put.key))
                adds.append(_added(ids[-1], put.piece))
            adds.append(self._stack(pixel, ids))
        for pixel, left in kept.items():
            if len(left) > 1:
                adds.append(self._stack(pixel, left))
        return self.around(Node(NOTHING, tuple(map(Node, adds))))

    def _stack(self, pixel: tuple[int, int], ids: Sequence[str]) -> AddPiece:
        stack = Stack(self.map, *pixel, tuple(ids))
        return AddPiece(self.id_of(("stack", *ids[:1])), STACK, stack_state(stack))

    def _kept(self) -> list[AddPiece]:
        """The counters of the base that stay, and the stacks of its other windows."""
        if self._base is None:
            return []
        table = self._base.table
        adds = []
        for each in table.lying():
            if each.id not in self._gone:
                at = each.piece.at(each.map, each.x, each.y)
                adds.append(_added(each.id, at))
        for id_, stack in table.stacks.items():
            if stack.map != self.map:
                adds.append(AddPiece(id_, STACK, stack_state(stack)))
        return adds

    def _kept_at(self) -> dict[tuple[int, int], list[str]]:
        found: dict[tuple[int, int], list[str]] = {}
        for each in self._base.table.lying() if self._base is not None else ():
            if each.id not in self._gone and each.map == self.map:
                found.setdefault((each.x, each.y), []).append(each.id)
        return found

    def around(self, made: Node) -> list[Node]:
        """What sets a game up: those counters, the boards, and all else of the base."""
        if self._base is None:
            return [made, Node(Other("UNMASK\t")), Node(SetBoards(self._boards()))]
        start, _ = setup_part(self._base.node)
        nodes = start[0].after if len(start) == 1 and start[0].after else start
        others = [node for node in nodes if not _adds(node)]
        if self._base.layout.boards:
            return [made, *others]
        others = [node for node in others if not isinstance(node.command, SetBoards)]
        return [made, *others, Node(SetBoards(self._boards()))]

    def _boards(self) -> str:
        own = self.blank_boards()
        return write_boards(
            [
                replace(laid.saved, name=BLANK)
                if laid.saved.name in own
                else laid.saved
                for laid in self.layout.boards
            ]
        )

    def archive(self, state: State, steps: Sequence[Node] = ()) -> Archive:
        """A saved game of a moment, or a log that begins there."""
        text = write_commands(saved_game(self.start(state), steps))
        if self._base is not None:
            return Archive(
                text=text,
                savedata=self._base.archive.savedata,
                moduledata=self._base.archive.moduledata,
            )
        return Archive(text=text, savedata=self._page(), moduledata=self._page())

    def _page(self) -> bytes:
        module = self.maker.module
        return _PAGE.format(
            version=_xml(module.version), name=_xml(module.name)
        ).encode()


_PAGE = """<?xml version="1.0" encoding="UTF-8"?>
<data version="1">
  <version>{version}</version>
  <VassalVersion>3.4.13</VassalVersion>
  <dateSaved>0</dateSaved>
  <description>opfor</description>
  <name>{name}</name>
</data>
"""


def _xml(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def _row() -> Iterator[tuple[int, int]]:
    """Places for counters in the empty border above the boards, row by row."""
    return (
        (x, y)
        for y in range(ROOM, EDGE - ROOM, ROOM)
        for x in range(ROOM, 20 * ROOM, ROOM)
    )


def _added(id_: str, piece: Piece) -> AddPiece:
    return AddPiece(id_, piece_type(piece), piece_state(piece))


def _adds(node: Node) -> bool:
    """Whether a node puts counters on the table."""
    return any(isinstance(command, AddPiece) for command in in_order(node))


def _known(position: Position, found: Things) -> set[str]:
    """The counters of a base in place of which those of the game are written."""
    untaken = {standing.id for standing, _ in found.untaken}
    return {each.id for each in position.counters if not each.map} - untaken
