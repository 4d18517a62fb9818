"""What is offered is legal: every offer of every kind passes its own check.

`OPFOR_GAMES=2000` makes it the nightly size.
"""

import os
from collections import Counter

from tests.properties.offers import NAMES, inspected

GAMES = max(20, int(os.environ.get("OPFOR_GAMES", "50")) // 3)

SELDOM = {"Massacre", "Recombine", "Seize", "Unbog"}
"""Kinds of orders that so few games may be without; `test_infantry.py`, the tests of
A20.4, A21.22 and D8.3 have them as well."""


def test_offers_pass_their_own_check() -> None:
    """In every position looked at, as it was played and disturbed, of every kind."""
    looked = Counter[str]()
    for seed in range(GAMES):
        table = inspected(seed)
        assert table.refused == [], f"seed {seed}"
        looked += table.looked
    assert NAMES - set(looked) <= SELDOM
