"""C6.5: what ordnance has acquired: how it gains it, keeps it and loses it."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import known_to_other_side
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import in_sight
from opfor.state.events import WeaponChanged
from opfor.state.play import GameView, Play
from opfor.state.units import OFFBOARD, Acquired, LocationName, Side, Unit, Weapon

MOST = -2
"""The best DRM of an acquired target."""

LEAST_CALIBRE = 20
"""The least calibre in mm that acquires what it fires at."""

NEVER = ("smoke", "WP", "canister")
"""Ammunition that acquires nothing, and costs what was acquired."""


@rule("C6.5", "Case N: acquired target", cites=("C6.51", "C6.52"))
def acquired(weapon: Weapon | None, target: LocationName, *, area: bool) -> Mod | None:
    """-1 or -2 against what the last shots were at, by the same Target Type.

    It counts against Known units of the Location; an area is acquired for whoever is
    in the hex, for both Target Types.
    """
    found = weapon.acquired if weapon else None
    if found is None or found.at != target or (area and not found.area):
        return None
    return Mod("Case N: acquired", found.drm, "C6.5")


def whole_hex(weapon: Weapon | None) -> bool:
    """Whether what it has acquired is an area, with all that is in it, Known or not."""
    return weapon is not None and weapon.acquired is not None and weapon.acquired.area


def acquire(weapon: Weapon, target: LocationName, *, area: bool) -> Acquired:
    """What a Weapon has acquired after one more shot at a Location (C6.5)."""
    had = weapon.acquired
    if had is None or had.at != target or had.area != area:
        return Acquired(at=target, drm=-1, area=area)
    return Acquired(at=target, drm=max(MOST, had.drm - 1), area=area)


def still(weapon: Weapon, shot: ToHit) -> Acquired | None:
    """What is left, as it fires, of what it had acquired: that alone which it fires at.

    SMOKE and canister cost it too.
    """
    had = weapon.acquired
    same = had is not None and had.at == shot.target and shot.ammo not in NEVER
    return had if same else None


@rule("C6.5/gain", "What a shot acquires", cites=("C6.5", "C6.52"))
def range_in(play: Play, shot: ToHit) -> None:
    """Once a shot is resolved, its Weapon has acquired what it was at.

    Known units, which a concealed one is that the shot has uncovered; with the Area
    Target Type the hex, whoever is in it.
    LATW, what is below 20mm or so noted, SMOKE and canister acquire nothing.
    """
    weapon = play.state.weapons.get(shot.piece.id)
    if weapon is None or weapon.malfunctioned or shot.ammo in NEVER:
        return
    if shot.piece.calibre < LEAST_CALIBRE or shot.piece.th:
        return
    if not shot.piece.notes.acquires:
        return
    area = shot.type == "area"
    if not area and not any(known_to_other_side(u) for u in _aimed(play, shot)):
        return
    new = replace(weapon, acquired=acquire(weapon, shot.target, area=area))
    if new != weapon:
        play.emit(WeaponChanged(new, fact("has_acquired_its_target")))


def _aimed(view: GameView, shot: ToHit) -> Iterator[Unit]:
    """Those that a shot was at, as far as they are still there."""
    for unit in view.state.units_at(shot.target, other(shot.side)):
        if unit.id == shot.at or not (shot.at or unit.vehicle):
            yield unit


@rule("C6.51", "Keeping acquisition of a Target that moves", cites=("C6.5",))
def follow(
    play: Play, start: LocationName, to: LocationName, ids: Sequence[str] = ()
) -> None:
    """Ordnance that has acquired units follows them as they move in its LOS.

    If all Known units leave a Location, it goes with them; what is acquired as an
    area stays, and what a unit has acquired that is not in Good Order (S6.3143). What
    moves itself loses what it had acquired.

    Args:
        play: the game.
        start: where they come from.
        to: where they are now, be it that they moved, routed or advanced.
        ids: who they are, else those whose move is in hand.
    """
    gone = those_gone(play, ids)
    leave_behind(play, [unit.id for unit in gone])
    moved = gone[0].side if gone else play.state.side
    side = other(moved)
    aimed = [weapon for weapon in play.state.weapons.values() if weapon.acquired]
    if not aimed or known_at(play, start, moved):
        return
    # C6.5: a Target is a Known one
    if gone and not any(map(known_to_other_side, gone)):
        return
    for weapon in aimed:
        held, unit = weapon.acquired, play.state.units.get(weapon.owner)
        if held is None or held.at != start or held.area:
            continue
        if unit is None or unit.side != side or not unit.good_order:
            continue
        if not in_sight(play, unit, to):
            continue
        new = replace(weapon, acquired=replace(held, at=to))
        play.emit(WeaponChanged(new, fact("follows_its_target")))


def those_gone(play: Play, ids: Sequence[str]) -> list[Unit]:
    """Those named who are still in play, else those whose move is in hand."""
    if not ids:
        return list(play.state.movers())
    return [unit for id_ in ids if (unit := play.state.units.get(id_))]


def known_at(play: Play, place: LocationName, side: Side) -> list[Unit]:
    """Units of the side that moves in a Location that the other side knows."""
    return [
        unit for unit in play.state.units_at(place, side) if known_to_other_side(unit)
    ]


@rule("C6.5/loss", "What costs an acquired target", cites=("C6.5",))
def lose_aim(play: Play, ids: Iterable[str]) -> None:
    """Units that move, or turn without firing, lose what their Weapons had acquired."""
    for id_ in ids:
        for weapon in play.state.weapons_of(id_):
            if weapon.acquired is not None:
                _lose(play, weapon)


def leave_behind(play: Play, ids: Iterable[str]) -> None:
    """Units that move lose what their Weapons had acquired and Bore Sighted."""
    those = list(ids)
    lose_aim(play, those)
    for id_ in those:
        for weapon in play.state.weapons_of(id_):
            if weapon.bored:
                gone = replace(weapon, bored=OFFBOARD)
                what = fact("has_left_where_it_was_bore_sighted")
                play.emit(WeaponChanged(gone, what))


def _lose(play: Play, weapon: Weapon) -> None:
    gone = replace(weapon, acquired=None)
    play.emit(WeaponChanged(gone, fact("loses_its_acquired_target")))


def forget(play: Play) -> None:
    """Take acquisition from ordnance whose crew is broken, gone or elsewhere (C6.5)."""
    for weapon in list(play.state.weapons.values()):
        if weapon.acquired is None:
            continue
        unit = play.state.units.get(weapon.owner)
        if unit is None or not unit.good_order or weapon.malfunctioned:
            _lose(play, weapon)
