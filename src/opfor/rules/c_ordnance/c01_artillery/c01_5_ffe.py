"""C1.5: Fire For Effect: what it does to those it comes down on.

Reading: D-371, what no source confirms.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a07_fire.a07_3_resolution import Unveil, resolve
from opfor.rules.a_infantry.a07_fire.attack import NO_COVER, Attack, fp_attack
from opfor.rules.a_infantry.a07_fire.targets import BEST, attacked_units, result_for
from opfor.rules.b_terrain.b23_9_fortified_buildings import terrain_tem
from opfor.rules.c_ordnance.c01_artillery.c01_2_battery import nation_of
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import locations
from opfor.rules.c_ordnance.c01_artillery.c01_51_area import (
    blast_area,
    explosive,
    falls_on,
    needed_mark,
)
from opfor.rules.c_ordnance.c01_artillery.c01_71_smoke import smoke_falls
from opfor.rules.c_ordnance.c11_guns_as_targets.c11_4_gun_hits import hit_gun
from opfor.state.artillery import Battery, Shells
from opfor.state.events import BatteryChanged, MarkerChanged
from opfor.state.in_progress import Move
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Marker, MarkerKind, Side

SMALL, AMERICAN_SMALL = 70, 4
"""Calibre in mm below which American OBA has but so many FP."""

NEXT: dict[MarkerKind, MarkerKind] = {"FFE:1": "FFE:2", "FFE:2": "FFE:C"}


@rule("C1.53", "FP of a FFE", cites=("C1.72",))
def ffe_fp(view: GameView, battery: Battery) -> int:
    """FP by calibre; a third of it by Harassing Fire. American 60mm have four."""
    harassing = battery.kind == "harassing"
    american = nation_of(view, battery.side) == "american"
    if battery.calibre < SMALL and american and not harassing:
        return AMERICAN_SMALL
    table = view.world.enemy.table("C1-FP")
    fire = "harassing" if harassing else "HE"
    fp: int = table.look_up(battery.calibre, fire=fire).result
    return fp


@rule(
    "C1.5",
    "FFE attack",
    exc=("a Hindrance never helps against it",),
    cites=("C1.53", "B27.3", "B30.31"),
)
def ffe_attack(
    view: GameView,
    battery: Battery,
    where: LocationName,
    *,
    move: Move | None = None,
    targets: Sequence[str] = (),
) -> Attack:
    """What a FFE does in one Location: all there of both sides, with its TEM.

    In full upon concealed units. The TEM is that against Indirect Fire: woods bring
    air bursts; who is dug in has +4.

    EXC: no Hindrance counts.

    Args:
        view: the game.
        battery: whose shells.
        where: the Location.
        move: how those move who enter it.
        targets: who enters; empty: everybody there.
    """
    made = fp_attack(
        view,
        battery.side,
        where,
        ffe_fp(view, battery),
        source="OBA",
        move=move,
        targets=targets,
        halved=False,
    )
    return indirect(view, made)


def indirect(view: GameView, made: Attack) -> Attack:
    """An attack of shells or bombs with the TEM against Indirect Fire."""
    name, value = terrain_tem(view, made.target, indirect=True)
    cover = Mod(name, value, "C1.5") if value else NO_COVER
    return replace(made, cover=cover)


@rule("C1.54", "Critical Hit of a FFE", cites=("C3.74",))
def critical(made: Attack) -> Attack:
    """An Original 2: twice the FP, and TEM against those in the Location, not for them.

    Above 36 FP -1 for each 8 more.
    """
    fp = 2 * made.fp
    over = max(0, int((fp - 36) // 8))
    mods = [Mod("CH", -max(0, made.cover.value), "C1.54")]
    mods += [Mod("CH above 36 FP", -over, "C1.54")] if over else []
    kept = tuple(mod for mod in (*made.mods, *mods) if mod.value)
    return replace(made, fp=fp, mods=kept, cover=NO_COVER, sheltered=False)


@rule("C1.55", "A FFE comes down", cites=("C1.5", "C1.51", "C1.54", "C1.71", "C7.7"))
def comes_down(
    play: Play, battery: Battery, mark: Marker, unveil: Unveil | None = None
) -> None:
    """Each hex of the blast area that holds somebody is attacked by a DR of its own.

    All its Locations by the same DR. SMOKE is placed instead of an attack.
    """
    # C1.51: the blast area
    area = blast_area(play, battery, mark.location)
    what = fact(
        "ffe_comes_down",
        kind=mark.kind,
        battery=battery.id,
        shells=battery.kind,
        at=mark.location,
    )
    play.emit(Note(what))
    # C1.71: SMOKE is placed instead of an attack
    if not explosive(battery):
        smoke_falls(play, battery, area)
        return
    # C1.55: a DR for each hex, for all its Locations
    for hex_ in area:
        places = [at for at in locations(play, hex_) if _somebody(play, battery, at)]
        strike(play, [ffe_attack(play, battery, at) for at in places], unveil)


def _somebody(view: GameView, battery: Battery, at: LocationName) -> bool:
    """Whether shells meet somebody; S? only those of the other side."""
    if battery.side == "FRIENDLY" and view.state.suspects_at(at):
        return True
    return bool(attacked_units(view, ffe_attack(view, battery, at)))


def strike(play: Play, parts: Sequence[Attack], unveil: Unveil | None = None) -> None:
    """Resolve attacks of shells or bombs by one DR, and destroy Guns that are hit."""
    made: Attack | None = None
    for part in reversed(parts):
        made = replace(part, also=made)
    if made is None:
        return
    guns = [
        (weapon, unit, part)
        for part in parts
        for unit in attacked_units(play, part)
        for weapon in play.state.weapons_of(unit.id)
        if weapon.gun is not None
    ]
    # A7.3: the IFT result, C1.54: of an Original 2 as a CH
    rolled = resolve(play, made, unveil=unveil, critical=critical)
    if rolled is None:
        return
    # C11.4: what it does to Guns
    ch = rolled.original == BEST
    for weapon, unit, part in guns:
        aimed = critical(part) if ch else part
        result = result_for(play, aimed, unit, rolled.original)
        hit_gun(play, weapon, unit, result, critical=ch)


@rule("C1.56", "Entering a blast area", cites=("C1.5", "A4.6"))
def entering(play: Play, ids: Sequence[str], where: LocationName) -> None:
    """Each FFE of HE attacks who enters a Location of its blast area; only them.

    In the MPh with FFMO and FFNAM.
    """
    move = play.state.move if play.state.phase == "MPh" else None
    for battery, _mark in falls_on(play, where):
        there = [id_ for id_ in ids if id_ in play.state.units]
        if explosive(battery) and there:
            strike(play, [ffe_attack(play, battery, where, move=move, targets=there)])


def firing_side(view: GameView) -> Side:
    """Whose fire phase a PFPh or DFPh is."""
    state = view.state
    return state.side if state.phase == "PFPh" else other(state.side)


def fire_for_effect(play: Play, battery: Battery, kind: Shells, unveil: Unveil) -> None:
    """The SR of a battery is an FFE:1 now, and comes down."""
    fires = replace(battery, kind=kind)
    play.emit(BatteryChanged(fires, fact("ffe", shells=kind)))
    mark = replace(needed_mark(play, battery), kind="FFE:1")
    play.emit(MarkerChanged(mark, fact("ffe_1")))
    comes_down(play, fires, mark, unveil)
