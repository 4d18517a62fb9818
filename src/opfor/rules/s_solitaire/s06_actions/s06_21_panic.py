"""S6.21: Panic, and what it does."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import mmc, piece
from opfor.rules.choices.give_order import allowed, order
from opfor.rules.choices.vehicle_orders import StopOrder
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import main_armament
from opfor.rules.s_solitaire.s06_actions.action_group import (
    ActionGroup,
    functions,
    is_smc,
    of_partisans,
)
from opfor.state.counters import MMC, Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

PANIC_FROM = {"elite": 10, "first": 6, "second": 4, "green": 2, "conscript": 2}
"""The lowest Original doubles by which a class Panics (S6.21)."""


VEHICLE_PANIC_FROM = 4
"""That of a vehicle other than an AFV with functioning MA."""


@rule(
    "S6.21",
    "Panic",
    exc=(
        "an AFV with an Inexperienced Crew is no elite",
        "other vehicles with an Inexperienced Crew",
    ),
    cites=("D3.45",),
)
def panicked(view: GameView, group: ActionGroup, dice: tuple[int, ...]) -> list[str]:
    """The units of a group that Panic on the dice of its Action DR.

    Elite units, and AFV with functioning MA, Panic on doubles of 10 or more; first
    line from 6, second line, Partisans and other vehicles from 4, conscripts, green
    MMC and Inexperienced Crews on all doubles.

    EXC: a vehicle of either kind with an Inexperienced Crew Panics on all doubles.
    Reading (D-005): a crew of Infantry is elite, one of a vehicle first line; a SMC
    shares the fate of the best MMC of his group, and alone counts as first line.
    """
    if len(set(dice)) != 1:
        return []
    units = [view.state.units[id_] for id_ in group.units]
    limits = [panic_from(view, unit) for unit in units if mmc(view, unit)]
    led = max(limits, default=PANIC_FROM["first"])
    return [
        unit.id
        for unit in units
        if sum(dice) >= (led if is_smc(view, unit) else panic_from(view, unit))
    ]


def panic_from(view: GameView, unit: Unit) -> int:
    """The lowest Original doubles by which a MMC or vehicle Panics."""
    kind = piece(view, unit)
    if isinstance(kind, Vehicle):
        state = unit.vehicle
        if state and state.inexperienced:
            return PANIC_FROM["conscript"]
        main = main_armament(view, unit)
        sound = not kind.unarmored and main is not None and functions(main)
        return PANIC_FROM["elite"] if sound else VEHICLE_PANIC_FROM
    if isinstance(kind, MMC):
        second = of_partisans(view, unit)
        return PANIC_FROM["second" if second else kind.quality]
    return PANIC_FROM["first"]


@rule(
    "S6.211",
    "What Panic does",
    cites=("A4.8", "S6.212", "S6.213", "S6.309", "S16.3"),
)
def panic(play: Play, id_: str) -> None:
    """Mark a unit, FRIENDLY or ENEMY, with Panic until the Player Turn ends.

    It is TI and not in Good Order, and keeps its concealment. A vehicle in Motion
    loses it, in its own MPh for a MP; an ENEMY one in its own PFPh only in the MPh
    that follows (S6.309, D-003).
    """
    unit = play.state.units[id_]
    # S6.211: Panic counter, and TI.
    panicky = replace(unit, panic=True, ti=True, action="Panic", automatic="")
    play.emit(UnitChanged(panicky, fact("panics")))
    if unit.vehicle is not None and unit.vehicle.motion:
        _loses_motion(play, panicky)


def _loses_motion(play: Play, unit: Unit) -> None:
    """A vehicle in Panic stops at once: in its own MPh it pays for it."""
    now = play.state.phase if unit.side == play.state.side else ""
    # S6.309: an ENEMY vehicle that Panics in its PFPh stops in its MPh.
    if now == "PFPh" and unit.side == "ENEMY":
        return
    command = StopOrder(unit.id)
    if now == "MPh" and allowed(play, unit.side, command):
        order(play, unit.side, command)
        return
    assert unit.vehicle is not None  # noqa: S101 - as the caller found
    halted = replace(unit, vehicle=replace(unit.vehicle, motion=False))
    play.emit(UnitChanged(halted, fact("stops")))
