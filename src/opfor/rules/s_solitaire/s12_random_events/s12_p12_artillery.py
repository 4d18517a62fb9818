"""S12: OBA missions that a Random Event brings, for either side."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import die_roll
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, onboard, us_number
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import along, around, place
from opfor.rules.c_ordnance.c01_artillery.c01_5_ffe import (
    comes_down,
    fire_for_effect,
    firing_side,
)
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import mark_of
from opfor.rules.choices.discretion import ask_policy, places
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import unveil_attacked
from opfor.state.artillery import Battery, Shells
from opfor.state.events import BatteryChanged, MarkerChanged, MarkerRemoved
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Marker, Side, Unit

LIGHT, HEAVY = 80, 100
"""Calibres in mm."""

HEAVY_SINCE, HEAVY_FROM = "1943-01", 5
"""From which month, and which dr, it is the heavier one."""

SURE = 2
"""What is taken off the dr of hexes by which it misses."""

UNKNOWN = 3
"""US# that a S? counts for."""


@rule("S12.p12", "An OBA mission comes", cites=("C1.3", "C1.71"))
def mission_comes(play: Play, side: Side = "ENEMY", *, smoke_from: int = 6) -> bool:
    """A SR, without an Observer: FFE:1 and FFE:2 come in the side's next fire phases.

    On the hex with most US# of the other side in LOS of one of its unbroken units, by
    a policy; a dr less 2 is by how many hexes it misses, a further one the hexside.
    Of the nation's own calibre, mostly 80mm, none of a nation without any; from 1943
    80mm are 100mm by a dr of 5 or 6. SMOKE by a high dr, not in heavy wind.
    """
    # S12.p12: hexes in LOS of its units, most US# first
    spots = in_sight(play, side)
    if not (spots and own_calibre(play, side)):
        return False
    # S12.p12: its calibre, and HE or SMOKE
    calibre, kind = _calibre(play, side), _kind(play, side, smoke_from)
    where = ask_policy(
        play,
        policy="S12.p12 OBA",
        purpose="where the OBA of the event is to come down",
        options=places(spots[0], spots[1:]),
        side=side,
    )
    wanted = LocationName(where)
    if kind == "smoke":
        wanted = before(play, side, wanted)
    battery = Battery(
        id=f"event{len(play.state.batteries) + 1}",
        side=side,
        calibre=calibre,
        device="event",
        kind=kind,
        access=True,
    )
    what = fact("battery_by_a_random_event", calibre=calibre, shells=kind)
    play.emit(BatteryChanged(battery, what))
    # S12.p12: by how much it misses
    to = _roll_miss(play, side, wanted)
    if to == OFFBOARD:
        play.emit(Note(fact("oba_comes_down_off_the_map", where=wanted)))
    else:
        # C1.3: the SR
        place(play, battery, "SR", to)
    return True


def own_calibre(view: GameView, side: Side) -> int:
    """The calibre of a side's OBA by a Random Event, in mm; 0 if it has none."""
    mission = view.state.mission
    nation = mission.enemy if side == "ENEMY" else mission.friendly
    return int(view.world.national(nation, "OBA calibre"))


def _calibre(play: Play, side: Side) -> int:
    own = own_calibre(play, side)
    if own < LIGHT or play.world.date < HEAVY_SINCE:
        return own
    dr = die_roll(play, fact("calibre_of_the_oba"), side=side).final
    return HEAVY if dr >= HEAVY_FROM else own


def _kind(play: Play, side: Side, smoke_from: int) -> Shells:
    purpose = fact("smoke_on_or_more", dr=smoke_from)
    smoke = die_roll(play, purpose, side=side).final
    heavy = play.state.weather.wind == "heavy"
    return "smoke" if smoke >= smoke_from and not heavy else "HE"


def _roll_miss(play: Play, side: Side, where: LocationName) -> LocationName:
    if way(play, "S12.p12 miss") == "never":
        return where
    purpose = fact("by_how_many_hexes_it_misses")
    hexes = die_roll(play, purpose, side=side).final - SURE
    if hexes <= 0:
        return where
    toward = die_roll(play, fact("by_which_hexside"), side=side).final - 1
    return along(play, where, toward % SIDES, hexes)


# -- where -------------------------------------------------------------------------


def in_sight(view: GameView, side: Side) -> list[LocationName]:
    """The hexes with enemies in LOS of an unbroken unit of a side, most US# first.

    Hidden units are not known of; a S? counts as a squad.
    """
    eyes = [u for u in onboard(view, side) if not (u.broken or u.guard)]
    worth: dict[LocationName, int] = {}
    for at, number in _enemies(view, side):
        if any(sees(view, unit.location, at) for unit in eyes):
            hex_ = ground(view, at)
            worth[hex_] = worth.get(hex_, 0) + number
    return sorted(worth, key=lambda hex_: (-worth[hex_], hex_))


def _enemies(view: GameView, side: Side) -> list[tuple[LocationName, int]]:
    known = [u for u in onboard(view, other(side)) if not (u.hidden or u.guard)]
    found = [(unit.location, us_number(view, [unit])) for unit in known]
    if side == "FRIENDLY":
        found += [(s.location, UNKNOWN) for s in view.state.suspects_onboard()]
    return found


def ground(view: GameView, at: LocationName) -> LocationName:
    """The ground level of a Location's hex."""
    return LocationName(view.world.map.name(view.world.locate(at).hex))


def before(view: GameView, side: Side, where: LocationName) -> LocationName:
    """Where SMOKE hides a side from those of a hex: the next hex toward its units."""
    own: Sequence[Unit] = [unit for unit in onboard(view, side) if mmc(view, unit)]
    if not own:
        return where
    world = view.world
    nearest = min(own, key=lambda unit: world.range(unit.location, where))
    near = around(view, where)[1:]
    return min(near, key=lambda at: (world.range(at, nearest.location), at))


# -- as time passes ----------------------------------------------------------------


@rule("S12.p13", "The course of an event's OBA", cites=("S12.p12", "C1.58"))
def missions_go_on(play: Play) -> None:
    """As its side's fire phase begins: FFE:1, then FFE:2, then it is over."""
    side = firing_side(play)
    for battery in list(play.state.batteries.values()):
        mark = mark_of(play, battery)
        if battery.device == "event" and battery.side == side and mark is not None:
            _goes_on(play, battery, mark)


def _goes_on(play: Play, battery: Battery, mark: Marker) -> None:
    if mark.kind == "SR":
        # S12.p13: FFE:1
        fire_for_effect(play, battery, battery.kind, unveil_attacked)
    elif mark.kind == "FFE:1":
        # S12.p13: FFE:2
        new = replace(mark, kind="FFE:2")
        play.emit(MarkerChanged(new, fact("goes_on")))
        comes_down(play, battery, new, unveil_attacked)
    else:
        # C1.58: it is over
        play.emit(MarkerRemoved(mark.id, fact("the_mission_is_over")))
        done = replace(battery, access=False, over=True)
        play.emit(BatteryChanged(done, fact("its_mission_is_over")))
