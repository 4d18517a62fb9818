"""C8: the kinds of ammunition, and the depletion numbers on counters."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from opfor.core.rule import rule

Ammo = Literal["HE", "HEAT", "AP", "APCR", "APDS", "smoke", "WP"]

LETTERS: Mapping[str, Ammo] = MappingProxyType(
    {
        "s": "smoke",
        "WP": "WP",
        "H": "HEAT",
        "AP": "AP",
        "HE": "HE",
        "A": "APCR",
        "D": "APDS",
    }
)
"""Ammunition by the letters of its depletion number."""


MONTHS: Mapping[str, str] = MappingProxyType(
    {"F": "02", "J": "06", "A": "08", "S": "09", "N": "11"}
)
"""Months as depletion numbers write them: J4 is June 1944."""


SPECIAL = re.compile(r"(?:^|; )(s|WP|HE|H|AP|A|D) ?(\d[^;\[]*)")


TERM = re.compile(r"(\d+)(?:\^([A-Z]?)(\d)(\+?))?")


@rule("C8.9", "Depletion numbers")
def depletion_numbers(special: str, date: str) -> dict[str, int]:
    """The depletion numbers of a counter on a date, such as 1943-05, by ammunition.

    A raised digit is the year from which on a number counts, until the next one; with
    a letter before it the month. Which letter is which month is not confirmed by our
    facts, and replaceable (D-143).
    """
    found: dict[str, int] = {}
    for letters, terms in SPECIAL.findall(special):
        number = number_on(terms, date)
        if number is not None:
            found[LETTERS[letters]] = number
    return found


def number_on(terms: str, date: str) -> int | None:
    """The one of several numbers, each with its year, that counts on a date."""
    found = None
    for nth, (number, month, year, _) in enumerate(TERM.findall(terms)):
        begins = f"194{year}-{MONTHS.get(month, '01')}" if year else ""
        if begins <= date and (year or not nth):  # later bare digits are notes
            found = int(number)
    return found
