"""What people call units and Weapons: `4-6-7 A`, `Lt. Weber`, `PzIVH 2`.

The one place that decides it. A name follows from the id alone, and so never changes in
a game nor from one save to the next. Ids stay in the terminal and beside a table.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, cached_property
from importlib.resources import files
from types import MappingProxyType
from typing import Any

from opfor.geo.hexes import column_letters
from opfor.state.counters import SMC, Gun, Piece, Vehicle
from opfor.state.id_stems import SHORT, UNTYPED, stem
from opfor.state.state import State
from opfor.state.world import World

ENEMY = "e"
"""What the ids of the ENEMY's begin with."""

_ID = re.compile(r"(?<![\w.])([a-z0-9]+)([A-Z]{1,2})(?:\.([a-z]+\d?))?(?!\w)")
"""What may be an id: its stem, its letters, and a Weapon mounted on it."""

_TAG = re.compile(r" \[(?:OURS|rules|example|public|yours)\]")
"""Where a value is from: who looks for it finds it behind the line."""

_TWICE = re.compile(r"(\d+-\d+-\d+) ([A-Z]{1,2}) \1(?![\w-])")
"""A MMC's name with its printed name once more."""

_PROGRAM = re.compile(r", once no\b")
"""Parts of results that are for programs."""

PLAIN = (
    *("foxhole", "trench", "pillbox", "cave", "wire", "roadblock", "minefield"),
    *("panji", "wreck", "flame", "blaze", "smoke"),
)
"""Stems that are words."""

THINGS = MappingProxyType(
    {
        **dict(zip(PLAIN, PLAIN, strict=True)),
        "fortified": "Fortified Building",
        "residual": "Residual FP",
        "lane": "Fire Lane",
        "charge": "DC",
        "tb": "Trail Break",
        "wp": "WP",
    }
)
"""Stems of what is neither a unit nor a Weapon, and what it is called."""

_THING = re.compile(rf"\b({'|'.join(THINGS)})([A-Z]{{1,2}}|\d+)\b(?: \1\b)?")
"""The id of such a thing, its letters or number, and what it is once more."""

CREW = "crew"
"""The stem of vehicle crews, whatever is printed on them."""

REMEMBERED = 5_000
"""Descriptions that are kept: the same ones come again with every event."""

LETTERS = 2
"""The most letters of an id: such a word alone is no name."""

HIGH = -2
"""The leadership DRM of a captain."""


class Names:
    """The names of a game's units and Weapons.

    Args:
        world: the World.
        friendly, enemy: the nations.
    """

    def __init__(self, world: World, friendly: str, enemy: str) -> None:
        self._world = world
        self._friendly = friendly
        self._enemy = enemy
        self._known: dict[str, str] = {}
        self._whole: dict[str, str] = {}

    def of(self, id_: str) -> str:
        """What the thing of an id is called; the id itself if it is no counter's."""
        if id_ in self._known:
            return self._known[id_]
        found = _ID.fullmatch(id_)
        return self._name(found) if found else id_

    def told(self, text: str) -> str:
        """A text with names in place of ids, and without words for programs."""
        named = _TWICE.sub(r"\1 \2", _ID.sub(self._name, text))
        return _PROGRAM.sub("", _TAG.sub("", _THING.sub(_thing, named)))

    def whole(self, text: str) -> str:
        """The description of a unit that begins with its id and its printed name."""
        if text not in self._whole:
            if len(self._whole) > REMEMBERED:
                self._whole.clear()
            self._whole[text] = self._described(text)
        return self._whole[text]

    def _described(self, text: str) -> str:
        id_ = text.partition(" ")[0]
        rest = text.removeprefix(id_)
        found = _ID.fullmatch(id_)
        piece = self._piece(found) if found else None
        if piece is None:
            return self.told(text)
        after = rest.removeprefix(f" {piece.name}")
        printed = f" {piece.name}" if isinstance(piece, SMC) else ""
        return self.of(id_) + printed + self.told(after)

    def anywhere(self, value: Any) -> Any:
        """The same for every text in lists and mappings, their keys as well."""
        match value:
            case str():
                return self.told(value)
            case Mapping():
                return {self.of(key): self.anywhere(v) for key, v in value.items()}
            case list() | tuple():
                return [self.anywhere(each) for each in value]
        return value

    def ids(self, state: State) -> dict[str, str]:
        """The ids of the units in play by what may be typed: `4-6-7a`, `weber`."""
        whole = {typed(self.of(id_)): id_ for id_ in state.units}
        last = {typed(self.of(id_).split()[-1]): id_ for id_ in state.units}
        return {name: id_ for name, id_ in last.items() if len(name) > LETTERS} | whole

    @cached_property
    def _kinds(self) -> dict[str, list[Piece]]:
        """The counters of each stem, those of the two nations first."""
        found: dict[str, list[Piece]] = {}
        pieces = self._world.enemy.counters.values()
        both = (self._friendly, self._enemy)
        for piece in sorted(pieces, key=lambda each: each.nation not in both):
            found.setdefault(stem(piece), []).append(piece)
        return found

    @cached_property
    def _pieces(self) -> dict[str, Piece]:
        return {begin: kinds[0] for begin, kinds in self._kinds.items()}

    @cached_property
    def _ours(self) -> frozenset[str]:
        pieces = self._world.enemy.counters.values()
        return frozenset(stem(p) for p in pieces if p.nation == self._friendly)

    def _split(self, found: re.Match[str]) -> tuple[bool, str]:
        """Whether it is the ENEMY's, and its stem."""
        start = found[1]
        bare = start.removeprefix(ENEMY)
        return (
            (True, bare) if bare != start and bare in self._pieces else (False, start)
        )

    def _piece(self, found: re.Match[str]) -> Piece | None:
        return self._pieces.get(self._split(found)[1])

    def _name(self, found: re.Match[str]) -> str:
        if found[0] not in self._known:
            self._known[found[0]] = self._made(found)
        return self._known[found[0]]

    def _made(self, found: re.Match[str]) -> str:
        enemy, start = self._split(found)
        piece = self._pieces.get(start)
        if found[1] in (CREW, ENEMY + CREW):
            whose = f"{self._world.fact('name')} " if found[1] != CREW else ""
            return f"{whose}crew {found[2]}"
        if piece is None:
            return found[0]
        letters, mount = found[2], f" {found[3].upper()}" if found[3] else ""
        if isinstance(piece, SMC) and piece.kind != "hero":
            nation = self._enemy if enemy else self._friendly
            return self._leader(piece, letters, nation)
        both = enemy and start in self._ours
        side = f"{self._world.fact('name')} " if both else ""
        number = _number(piece, letters)
        return f"{side}{_common(self._kinds[start])} {number}{mount}"

    def _leader(self, piece: SMC, letters: str, nation: str) -> str:
        data = _leaders()
        tongue = next((t for t, of in data["of"].items() if nation in of), "english")
        names = data["names"][tongue]
        at = _place(piece, self._stems) + 13 * _letter(letters)
        return f"{_rank(piece, data['ranks'])} {names[at % len(names)]}"

    @cached_property
    def _stems(self) -> list[str]:
        """The stems of all leaders, in order."""
        pieces = self._world.enemy.counters.values()
        return sorted({stem(piece) for piece in pieces if isinstance(piece, SMC)})


def typed(name: str) -> str:
    """A name as it may be typed: no spaces, points or capitals."""
    return re.sub(r"[\s.]", "", name).casefold()


def names_of(world: World, state: State) -> Names:
    """The names of a game."""
    sides = state.mission.friendly, state.mission.enemy
    return world.lasting("names", sides, lambda: Names(world, *sides))


@cache
def _leaders() -> dict[str, Any]:
    text = files("opfor.views.text").joinpath("leaders.toml").read_text("utf-8")
    return tomllib.loads(text)


def _place(piece: Piece, stems: Iterable[str]) -> int:
    return list(stems).index(stem(piece))


def _thing(found: re.Match[str]) -> str:
    return f"{THINGS[found[1]]} {found[2]}"


def _rank(piece: SMC, ranks: Mapping[str, str]) -> str:
    if piece.kind == "commissar":
        return "Commissar"
    if piece.modifier <= HIGH:
        return ranks["high"]
    return ranks["middle" if piece.modifier < 0 else "low"]


def _printed(piece: Piece) -> str:
    """The printed name as players say it."""
    if isinstance(piece, Vehicle):
        words = UNTYPED.sub("", piece.name).split()
        first = SHORT.get(words[0], words[0])
        joined = first + words[1] if len(words) > 1 and first != words[0] else first
        return " ".join([joined, *words[2 if joined != first else 1 :]])
    if isinstance(piece, Gun):
        return " ".join(piece.name.split()[:2])
    return piece.name


def _common(pieces: Sequence[Piece]) -> str:
    """The words that the printed names of some counters begin with."""
    first, *_ = pieces
    names = [_printed(piece).split() for piece in pieces]
    shared = []
    for words in zip(*names, strict=False):
        if len(set(words)) > 1:
            break
        shared.append(words[0])
    if not shared and isinstance(first, Gun):
        return f"{first.calibre} {first.kind}"
    return " ".join(shared or names[0])


def mark_of(id_: str, piece: Piece) -> str:
    """Which of its like a unit is, as it stands on its counter."""
    found = _ID.fullmatch(id_)
    return _number(piece, found[2]) if found else ""


def _number(piece: Piece, letters: str) -> str:
    """Vehicles are numbered, all else has letters."""
    return str(_letter(letters) + 1) if isinstance(piece, Vehicle) else letters


def _letter(letters: str) -> int:
    """Which letters in order they are: A is 0."""
    return next(n for n in range(10_000) if column_letters(n) == letters)
