"""What msgspec has against a value, in a player's words."""

from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta, Struct

from opfor.core.misfit import misfit


class Gun(Struct, forbid_unknown_fields=True):
    """A thing in a list."""

    calibre: int
    kind: Literal["AT", "INF"] = "AT"


class Force(Struct, forbid_unknown_fields=True):
    """A file's form."""

    month: Annotated[str, Meta(pattern=r"\A(?:19|20)\d\d\Z")] = "1941"
    edge: Literal["left", "right"] = "left"
    gun: tuple[Gun, ...] = ()
    elr: dict[str, int] = {}
    guns: dict[str, Gun] = {}
    sides: Literal["one", "two"] | int = 1
    short: Annotated[str, Meta(max_length=2)] = ""


@pytest.mark.parametrize(
    ("value", "key", "what", "do"),
    [
        ({"edge": "south"}, "edge", "'south' is none of", "write left or right"),
        ({"edge": "lft"}, "edge", "'lft' is none of", "write left or right"),
        ({"edg": "left"}, "edg", "there is no key 'edg' here", "did you mean edge?"),
        ({"xyz": 1}, "xyz", "there is no key 'xyz' here", "there are month, edge,"),
        ({"gun": [{}]}, "gun.1.calibre", "this is missing", "say what calibre is"),
        (
            {"gun": [{"calibre": 75}, {"calibre": "L"}]},
            "gun.2.calibre",
            "this must be a whole number, not a text",
            "",
        ),
        (
            {"gun": [{"calibre": 75, "kind": "ART"}]},
            "gun.1.kind",
            "'ART' is none of what can stand here",
            "write AT or INF",
        ),
        ({"elr": {"a": "b"}}, "elr", "this must be a whole number, not a text", ""),
        ({"guns": {"a": {"calibr": 75}}}, "guns.calibr", "no key", "did you mean"),
        (
            {"sides": "three"},
            "sides",
            "'three' is none of",
            "write one or two, or a whole number",
        ),
        ({"sides": []}, "sides", "a whole number or a text, not a list", ""),
        ({"month": "May"}, "month", "write a month, such as 1943-07", ""),
        ({"short": "long"}, "short", "this must be a text of length <= 2", ""),
        ({"gun": 3}, "gun", "this must be a list, not a whole number", ""),
        (3, "", "this must be a table, not a whole number", ""),
    ],
)
def test_words(value: Any, key: str, what: str, do: str) -> None:
    """Its place, what is wrong, and what would do."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert(value, Force)
    found = misfit(caught.value, Force)
    assert found.key == key
    assert what in found.what
    assert found.do.startswith(do)
    assert bool(found.do) == bool(do)
    assert found.told() == (f"{key}: {found.what}" if key else found.what)


def test_too_deep() -> None:
    """What lies too deep has no place."""
    assert "too deep" in misfit(RecursionError(), Force).told()


def test_long_names_are_cut() -> None:
    """A wrong name is told by its head."""
    with pytest.raises(msgspec.ValidationError) as caught:
        msgspec.convert({"x" * 10_000: 1}, Force)
    assert len(misfit(caught.value, Force).what) < 100
