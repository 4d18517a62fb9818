"""A squad that throws MOL."""

from typing import Any

from opfor.rules.choices.orders import Fire
from opfor.rules.orders.fire import a07_fire
from opfor.state.play import Play
from tests.rules.given.ordnance import L, table


def thrown(*dice: str, target: str = "tE5", **given: Any) -> Any:
    """The game after R threw MOL at V."""

    def run(play: Play) -> None:
        order = Fire(("R",), L(target), mol=True)
        a07_fire.check_fire(play, "ENEMY", order)
        a07_fire.do_fire(play, "ENEMY", order)

    return table(run, *dice, mol=("ENEMY",), target=target, **given)
