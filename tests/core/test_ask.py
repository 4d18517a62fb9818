"""Requests: which answers they take, and what they say of others."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.ask import (
    Adjudicate,
    Asked,
    Choose,
    Context,
    Draw,
    Field,
    Option,
    Order,
    Pending,
    Place,
    Request,
    Roll,
    Waiting,
)
from opfor.core.codec import decode, encode, normal
from opfor.core.errors import OpforError
from opfor.core.journal import Entry
from opfor.core.saved_game import read_entry

AB = (Option("a", "first", ("K5",)), Option("b"))

FORM = (
    Field("hits", "How many hits", kind="number", low=0, high=3),
    Field("broken", kind="yes"),
    Field("remark"),
    Field("who", kind="option", options=AB),
)

FILLED = {"hits": 3, "broken": True, "remark": "", "who": "b"}

REQUESTS: list[tuple[Request[Any], Any, Any]] = [
    (Roll(purpose="x", kind="dr"), [3], (3,)),
    (Roll(purpose="x", kind="DR"), (6, 1), (6, 1)),
    (Roll(purpose="x", kind="random", count=3), [1, 2, 3], (1, 2, 3)),
    (Draw(purpose="x", chits=("A", "B")), "B", "B"),
    (Choose(purpose="x", options=AB), "a", "a"),
    (Order(purpose="x", phase="MPh"), {"to": ("K5",)}, {"to": ["K5"]}),
    (Place(purpose="x", things=("t", "u"), places=("K5", "K6")),
     {"u": "K5", "t": "K6"}, {"t": "K6", "u": "K5"}),
    (Place(purpose="x", things=("t",)), {"t": "anywhere"}, {"t": "anywhere"}),
    (Adjudicate(purpose="x", form=FORM), FILLED, FILLED),
]  # fmt: skip


class TestValidate:
    """Raw answers become values, or errors that say what is wrong."""

    @pytest.mark.parametrize(("request_", "answer", "value"), REQUESTS)
    def test_good_answers(
        self, request_: Request[Any], answer: Any, value: Any
    ) -> None:
        """A good answer is taken, and the same after a save."""
        assert encode(request_.validate(answer)) == encode(value)
        assert repr(request_.validate(answer)) == repr(value)
        asked = Asked(1, ("S1.1",), 0, request_)  # type: ignore[arg-type]  # all are
        entry = Entry(asked, request_.validate(answer))
        assert read_entry(encode(entry), 1, "x") == entry

    @pytest.mark.parametrize(
        ("request_", "answer", "message"),
        [
            (Roll(purpose="p", kind="dr"), [7], "p: .*not 1 to 6"),
            (Roll(purpose="p", kind="dr"), [True], "not 1 to 6"),
            (Roll(purpose="p", kind="dr"), [1.0], "not 1 to 6"),
            (Roll(purpose="p", kind="DR"), [1], "is not 2 dice"),
            (Roll(purpose="p", kind="DR"), "11", "is not 2 dice"),
            (Roll(purpose="p", kind="DR"), None, "is not 2 dice"),
            (Draw(purpose="p", chits=("A", "B")), "C", "not in the cup; one of A, B"),
            (Choose(purpose="p", options=AB), "c", "'c' is not an option; .*a, b"),
            (Choose(purpose="p", options=AB), 0, "0 is not an option"),
            (Place(purpose="p", things=("t",)), {}, "a place for each thing"),
            (Place(purpose="p", things=("t",)), ["t"], "a place for each thing"),
            (Place(purpose="p", things=("t",)), {"t": "a", "u": "b"}, "nothing else"),
            (Place(purpose="p", things=("t",), places=("a",)), {"t": "b"},
             "t cannot be placed at 'b'"),
            (Adjudicate(purpose="p", form=FORM), {}, "give hits, broken, remark, who"),
            (Adjudicate(purpose="p", form=FORM), FILLED | {"hits": 4},
             "How many hits: 4 is not within 0 to 3|4 is not within 0 to 3"),
            (Adjudicate(purpose="p", form=FORM), FILLED | {"hits": -1}, "not within"),
            (Adjudicate(purpose="p", form=FORM), FILLED | {"hits": True}, "whole"),
            (Adjudicate(purpose="p", form=FORM), FILLED | {"broken": 1}, "yes or no"),
            (Adjudicate(purpose="p", form=FORM), FILLED | {"remark": 1}, "not a text"),
            (Adjudicate(purpose="p", form=FORM), FILLED | {"who": "c"}, "not one of"),
            (Order(purpose="p", phase="x"), {1j}, "cannot be saved as JSON"),
        ],
    )  # fmt: skip
    def test_bad_answers(
        self, request_: Request[Any], answer: Any, message: str
    ) -> None:
        """A bad answer is named with what would do."""
        with pytest.raises(OpforError, match=message):
            request_.validate(answer)

    @settings(max_examples=60)
    @given(
        st.sampled_from([request_ for request_, _, _ in REQUESTS]),
        st.recursive(
            st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
            lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
            max_leaves=8,
        ),
    )
    def test_any_json(self, request_: Request[Any], answer: Any) -> None:
        """Any JSON is a good answer, which stays the same when saved, or an error."""
        try:
            value = request_.validate(answer)
        except OpforError:
            return
        assert request_.validate(decode(encode(value))) == value


class TestRequests:
    """What cannot be asked, and how a request is shown."""

    def test_impossible_requests(self) -> None:
        """A request that no answer could fit is refused where it is made."""
        with pytest.raises(ValueError, match="0 dice"):
            Roll(purpose="x", kind="random")
        with pytest.raises(ValueError, match="no chit"):
            Draw(purpose="x", chits=())
        with pytest.raises(ValueError, match="different keys"):
            Choose(purpose="x", options=(*AB, Option("a")))
        with pytest.raises(ValueError, match="at least one"):
            Choose(purpose="x", options=())

    def test_streams(self) -> None:
        """Dice come from the stream of the rule, unless the roll names its own."""
        roll = Roll(purpose="x", kind="dr")
        assert Asked(1, ("S1.1", "S2.2"), 0, roll).stream == "S2.2"
        assert Asked(1, (), 0, roll).stream == "game"
        own = Roll(purpose="x", kind="dr", stream="wind")
        assert Asked(1, ("S1.1",), 0, own).stream == "wind"
        draw = Draw(purpose="x", chits=("A",))
        assert Asked(1, ("S1.1",), 0, draw).stream == "S1.1/chits"
        assert Asked(1, ("S1.1",), 0, Order(purpose="x", phase="")).stream == ""

    def test_shown_in_words(self) -> None:
        """A request tells its rule, its kind, its purpose and its side."""
        roll = Roll(purpose="AC", kind="dr", side="ENEMY")
        assert str(Asked(3, ("S5.1",), 0, roll)) == "S5.1 asking dr 'AC' for ENEMY"

    def test_waiting(self) -> None:
        """The port of one who answers later raises Pending with the request."""
        asked = Asked(1, (), 0, Order(purpose="x", phase=""))
        with pytest.raises(Pending) as waiting:
            Waiting().answer(asked, Context(None))
        assert waiting.value.asked == asked


class TestCodec:
    """The canonical form."""

    def test_equal_things_have_equal_bytes(self) -> None:
        """The order of keys does not matter."""
        assert encode({"b": 1, "a": (1, 2)}) == encode({"a": [1, 2], "b": 1})
        assert encode({"b": 1, "a": 2}) == b'{"a":2,"b":1}'

    def test_no_json(self) -> None:
        """What is no JSON, or has no JSON form, is a clear error."""
        with pytest.raises(OpforError, match="this is not JSON"):
            decode(b"{")
        with pytest.raises(OpforError, match="cannot be saved"):
            normal(object())
        endless: list[object] = []
        endless.append(endless)
        with pytest.raises(OpforError, match="cannot be saved"):
            normal(endless)
