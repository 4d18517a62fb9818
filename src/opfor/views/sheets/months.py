"""The months above a column, as one types them: "1941", "1942-43", "6/41-3/42".

1941          January to December 1941
1942-43       two years and what lies between
6/41          one month; 6/41-3/42 several
6/41-         from then on; -3/42 until then
"""

import re

_END = r"(?:(\d{1,2})/(\d{2}|19\d{2})|(19\d{2})-(0[1-9]|1[0-2])|(19\d{2}|\d{2}))?"
_SPAN = re.compile(rf"{_END}\s*(?:(-|–|to)\s*{_END})?", re.ASCII)

FIRST, LAST = 1, 12


def read_months(text: str) -> tuple[str, str]:
    """From and until, such as ("1941-01", "1941-12"); empty where it is open.

    Errors:
        ValueError: it is no month and no year; it says what to write.
    """
    text = text.strip()
    if re.fullmatch(r"19\d\d-(?:0[1-9]|1[0-2])", text, re.ASCII):  # as a file has it
        return text, text
    found = _SPAN.fullmatch(text)
    if found is None:
        raise ValueError(_wanted(text))
    parts = found.groups()
    since = _month(parts[:5], FIRST, text)
    if parts[5] is None:
        return since, _month(parts[:5], LAST, text)
    until = _month(parts[6:], LAST, text)
    if since and until and until < since:
        raise ValueError(f"{text[:30]!r} runs backwards")
    return since, until


def _month(parts: tuple[str, ...], year_end: int, text: str) -> str:
    """One end of a span; of a year its first or its last month."""
    month, short, year, number, alone = parts
    if month:
        found, which = int(month), short
    elif year:
        found, which = int(number), year
    elif alone:
        found, which = year_end, alone
    else:
        return ""
    if not FIRST <= found <= LAST:
        raise ValueError(_wanted(text))
    return f"19{which[-2:]}-{found:02d}"


def _wanted(text: str) -> str:
    return f"{text[:30]!r} is no time; write 1941, 1942-43, 6/41 or 6/41-3/42"


def months_text(since: str, until: str) -> str:
    """From and until as one types them."""
    if since.endswith("-01") and until.endswith("-12"):
        first, last = since[:4], until[:4]
        return first if first == last else f"{first}-{last[2:]}"
    if since and since == until:
        return _short(since)
    return f"{_short(since)}-{_short(until)}" if since or until else ""


def _short(month: str) -> str:
    return f"{int(month[5:])}/{month[2:4]}" if month else ""
