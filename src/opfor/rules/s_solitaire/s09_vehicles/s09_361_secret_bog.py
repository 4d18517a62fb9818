"""S9.361: the Secret Bog DR of vehicles in Mud and Deep Snow."""

from collections.abc import Sequence
from itertools import pairwise

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import part_of_rule, rule
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import BOGGED, bog_drm
from opfor.rules.s_solitaire.s09_vehicles.s09_36_bog import MUDDY, paved
from opfor.rules.s_solitaire.s09_vehicles.steps import RouteStep, kind_of, steps
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, LocationName, Unit, VehicleState

SOFT, DEEP = 1, 1
"""DRM of Mud and snow, and of Deep Snow on top of it (D8.21)."""


@rule("S9.361", "Secret Bog DR", cites=("S9.36", "D8.23", "D8.21"))
def secret_bog(
    play: Play, unit: Unit, way: Sequence[RouteStep]
) -> tuple[LocationName, ...]:
    """Make the Bog DR of a vehicle's move at its end, hex by hex, in Mud or Deep Snow.

    A bogged vehicle goes back to where it bogged, with the VCA that it had there; what
    happened to it beyond is as if it had not: the Locations that it was not in are
    given. Paved roads need no DR.
    """
    vca = unit.vehicle.vca if unit.vehicle else 0
    for n, step in enumerate(way):
        # S9.361: no DR on a paved road.
        if not secret(play, step):
            continue
        purpose = fact("bog_of_in", unit=unit.id, where=step.to)
        roll = dice_roll(play, purpose, drm(play, unit, step))
        if roll.final >= BOGGED:
            # S9.361: back to where it bogged, with its VCA.
            state = replace(unit.vehicle or VehicleState(), bogged=True, motion=False)
            stuck = replace(unit, location=step.to, vehicle=replace(state, vca=vca))
            play.emit(UnitChanged(stuck, fact("bogged_in", where=step.to)))
            # S9.361: what happened beyond counts as not having happened.
            gone = tuple(later.to for later in way[n + 1 :])
            if gone:
                undone = fact("what_befell_is_undone", unit=unit.id, where=step.to)
                play.emit(Note(undone))
            return gone
    return ()


def friendly_bog(play: Play) -> None:
    """The Secret Bog DR of each FRIENDLY vehicle whose move is over (D-570)."""
    state = play.state
    if state.phase != "MPh" or state.weather.ground not in MUDDY:
        return
    parts = state.move.parts if state.move else ()
    driving = {id_ for part in parts for id_ in part.units}
    for unit in list(state.units.values()):
        done = unit.id in driving or unit.did("bog DR") or not unit.location
        if done or unit.side != "FRIENDLY" or not (unit.vehicle and unit.vehicle.trail):
            continue
        over = replace(unit, deeds=(*unit.deeds, "bog DR"))
        with part_of_rule("S9.361"):
            play.emit(UnitChanged(over, fact("its_mph_is_over")))
        if not unit.vehicle.bogged:
            way = [at for at, _ in unit.vehicle.trail]
            secret_bog(play, over, taken(play, unit, way))


def taken(view: GameView, unit: Unit, way: Sequence[LocationName]) -> list[RouteStep]:
    """The steps by which a vehicle has gone from one Location to the next."""
    found = []
    for start, to in pairwise(way):
        every = steps(view, unit, start) if start else ()
        found += [step for step in every if step.to == to]
    return found


def secret(view: GameView, step: RouteStep) -> bool:
    """Whether a step needs a Secret Bog DR."""
    return view.state.weather.ground in MUDDY and not paved(view, step)


def drm(view: GameView, unit: Unit, step: RouteStep) -> list[Mod]:
    """The DRM of the Bog DR in Mud or Deep Snow."""
    ground = view.state.weather.ground
    soft = [Mod(ground, SOFT, "D8.21")]
    deep = [Mod("deep", DEEP, "D8.21")] if ground == "deep snow" else []
    own = bog_drm(view, step.to, kind_of(view, unit)) if step.to != OFFBOARD else []
    return [*own, *soft, *deep]
