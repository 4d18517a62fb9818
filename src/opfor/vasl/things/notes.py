"""What opfor writes beneath a counter: its id, and what VASL has no counter for.

`#467A; aboard e2` on a squad: the id that orders use, then words between commas. What
the player wrote there himself stays before it.
"""

import re
from collections.abc import Sequence

from msgspec import Struct

_NOTE = re.compile(r"\s*#([A-Za-z0-9]+)\b(?:; (.*?))?(?: / .*)?\Z", re.DOTALL)


class Note(Struct, frozen=True):
    """A text beneath a counter.

    Args:
        own: what the player wrote.
        id: the thing's id in the game; empty for none.
        words: what else is so.
    """

    own: str = ""
    id: str = ""
    words: tuple[str, ...] = ()

    def after(self, word: str) -> str:
        """What stands after a word: `e2` after "aboard"; empty if it is not there."""
        found = (each.partition(" ") for each in self.words)
        return next((rest for first, _, rest in found if first == word), "")

    def numbers(self, word: str) -> tuple[int, ...]:
        """The whole numbers after a word."""
        parts = self.after(word).split()
        return tuple(int(each) for each in parts if re.fullmatch(r"-?\d{1,3}", each))

    def number(self, word: str) -> int:
        """The first of them; 0 for none."""
        return next(iter(self.numbers(word)), 0)


def read_note(label: str) -> Note:
    """A counter's label, taken apart."""
    found = _NOTE.search(label)
    if found is None:
        return Note(label)
    words = tuple(filter(None, (found[2] or "").split(", ")))
    return Note(label[: found.start()].strip(), found[1], words)


def write_note(note: Note) -> str:
    """The label that `read_note` reads."""
    own = f"#{note.id}" if note.id else ""
    text = f"{own}; {', '.join(note.words)}" if own and note.words else own
    return f"{note.own} {text}".strip()


def listed(word: str, numbers: Sequence[int]) -> list[str]:
    """A word with its numbers; nothing where there are none."""
    return [" ".join([word, *map(str, numbers)])] if numbers else []
