"""A draft read key by key, from a page or a file."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.state.mission import shipped
from opfor.views.mission_toml import mission_toml
from opfor.web.designer.draft import read_draft, read_file
from tests.web.designer.drafts import draft

JSON: Any = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=6,
)
KEYS = st.sampled_from(["unit", "victory", "area", "entering", "title", "id", "turns"])

FILE = """
title = "The Mill"
turns = 500          # too many
fo = "bottom"

[[unit]]
counter = "4-4-7"

[[unit]]
counter = "9-1"
number = "two"

[[unit]]
number = 2
"""


class TestRead:
    """What can be read is kept, the rest is told."""

    def test_whole(self) -> None:
        """A draft without a fault is a Mission, called after its title."""
        found = read_draft(draft())
        assert found.complaints == ()
        assert found.mission is not None
        assert found.mission.id == "the-mill"

    @pytest.mark.parametrize(
        ("changes", "key", "said"),
        [
            ({"turns": 500}, "turns", "<= 99"),
            ({"turns": "five"}, "turns", "a whole number"),
            ({"date": "July"}, "date", "such as 1943-07"),
            ({"title": None}, "title", "say what title is"),
            ({"titel": "x"}, "titel", "did you mean title"),
            ({"unit": [{"number": 2}]}, "unit.0.counter", "say what counter is"),
            ({"unit": [{"counter": "x", "nr": 2}]}, "unit.0.nr", "no key 'nr' here"),
            ({"unit": "many"}, "unit", "a list"),
            ({"unit": [{"counter": "x"}] * 201}, "unit", "too many"),
            ({"area": {"board": 0}}, "area.board", ">= 1"),
            ({"victory": [{"side": "US"}]}, "victory.0.side", "US"),
        ],
    )
    def test_told(self, changes: dict[str, Any], key: str, said: str) -> None:
        """Each fault is told at its key, in words."""
        (found,) = read_draft(draft(**changes)).complaints
        assert found.key == key
        assert said in found.said
        assert "`" not in found.said

    def test_rest_stays(self) -> None:
        """One wrong line takes nothing else away."""
        units = [{"counter": "4-4-7"}, {"counter": 7}, {"counter": "9-1"}]
        found = read_draft(draft(unit=units, turns=0))
        assert found.mission is None
        assert found.values["unit"] == [{"counter": "4-4-7"}, {"counter": "9-1"}]
        assert "turns" not in found.values
        assert found.values["title"] == "The Mill"

    def test_list_for_a_table(self) -> None:
        """A list where one table belongs is a complaint at its key."""
        found = read_draft(draft(area=[]))
        assert [each.key for each in found.complaints] == ["area"]

    @settings(max_examples=60, deadline=None)
    @given(st.dictionaries(KEYS | st.text(max_size=5), JSON, max_size=4))
    def test_anything(self, changes: dict[str, Any]) -> None:
        """Whatever a page sends: complaints or a Mission, never a fault of ours."""
        found = read_draft(draft() | changes)
        assert (found.mission is None) == bool(found.complaints)


class TestFile:
    """A file from anywhere."""

    def test_lines(self) -> None:
        """Each complaint has the line that it is about."""
        found = read_file(FILE.encode(), "mill.toml")
        lines = {each.key: each.line for each in found.complaints if each.line}
        assert lines == {
            "turns": 3, "fo": 4, "unit.1.number": 11, "unit.2.counter": 13,
        }  # fmt: skip
        assert found.values["unit"] == [{"counter": "4-4-7"}]

    def test_cut(self) -> None:
        """A file that was cut is refused with its line."""
        whole = mission_toml(shipped()["first-contact"])
        with pytest.raises(OpforError, match=r"mill.toml:\d+: this is not TOML"):
            read_file(whole[: whole.index("[[unit]]") + 20].encode(), "mill.toml")

    def test_empty(self) -> None:
        """One without anything in it too."""
        with pytest.raises(OpforError, match="nothing in this file"):
            read_file(b" \n", "mill.toml")

    def test_not_utf8(self) -> None:
        """So is one that is no text."""
        with pytest.raises(OpforError, match="UTF-8"):
            read_file(b"\xff\xfe", "mill.toml")

    @pytest.mark.parametrize("name", sorted(shipped()))
    def test_shipped(self, name: str) -> None:
        """Every Mission that ships opens without a complaint, as it is."""
        found = read_file(mission_toml(shipped()[name]).encode(), name)
        assert found.complaints == ()
        assert found.mission == shipped()[name]
