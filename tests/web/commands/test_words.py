"""The words of Commands on the page: what they make up is what the rules read."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.rules.choices.vocabulary import MOST_WORDS
from opfor.rules.s_solitaire.command_tables import VOCABULARIES
from opfor.state.nations import load
from opfor.web.commands.words import (
    FREE,
    Part,
    Shape,
    one_by_one,
    shapes,
    taken_apart,
)

FILLS = {"n": ["1", "12"], "p": ["1/6", "7/12"], "row": ["4", "6-7"]}
"""What the page fills in for a number, a chance and a row."""


def put_together(shape: Shape, values: dict[str, tuple[str, ...]]) -> str:
    """A clause of some parts, as the page makes it."""
    said = ((part, values.get(part.name, ())) for part in shape.parts)
    told = (p.before + p.join.join(each) + p.after for p, each in said if each)
    return "".join(told)


def wording(option: str) -> st.SearchStrategy[str]:
    """A wording with its numbers filled in, or words of one's own."""
    if option == FREE:
        plain = st.characters(categories=("L", "N"), include_characters=" :,+-")
        words = st.text(plain, min_size=1, max_size=MOST_WORDS)
        return words.map(str.strip).filter(bool)
    found: st.SearchStrategy[str] = st.just(option)
    for name, texts in FILLS.items():
        found = st.tuples(found, st.sampled_from(texts)).map(
            lambda pair, mark=f"{{{name}}}": pair[0].replace(mark, pair[1])
        )
    return found


def of_part(part: Part) -> st.SearchStrategy[tuple[str, ...]]:
    """What a part may say."""
    one = st.sampled_from(part.options).flatmap(wording)
    least = 0 if part.optional else 1
    return st.lists(one, min_size=least, max_size=3 if part.join else 1).map(tuple)


@st.composite
def clauses(draw: st.DrawFn) -> tuple[str, str, dict[str, tuple[str, ...]]]:
    """A table, the shape of a clause of it, and what its parts say."""
    table = draw(st.sampled_from(sorted(shapes())))
    shape = draw(st.sampled_from(shapes()[table]))
    said = {part.name: draw(of_part(part)) for part in shape.parts}
    return table, shape.id, {name: each for name, each in said.items() if each}


class TestShapes:
    """Shapes of clauses."""

    def test_shipped(self) -> None:
        """Every clause that ships has a shape, whose parts make it up again."""
        for table, of_table in shapes().items():
            for row in load()[table].rows:
                for text in one_by_one(row.result):
                    apart = taken_apart(table, text)
                    (shape,) = [s for s in of_table if s.id == apart.shape]
                    assert put_together(shape, dict(apart.values)) == text

    @settings(max_examples=400, deadline=None)
    @given(clauses())
    def test_any(self, made: tuple[str, str, dict[str, tuple[str, ...]]]) -> None:
        """Whatever is chosen the rules know, and the page can take apart again."""
        table, id_, values = made
        (shape,) = [each for each in shapes()[table] if each.id == id_]
        text = put_together(shape, values)
        assert VOCABULARIES[table]([text]) == "", text
        apart = taken_apart(table, text)
        (found,) = [each for each in shapes()[table] if each.id == apart.shape]
        assert put_together(found, dict(apart.values)) == text

    @settings(max_examples=300, deadline=500)
    @given(st.sampled_from(sorted(shapes())), st.text(max_size=400))
    def test_nonsense(self, table: str, text: str) -> None:
        """Any text is taken: it has a shape, or a fault in words."""
        apart = taken_apart(table, text, VOCABULARIES[table]([text]))
        assert apart.text == text
        assert apart.shape or apart.fault

    @pytest.mark.parametrize(
        "text", ["a Target exists and " * 200, "ask: " + "x" * 5000, " + " * 3000]
    )
    def test_long(self, text: str) -> None:
        """A long text costs no time."""
        assert taken_apart("A4a", text).shape == ""
