"""S8.p10 and S8.p19: ENEMY vehicles that get away, or hide."""

from collections.abc import Iterable
from fractions import Fraction

from opfor.core.rule import rule
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import target_of_window
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import p_kill
from opfor.rules.choices.give_order import legal, order
from opfor.rules.choices.orders import Command
from opfor.rules.choices.switches import way
from opfor.rules.choices.vehicle_orders import Discharge
from opfor.rules.d_vehicles.d02_movement.d02_401_motion_attempt import attempts
from opfor.rules.s_solitaire.s08_fire.best_attack import best_attack
from opfor.rules.s_solitaire.s08_fire.planned_attack import things_of
from opfor.rules.s_solitaire.s09_vehicles.armament import kills
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

DEADLY = Fraction(1, 4)
"""The chance of a kill from which on a unit endangers a vehicle."""


@rule(
    "S8.p19", "Vehicles under attack: Motion", cites=("D2.401", "S8.p14", "S8.p3/kill")
)
def tries_motion(play: Play) -> bool:
    """MPh: a Stopped vehicle tries for Motion as its killer comes into sight.

    If a hit by what has come would kill it with 1/4 or more, and it cannot destroy
    that by a shot with 1/4.
    Reading: D-346.
    """
    if way(play, "S8.p19 Motion") == "never":
        return False
    for attempt in attempts(play):
        unit = play.state.units[attempt.unit]
        if unit.side != "ENEMY" or not endangered(play, unit, play.state.movers()):
            continue
        if not answers(play, unit):
            order(play, "ENEMY", attempt)
            return True
    return False


@rule(
    "S8.p10/dispenser",
    "Vehicles under attack: SMOKE",
    cites=("D13.2", "S8.p19", "S8.p3/kill"),
)
def smokes(play: Play) -> bool:
    """MPh: a vehicle in the danger of S8.p19 tries its dispenser, else SMOKE grenades.

    Stopped or in Motion, before it tries for Motion. A smoke mortar is aimed as close
    to itself as it can be, on the side of what moves.
    Reading: D-347.
    """
    if way(play, "S8.p10 dispenser") == "never":
        return False
    done = set[str]()
    for offer in sorted(
        legal(play, "ENEMY", Discharge), key=lambda o: _veils(play, o.order)
    ):
        assert isinstance(offer.order, Discharge)  # noqa: S101 - only those are offered
        unit = play.state.units[offer.order.unit]
        if unit.id in done:
            continue
        done.add(unit.id)
        if endangered(play, unit, play.state.movers()) and not answers(play, unit):
            order(play, "ENEMY", offer.order)
            return True
    return False


def _veils(view: GameView, command: Command) -> tuple[str, bool, int, int]:
    """How well smoke hides its vehicle, the best first: no grenades, and close."""
    assert isinstance(command, Discharge)  # noqa: S101 - as above
    here, far = view.state.units[command.unit].location, view.world.range
    at, mover = command.to or here, target_of_window(view)
    return command.unit, command.grenades, far(here, at), far(at, mover)


def endangered(view: GameView, unit: Unit, by: Iterable[Unit]) -> bool:
    """Whether a hit by one of some units would kill a vehicle with 1/4 or more."""
    return any(
        p_kill(view, kill) >= DEADLY
        for one in by
        if one.good_order
        for kill in kills(view, one, one.location, unit)
    )


def answers(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle can itself destroy what moves, with a chance of 1/4."""
    shot = best_attack(view, things_of(view, [unit]), target_of_window(view))
    return shot is not None and bool(shot.order.at) and shot.chance >= DEADLY
