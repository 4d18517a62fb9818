"""Shared by the tests of radio."""

from typing import Any

from opfor.core.errors import Illegal
from opfor.rules.choices.orders import Radio
from opfor.rules.orders.fire.c01_1_radio import check_radio
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.artillery import at, oba, order

READY = {"access": True, "contact": True}


def refused(step: str, to: str = "", *, first: bool = True, **more: Any) -> str:
    """The rule that forbids an order, once contact is maintained if it is needed."""
    found: list[str] = []

    def run(play: Play) -> None:
        if first:
            order(play, "contact")
        where = at(to) if to else LocationName("")
        try:
            check_radio(play, "FRIENDLY", Radio("b", step, where))  # type: ignore[arg-type] # a test's word
        except Illegal as error:
            found.append(error.rule)

    dice = ("C1.2 DR 1,2",) if first else ()
    more["battery"] = READY | more.get("battery", {})
    oba(*dice, run=run, **more)
    return found[0] if found else ""
