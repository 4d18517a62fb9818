"""A4.1, A4.4, A4.5: the MF that a stack may spend in its MPh.

MF are quarters throughout (see geo/terrain_chart.py).
"""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_units import dummy, leader, mmc
from opfor.rules.choices.orders import MoveTo
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Unit, Weapon

MMC_MF, INEXPERIENCED_MF, SMC_MF, WOUNDED_MF = 4 * MF, 3 * MF, 6 * MF, 3 * MF
CHARGE_MF = 8 * MF
"""MF of berserk units (A15.43) and of those in a Human Wave (A25.23)."""

LEADER_BONUS = 2 * MF
DOUBLE_TIME, LATE_DOUBLE_TIME = 2 * MF, 1 * MF
ROAD_BONUS = 1 * MF
MOST = 8 * MF
MMC_IPC, SMC_IPC = 3, 1


@rule(
    "A4.11",
    "MF allotment",
    exc=("berserk units and those of a Human Wave have eight MF",),
    cites=("A4.12", "A4.42", "A4.5", "A17.2", "A19.3"),
)
def allotment(view: GameView, units: Sequence[Unit], order: MoveTo) -> int:
    """Quarters of MF of the slowest unit of a stack that begins its move.

    Prisoners go as their Guards do.
    EXC: berserk units and those of a Human Wave have eight MF.
    """
    if order.double_time:
        able = [unit for unit in units if not unit.guard]
        may_double_time(able, assault=order.assault)
    return stack_mf(view, units, bonus=DOUBLE_TIME if order.double_time else 0)


@rule("A4.5", "Double Time and CX")
def may_double_time(units: Sequence[Unit], *, assault: bool = False) -> None:
    """Refuse Double Time to units that are CX or wounded, and to Assault Movement."""
    if any(unit.cx for unit in units):
        raise Illegal("A4.5", "a CX unit cannot Double Time")
    if any(unit.wounded for unit in units):
        raise Illegal("A4.5", "a wounded unit cannot Double Time")
    if any(unit.berserk or unit.wave for unit in units):
        raise Illegal("A4.5", "a charge has all its MF already")
    if assault:
        raise Illegal("A4.61", "Assault Movement is not possible by Double Time")


def stack_mf(view: GameView, units: Sequence[Unit], *, bonus: int = 0) -> int:
    """Quarters of MF of the slowest unit of a stack, with its load and a bonus.

    Prisoners go as their Guards do and slow nobody down.
    """
    movers = [unit for unit in units if not unit.guard]
    led = any(leader(view, unit) for unit in movers)
    over = burdens(view, movers, tired=bonus > 0)
    found = (
        unit_mf(view, unit, led=led) - MF * pp
        for unit, pp in zip(movers, over, strict=True)
    )
    return max(0, min(MOST, min(found, default=0) + bonus))


@rule("A4.12", "Leader bonus", cites=("A4.11", "A19.3"))
def unit_mf(view: GameView, unit: Unit, *, led: bool) -> int:
    """Quarters of MF of a unit without its load; MMC with a leader have two more.

    Who is Inexperienced has three: conscripts always, Green MMC unless led.
    """
    if unit.berserk or unit.wave:
        return CHARGE_MF
    found = mmc(view, unit)
    if dummy(unit):
        return MMC_MF
    if found is None:
        return WOUNDED_MF if unit.wounded else SMC_MF
    raw = found.quality == "conscript" or (found.quality == "green" and not led)
    return (INEXPERIENCED_MF if raw else MMC_MF) + (LEADER_BONUS if led else 0)


@rule("A4.42", "Inherent Portage Capacity", cites=("A4.51", "A17.2"))
def burdens(view: GameView, units: Sequence[Unit], *, tired: bool = False) -> list[int]:
    """The MF that each unit of a stack loses: one for each PP over its IPC.

    A SMC lends what is left of his own IPC to one MMC. Reading: D-100, the slowest
    one that it helps.

    Args:
        view: the game.
        units: the stack.
        tired: they are about to be CX, which lowers an IPC by one.
    """
    spare = [ipc(view, unit, tired=tired) - load(view, unit) for unit in units]
    over = [max(0, -room) for room in spare]
    lent = sorted(
        room
        for unit, room in zip(units, spare, strict=True)
        if room > 0 and mmc(view, unit) is None
    )
    carriers = [n for n, unit in enumerate(units) if mmc(view, unit)]
    for room in lent:
        most = max(carriers, key=lambda n: over[n], default=None)
        if most is not None:
            over[most] = max(0, over[most] - room)
    return over


def ipc(view: GameView, unit: Unit, *, tired: bool = False) -> int:
    """The PP that a unit carries without loss of MF (A4.42, A4.51, A17.2)."""
    own = MMC_IPC if mmc(view, unit) else 0 if unit.wounded else SMC_IPC
    return max(0, own - (unit.cx or tired))


def load(view: GameView, unit: Unit) -> int:
    """The PP that a unit carries."""
    return sum(portage(view, weapon) or 0 for weapon in view.state.weapons_of(unit.id))


DM_CALIBRE = 82
"""Largest mortar in mm among the Guns that can be dm: those of 76 to 82 mm have a dm
side."""

DM_MORTAR = 5
"""PP of a dm mortar that is a Gun."""


def portage(view: GameView, weapon: Weapon) -> int | None:
    """The PP of a Weapon; None for a Gun, which nobody carries unless it is dm.

    Reading: D-362.
    """
    kind = view.world.counter(weapon.counter)
    if isinstance(kind, SupportWeapon):
        return kind.dm_pp if weapon.dm else kind.pp
    return DM_MORTAR if weapon.dm and dismantles(kind) else None


def dismantles(kind: object) -> bool:
    """Whether a Weapon of a kind can be dm (A9.8)."""
    if isinstance(kind, Gun):
        return kind.kind == "MTR" and kind.calibre <= DM_CALIBRE
    return isinstance(kind, SupportWeapon) and bool(kind.dm_pp)


def mans_gun(view: GameView, unit: Unit) -> bool:
    """Whether it has a Gun that must be pushed or towed: not a dm mortar."""
    return any(w.gun and not w.dm for w in view.state.weapons_of(unit.id))
