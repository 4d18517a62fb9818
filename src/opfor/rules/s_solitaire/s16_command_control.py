"""S16: Command Control: whether FRIENDLY units do as they are told.

An option of the Mission. The text of S16 is not public beyond a digest (D-036, D-186).
"""

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc, piece, smc
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.c_ordnance.c01_artillery.c01_6_observers import observer
from opfor.rules.choices.offer import units_of
from opfor.rules.choices.orders import (
    Command,
    Fire,
    MoveTo,
    PlaceCharge,
    Search,
    Shelter,
    SmokeGrenade,
)
from opfor.rules.choices.switches import way
from opfor.rules.choices.vehicle_orders import (
    Delay,
    Discharge,
    Dismount,
    DriveOrder,
    Embark,
    HullDown,
    Push,
    Speed,
    StartUp,
    StopOrder,
    TurnTo,
    Unbog,
)
from opfor.rules.d_vehicles.d05_crews.d05_1_morale_of_the_crew import crew_morale
from opfor.rules.d_vehicles.d14_radioless_platoons import in_platoon, radioless
from opfor.rules.s_solitaire.s06_actions.s06_21_panic import panic
from opfor.state.counters import Vehicle
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import Phase, Side, Unit

ON_FOOT = (Fire, MoveTo, PlaceCharge, Search, Shelter, SmokeGrenade, Push)

AT_THE_WHEEL = (
    StartUp, StopOrder, DriveOrder, TurnTo, Delay, Speed, HullDown, Unbog, Discharge,
    Embark, Dismount,
)  # fmt: skip

ORDERS = (*ON_FOOT, *AT_THE_WHEEL)
"""Orders to move or fire."""

PHASES: tuple[Phase, ...] = ("PFPh", "MPh", "AFPh")

REACH = 2
"""Hexes within which a leader helps others to be in command."""


@rule("S16", "Command Control: CMD# and CMD DR", cites=("S16.p1", "S16.p2", "S16.p3"))
def obeyed(play: Play, side: Side, order: Command) -> bool:
    """Whether an order reaches all its units; who has made no DR yet makes it now.

    Each unit makes it when it is first to move or fire in its Player Turn. If any
    fails, nothing of the order is done; the others are in command all the same.
    """
    state = play.state
    wanted = state.mission.command and side == state.side == "FRIENDLY"
    if not wanted or state.phase not in PHASES or not isinstance(order, ORDERS):
        return True
    # S16: leaders first, since others hang on them
    ids = sorted(_ordered(play, order), key=lambda id_: not _leads(play, id_))
    answers = [_in_command(play, id_) for id_ in ids]
    return all(answers)


def _ordered(view: GameView, order: Command) -> list[str]:
    """The units that an order must reach; of Spotted Fire the spotter (S16.p3)."""
    if isinstance(order, Fire) and order.spotter:
        return [order.spotter]
    owners = {weapon.id: weapon.owner for weapon in view.state.weapons.values()}
    return list(dict.fromkeys(owners.get(id_, id_) for id_ in units_of(order)))


def _leads(view: GameView, id_: str) -> bool:
    return leader(view, view.state.units[id_]) is not None


def _in_command(play: Play, id_: str) -> bool:
    unit = play.state.units[id_]
    # S6.211: to stop for Panic no command is needed
    if unit.panic or unit.did("in command") or _with_transport(play, unit):
        return True
    # S16.p3: in command without a DR
    if automatic(play, unit) or under_leader(play, unit):
        return _put_in_command(play, unit)
    # S16: else the CMD DR
    return command_roll(play, unit)


def _with_transport(view: GameView, unit: Unit) -> bool:
    """Whether a Passenger or Rider is aboard a vehicle that is in command (S16.p3)."""
    transport = view.state.units.get(unit.aboard)
    return transport is not None and transport.did("in command")


def _put_in_command(play: Play, unit: Unit) -> bool:
    done = replace(unit, deeds=(*unit.deeds, "in command"))
    play.emit(UnitChanged(done, fact("is_in_command")))
    return True


@rule("S16.3", "A failed CMD DR is Panic", cites=("S6.211",))
def command_roll(play: Play, unit: Unit) -> bool:
    """The CMD DR of a unit: it passes with a Final DR not above its CMD#, or Panics."""
    number = cmd_number(play, unit)
    purpose = fact("cmd_dr", unit=unit.id, number=number)
    rolled = dice_roll(play, purpose, cmd_drm(play, unit), side=unit.side)
    # S16.p1: not above the CMD#
    if rolled.final <= number:
        return _put_in_command(play, unit)
    # S16.3: else Panic
    panic(play, unit.id)
    return False


@rule("S16.p1", "CMD#", cites=("D5.1/morale",))
def cmd_number(view: GameView, unit: Unit) -> int:
    """The Morale Level; one more for a leader, a crew or a vehicle.

    Reading: D-186 a vehicle's is that of its crew, by D5.1.
    """
    if unit.vehicle is not None:
        return crew_morale(view, unit) + 1
    found = mmc(view, unit)
    plain = found is not None and found.size != "crew"
    return morale_level(view, unit) + (not plain)


@rule("S16.p2", "CMD DRM", cites=("A10.7", "D14.2"))
def cmd_drm(view: GameView, unit: Unit) -> list[Mod]:
    """What helps a unit to be in command: -1 each, and a leader within two hexes.

    Reading: D-036 they help. A SMC with a radio or phone of OBA that fires has -1, too.
    """
    kind, vehicle = piece(view, unit), unit.vehicle
    afv = isinstance(kind, Vehicle) and not kind.unarmored
    aims = any(weapon.acquired for weapon in view.state.weapons_of(unit.id))
    led = min((modifier(view, by) for by in _near(view, unit)), default=0)
    japanese = kind.nation == "japanese" and leader(view, unit) is not None
    mods = [
        Mod("non-Stopped", -int(vehicle is not None and vehicle.motion), "S16.p2"),
        Mod("platoon", -int(_platooned(view, unit)), "S16.p2"),
        Mod("Acquired Target", -int(aims), "S16.p2"),
        Mod("CE AFV", -int(vehicle is not None and afv and vehicle.ce), "S16.p2"),
        Mod("Japanese leader", -int(japanese), "S16.p2"),
        Mod("directs OBA", -int(_directs(view, unit)), "S16.p2"),
        Mod("leadership", led, "A10.7"),
    ]
    return [_signed(view, mod) for mod in mods if mod.value]


def _signed(view: GameView, mod: Mod) -> Mod:
    """A DRM of the digest, whose sign is ours (D-036); that of a leader is his own."""
    hinders = way(view, "S16.p2 signs") == "hinder" and mod.name != "leadership"
    return replace(mod, value=-mod.value) if hinders else mod


def _platooned(view: GameView, unit: Unit) -> bool:
    """Whether it is in a platoon, if only with another AFV without radio (D14.2)."""
    named = unit.vehicle is not None and bool(unit.vehicle.platoon)
    return named or (radioless(view, unit) and in_platoon(view, unit))


def _directs(view: GameView, unit: Unit) -> bool:
    """Whether it is a SMC who is the Observer of a battery that fires yet."""
    batteries = view.state.batteries.values()
    seers = (observer(view, battery) for battery in batteries if not battery.over)
    return any(seer is not None and seer.id == unit.id for seer in seers)


def _near(view: GameView, unit: Unit) -> list[Unit]:
    """The other Good Order leaders of its side within two hexes."""
    if not unit.location:
        return []
    return [
        by
        for by in view.state.units.values()
        if by.side == unit.side
        and by.id != unit.id
        and by.location
        and by.good_order
        and leader(view, by) is not None
        and view.world.range(unit.location, by.location) <= REACH
    ]


@rule("S16.p3", "Who is in command without a DR", cites=("A15.42", "S16.p2"))
def automatic(view: GameView, unit: Unit) -> bool:
    """Berserk, broken and heroic units, heroes, those in Melee or under Recall.

    Prisoners do as their Guards do. Passengers and Riders are in command with a vehicle
    that is, as long as they are aboard; whom a spotter sees for, with him for that
    fire (`obeyed`).
    """
    found = smc(view, unit)
    hero = unit.heroic or (found is not None and found.kind == "hero")
    recalled = unit.vehicle is not None and unit.vehicle.recalled
    held = unit.berserk or unit.broken or unit.melee or bool(unit.guard)
    return hero or recalled or held


def under_leader(view: GameView, unit: Unit) -> bool:
    """Whether a leader in command within two hexes has it in command.

    A leader only by one of a higher Morale Level; so it goes on in a chain.
    """
    own = morale_level(view, unit) if leader(view, unit) else -1
    return any(
        by.did("in command") and morale_level(view, by) > own
        for by in _near(view, unit)
    )
