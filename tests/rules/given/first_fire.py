"""A mover in a Location, and the ENEMY who may fire at him."""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import first_fire, open_window
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged, UnitChanged, WeaponAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Weapon
from tests.rules.given.world import game

BOARD = """
board: t
size: 20x10
woods: C8 B9
brush: J5
stone building 1: L4
"""
G5 = LocationName("tG5")
SQUAD, RUSSIAN, CONSCRIPT = "german/4-6-7", "russian/4-4-7", "russian/4-2-6"


class Table:
    """A scene: V has spent MF in G5, and the ENEMY may fire."""

    def __init__(
        self,
        at: str = "tG7",
        *,
        mf: int = MF,
        target: str = "tG5",
        guns: dict[str, str] | None = None,
        counter: str = RUSSIAN,
        more: dict[str, tuple[str, str]] | None = None,
        movers: dict[str, str] | None = None,
        **move: Any,
    ) -> None:
        self.units = {
            id_: (kind, target) for id_, kind in (movers or {"V": SQUAD}).items()
        }
        self.enemies = {"e": (counter, at), **(more or {})}
        self.guns = guns or {}
        self.move = Move(units=tuple(self.units), here=mf, **move)

    def play(self, *dice: str, run: Callable[[Play], object]) -> Game[State]:
        """Play with these dice what happens once the window is open."""

        def begin(play: Play) -> None:
            for id_, kind in self.guns.items():
                play.emit(WeaponAdded(Weapon(id=id_, counter=kind, owner="e")))
            play.emit(MoveChanged(self.move))
            open_window(play)
            run(play)

        return game(
            *dice, board=BOARD, units=self.units, enemies=self.enemies, run=begin
        )


def shoot(play: Play, *ids: str, **order: Any) -> None:
    """The ENEMY fires at G5, or at what the order names."""
    target = order.pop("target", G5)
    first_fire(play, "ENEMY", Fire(ids or ("e",), LocationName(target), **order))


def mark(play: Play, id_: str = "e", **changes: Any) -> None:
    """Change a unit."""
    play.emit(UnitChanged(replace(play.state.units[id_], **changes), "set"))
