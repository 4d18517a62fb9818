"""Requests that ask the same in other words."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.ask import (
    Adjudicate,
    Asked,
    Choose,
    Draw,
    Field,
    Option,
    Order,
    Place,
    Request,
    Roll,
    same_question,
)
from opfor.core.fact import fact

OPTIONS = (Option("a", "the one", ("K4",)), Option("b", "the other"))
REWORDED = (Option("a", "that one", ("K4",)), Option("b"))
FORM = (Field("who", "who it was", "option", OPTIONS), Field("n", "how many", "number"))
OTHER_FORM = (Field("who", "who", "option", REWORDED), Field("n", "", "number"))

ROLL = Roll(purpose="fire", kind="DR", side="ENEMY")
CHOOSE = Choose(purpose="which", options=OPTIONS, why="discretion", policy="p")
ORDER = Order(purpose="turn 1", phase="MPh", options=OPTIONS)
FORM_TO_FILL = Adjudicate(purpose="what happened", form=FORM)


def asked(request: Request[Any], /, **more: Any) -> Asked:
    """A request as a game puts it."""
    return replace(Asked(3, ("A1", "A2"), 7, request), **more)  # type: ignore[arg-type] # any


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (ROLL, {}),
        (CHOOSE, {"options": REWORDED}),
        (ORDER, {"options": REWORDED}),
        (FORM_TO_FILL, {"form": OTHER_FORM}),
        (Place(purpose="", things=("x",), places=("K4",)), {}),
        (Draw(purpose="", chits=("A", "B")), {}),
    ],
    ids=lambda value: type(value).__name__,
)
def test_reworded(one: Any, changes: dict[str, Any]) -> None:
    """Purpose and labels are words."""
    other = replace(one, purpose=fact("fire_at", at="K4"), **changes)
    assert same_question(asked(one), asked(other))


@pytest.mark.parametrize(
    ("one", "changes"),
    [
        (ROLL, {"kind": "dr"}),
        (ROLL, {"side": "FRIENDLY"}),
        (ROLL, {"stream": "x"}),
        (replace(ROLL, kind="random", count=2), {"count": 3}),
        (Draw(purpose="", chits=("A", "B")), {"chits": ("A",)}),
        (CHOOSE, {"options": OPTIONS[:1]}),
        (CHOOSE, {"options": (replace(OPTIONS[0], hexes=()), OPTIONS[1])}),
        (CHOOSE, {"policy": "q"}),
        (CHOOSE, {"why": "player"}),
        (ORDER, {"phase": "APh"}),
        (Place(purpose="", things=("x",)), {"things": ("y",)}),
        (Place(purpose="", things=("x",), places=("K4",)), {"places": ()}),
        (FORM_TO_FILL, {"form": FORM[:1]}),
        (FORM_TO_FILL, {"form": (replace(FORM[0], kind="text"), FORM[1])}),
        (FORM_TO_FILL, {"form": (FORM[0], replace(FORM[1], high=3))}),
    ],
)
def test_another(one: Any, changes: dict[str, Any]) -> None:
    """Anything else is another question."""
    assert not same_question(asked(one), asked(replace(one, **changes)))


@pytest.mark.parametrize(
    "changes", [{"number": 4}, {"causes": ("A1",)}, {"after": 8}, {"request": ORDER}]
)
def test_another_moment(changes: dict[str, Any]) -> None:
    """So is one of another rule, or after another event."""
    assert not same_question(asked(ROLL), asked(ROLL, **changes))
