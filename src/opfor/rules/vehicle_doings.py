"""The orders of vehicles and towed Guns, as rows of the table in `doings.py`."""

from opfor.rules import bounding, driving, fire_orders
from opfor.rules.doing import Doing
from opfor.rules.orders import Delay, Drive, Expose, Fire, StartUp, Stop, TurnTo, Unbog

VEHICLE_DOINGS: tuple[Doing, ...] = (
    Doing(
        StartUp,
        ("MPh",),
        ("attacker",),
        driving.starts,
        driving.check_start,
        driving.start_up,
    ),
    Doing(
        Drive,
        ("MPh",),
        ("attacker",),
        driving.drives,
        driving.check_drive,
        driving.drive,
    ),
    Doing(
        TurnTo,
        ("MPh",),
        ("attacker",),
        driving.turns,
        driving.check_turn,
        driving.turn_to,
    ),
    Doing(
        Stop,
        ("MPh",),
        ("attacker",),
        driving.stops,
        driving.check_stop,
        driving.stop_here,
    ),
    Doing(
        Delay,
        ("MPh",),
        ("attacker",),
        driving.delays,
        driving.check_delay,
        driving.delay_here,
    ),
    Doing(
        Unbog,
        ("MPh",),
        ("attacker",),
        driving.unbogs,
        driving.check_unbog,
        driving.unbog,
    ),
    Doing(
        Fire,
        ("MPh",),
        ("attacker",),
        bounding.fires,
        bounding.check,
        fire_orders.fire,
    ),
    Doing(
        Expose,
        ("MPh", "APh"),
        ("attacker",),
        driving.exposures,
        driving.check_expose,
        driving.expose,
        minor=True,
    ),
)
"""Every order that only a vehicle's player gives."""
