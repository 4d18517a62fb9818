"""Sequences of texts, split and joined."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.vasl.saves.escape import join, split, split_first

TEXTS = st.text(alphabet="ab\\'/\t;", max_size=12)


class TestSequences:
    """What VASSAL's sequences are."""

    @pytest.mark.parametrize(
        ("tokens", "text"),
        [
            (["a", "b"], "a/b"),
            (["a/b", "c"], "a\\/b/c"),
            (["a\\/b"], "a\\\\/b"),
            (["", ""], "/"),
            (["'quoted'"], "''quoted''"),
            (["ends\\", "b"], "'ends\\'/b"),
            (["\\starts"], "'\\starts'"),
        ],
    )
    def test_written(self, tokens: list[str], text: str) -> None:
        """A delimiter has a backslash before it; doubtful tokens have apostrophes."""
        assert join(tokens, "/") == text
        assert split(text, "/") == tokens

    @given(st.lists(TEXTS, min_size=1, max_size=5))
    def test_round_trip(self, tokens: list[str]) -> None:
        """Any tokens come back."""
        assert split(join(tokens, "/"), "/") == tokens

    @given(TEXTS)
    def test_any_text(self, text: str) -> None:
        """Any text is some tokens, and those come back from what is written."""
        tokens = split(text, "\t")
        assert split(join(tokens, "\t"), "\t") == tokens

    @given(TEXTS, TEXTS)
    def test_first(self, first: str, second: str) -> None:
        """The quick way for two tokens finds the same."""
        assert split_first(join([first, second], "\t"), "\t") == (first, second)
        assert split_first(join([first], "\t"), "\t") == (first, None)

    def test_three(self) -> None:
        """A third token is refused there."""
        with pytest.raises(ValueError, match="two"):
            split_first("a\tb\tc", "\t")
