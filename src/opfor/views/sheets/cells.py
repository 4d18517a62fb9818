"""A result as one types it into a cell, and back: "S S L", "A 12", "pillbox 3 5".

Nothing at all is written `-`, for an empty cell is one that nobody has typed yet.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from opfor.core.did_you_mean import did_you_mean
from opfor.state.table_results import (
    FACTS,
    RESULTS,
    ActivationReach,
    BoardClassRow,
    Clauses,
    Fort,
    RandomEventResult,
)

NOTHING = "-"
"""What stands for an empty list or an empty text."""

BETWEEN = "|"
"""What stands between the clauses of a Command."""

ONCE = "(once)"
"""What is added to a Random Event that happens once a Mission."""

YES, NO = "yes", "no"


class CellFault(ValueError):  # noqa: N818 - as the other faults are called
    """What is wrong with a cell, and what to write."""


def form_of(table: str, line: str = "") -> Any:
    """The form of a cell: by the table's name, a fact's by its line."""
    name = table.rpartition("/")[2]
    return FACTS.get(line, str) if name == "pack" else RESULTS.get(name, str)


# -- to text -----------------------------------------------------------------------


def cell_text(value: Any, form: Any) -> str:
    """A result as the cell shows it."""
    if isinstance(value, bool):
        return YES if value else NO
    if isinstance(value, Mapping):
        return _STRUCTS[form][0](value)
    if isinstance(value, tuple | list):
        return _between(form).join(map(str, value)) or NOTHING
    return str(value) if value != "" else NOTHING


def _between(form: Any) -> str:
    if form is Clauses:
        return f" {BETWEEN} "
    return ", " if any(" " in word for word in words_of(form)) else " "


def _reach_text(value: Mapping[str, Any]) -> str:
    return f"{value['case']} {value['range']}"


def _fort_text(value: Mapping[str, Any]) -> str:
    return " ".join([value["kind"], *map(str, value.get("defence") or ())])


def _event_text(value: Mapping[str, Any]) -> str:
    return f"{value['event']} {ONCE}" if value.get("once") else str(value["event"])


def _class_text(value: Mapping[str, Any]) -> str:
    head = " ".join(filter(None, [value["class"], value.get("mark", "")]))
    ends = (("least", ">="), ("most", "<="))
    count = " ".join(f"{sign}{value[key]}" for key, sign in ends if key in value)
    return f" {BETWEEN} ".join([head, value["of"], count])


# -- from text ---------------------------------------------------------------------


def read_cell(text: str, form: Any) -> Any:
    """The result that a cell's text stands for, as TOML holds it.

    Errors:
        CellFault: it stands for none; it says what to write.
    """
    text = text.strip()
    if form in _READERS:
        return _READERS[form](text)
    if form in _STRUCTS:
        return _STRUCTS[form][1](text)
    origin = get_origin(form)
    if origin is Literal:
        return _word(text, get_args(form))
    return _list(text, form) if origin is tuple else _either(text, get_args(form))


def words_of(form: Any) -> tuple[str, ...]:
    """The words of which a form knows a few only; none if it takes any."""
    if form is bool:
        return (YES, NO)
    if get_origin(form) is Literal:
        return tuple(word or NOTHING for word in get_args(form))
    if get_origin(form) in (Union, UnionType, tuple):
        parts = (words_of(part) for part in get_args(form) if part is not Ellipsis)
        return tuple(dict.fromkeys(word for part in parts for word in part))
    if form is Fort:
        return words_of(Fort.__annotations__["kind"])
    return ()


def _text(text: str) -> str:
    return "" if text == NOTHING else text


def _yes_no(text: str) -> bool:
    found = {YES: True, "y": True, "true": True, NO: False, "n": False, "false": False}
    if text.casefold() not in found:
        raise CellFault(f"{text[:40]!r} cannot be; write yes or no")
    return found[text.casefold()]


def _number(text: str) -> int:
    plain = text.replace("−", "-").replace("–", "-").replace(" ", "")
    if not re.fullmatch(r"[+-]?\d{1,4}", plain, re.ASCII):
        raise CellFault(f"{text[:40]!r} is no number; write one such as 3, +1 or -2")
    return int(plain)


def _word(text: str, known: Sequence[str]) -> str:
    names = {word.casefold(): word for word in known}
    wanted = "" if text == NOTHING else text
    if wanted in known:  # before case is ignored: Smoke is not SMOKE
        return wanted
    if wanted.casefold() not in names:
        shown = [word or NOTHING for word in known]
        do = did_you_mean(text, shown) or f"write {' or '.join(shown)}"
        raise CellFault(f"{text[:40]!r} cannot be; {do}")
    return names[wanted.casefold()]


def _list(text: str, form: Any) -> list[Any]:
    if text == NOTHING:
        return []
    between = _between(form).strip()
    parts = text.split(between) if between else re.split(r"[\s,]+", text)
    item = get_args(form)[0]
    return [read_cell(part, item) for part in parts if part.strip()]


def _either(text: str, forms: Sequence[Any]) -> Any:
    for form in forms:
        try:
            return read_cell(text, form)
        except CellFault:
            continue
    words = " or ".join(
        word for form in forms for word in words_of(form) or ("a whole number",)
    )
    raise CellFault(f"{text[:40]!r} cannot be; write {words}")


def _read_reach(text: str) -> dict[str, Any]:
    found = re.fullmatch(r"([A-Fa-f])\s*(\d{1,2})", text, re.ASCII)
    if found is None:
        raise CellFault(f"{text[:40]!r} cannot be; write the case and hexes: A 12")
    return {"case": found[1].upper(), "range": int(found[2])}


def _read_fort(text: str) -> dict[str, Any]:
    words, *numbers = re.split(r"\s+(?=[+-]?\d)", text)
    kind = _word(words, get_args(Fort.__annotations__["kind"]))
    if not numbers and kind != "pillbox":
        return {"kind": kind}
    if kind != "pillbox" or len(numbers) != len(("in its CA", "outside")):
        raise CellFault(f"{text[:40]!r} cannot be; write a pillbox as pillbox 3 5")
    return {"kind": kind, "defence": [_number(number) for number in numbers]}


def _read_event(text: str) -> dict[str, Any]:
    plain = text.removesuffix(ONCE).strip()
    if not plain:
        raise CellFault("an event has a text")
    return {"event": plain, "once": plain != text}


def _read_class(text: str) -> dict[str, Any]:
    parts = [part.strip() for part in text.split(BETWEEN)]
    head = parts[0].split()
    found = re.fullmatch(r"(>=|<=)\s*(\d{1,4})", parts[-1], re.ASCII)
    if len(parts) != len(("class", "of", "count")) or found is None or not head:
        do = "write class and mark, what is counted, how many: Village v | hexes | >=9"
        raise CellFault(f"{text[:40]!r} cannot be; {do}")
    known = get_args(BoardClassRow.__annotations__["name"])
    value = {"class": _word(head[0], known), "of": parts[1]}
    if len(head) > 1:
        value["mark"] = _word(head[1], get_args(BoardClassRow.__annotations__["mark"]))
    return value | {"least" if found[1] == ">=" else "most": int(found[2])}


_READERS: Mapping[Any, Callable[[str], Any]] = {
    str: _text,
    bool: _yes_no,
    int: _number,
}

_STRUCTS: Mapping[Any, tuple[Callable[..., str], Callable[[str], Any]]] = {
    ActivationReach: (_reach_text, _read_reach),
    Fort: (_fort_text, _read_fort),
    RandomEventResult: (_event_text, _read_event),
    BoardClassRow: (_class_text, _read_class),
}
