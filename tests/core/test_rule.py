"""Rule numbers, the register and the stack of causes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.core.rule import (
    Registry,
    RuleId,
    causes,
    part_of_rule,
    printed,
    rules_act_by,
)

BOOK_ORDER = [
    "A4.8", "A12.1", "C3.2", "S4.1", "S4.1a", "S4.1b", "S4.11", "S5.32", "S5.32/b2",
    "S5.32/b10", "S6", "S6.301", "S6.31", "S6.310", "S6.311", "S6.311/exc1",
    "S6.311/exc2", "S6.3121", "S6.313", "S8.p2", "S8.p14", "S8.1", "S12.1",
]  # fmt: skip


class TestRuleId:
    """The form of a number and its place in the book."""

    @pytest.mark.parametrize("text", BOOK_ORDER)
    def test_text_and_back(self, text: str) -> None:
        """A rule number is written as it was read."""
        assert str(RuleId.parse(text)) == text

    def test_sorts_as_the_book(self) -> None:
        """Numbers sort by chapter, section, then digit by digit behind the point."""
        ids = [RuleId.parse(text) for text in reversed(BOOK_ORDER)]
        assert [str(rule_id) for rule_id in sorted(ids)] == BOOK_ORDER

    @pytest.mark.parametrize(
        "text", ["", "6.3", "s6.3", "S6.3.1", "{A4}", "S6.3 ", "S٣"]
    )
    def test_refuses_what_is_no_number(self, text: str) -> None:
        """Anything else is an error that shows the text."""
        with pytest.raises(OpforError, match="not a rule number"):
            RuleId.parse(text)

    @given(st.text())
    def test_any_text(self, text: str) -> None:
        """Any text is a rule number or a clear error."""
        try:
            rule_id = RuleId.parse(text)
        except OpforError:
            return
        assert RuleId.parse(str(rule_id)) == rule_id

    def test_parent_of_an_exception(self) -> None:
        """An EXC knows the rule it belongs to."""
        assert str(RuleId.parse("S4.1a/exc2").parent) == "S4.1a"


class TestRegistry:
    """The coded rules by number."""

    def test_duplicates_refuse(self) -> None:
        """A number is given to one function only, and the error names both."""
        registry = Registry()

        @registry.rule("S6.311", "Self Preservation")
        def one() -> None: ...

        with pytest.raises(OpforError, match=r"one.*S6.311|S6.311.*one"):

            @registry.rule("S6.311", "Another")
            def two() -> None: ...

        assert len(registry) == 1

    def test_exceptions_have_ids(self) -> None:
        """Each EXC has an id of its own, found by its text."""
        registry = Registry()

        @registry.rule("S6.311", "x", exc=("in Melee", "Berserk"), cites=("S8.2",))
        def one() -> None: ...

        assert registry.exception("S6.311", "Berserk") == "S6.311/exc2"
        assert registry.find("S6.311/exc1").title == "x"
        assert list(map(str, registry.citing("S8.2"))) == ["S6.311"]
        with pytest.raises(OpforError, match="no EXC 'asleep'"):
            registry.exception("S6.311", "asleep")

    def test_iterates_in_book_order(self) -> None:
        """The register is in the order of the book, not of the code."""
        registry = Registry()
        for number in ("S6.313", "S6.301", "S6.3121"):
            registry.rule(number, "x")(lambda: None)
        assert [str(r.id) for r in registry] == ["S6.301", "S6.3121", "S6.313"]
        assert "S6.301" in registry
        assert "S6.302" not in registry

    def test_generators_refuse(self) -> None:
        """A generator is no rule: its body would run without its number."""
        registry = Registry()
        with pytest.raises(OpforError, match="generator"):

            @registry.rule("S1.1", "x")
            def one():  # type: ignore[no-untyped-def]
                yield 1


@rules_act_by
class Play:
    """Stands for a game to act on."""


class TestCauses:
    """The stack of active rules."""

    def test_stack_follows_calls(self) -> None:
        """While a rule runs its number is on the stack, also through an error."""
        registry = Registry()

        @registry.rule("S1.2", "inner")
        def inner(_play: Play, fail: bool) -> tuple[str, ...]:
            if fail:
                raise ValueError("boom")
            with part_of_rule("S1.2/exc1"):
                return causes()

        @registry.rule("S1.1", "outer")
        def outer(play: Play, *, fail: bool) -> tuple[str, ...]:
            return inner(play, fail)

        play = Play()
        assert outer(play, fail=False) == ("S1.1", "S1.2", "S1.2/exc1")
        with pytest.raises(ValueError, match="boom"):
            outer(play, fail=True)
        assert causes() == ()
        assert outer.__name__ == "outer"

    def test_queries_leave_no_number(self) -> None:
        """A rule that is given no game to act on is left as it is."""
        registry = Registry()

        @registry.rule("S1.1", "query")
        def query(unit: str) -> tuple[str, ...]:
            return (unit, *causes())

        assert query("467A") == ("467A",)


def test_printed() -> None:
    """A part is told under the number that the book prints."""
    assert [printed(number) for number in ("S6.311/exc1", "B27.1/setup", "A3", "")] == [
        "S6.311",
        "B27.1",
        "A3",
        "",
    ]
