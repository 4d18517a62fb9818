"""Names near to one that is not known, for errors that say what to write."""

import re
from collections.abc import Iterable
from difflib import get_close_matches

MOST = 4
"""Names that are told at the most."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """What to do about an unknown name: "did you mean S6.311?", or nothing.

    Case is ignored, and of a very long name only the head is compared.
    """
    names = {each.casefold(): each for each in known}
    found = [names[each] for each in get_close_matches(name[:40].casefold(), names)]
    return _asked(found)


def shares_a_number(name: str, known: Iterable[str]) -> str:
    """The same by a number in the name: "Pak 40" finds "75L AT PstK/40 (g)"."""
    numbers = set(re.findall(r"\d{2,}", name[:40]))
    found = [each for each in known if numbers & set(re.findall(r"\d{2,}", each))]
    return _asked(sorted(found)[:MOST])


def _asked(names: list[str]) -> str:
    return f"did you mean {' or '.join(names)}?" if names else ""
