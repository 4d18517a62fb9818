"""Months as tables, Missions and the command line have them: 1942-07."""

import re

_MONTH = re.compile(r"(?:19|20)\d\d-(?:0[1-9]|1[0-2])", re.ASCII)


def is_month(text: str) -> bool:
    """Whether a text is a month of the century that counts."""
    return bool(_MONTH.fullmatch(text))
