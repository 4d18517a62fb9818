"""Names near to one that is not known, for errors that say what to write."""

from collections.abc import Iterable
from difflib import get_close_matches


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """What to do about an unknown name: "did you mean S6.311?", or nothing.

    Case is ignored, and of a very long name only the head is compared.
    """
    names = {each.casefold(): each for each in known}
    found = [names[each] for each in get_close_matches(name[:40].casefold(), names)]
    return f"did you mean {' or '.join(found)}?" if found else ""
