"""S? that are checked when something happens, on one board."""

from collections.abc import Callable
from functools import partial
from typing import Any

from opfor.core.game import Game
from opfor.rules.choices.orders import MoveTo
from opfor.rules.orders.infantry.a03_3_move import do_move
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import attacked
from opfor.state.events import PhaseBegan, SuspectRemoved
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.views.text.words import say
from tests.rules.given.world import events
from tests.rules.given.world import game as any_game

on_table = partial(any_game, on_table=("fire",))
"""A game whose player resolves fire on his table."""

FLAT = "board: t\nsize: 24x10\nwoods: H5 H6\n"
OPEN = "board: t\nsize: 24x10\n"
LIVE = ("S5.1 dr 1", "S5.6 DR 3,3", "S5.72 DR 3,3")
"""An Original 1 brings a 4-4-7."""


def after(
    *dice: str,
    do: Callable[[Play], object],
    phase: tuple[str, str] = ("FRIENDLY", "PFPh"),
    **more: Any,
) -> Game[State]:
    """A game in which something happens in a phase."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, *phase))  # type: ignore[arg-type] # a test's word
        do(play)

    scene = {"board": FLAT, "suspects": {"S1": "tH5"}} | more
    return on_table(*dice, run=run, **scene)


def entering(
    to: str, *units: str, assault: bool = True, again: str = ""
) -> Callable[[Play], None]:
    """A step in which units move into one Location, or into two."""

    def run(play: Play) -> None:
        for hex_ in filter(None, (to, again)):
            first = play.state.move is None
            order = MoveTo(units or ("V",), LocationName(hex_), assault and first)
            do_move(play, "FRIENDLY", order)

    return run


def fates(play: Game[State]) -> dict[str, str]:
    """What became of each S? that left the map, in order."""
    return {e.id: say(e.why) for e in events(play, SuspectRemoved)}


def attack_h5(play: Play) -> None:
    """An attack with a concealment-loss result on H5."""
    attacked(play, LocationName("tH5"), by=LocationName("tE5"))


def moving_in_open(
    *dice: str, suspects: dict[str, str], again: str = "tE5", **more: object
) -> Game[State]:
    """A squad that moves without Assault Movement over Open Ground."""
    return on_table(
        *dice,
        board=OPEN,
        suspects=suspects,
        units={"V": ("german/4-6-8", "tC5")},
        run=entering("tD5", assault=False, again=again),
        date="1943-01",
        **more,  # type: ignore[arg-type] # as game() takes them
    )
