"""D5 and C7.7: what becomes of a vehicle that was hit, and of its crew.

`suffer` is the one way in: whatever kills, stops or shocks a vehicle says what the
fate is, and all that follows happens here.

Reading: D-306, what no source confirms.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import dice_roll, die_roll
from opfor.core.event import Note
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import onboard
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.a_infantry.a10_morale.effects import eliminate
from opfor.rules.a_infantry.a26_victory.victory_points import casualty, gun_lost
from opfor.rules.c_ordnance.c07_to_kill import Fate
from opfor.rules.d_vehicles.d01_vehicles import (
    afv,
    armament,
    changed,
    crew_drm,
    state_of,
    vehicle,
)
from opfor.state.counter_lists import unlisted
from opfor.state.counters import MMC
from opfor.state.events import (
    MarkerAdded,
    UnitAdded,
    UnitChanged,
    UnitRemoved,
    WeaponRemoved,
)
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import Marker, Side, Unit

NEW_CREW = 8
"""Morale Level of an Inherent crew whose nation has no such Infantry."""

WEAKENED = 1
"""What Stun, Shock or breaking adds to a Crew Survival DR, and later to much else."""

RECOVERS, RECOVERS_UK = 2, 3
"""The highest dr by which a crew recovers from Shock, and from UK (C7.42)."""

HINDERS, SMOKES = 1, 2
"""Hindrance of a wreck, and of the smoke of one that burns (B25.2)."""


def suffer(
    play: Play, id_: str, fate: Fate, *, by: Side | None = None, in_cc: bool = False
) -> None:
    """Let a fate come over a vehicle, with all that follows.

    Args:
        play: the game.
        id_: the vehicle.
        fate: what becomes of it.
        by: who gains from it; the other side if left open.
        in_cc: it happened in Close Combat, which no crew survives.
    """
    unit = play.state.units.get(id_)
    if unit is None or fate == "none":
        return
    if fate in ("burn", "eliminated"):
        wreck(play, unit, burning=fate == "burn", by=by, in_cc=in_cc)
    elif fate == "immobilized":
        immobilize(play, unit, check=not in_cc)
    elif fate == "shock":
        shock(play, unit)
    elif fate == "possible shock":
        possible_shock(play, unit)
    else:
        stun(play, unit)


# -- destroyed ---------------------------------------------------------------------


@rule("C7.71", "Wrecks", cites=("C7.7", "D10.1", "D5.6", "D6.9"))
def wreck(
    play: Play,
    unit: Unit,
    *,
    burning: bool,
    by: Side | None = None,
    in_cc: bool = False,
) -> None:
    """A destroyed vehicle becomes a wreck; who was in it may survive.

    Its Weapons are gone with it. Nobody survives a burning wreck.
    """
    state = state_of(unit)
    casualty(play, unit, by)
    for weapon in armament(play, unit):
        play.emit(WeaponRemoved(weapon.id, f"lost with {unit.id}"))
    for weapon in play.state.weapons_of(unit.id):
        gun_lost(play, weapon, by or other(unit.side))
        play.emit(WeaponRemoved(weapon.id, f"lost in tow of {unit.id}"))
    play.emit(UnitRemoved(unit.id, "burns" if burning else "is destroyed"))
    play.emit(
        MarkerAdded(
            Marker(
                id=fresh_id(play.state, "wreck"),
                kind="burning wreck" if burning else "wreck",
                location=unit.location,
                hindrance=SMOKES if burning else HINDERS,
                sides=state.bypass,
                of=unit.counter,
            )
        )
    )
    aboard = [u for u in play.state.units.values() if u.aboard == unit.id]
    survive(play, unit, aboard, burning=burning, in_cc=in_cc)


def survive(
    play: Play, unit: Unit, aboard: list[Unit], *, burning: bool, in_cc: bool
) -> None:
    """The crew and those aboard try to survive, each by a DR of its own."""
    for carried in aboard:
        if burning or in_cc or not _one_survives(play, unit, carried):
            eliminate(play, carried.id, f"lost with {unit.id}")
        else:
            now = play.state.units[carried.id]
            out = replace(now, aboard="", rides=False, moved=True, hazardous=True)
            play.emit(UnitChanged(out, "survives the wreck"))
    state = state_of(unit)
    if burning or in_cc or state.abandoned or not has_crew(play, unit):
        return
    if survives(play, unit, f"the crew of {unit.id}"):
        bail_out(play, unit)


@rule("D6.9", "Survival of those aboard a vehicle that is lost", cites=("D5.6",))
def _one_survives(play: Play, unit: Unit, carried: Unit) -> bool:
    """A DR of its own against the CS#; +1 if it is broken, whatever the crew is."""
    found = vehicle(play, unit)
    number = found.cs if found else 0
    mods = [Mod("broken", WEAKENED, "D6.9")] if carried.broken else []
    purpose = f"Survival of {carried.id} aboard {unit.id}, CS# {number}"
    return dice_roll(play, purpose, mods).final <= number


@rule("D5.6", "Crew Survival DR", exc=("a burning wreck, or a loss in CC",))
def survives(play: Play, unit: Unit, who: str) -> bool:
    """Whether they survive: a Final DR of no more than the CS#.

    +1 if the crew was Stunned or Shocked before.
    EXC: nobody survives a burning wreck or a loss in CC (whoever calls sees to it).
    """
    found, state = vehicle(play, unit), state_of(unit)
    number = found.cs if found else 0
    weak = state.shaken or state.stunned or bool(state.shock)
    mods = [Mod("Stunned or Shocked", WEAKENED, "D5.6")] if weak else []
    rolled = dice_roll(play, f"Crew Survival of {who}, CS# {number}", mods)
    return rolled.final <= number


def has_crew(view: GameView, unit: Unit) -> bool:
    """Whether a crew of its own mans it that could leave it as a counter.

    Not where the cs# is in small letters, as of most trucks and carriers.
    """
    found = vehicle(view, unit)
    return found is not None and not found.crewless and bool(crew_counter(view, unit))


def crew_counter(view: GameView, unit: Unit) -> MMC | None:
    """The vehicle crew of its nation, or of the nation that it is based on.

    Who mans it in place of its own crew is that unit again (A21.22).
    """
    found = vehicle(view, unit)
    if found is None:
        return None
    instead = view.world.counter(code) if (code := state_of(unit).manned) else None
    if isinstance(instead, MMC):
        return instead
    base = view.world.root(found.nation)
    crews = [
        piece
        for piece in unlisted(view.world.enemy.counters).values()
        if isinstance(piece, MMC) and piece.size == "crew" and piece.fp == 1
    ]
    for nation in (found.nation, base):
        for crew in crews:
            if crew.nation == nation:
                return crew
    return None


def bail_out(play: Play, unit: Unit) -> str:
    """Put the crew of a vehicle in its Location, on foot; returns its id."""
    crew = crew_counter(play, unit)
    if crew is None:
        return ""
    id_ = fresh_id(play.state, f"{'e' if unit.side == 'ENEMY' else ''}crew")
    made = Unit(
        id=id_,
        side=unit.side,
        counter=crew.id,
        location=unit.location,
        attitude=unit.attitude,
        moved=True,
        hazardous=True,
    )
    play.emit(UnitAdded(made))
    leader = state_of(unit).leader
    if leader:
        play.emit(Note(f"the armor leader {leader} is with {id_}"))
    return id_


# -- stopped, shocked, stunned -----------------------------------------------------


@rule("D8.1", "Immobilization", cites=("D5.5",))
def immobilize(play: Play, unit: Unit, *, check: bool = True) -> None:
    """It moves no more; its crew may leave it.

    A vehicle that is immobile already is not made more so, but its crew checks again.
    """
    stopped = {"immobile": True, "motion": False}
    unit = changed(play, unit, "is immobilized", **stopped)
    if check:
        immobilization_check(play, unit)


@rule("D5.5", "Immobilization Task Check", exc=("an unarmored vehicle's crew",))
def immobilization_check(play: Play, unit: Unit) -> None:
    """The Inherent crew takes a NTC and Abandons the vehicle if it fails.

    EXC: not the crew of an unarmored vehicle.
    """
    state = state_of(unit)
    if state.abandoned or not afv(play, unit) or not has_crew(play, unit):
        return
    if not crew_check(play, unit, "immobilized"):
        abandon(play, unit)


@rule("D5.4", "Abandoning a vehicle", cites=("D5.42",))
def abandon(play: Play, unit: Unit) -> str:
    """Its crew leaves it and is on foot in its Location; returns the crew's id."""
    left = {"abandoned": True, "motion": False, "ce": False}
    changed(play, replace(unit, moved=True), "is Abandoned", **left)
    return bail_out(play, unit)


@rule("D5.1/morale", "Morale of an Inherent crew", cites=("D5.1", "D3.45"))
def crew_morale(view: GameView, unit: Unit) -> int:
    """That of its nation's best unbroken elite MMC; in an unarmored vehicle first line.

    One less if it is Inexperienced. On foot a crew has what its counter says.
    """
    found = vehicle(view, unit)
    nation = found.nation if found else ""
    quality = "elite" if afv(view, unit) else "first"
    counters = unlisted(view.world.enemy.counters).values()
    level = 0
    for name in (nation, view.world.root(nation)):
        level = level or max(
            (
                piece.morale
                for piece in counters
                if isinstance(piece, MMC)
                and piece.nation == name
                and piece.quality == quality
                and piece.size != "crew"
            ),
            default=0,
        )
    return (level or NEW_CREW) - int(state_of(unit).inexperienced)


def crew_check(play: Play, unit: Unit, why: str, drm: Sequence[Mod] = ()) -> bool:
    """A MC or TC of an Inherent crew; its armor leader's Leadership counts (D3.44)."""
    level = crew_morale(play, unit)
    purpose = f"NTC of the crew of {unit.id} against {level}, {why}"
    mods = [*crew_drm(play, unit), *drm]
    rolled = dice_roll(play, purpose, mods, side=unit.side)
    return rolled.final <= level


@rule("C7.4", "Shock", cites=("C7.41",))
def shock(play: Play, unit: Unit) -> None:
    """Its crew can do nothing until it recovers; a vehicle in Motion stops.

    What is Shocked or UK already stays so.
    """
    if not state_of(unit).shock:
        changed(play, unit, "is Shocked", shock="shock", motion=False, ce=False)


@rule("C7.41", "Possible Shock")
def possible_shock(play: Play, unit: Unit) -> None:
    """Its crew takes a NTC, and is Shocked if it fails."""
    if state_of(unit).shock or state_of(unit).abandoned:
        return
    if not crew_check(play, unit, "possible Shock"):
        shock(play, unit)


@rule("C7.42", "Recovery from Shock")
def recover(play: Play) -> None:
    """In each RPh the crew of a Shocked vehicle makes a dr.

    Shock: 2 or less recovers, else it is an Unconfirmed Kill. UK: 3 or less recovers,
    else the vehicle is a wreck whose crew is lost.
    """
    for id_ in list(play.state.units):
        unit = play.state.units.get(id_)
        state = state_of(unit) if unit else None
        if unit is None or state is None or not state.shock:
            continue
        uk = state.shock == "UK"
        most = RECOVERS_UK if uk else RECOVERS
        rolled = die_roll(
            play, f"{unit.id} recovers from {state.shock}: {most} or less"
        )
        if rolled.final <= most:
            changed(play, unit, "recovers", shock="")
        elif uk:
            changed(play, unit, "its crew is lost", abandoned=True)
            suffer(play, id_, "eliminated", by=other(unit.side))
        else:
            changed(play, unit, "is an Unconfirmed Kill", shock="UK")


@rule("D5.34", "Stun", exc=("a vehicle with a one-man turret",), cites=("D5.341",))
def stun(play: Play, unit: Unit) -> None:
    """Its crew does nothing for the rest of the Player Turn, and is worse ever after.

    It stops and is BU. A second Stun means Recall.
    EXC: a vehicle with a one-man turret is Recalled by its first.
    """
    found, state = vehicle(play, unit), state_of(unit)
    again = state.stunned or state.shaken
    alone = found is not None and found.turret == "1MT"
    unit = changed(
        play, unit, "is Stunned", stunned=True, shaken=True, motion=False, ce=False
    )
    if again or alone:
        recall(play, unit)


@rule("D5.341", "Recall", cites=("D5.34",))
def recall(play: Play, unit: Unit) -> None:
    """It must leave the map by its own edge, from its next MPh on, and stays BU."""
    if not state_of(unit).recalled:
        changed(play, unit, "is under Recall", recalled=True, ce=False)


def steadied(play: Play) -> None:
    """Stun ends with the Player Turn (D5.34)."""
    for unit in onboard(play, "FRIENDLY") + onboard(play, "ENEMY"):
        if unit.vehicle is not None and unit.vehicle.stunned:
            changed(play, unit, "is not Stunned any more", stunned=False)
