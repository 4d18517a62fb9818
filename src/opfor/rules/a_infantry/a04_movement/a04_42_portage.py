"""A4.42: what units can carry, and what things weigh."""

from collections.abc import Sequence

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import Unit, Weapon

MMC_IPC, SMC_IPC = 3, 1

SMC_MOST = 2
"""The PP that a SMC carries at the most, whatever MF it costs him."""


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


@rule("A4.42/most", "What a SMC cannot carry", cites=("A4.43",))
def overloaded(view: GameView, unit: Unit) -> bool:
    """Whether a SMC has more than he can carry: two PP, wounded or not.

    He may possess and fire it where he is. Reading: D-857.
    """
    held = view.state.weapons_of(unit.id)
    if not held or mmc(view, unit):
        return False
    return sum(portage(view, weapon) or 0 for weapon in held) > SMC_MOST


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
