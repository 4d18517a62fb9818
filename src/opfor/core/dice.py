"""Dice: values, where they come from, and selection by dice.

The seeded source is a documented bit stream that no release may change: value n
(from 0) of stream s under seed k is made from

    BLAKE2b(data = s in UTF-8, a zero byte, n as 8 bytes, block as 4 bytes,
            key = k in UTF-8, person = "opfor dice 1", 64 bytes long)

with big-endian numbers and block 0, 1, … . Its bytes are taken in order. For one of
m equal outcomes the first byte below 256 - 256 mod m counts, and the outcome is that
byte mod m; so a die is 1 + byte mod 6 of the first byte below 252. Above 256 outcomes
the bytes are taken in pairs, below 65536 - 65536 mod m. A seed of more than 64 bytes
is replaced by its own 64-byte BLAKE2b digest.
"""

import re
from collections.abc import Callable, Sequence
from hashlib import blake2b
from typing import NamedTuple, TypeVar

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from opfor.core.ask import Asked, Asker, Context, Draw, Roll
from opfor.core.errors import OpforError
from opfor.core.event import RollMade
from opfor.core.fact import Fact, fact
from opfor.core.modifier import Mod, breakdown, total

T = TypeVar("T")

PERSON = b"opfor dice 1"

LETTERS = tuple("ABCDEFGHIJKLMNOPQRSTUVWXYZ")


class DR(NamedTuple):
    """Two dice, one of them coloured."""

    coloured: int
    white: int

    @property
    def total(self) -> int:
        """The sum of the two."""
        return self.coloured + self.white

    @property
    def doubles(self) -> bool:
        """Whether both show the same."""
        return self.coloured == self.white


class Rolled(Struct, frozen=True):
    """A dr or DR as it fell, with its modifiers: Original and Final kept apart."""

    dice: tuple[int, ...]
    mods: tuple[Mod, ...] = ()

    @property
    def original(self) -> int:
        """The dice alone."""
        return sum(self.dice)

    @property
    def final(self) -> int:
        """The dice and all modifiers."""
        return self.original + total(self.mods)

    @property
    def pair(self) -> DR:
        """The coloured and the white die of a DR."""
        coloured, white = self.dice
        return DR(coloured, white)

    @property
    def doubles(self) -> bool:
        """Whether a DR shows the same twice."""
        return self.pair.doubles

    def with_mods(self, *mods: Mod) -> "Rolled":
        """The same dice with more modifiers."""
        return Rolled(self.dice, self.mods + mods)

    def __str__(self) -> str:
        dice = ",".join(map(str, self.dice))
        if not self.mods:
            return f"{dice} = {self.final}"
        return f"{dice} = {self.final} ({breakdown(self.mods)})"


# -- rolling ---------------------------------------------------------------------


def die_roll(
    game: Asker,
    purpose: Fact,
    mods: Sequence[Mod] = (),
    *,
    side: str = "",
    means: Sequence[str] = (),
) -> Rolled:
    """Make a dr: one die, with its drm. `means`: what its numbers mean, from 1 on."""
    told = [f"{number} {one}" for number, one in enumerate(means, 1)]
    meaning = _meaning("by_number", told) if told else UNSET
    roll = Roll(purpose=purpose, kind="dr", side=side, meaning=meaning)
    return _roll(game, purpose, roll, mods)


def dice_roll(
    game: Asker,
    purpose: Fact,
    mods: Sequence[Mod] | Callable[[DR], Sequence[Mod]] = (),
    *,
    side: str = "",
    meaning: Fact | UnsetType = UNSET,
) -> Rolled:
    """Make a DR: the coloured and the white die, with their DRM.

    DRM that depend on the dice are given as a function of them. `meaning`: what a
    question tells of the roll besides.
    """
    roll = Roll(purpose=purpose, kind="DR", side=side, meaning=meaning)
    return _roll(game, purpose, roll, mods)


def _roll(
    game: Asker,
    purpose: Fact,
    roll: Roll,
    mods: Sequence[Mod] | Callable[[DR], Sequence[Mod]] = (),
    each: Sequence[object] = (),
) -> Rolled:
    if mods and not callable(mods):
        roll = replace(roll, mods=tuple(mods))
    dice = game.ask(roll)
    rolled = Rolled(dice, tuple(mods(DR(*dice)) if callable(mods) else mods))
    names = tuple(str(getattr(one, "id", one)) for one in each)
    game.emit(RollMade(purpose, rolled.dice, rolled.mods, names))
    return rolled


def _meaning(kind: str, whom: Sequence[str]) -> Fact | UnsetType:
    """Whom each die or number means, where all of them have names."""
    return fact(kind, whom=whom) if all(whom) else UNSET


def _name(one: object) -> str:
    """What a candidate is called; empty for what has no name."""
    if isinstance(one, str | int):
        return str(one)
    if named := getattr(one, "id", ""):
        return str(named)
    return str(one) if type(one).__str__ is not object.__str__ else ""


def _numbers(option: int, share: int, size: int) -> str:
    """The numbers of so many dice that mean an option: "1-2", "11-14"."""
    first, last = option * share, option * share + share - 1
    low, high = _digits(first, size), _digits(last, size)
    return low if low == high else f"{low}-{high}"


def _digits(number: int, size: int) -> str:
    return "".join(str(number // 6**n % 6 + 1) for n in reversed(range(size)))


def random_selection(
    game: Asker,
    candidates: Sequence[T],
    *,
    purpose: Fact,
    number: int = 1,
    side: str = "",
) -> tuple[T, ...]:
    """One dr for each candidate; those with the highest are selected, ties all.

    Of a `number` of selections the last one, too, takes in all that tie with it. No
    roll is made where every candidate would be selected anyway.
    """
    if len(candidates) <= number:
        return tuple(candidates)
    roll = Roll(
        purpose=purpose,
        kind="random",
        count=len(candidates),
        side=side,
        meaning=_meaning("a_die_each", [_name(one) for one in candidates]),
    )
    dice = _roll(game, purpose, roll, each=candidates).dice
    least = sorted(dice, reverse=True)[number - 1]
    pairs = zip(candidates, dice, strict=True)
    return tuple(candidate for candidate, die in pairs if die >= least)


def random_dr(game: Asker, options: Sequence[T], *, purpose: Fact, side: str = "") -> T:
    """One of the options, each with an equal share of a die.

    Up to six options share the numbers of a dr in order (three options: 1-2, 3-4,
    5-6); a number left over is rolled again. More options read a DR, or as many dice
    as they need, as a number to base 6, the coloured die first. A single option needs
    no roll.
    """
    if not options:
        raise OpforError("there is nothing to choose from", str(purpose))
    if len(options) == 1:
        return options[0]
    size, numbers = 1, 6
    while numbers < len(options):
        size, numbers = size + 1, numbers * 6
    share = numbers // len(options)
    named = [(_numbers(n, share, size), _name(one)) for n, one in enumerate(options)]
    told = [f"{those} {name}" if name else "" for those, name in named]
    if numbers % len(options):
        told.append("any other again")
    whom = _meaning("by_number", told)
    roll = Roll(purpose=purpose, kind="random", count=size, side=side, meaning=whom)
    if size <= 2:
        roll = replace(roll, kind="dr" if size == 1 else "DR", count=0)
    while True:  # until no left-over number is rolled
        number = 0
        for die in _roll(game, purpose, roll).dice:
            number = number * 6 + die - 1
        if number // share < len(options):
            return options[number // share]


def draw_letter(
    game: Asker,
    letters: Sequence[str] = LETTERS,
    *,
    purpose: Fact,
    side: str = "",
) -> str:
    """A Letter Chit out of a cup that holds these letters."""
    return game.ask(Draw(purpose=purpose, chits=tuple(letters), side=side))


# -- sources ---------------------------------------------------------------------


def uniform(seed: str, stream: str, n: int, outcomes: int) -> int:
    """Value n of a stream as one of 0 … outcomes - 1 (see the head of this module)."""
    if not 1 <= outcomes <= 65536:
        raise ValueError(f"{outcomes} outcomes do not fit two bytes")
    key = seed.encode()
    if len(key) > 64:
        key = blake2b(key).digest()
    width = 1 if outcomes <= 256 else 2
    limit = 256**width - 256**width % outcomes
    data = stream.encode() + b"\0" + n.to_bytes(8, "big")
    block = 0
    while True:  # the next block is needed once in (256 / 4) ** 64 dice
        tail = block.to_bytes(4, "big")
        drawn = blake2b(data + tail, key=key, person=PERSON).digest()
        for at in range(0, len(drawn), width):
            value = int.from_bytes(drawn[at : at + width], "big")
            if value < limit:
                return value % outcomes
        block += 1


class Seeded:
    """The port whose dice and chits follow from the seed alone."""

    human = False

    def __init__(self, seed: int | str) -> None:
        self.seed = str(seed)

    def answer(self, asked: Asked, context: Context) -> object:
        """The next dice, or the next chit, of the request's stream."""
        request = asked.request
        if isinstance(request, Roll):
            # The place in the stream comes from the journal. A source has no memory, so
            # a game that was loaded, replayed or undone draws the same.
            numbers = range(context.drawn, context.drawn + request.size)
            return tuple(1 + uniform(self.seed, asked.stream, n, 6) for n in numbers)
        if isinstance(request, Draw):
            chits = request.chits
            return chits[uniform(self.seed, asked.stream, context.drawn, len(chits))]
        raise OpforError(f"dice cannot answer: {asked}")


class Scripted:
    """The port that gives written dice in order, each naming the rule it is for.

    An entry is "S5.1 dr 3", "S6.21 DR 5,2", "S9.1 random 4 4 1" or "S3.2 chit K";
    a purpose may follow in quotes: 'S5.1 dr 3 "activation"'.
    """

    human = False

    def __init__(self, *entries: str, say: Callable[[Fact | str], str] = str) -> None:
        """Take the entries; `say` has the words that a purpose in quotes is in."""
        self._entries = tuple(ScriptEntry.parse(entry) for entry in entries)
        self._next = 0
        self._say = say

    @property
    def left(self) -> tuple["ScriptEntry", ...]:
        """The entries that were not asked for yet."""
        return self._entries[self._next :]

    def answer(self, asked: Asked, _context: Context) -> object:
        """The next entry, if it is for this request.

        Raises:
            OpforError: it is for another rule or kind of roll, or none is left.
        """
        if not self.left:
            raise OpforError(f"the script is used up at {asked}")
        entry = self.left[0]
        fault = entry.fault(asked, self._say(asked.request.purpose))
        if fault:
            raise OpforError(
                f"the script has {entry}, the game comes to {asked}: {fault}",
                f"script entry {self._next + 1}",
            )
        self._next += 1
        return entry.answer


class ScriptEntry(Struct, frozen=True):
    """Dice or a chit, for a rule, a kind of roll and (if given) a purpose."""

    rule: str
    kind: str
    answer: tuple[int, ...] | str
    purpose: str = ""

    @classmethod
    def parse(cls, text: str) -> "ScriptEntry":
        """Read an entry such as 'S6.21 DR 5,2 "Action"'.

        Raises:
            OpforError: the text has not that form.
        """
        form = r'(\S+)\s+(dr|DR|random|chit)\s+([^"]+?)\s*(?:"([^"]*)")?'
        found = re.fullmatch(form, text.strip())
        if found is None:
            raise OpforError(
                "this is not a line of dice", repr(text), 'write it as "S6.21 DR 5,2"'
            )
        rule, kind, answer, purpose = found.groups(default="")
        if kind == "chit":
            return cls(rule, kind, answer, purpose)
        size = {"dr": 1, "DR": 2}.get(kind)
        return cls(rule, kind, read_dice(answer, size), purpose)

    def fault(self, asked: Asked, purpose: str) -> str:
        """Why it does not fit a request of that purpose, or an empty text."""
        request = asked.request
        kind = request.kind if isinstance(request, Roll) else "chit"
        if self.rule != asked.rule:
            return f"the rule is {asked.rule or 'none'}, not {self.rule}"
        if self.kind != kind:
            return f"the roll is {kind}, not {self.kind}"
        if self.purpose and self.purpose != purpose:
            return f"the purpose is {purpose!r}, not {self.purpose!r}"
        return ""

    def __str__(self) -> str:
        dice = self.answer
        text = dice if isinstance(dice, str) else ",".join(map(str, dice))
        purpose = f' "{self.purpose}"' if self.purpose else ""
        return f"{self.rule} {self.kind} {text}{purpose}"


def read_dice(text: str, size: int | None = None) -> tuple[int, ...]:
    """Dice as a person types them: "5 2", "52" or "5,2", the coloured die first.

    Raises:
        OpforError: a die is not 1 to 6, or there are not `size` of them.
    """
    parts = re.sub(r"[\s,;/+]+", "", text)
    if not parts or parts.strip("123456"):
        raise OpforError("dice show 1 to 6", repr(text), 'type them as "5 2"')
    if size is not None and len(parts) != size:
        noun = "die is" if size == 1 else "dice are"
        raise OpforError(f"{size} {noun} wanted, not {len(parts)}", repr(text))
    return tuple(map(int, parts))
