"""How an ENEMY unit or its MG may fire at a mover."""

from typing import Any

from msgspec.structs import replace

from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import Mode, check_firer
from opfor.state.events import MoveChanged, UnitChanged, WeaponAdded, WindowChanged
from opfor.state.in_progress import Move, Window
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit, Weapon
from tests.rules.given.world import game

TWO_WOODS = """
board: t
size: 20x10
woods: C8
woods: B9
"""


def begin(play: Play, mf: int = MF, **shots: int) -> None:
    """V has just spent so much in a Location, and the DEFENDER may fire."""
    play.emit(MoveChanged(Move(units=("V",))))
    play.emit(WindowChanged(Window(side="ENEMY", mf=mf, shots=shots)))


def changed(play: Play, id_: str, **changes: Any) -> Unit:
    """A unit after some changes."""
    play.emit(UnitChanged(replace(play.state.units[id_], **changes), "set"))
    return play.state.units[id_]


def firing(
    at: str,
    *,
    fired: str = "",
    gun: str = "",
    counter: str = "russian/4-4-7",
    others: dict[str, tuple[str, str]] | None = None,
    target: str = "tG5",
    mf: int = MF,
    **shots: int,
) -> Mode:
    """How an ENEMY unit, or its MG, may fire at V in G5."""
    found: list[Mode] = []

    def run(play: Play) -> None:
        begin(play, mf, **shots)
        unit, weapon = play.state.units["e"], None
        if gun:
            weapon = Weapon(id="mg", counter=gun, owner="e", fired=fired)  # type: ignore[arg-type] # a test's word
            play.emit(WeaponAdded(weapon))
        else:
            unit = changed(play, "e", fired=fired)
        found.append(check_firer(play, unit, weapon, LocationName(target)))

    units = {"V": ("german/4-6-7", target), **(others or {})}
    game(board=TWO_WOODS, units=units, enemies={"e": (counter, at)}, run=run)
    return found[0]
