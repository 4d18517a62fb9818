"""C1.3: where a SR comes down.

Reading: D-370, what no source confirms.
"""

from fractions import Fraction

from msgspec.structs import replace

from opfor.core.ask import Adjudicate, Field
from opfor.core.dice import dice_roll, die_roll
from opfor.core.errors import OpforError
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import of_nation
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import spotted
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.state.artillery import Battery
from opfor.state.events import BatteryChanged, MarkerAdded, MarkerChanged, MarkerRemoved
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import OFFBOARD, LocationName, Marker, MarkerKind, Side

REGISTERED, OFF_MAP = 4, 1
"""Highest accurate dr in a Pre-Registered hex, and of an offboard Observer."""

FARTHEST = 6
"""Hexes that the white die of an error shows at the most."""


# -- the SR ------------------------------------------------------------------------


@rule("C1.31", "Accuracy", cites=("C1.63", "C1.73"))
def accuracy(
    view: GameView, battery: Battery, where: LocationName
) -> tuple[int, list[Mod]]:
    """The highest accurate dr, and its drm.

    Two for Germans, British and Americans, one for others and by an offboard
    Observer, four in a Pre-Registered hex; + the Hindrance of the Observer's LOS.
    """
    number: int = of_nation(view, "C1-accuracy", battery.side)
    if battery.device == "offboard":
        number = OFF_MAP
    if where in battery.registered:
        number = REGISTERED
    drm = spotted(view, battery, where)
    return number, [Mod("LOS hindrance", drm, "C1.31")] if drm > 0 else []


@rule("C1.31/odds", "The odds of Accuracy", cites=("C1.31",))
def accuracy_odds(view: GameView, battery: Battery, where: LocationName) -> Fraction:
    """The exact chance that a SR comes down where it is to."""
    number, mods = accuracy(view, battery, where)
    return Fraction(max(0, min(6, number - total(mods))), 6)


@rule("C1.3", "Placing a SR", cites=("C1.31", "C1.32", "C1.4"))
def fall_of_shot(
    play: Play, battery: Battery, where: LocationName, most: int = FARTHEST
) -> None:
    """Aim at a hex: the SR comes down there if Accurate, else by its error from it.

    What is to be moved is corrected, by an error of `most` hexes at the most. A SR
    that would come down off the map is gone.
    """
    if on_table(play, "artillery"):
        accurate, to = _ask_fall(play, battery, where)
    else:
        # C1.31: the Accuracy dr
        number, mods = accuracy(play, battery, where)
        purpose = fact("accuracy_dr", at=where, number=number)
        accurate = die_roll(play, purpose, mods, side=battery.side).final <= number
        # C1.32: the extent of error
        to = where if accurate else error(play, battery, where, most)
    _put(play, battery, to)
    now = replace(play.state.batteries[battery.id], accurate=accurate)
    play.emit(BatteryChanged(now, fact("accurate" if accurate else "misses")))


@rule("C1.32", "Extent of error", cites=("C1.4",))
def error(
    play: Play, battery: Battery, where: LocationName, most: int = FARTHEST
) -> LocationName:
    """Where an inaccurate SR comes down: coloured die the hexside, white one the hexes.

    OFFBOARD if that is off the map.
    """
    dice = dice_roll(play, fact("error_from", at=where), side=battery.side).pair
    return along(play, where, dice.coloured - 1, min(dice.white, most))


def along(view: GameView, where: LocationName, side: int, hexes: int) -> LocationName:
    """The hex so many hexes away by a hexside; OFFBOARD if that is off the map."""
    hex_, other = view.world.locate(where).hex, view.world.joins.other
    for _ in range(hexes):
        hex_ = int(other[hex_, side])
        if hex_ < 0:
            return OFFBOARD
    return view.world.name(Location(hex_))


def _put(play: Play, battery: Battery, to: LocationName) -> None:
    """Place the SR, or move what the battery has on the map."""
    mark = mark_of(play, battery)
    if to == OFFBOARD:
        if mark is not None:
            play.emit(MarkerRemoved(mark.id, fact("comes_down_off_the_map")))
    elif mark is not None:
        moved = replace(mark, location=to)
        play.emit(MarkerChanged(moved, fact("is_corrected")))
    else:
        place(play, battery, "SR", to)


def place(play: Play, battery: Battery, kind: MarkerKind, to: LocationName) -> None:
    """Put a SR or FFE of a battery on the map."""
    id_ = fresh_id(play.state, "sr" if kind == "SR" else "ffe")
    mark = Marker(id=id_, kind=kind, location=to, side=battery.side, of=battery.id)
    play.emit(MarkerAdded(mark))


def _ask_fall(
    play: Play, battery: Battery, where: LocationName
) -> tuple[bool, LocationName]:
    """Where the player says that the SR came down on his table."""
    form = (
        Field("accurate", "accurate:", "yes"),
        Field("hex", f"where it came down, if not in {where}:"),
    )
    purpose = f"Accuracy of {battery.id} at {where}"

    def read(answer: dict[str, object]) -> tuple[bool, LocationName]:
        said = str(answer["hex"]).strip()
        if answer["accurate"] or not said:
            return bool(answer["accurate"]), where
        return False, named(play, said)

    return play.ask(Adjudicate(purpose=purpose, side="FRIENDLY", form=form), read)


def named(view: GameView, said: str) -> LocationName:
    """The hex that the player names.

    Errors:
        OpforError: it is none.
    """
    try:
        return view.world.name(view.world.locate(LocationName(said)))
    except OpforError as fault:
        raise OpforError(f"{said!r} is no hex", do="name it as 33Q6") from fault


HEXSIDES = 6


def enemy_hexes(view: GameView, side: Side) -> list[LocationName]:
    """The hexes with enemies of a side that it could know of."""
    state, world = view.state, view.world
    places = [
        unit.location
        for unit in state.units.values()
        if unit.side != side and unit.location and not (unit.hidden or unit.guard)
    ]
    if side == "FRIENDLY":
        places += [suspect.location for suspect in state.suspects_onboard()]
    found = (world.map.name(world.locate(at).hex) for at in places)
    return list(dict.fromkeys(map(LocationName, found)))


def around(view: GameView, where: LocationName) -> list[LocationName]:
    """A hex and those next to it, as far as they are on the map."""
    near = (along(view, where, side, 1) for side in range(HEXSIDES))
    return [where, *(at for at in near if at)]
