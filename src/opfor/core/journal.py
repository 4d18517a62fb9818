"""The journal: every answer of a game in order, and the dice that undo gave back."""

from collections.abc import Iterable, Iterator
from hashlib import blake2b
from typing import Any

from msgspec import Struct

from opfor.core.ask import Asked, Draw, Roll
from opfor.core.codec import encode


class Entry(Struct, frozen=True):
    """One answer with the request it belongs to; `human` if a person gave it."""

    asked: Asked
    answer: Any
    human: bool = False

    @property
    def decision(self) -> bool:
        """Whether a person decided something, as opposed to rolling his dice."""
        return self.human and not isinstance(self.asked.request, Roll | Draw)

    @property
    def luck(self) -> tuple[int | str, ...]:
        """The dice or the chit that it took from its stream."""
        match self.asked.request:
            case Roll():
                return tuple(self.answer)
            case Draw():
                return (self.answer,)
            case _:
                return ()


START = "0" * 32


def chain(fingerprint: str, entry: Entry) -> str:
    """The fingerprint of a journal with one more entry."""
    hashed = blake2b(bytes.fromhex(fingerprint), digest_size=16)
    hashed.update(encode(entry))
    return hashed.hexdigest()


class Journal:
    """The answers of one game, and what is left of the luck that undo took back.

    `kept` holds, for each stream, dice and chits that were seen and then undone.
    They come out again, in the same order, before the stream gives new ones.
    """

    def __init__(
        self,
        entries: Iterable[Entry] = (),
        kept: dict[str, list[int | str]] | None = None,
    ) -> None:
        self._entries: list[Entry] = []
        self._prints = [START]  # after 0, 1, 2 … entries, as far as was asked for
        self._drawn: dict[str, int] = {}
        self.kept: dict[str, list[int | str]] = {
            k: list(v) for k, v in (kept or {}).items()
        }
        for entry in entries:
            self.append(entry)

    def __len__(self) -> int:
        return len(self._entries)

    def __iter__(self) -> Iterator[Entry]:
        return iter(self._entries)

    def __getitem__(self, index: int) -> Entry:
        return self._entries[index]

    def copy(self) -> "Journal":
        """Another with the same answers and kept luck."""
        other = Journal(kept=self.kept)
        other._entries, other._prints = self._entries.copy(), self._prints.copy()
        other._drawn = self._drawn.copy()
        return other

    def become(self, other: "Journal") -> None:
        """Take the place of another, for whoever holds this one."""
        vars(self).update(vars(other))

    def since(self, index: int) -> list[Entry]:
        """The entries from that index on."""
        return self._entries[index:]

    def append(self, entry: Entry) -> None:
        """Add the next answer."""
        self._entries.append(entry)
        if luck := entry.luck:
            stream = entry.asked.stream
            self._drawn[stream] = self._drawn.get(stream, 0) + len(luck)

    def drawn(self, stream: str) -> int:
        """How many dice or chits the stream has given, those to come again included."""
        # A seeded source goes on behind them, so no value is ever used for two.
        return self._drawn.get(stream, 0) + len(self.kept.get(stream, ()))

    def cut(self, length: int, *, forget: bool = False) -> list[Entry]:
        """Drop the entries from that index on, but keep their luck; give them back.

        `forget`: all but that of the stream of the first of them, which is rolled anew.
        """
        gone = self._entries[length:]
        del self._entries[length:]
        del self._prints[length + 1 :]
        # Backwards, and to the front: what was drawn first comes out first again, and
        # before what an earlier undo has kept, which had been drawn later.
        for entry in reversed(gone):
            if luck := entry.luck:
                stream = entry.asked.stream
                self._drawn[stream] -= len(luck)
                self.kept[stream] = [*luck, *self.kept.get(stream, ())]
        if forget and gone:
            self.kept.pop(gone[0].asked.stream, None)
        return gone

    def kept_for(self, asked: Asked) -> tuple[int | str, ...]:
        """Luck that undo kept for this request, as much of it as there is."""
        kept = self.kept.get(asked.stream, ())
        match asked.request:
            case Roll():
                return tuple(kept[: asked.request.size])
            case Draw(chits=chits):
                # A chit that is not in this cup waits for one that has it.
                return tuple([chit for chit in kept if chit in chits][:1])
            case _:
                return ()

    def spend(self, stream: str, luck: tuple[int | str, ...]) -> None:
        """Take luck that has come out again off what is kept."""
        for one in luck:
            self.kept[stream].remove(one)
        if luck and not self.kept[stream]:
            del self.kept[stream]

    def decisions(self) -> list[int]:
        """The indexes of the answers by which a person decided something."""
        return [i for i, entry in enumerate(self._entries) if entry.decision]

    def fingerprint(self, length: int | None = None) -> str:
        """A digest of the first `length` entries (all of them if None) in order."""
        length = len(self._entries) if length is None else length
        for entry in self._entries[len(self._prints) - 1 : length]:
            self._prints.append(chain(self._prints[-1], entry))
        return self._prints[length]
