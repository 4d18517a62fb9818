"""A squad that spends MF as it is ordered."""

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.choices.orders import Command
from opfor.rules.sequence.legal_orders import carry_out, check
from opfor.state.events import FortificationAdded, UnitChanged, WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, FortificationKind, LocationName, Weapon
from tests.rules.given.world import game

BOARD = "board: t\nsize: 17x10\nwoods: H5\nstone building: G4\n"
HERE = LocationName("tG5")
SQUAD = {"V": ("german/4-6-7", "tG5")}


def done(
    *orders: Command,
    dice: tuple[str, ...] = (),
    fort: FortificationKind | None = None,
    inside: bool = False,
    capacity: int = 1,
    weapon: str = "",
    concealed: str = "",
    units: dict[str, tuple[str, str]] | None = None,
    enemies: dict[str, tuple[str, str]] | None = None,
    date: str = "1941-08",
    **changes: bool,
) -> Game[State]:
    """The game after orders; each was offered or is legal, if not refused here."""

    def run(play: Play) -> None:
        if fort:
            built = Fortification(id="f", kind=fort, location=HERE, capacity=capacity)
            play.emit(FortificationAdded(built))
        if weapon:
            play.emit(WeaponAdded(Weapon(id="w", counter=weapon, owner="V")))
        for id_ in filter(None, concealed.split()):
            hidden = replace(play.state.units[id_], concealed=True)
            play.emit(UnitChanged(hidden, "set"))
        unit = play.state.units["V"]
        set_up = replace(unit, inside="f" if inside else "", **changes)
        play.emit(UnitChanged(set_up, "set"))
        for order in orders:
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)

    units = units or SQUAD
    return game(*dice, board=BOARD, units=units, enemies=enemies, run=run, date=date)
