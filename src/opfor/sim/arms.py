"""What units can do: their fire, their leadership, how many squads they are worth."""

from collections.abc import Iterable, Mapping
from functools import lru_cache

from opfor.core.errors import OpforError
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, piece, smc
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.rules.choices.orders import Command
from opfor.rules.sequence import legal_orders
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Side, Unit

REACH = 12
"""Hexes beyond which nobody's fire is feared, or counted on."""

Arms = tuple[tuple[int, int], ...]
"""FP and normal range of each unit and MG that could fire."""


def arms_of(view: GameView, units: Iterable[Unit]) -> Arms:
    """What some units could fire with: inherent FP, and SW that count on the IFT."""
    found: list[tuple[int, int]] = []
    weapons = _weapons(view)
    for unit in units:
        kind = piece(view, unit)
        if isinstance(kind, MMC | SMC) and kind.fp:
            found.append((kind.fp, fires_with(unit, kind).range))
        found += weapons.get(unit.id, ())
    return tuple(found)


def _weapons(view: GameView) -> Mapping[str, list[tuple[int, int]]]:
    """FP and range of the MG of each unit that has some."""

    def make() -> dict[str, list[tuple[int, int]]]:
        found: dict[str, list[tuple[int, int]]] = {}
        for weapon in view.state.weapons.values():
            kind = view.world.counter(weapon.counter)
            works = weapon.owner and not (weapon.malfunctioned or weapon.dm)
            if works and isinstance(kind, SupportWeapon) and kind.kind == "MG":
                found.setdefault(weapon.owner, []).append((kind.fp, kind.range))
        return found

    return view.world.once(view.state, "MG of units", make)


@lru_cache(4096)
def power(arms: Arms, hexes: int) -> float:
    """The FP of arms at a range: doubled next to it, halved at long range."""
    close = 3 if hexes == 0 else 2
    return sum(
        fp * (close if hexes <= 1 else 1 if hexes <= reach else 0.5)
        for fp, reach in arms
        if hexes <= 2 * reach or hexes <= 1
    )


@lru_cache(4096)
def reach_of(arms: Arms) -> int:
    """The hexes to which arms come to one FP or more; -1 without any."""
    reached = (hexes for hexes in range(REACH + 1) if power(arms, hexes) >= 1)
    return max(reached, default=-1)


def allowed(view: GameView, side: Side, order: Command) -> bool:
    """Whether an order may be given now."""
    try:
        legal_orders.check(view, side, order)
    except OpforError:
        return False
    return True


def leadership_of(view: GameView, units: Iterable[Unit]) -> int:
    """The best leader's DRM among some units, 0 without one."""
    leaders = (unit for unit in units if smc(view, unit) and unit.good_order)
    return min((modifier(view, unit) for unit in leaders), default=0)


def squads(view: GameView, units: Iterable[Unit]) -> float:
    """What some units are worth, in squads: a SMC counts as half of one."""
    return sum(1.0 if mmc(view, unit) else 0.5 for unit in units)
