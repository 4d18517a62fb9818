"""What a person types as the answer to a question."""

from typing import Any

import pytest

from opfor.core.ask import (
    Adjudicate,
    Asked,
    Choose,
    Draw,
    Field,
    Option,
    Order,
    Place,
    Roll,
)
from opfor.core.errors import OpforError
from opfor.ports.read_answer import pick, question, read_answer

RESULT = Adjudicate(
    purpose="what the attack did",
    form=(
        Field(
            "result",
            "467A is",
            "option",
            (Option("none", "no effect"), Option("pinned"), Option("broken")),
        ),
    ),
)
BOTH = Adjudicate(
    purpose="that fire",
    form=tuple(
        Field(id_, f"{id_} is", "option", (Option("no effect"), Option("broken")))
        for id_ in ("467A", "81A")
    ),
)
FORM = Adjudicate(
    purpose="the table",
    form=(
        Field("hits", "hits", "number"),
        Field("fire", "fire?", "yes"),
        Field("note"),
    ),
)
CHOICE = Choose(
    purpose="which", options=(Option("a", "the first"), Option("b", "other"))
)


@pytest.mark.parametrize(
    ("request_", "line", "answer"),
    [
        (Roll(purpose="AC", kind="dr"), " 4 ", [4]),
        (Roll(purpose="what", kind="DR"), "5 2", [5, 2]),
        (Roll(purpose="what", kind="DR"), "52", [5, 2]),
        (Roll(purpose="who", kind="random", count=3), "1,2,3", [1, 2, 3]),
        (Draw(purpose="letter", chits=("A", "B")), "b", "B"),
        (CHOICE, "2", "b"),
        (CHOICE, "the", "a"),
        (RESULT, "", {"result": "none"}),
        (RESULT, "P", {"result": "pinned"}),
        (RESULT, "no eff", {"result": "none"}),
        (BOTH, "", {"467A": "no effect", "81A": "no effect"}),
        (BOTH, "2, ", {"467A": "broken", "81A": "no effect"}),
        (FORM, "2, y, gone", {"hits": 2, "fire": True, "note": "gone"}),
        (Place(purpose="set up", things=("S1",)), "S1 Q5", {"S1": "Q5"}),
    ],
)
def test_answers(request_: Any, line: str, answer: object) -> None:
    """Short ways of typing give the whole answer."""
    assert read_answer(request_, line) == answer


@pytest.mark.parametrize(
    ("request_", "line", "said"),
    [
        (Roll(purpose="AC", kind="dr"), "7", "dice show 1 to 6"),
        (Roll(purpose="AC", kind="dr"), "", "dice show 1 to 6"),
        (Roll(purpose="AC", kind="DR"), "3", "2 dice are wanted, not 1"),
        (Draw(purpose="letter", chits=("A", "B")), "why", "is not in the cup"),
        (CHOICE, "3", "there is no option '3'"),
        (RESULT, "dead", "there is no option 'dead'"),
        (FORM, "2", "3 answers are wanted"),
        (FORM, "x, y, z", "'x' is no number"),
        (Place(purpose="set up", things=("S1",)), "S1", "name each thing"),
        (Order(purpose="turn 1", phase="MPh"), "go", "answered with an order"),
    ],
)
def test_mistakes(request_: Any, line: str, said: str) -> None:
    """A wrong answer is refused in a sentence that helps."""
    with pytest.raises(OpforError) as refused:
        read_answer(request_, line)
    assert said in str(refused.value)


@pytest.mark.parametrize(
    ("request_", "text"),
    [
        (Roll(purpose="AC of S1", kind="dr"), "S5.1 AC of S1: your dr"),
        (
            Roll(purpose="what S1 is", kind="DR"),
            "S5.1 what S1 is: your DR, the coloured die first",
        ),
        (Roll(purpose="who", kind="random", count=3), "S5.1 who: 3 dice"),
        (Draw(purpose="letter", chits=("A", "B")), "S5.1 letter: your chit, A/B"),
        (CHOICE, "S5.1 which:\n  1 the first\n  2 other"),
        (
            RESULT,
            "S5.1 what the attack did: Enter no effect, p pinned, b broken",
        ),
        (FORM, "S5.1 the table: hits, fire?, note"),
        (
            Place(purpose="set up", things=("S1",)),
            "S5.1 set up: S1; each with its place, as S1 Q5, …",
        ),
    ],
)
def test_questions(request_: Any, text: str) -> None:
    """A question names its rule and purpose, and says how to answer."""
    assert question(Asked(1, ("A3.3", "S5.1"), 0, request_)) == text


class TestSeveral:
    """Several answers in one line."""

    def test_says_how(self) -> None:
        """The question names each, with the options once, and what Enter means."""
        told = question(Asked(number=1, causes=("A7.3",), after=0, request=BOTH))
        assert "one answer each" in told
        assert "467A is; 81A is" in told
        assert "1 no effect, 2 broken" in told

    def test_not_all_alike(self) -> None:
        """Those that share their options stand together, a Weapon by itself."""
        weapon = Field("mg", "mg:", "option", (Option("it works"), Option("it fails")))
        request = Adjudicate(purpose="that fire", form=(*BOTH.form, weapon))
        told = question(Asked(number=1, causes=("A7.3",), after=0, request=request))
        assert told.splitlines()[1:] == [
            "  467A is; 81A is",
            "  each: 1 no effect, 2 broken",
            "  mg",
            "  each: 1 it works, 2 it fails",
        ]

    def test_names_who(self) -> None:
        """One question says whom it is about, unless its purpose does."""
        one = Adjudicate(purpose="that fire", form=BOTH.form[:1])
        assert "467A is: Enter" in question(
            Asked(number=1, causes=("A7.3",), after=0, request=one)
        )
        assert "467A is" not in question(
            Asked(number=1, causes=("S5.3",), after=0, request=RESULT)
        )

    def test_too_few(self) -> None:
        """One answer of two is refused with what is wanted."""
        with pytest.raises(OpforError, match="2 answers are wanted"):
            read_answer(BOTH, "2")


IDS = {id_: id_ for id_ in ("pz4hA", "pz4hB", "pz4hA.ma", "467A", "S1", "S12")}


@pytest.mark.parametrize(
    ("word", "id_"),
    [
        ("467", "467A"),
        ("pz4ha", "pz4hA"),
        ("PZ4H-B", "pz4hB"),
        ("pz4h_a", "pz4hA"),
        ("pz4ha-ma", "pz4hA.ma"),
        ("s1", "S1"),
    ],
)
def test_pick(word: str, id_: str) -> None:
    """Case, hyphens and the like do not count, nor what is left out at the end."""
    assert pick(word, IDS, "unit") == id_


@pytest.mark.parametrize(
    ("word", "said"),
    [("pz", "could be pz4hA, pz4hB"), ("--", "no unit '--'"), ("pz4c", "did you mean")],
)
def test_pick_none(word: str, said: str) -> None:
    """What begins several is none of them; what is near to one is told."""
    with pytest.raises(OpforError, match=said):
        pick(word, IDS, "unit")
