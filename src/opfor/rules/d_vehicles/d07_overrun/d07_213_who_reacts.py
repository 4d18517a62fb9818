"""D7.213: who uses CC Reaction Fire, and how."""

from collections.abc import Iterator
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, mmc, smc
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a11_close_combat.a11_1_attack import Combat, evaluate
from opfor.rules.a_infantry.a11_close_combat.a11_5_vehicles import has_atmm
from opfor.rules.d_vehicles.d07_overrun.d07_212_reaction_fire import must_react
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import GameView
from opfor.state.units import Fired, LocationName, Unit


@rule("D7.213", "Who uses CC Reaction Fire", cites=("D7.21", "A11.5"))
def may_react(view: GameView, unit: Unit, tank: Unit) -> bool:
    """Armed Infantry in the vehicle's Location, unbroken, neither pinned nor in Melee.

    Who is marked Final Fire does only as D7.212 makes him, even if pinned.
    """
    if unit.vehicle or unit.aboard or unit.guard or unit.hidden:
        return False
    if not armed(unit) or not unit.good_order or unit.location != tank.location:
        return False
    if unit.fired == "final" or unit.panic:
        return must_react(view, unit, tank)
    return not unit.pinned and not unit.ti


def among(view: GameView, tank: Unit, to: LocationName) -> bool:
    """Whether a vehicle that enters a Location comes among enemy Infantry there."""
    there = view.state.units_at(to, other(tank.side)) if to else []
    return any(not (unit.vehicle or unit.aboard or unit.hidden) for unit in there)


def reactors(view: GameView, tank: Unit) -> list[Unit]:
    """The DEFENDER's units that could attack a vehicle now, MMC first."""
    there = view.state.units_at(tank.location, other(tank.side))
    able = [unit for unit in there if may_react(view, unit, tank)]
    return sorted(able, key=lambda unit: mmc(view, unit) is None)


def attacks(view: GameView, unit: Unit, tank: Unit, used: set[str]) -> Iterator[Combat]:
    """What a unit could do to a vehicle: alone or with a SMC, with an ATMM or not."""
    single = [
        one
        for one in reactors(view, tank)
        if smc(view, one) and one.id not in used and one.id != unit.id
    ]
    helpers = [(), *((one.id,) for one in single)] if mmc(view, unit) else [()]
    for helper in helpers:
        for atmm in (False, True) if has_atmm(view, unit) else (False,):
            clash = CloseCombatAttack(
                side=unit.side,
                location=tank.location,
                attackers=(unit.id, *helper),
                defenders=(tank.id,),
                atmm=atmm,
            )
            if found := evaluate(view, clash):
                yield found


def harm(combat: Combat) -> Fraction:
    """The chances in 36 that an attack eliminates or stops the vehicle."""
    return Fraction(combat.chances.kill) + Fraction(combat.chances.reduce)


def mark(unit_fired: Fired) -> Fired:
    """The fire counter of who has used CC Reaction Fire."""
    return "final" if unit_fired else "first"
