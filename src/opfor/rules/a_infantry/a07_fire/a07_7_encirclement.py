"""A7.7: Encirclement, by fire that comes into a Location from opposite ways."""

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.geo.hexes import SIDES
from opfor.rules.a_infantry.a01_personnel.a01_24_units import smc
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import fires_as
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units, could_check
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.state.counters import MMC, SMC
from opfor.state.events import UnitChanged
from opfor.state.in_progress import (
    Shot,
)
from opfor.state.play import FrozenView, GameView, Play
from opfor.state.units import (
    LocationName,
    Unit,
)

PHASES = ("PFPh", "DFPh", "AFPh")
"""The phases in which fire encircles: not the MPh."""

SOURCES = ("fire", "FT", "MOL", "HE")
"""Attacks that encircle: those of units with what they have, and hits."""

CLOCK = 2 * SIDES
"""Places at which LOS enters a hex: hexspine n at 2n, hexside n at 2n + 1."""

ABOVE, BELOW = CLOCK, CLOCK + 1
"""LOS that comes from the next level up or down in the hex itself."""

APART = ({0, 2, 4}, {1, 3, 5})
"""Three hexsides of which no two touch."""


@rule(
    "A7.7",
    "Encirclement",
    exc=(
        "fire in the MPh, at Long Range, or too weak for a NMC",
        "berserk and heroic units, and those in a pillbox",
    ),
    cites=("A7.9", "A15.21", "B30.32"),
)
def encircled_by(view: GameView, made: Attack) -> list[Unit]:
    """The units that an attack Encircles, with those made just before it.

    The attacks of a side on one Location in a row, with none elsewhere in between,
    whose LOS enters it through opposite hexspines, opposite hexsides, three hexsides of
    which no two touch, or from the levels above and below. The units it seals suffer
    its result with their lower morale already.
    EXC: no fire in the MPh, at Long Range, or that could not even cause a NMC.
    EXC: berserk and heroic units, and those in a pillbox.
    Reading: D-084.
    """
    if not encircles(view, made):
        return []
    ways = {way for at in _row(view, made) for way in ways_into(view, at, made.target)}
    if not sealed(ways):
        return []
    units = view.state.units_at(made.target)
    return [u for u in units if u.side != made.side and _can_be(view, u)]


def encircles(view: GameView, made: Attack) -> bool:
    """Whether an attack counts for Encirclement."""
    if view.state.phase not in PHASES or made.source not in SOURCES or made.also:
        return False
    if made.source == "HE":
        return True
    return _at_normal_range(view, made) and any(
        could_check(view, made, unit) for unit in attacked_units(view, made)
    )


def _row(view: GameView, made: Attack) -> Iterator[LocationName]:
    """Where this attack and those before it in the row came from."""
    yield from shot_from(view, made)
    for shot in reversed(view.state.shots):
        if shot.side != made.side:
            continue
        if shot.target != made.target:
            return
        if shot.encircles:
            yield from shot.froms


def shot_from(view: GameView, made: Attack) -> tuple[LocationName, ...]:
    """Where an attack comes from; a hit from where the shot before it was fired."""
    last: Shot | None = view.state.shots[-1] if view.state.shots else None
    if made.source == "HE" and last and last.target == made.target:
        return last.froms
    return made.froms


def ways_into(
    view: GameView, at: LocationName, target: LocationName
) -> tuple[int, ...]:
    """Where LOS from a Location enters the target's hex: a place on the clock."""
    one, two = view.world.locate(at), view.world.locate(target)
    if one.hex == two.hex:
        rise = one.level - two.level
        return (ABOVE if rise > 0 else BELOW,) if abs(rise) == 1 else ()
    sides = view.world.entered_sides(at, target)
    if len(sides) == 1:
        return (2 * sides[0] + 1,)
    low, high = sorted(sides)
    return (0 if (low, high) == (0, SIDES - 1) else 2 * high,)


def sealed(ways: Collection[int]) -> bool:
    """Whether LOS by these ways closes in on a Location."""
    if ABOVE in ways and BELOW in ways:
        return True
    around = {way for way in ways if way < CLOCK}
    if any((way + SIDES) % CLOCK in around for way in around):
        return True
    touched = {side for way in around for side in _hexsides(way)}
    return any(three <= touched for three in APART)


def _hexsides(way: int) -> tuple[int, ...]:
    """The hexside of a way; both of those at a hexspine."""
    spine, of_side = divmod(way, 2)
    return (spine,) if of_side else ((spine - 1) % SIDES, spine)


def _at_normal_range(view: GameView, made: Attack) -> bool:
    return all(
        view.world.range(view.state.units[share.unit].location, made.target) <= reach
        for share in made.shares
        if (reach := _normal_range(view, share.unit, share.weapon)) is not None
    )


def _normal_range(view: GameView, unit: str, weapon: str) -> int | None:
    if weapon:
        sw = fires_as(view, view.state.weapons[weapon])
        return sw.range if sw else None
    one = view.state.units[unit]
    own = view.world.counter(one.counter)
    return fires_with(one, own).range if isinstance(own, MMC | SMC) else None


def _can_be(view: GameView, unit: Unit) -> bool:
    man = smc(view, unit)
    hero = unit.heroic or (man is not None and man.kind == "hero")
    if unit.vehicle or hero or unit.berserk or unit.encircled or unit.guard:
        return False
    inside = view.state.fortifications.get(unit.inside)
    return inside is None or inside.kind != "pillbox"


# -- what it does ------------------------------------------------------------------


def encircle(play: Play, made: Attack) -> None:
    """Mark the units that an attack Encircles."""
    for unit in encircled_by(play, made):
        play.emit(UnitChanged(replace(unit, encircled=True), fact("encircled")))


def as_encircled(view: GameView, made: Attack) -> GameView:
    """The game as an attack meets it, the units it Encircles being so already."""
    found = {u.id: replace(u, encircled=True) for u in encircled_by(view, made)}
    if not found:
        return view
    state = replace(view.state, units=view.state.units | found)
    return FrozenView(state, view.world)
