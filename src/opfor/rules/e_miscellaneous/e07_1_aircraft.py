"""E7.1 to E7.3: aircraft: whether they fly, when they come, and what they see.

Reading: D-373. The course is that of E7 in outline, every number the project's own.
"""

from fractions import Fraction

from opfor.core.dice import dice_roll, die_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod, total
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
    onboard,
)
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.on_table import on_table
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import DICE
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import locations
from opfor.rules.e_miscellaneous.planes import ask_result, change_plane, number
from opfor.state.artillery import Aircraft
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Side, Unit

MISTAKE = 12
"""The Original Sighting DR with which it takes its own side for the enemy."""

STRAY = 3
"""Hexes within which it does."""


COVERED, CONCEALED = 1, 2
"""Sighting DRM: for terrain with TEM, and where no enemy is Known."""


@rule("E7.1", "When aircraft fly")
def flies(view: GameView) -> bool:
    """By day and under a clear sky."""
    weather = view.state.weather
    return weather.sky == "clear" and weather.night < 0


@rule("E7.2", "Arrival", cites=("E7.1",))
def arrives(play: Play, plane: Aircraft) -> None:
    """A dr of 3 or less in its side's RPh, from its turn on, brings it overhead."""
    least = number(play, "arrival")
    purpose = fact("airplane_arrives", plane=plane.id, least=least)
    if die_roll(play, purpose, side=plane.side).final <= least:
        change_plane(play, plane, fact("arrives"), overhead=True)


# -- what it sees ------------------------------------------------------------------


@rule("E7.3", "Sighting TC", exc=("an Original 12 never sights",))
def sighting_drm(view: GameView, plane: Aircraft, where: LocationName) -> list[Mod]:
    """+1 for terrain with TEM, +2 where no enemy is Known.

    EXC: an Original 12 never sights.
    """
    world = view.world
    there = [u for at in locations(view, where) for u in _foes(view, plane.side, at)]
    tem = world.ground.tem(world.locate(where))
    mods = [
        Mod("TEM", COVERED * (tem > 0), "E7.3"),
        Mod("no Known enemy", CONCEALED * (not any(map(_known, there))), "E7.3"),
    ]
    return [mod for mod in mods if mod.value]


def _foes(view: GameView, side: Side, at: LocationName) -> list[Unit]:
    return view.state.units_at(at, other(side))


def _known(unit: Unit) -> bool:
    return known_to_other_side(unit) and not unit.guard


@rule("E7.3/odds", "The odds of sighting", cites=("E7.3",))
def sighting_odds(view: GameView, plane: Aircraft, where: LocationName) -> Fraction:
    """The exact chance that it sights its target."""
    most, drm = number(view, "sighting"), total(sighting_drm(view, plane, where))
    good = sum(dr < MISTAKE and dr + drm <= most for dr in DICE)
    return Fraction(good, len(DICE))


@rule("E7.3/dr", "The Sighting DR", cites=("E7.3", "E7.31", "E7.24"))
def sights(play: Play, plane: Aircraft, where: LocationName) -> LocationName:
    """Where it attacks: the hex ordered, one of its own side, or OFFBOARD nowhere."""
    # E7.3: the Sighting TC
    most = number(play, "sighting")
    purpose = fact("sighting_tc", plane=plane.id, at=where, most=most)
    if on_table(play, "artillery"):
        words = ("sighted", "not sighted", "not sighted, Recall", "mistaken")
        said = ask_result(play, purpose, words)
    else:
        mods = sighting_drm(play, plane, where)
        rolled = dice_roll(play, purpose, mods, side=plane.side)
        said = "sighted" if rolled.final <= most else "not sighted"
        if rolled.original >= number(play, "recall"):
            said = "not sighted, Recall"
        if rolled.original >= MISTAKE:
            said = "mistaken"
    # E7.24: an Original 11 or 12 sends it home, and what a DB has not sighted
    if said != "sighted":
        recall(play, plane, sure=said != "not sighted")
    # E7.31: an Original 12 takes it to its own side
    if said == "mistaken":
        return mistaken(play, plane, where)
    return where if said == "sighted" else OFFBOARD


@rule("E7.31", "Mistaken attack", cites=("E7.3",))
def mistaken(view: GameView, plane: Aircraft, where: LocationName) -> LocationName:
    """The hex of its own side nearest to where it was sent, if within three hexes."""
    own = [u.location for u in onboard(view, plane.side)]
    near = [at for at in own if view.world.range(at, where) <= STRAY]
    if not near:
        return OFFBOARD
    nearest = min(near, key=lambda at: (view.world.range(at, where), at))
    return LocationName(view.world.map.name(view.world.locate(nearest).hex))


@rule("E7.24", "Recall of aircraft")
def recall(play: Play, plane: Aircraft, *, sure: bool) -> None:
    """It leaves for good by an Original 11 or 12, and a DB without bombs does."""
    now = play.state.planes[plane.id]
    if sure or (now.kind == "DB" and not now.bombs):
        change_plane(play, now, fact("is_recalled"), gone=True)
