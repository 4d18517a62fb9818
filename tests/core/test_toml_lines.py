"""Where each key of a TOML text stands."""

import tomllib
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.toml_lines import Path, key_lines, nearest_line

TEXT = '''\
title = "one" # a note with = and [brackets]
map = """
size: 3x3 # ] not = TOML
"quoted"
"""
"S? 1".colour = 'red # not a note'

[units] # the table
V = "a"

[[case]]
what = "first"
dice = [
  "S5.1 dr 5",  # [
  "S5.1 dr 4",
]
expect.left = ["S1", "S2"]
expect.units = { V = "pinned", "W" = [ { in = "K6" } ] }

[[case]]
what = 'second'
[[case.step]]
do = 'run'
[case.step.expect]
ac = 3
[[case.step]]
do = "end"
'''


class TestKeyLines:
    """key_lines."""

    def test_every_kind_of_key(self) -> None:
        """Keys, dotted keys, items, inline tables and [[tables]] have their lines."""
        lines = key_lines(TEXT)
        wanted: dict[Path, int] = {
            ("title",): 1,
            ("map",): 2,
            ("S? 1",): 6,
            ("S? 1", "colour"): 6,
            ("units",): 8,
            ("units", "V"): 9,
            ("case", 0): 11,
            ("case", 0, "what"): 12,
            ("case", 0, "dice", 1): 15,
            ("case", 0, "expect", "left", 1): 17,
            ("case", 0, "expect", "units", "W", 0, "in"): 18,
            ("case", 1, "what"): 21,
            ("case", 1, "step", 0, "do"): 23,
            ("case", 1, "step", 0, "expect", "ac"): 25,
            ("case", 1, "step", 1, "do"): 27,
        }
        assert {path: lines.get(path) for path in wanted} == wanted

    def test_windows_line_ends(self) -> None:
        """CR LF counts as one line end."""
        assert key_lines(TEXT.replace("\n", "\r\n")) == key_lines(TEXT)

    def test_nearest(self) -> None:
        """Of a path that is not there the nearest thing above it counts, else 0."""
        lines = key_lines(TEXT)
        assert nearest_line(lines, ("case", 0, "dice", 9)) == 13
        assert nearest_line(lines, ("nothing",)) == 0


def paths(value: Any, path: Path = ()) -> set[Path]:
    """Every path within what tomllib read."""
    found = {path} if path else set()
    if isinstance(value, dict):
        items: Any = value.items()
    else:
        items = enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        found |= paths(item, (*path, key))
    return found


PIECES = (
    *("a", "b", "case", '"k # ="', ".", " = ", "[", "]", "[[case]]", "{ ", " }"),
    *(", ", "\n", "\n", '"x]"', "'''\n'''", '"""q"""', "1", "# note", "true"),
)


@settings(max_examples=300, deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=25).map("".join))
def test_all_that_tomllib_reads_has_a_line(text: str) -> None:
    """Whatever TOML it is, each key and item has a line; other text ends the walk."""
    try:
        raw = tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        key_lines(text)
        return
    assert paths(raw) <= set(key_lines(text))
