"""A7.35 and A7.5: who fires with what, fire groups, and who directs them."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_units import (
    adjacent,
    armed,
    dummy,
    heroic,
    leader,
    mmc,
    smc,
)
from opfor.rules.a_infantry.a03_phases import other
from opfor.rules.a_infantry.a05_stacking import overstacked
from opfor.rules.a_infantry.a07_fire.firepower import ON_THE_IFT, SPRAY, Firer, fires_as
from opfor.rules.a_infantry.a07_fire.vulnerable import unhurt
from opfor.rules.a_infantry.a10_morale.levels import modifier
from opfor.rules.a_infantry.a20_prisoners.prisoners import bound
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d01_vehicles import state_of
from opfor.rules.d_vehicles.d03_armor_leaders import crew_drm
from opfor.rules.d_vehicles.d05_inherent_crew import crewed
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.in_progress import Shot
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit


class FireGroup(NamedTuple):
    """Those who take part in one attack.

    Args:
        firers: units and SW whose FP count.
        helpers: SMC who help to man a SW without FP of their own.
    """

    firers: tuple[Firer, ...]
    helpers: tuple[Unit, ...] = ()

    @property
    def units(self) -> tuple[Unit, ...]:
        """Everybody who fires or mans a SW, once."""
        found = {f.unit.id: f.unit for f in self.firers}
        return tuple((found | {u.id: u for u in self.helpers}).values())

    @property
    def froms(self) -> tuple[LocationName, ...]:
        """The Locations it fires from."""
        return tuple(dict.fromkeys(firer.unit.location for firer in self.firers))


# -- who can fire ------------------------------------------------------------------


@rule("A7.1", "Fire attacks", cites=("A4.8", "A11.15", "A15.42", "A20.5", "S6.211"))
def able(view: GameView, unit: Unit) -> str:
    """Why a unit cannot fire at all now; nothing if it can.

    Broken and unarmed units, prisoners, those in Melee, TI or in Panic do not fire;
    berserk ones only in the AFPh or as DEFENDER, within their own Location; a vehicle
    not without a crew that can act, nor in Motion in the PFPh (D3.3). Panic
    does not forbid FPF at what moves (S6.212).
    Reading: D-081 on TI.
    """
    window = view.state.window
    panic = unit.panic and not (window and window.side == unit.side)
    states = (
        (not unit.location, "offboard"),
        (unit.broken, "broken"),
        (unit.melee, "in Melee"),
        (not armed(unit), "unarmed or a prisoner"),
        (unit.ti and not unit.panic, "TI"),
        (panic, "in Panic"),
        (dummy(unit), "a dummy"),
        (unit.berserk and view.state.phase == "PFPh", "berserk"),
        (unit.vehicle is not None and not crewed(unit), "without a crew that can act"),
        (view.state.phase == "PFPh" and state_of(unit).motion, "in Motion"),
    )
    for true, what in states:
        if true:
            return f"{unit.id} is {what}"
    return ""


def read_group(view: GameView, side: Side, order: Fire) -> FireGroup:
    """The units and SW that an order names.

    Errors:
        Illegal: one is not there, not the side's, or cannot fire.
    """
    firers: list[Firer] = []
    helpers: list[Unit] = []
    for id_ in dict.fromkeys(order.firers):
        firer = _read(view, side, id_)
        if isinstance(firer, Firer):
            firers.append(firer)
        else:
            helpers.append(firer)
    if not firers:
        raise Illegal("A7.1", "nobody is named who has FP")
    for firer in firers:
        if bar := able(view, firer.unit):
            raise Illegal("A7.1", bar)
        check_guard(view, firer.unit, order.target, weapon=bool(firer.weapon))
    group = FireGroup(tuple(firers), tuple(helpers))
    check_usage(view, group)
    return group


def check_guard(
    view: GameView, unit: Unit, target: LocationName, *, weapon: bool
) -> None:
    """Raise Illegal if a Guard of too many fires elsewhere, or a SW (A20.5)."""
    if (weapon or target != unit.location) and bound(view, unit):
        raise Illegal("A20.5", f"{unit.id} has too many prisoners to guard")


def _read(view: GameView, side: Side, id_: str) -> Firer | Unit:
    if unit := view.state.units.get(id_):
        if unit.side != side:
            raise Illegal("A7.1", f"{id_} is not yours")
        piece = view.world.counter(unit.counter)
        if isinstance(piece, MMC) or (isinstance(piece, SMC) and piece.fp):
            return Firer(unit, piece)
        if isinstance(piece, SMC):
            return unit
        raise Illegal("A7.1", f"{id_} has no FP of its own")
    weapon = view.state.weapons.get(id_)
    owner = view.state.units.get(weapon.owner) if weapon else None
    if weapon is None or owner is None or owner.side != side:
        raise Illegal("A7.1", f"you man no Weapon {id_}")
    sw = fires_as(view, weapon)
    if sw is None or sw.kind not in ON_THE_IFT:
        raise Illegal("A9.1", f"{id_} cannot fire on the IFT")
    return Firer(owner, sw, weapon)


# -- what each may use -------------------------------------------------------------


@rule("A7.351", "SW that a unit can use", cites=("A7.35", "A7.352", "A9.12"))
def check_usage(view: GameView, group: FireGroup) -> None:
    """Raise Illegal if a unit uses more than it can in one phase.

    A squad fires one SW beside its inherent FP, or two instead of it; a HS, crew or
    SMC one SW instead. A SMC who helps at a SW is in the Location of a SMC who mans
    one. What was fired before in this phase counts.
    """
    for unit in {firer.unit.id: firer.unit for firer in group.firers}.values():
        if unit.vehicle is not None:
            continue
        now = {f.thing.id for f in group.firers if f.unit.id == unit.id}
        used = now | fired_before(view, unit)
        if bar := _too_many(view, unit, used):
            raise Illegal("A7.351", bar)
    for helper in group.helpers:
        if bar := able(view, helper) or _no_help(view, group, helper):
            raise Illegal("A9.12", bar)


def _too_many(view: GameView, unit: Unit, used: set[str]) -> str:
    found = mmc(view, unit)
    squad = found is not None and found.size == "squad"
    weapons, inherent = len(used - {unit.id}), unit.id in used
    most = (1 if inherent else 2) if squad else (0 if inherent else 1)
    if weapons > most:
        beside = " beside its inherent FP" if inherent else ""
        return f"{unit.id} can fire {most or 'no'} SW{beside}"
    return ""


def fired_before(view: GameView, unit: Unit) -> set[str]:
    """What a unit has fired in this phase: its own id for inherent FP, ids of SW.

    A DC that it has thrown is gone, and stands as such.
    """
    thrown = {"DC"} if unit.did("threw") else set[str]()
    if not view.state.shots:
        return thrown
    own = {weapon.id for weapon in view.state.weapons_of(unit.id)} | {unit.id}
    used = {id_ for shot in view.state.shots for id_ in shot.firers if id_ in own}
    return used | thrown


def _no_help(view: GameView, group: FireGroup, helper: Unit) -> str:
    partners = [f for f in group.firers if lone(view, f)]
    if not any(f.unit.location == helper.location for f in partners):
        return f"{helper.id} has no SW to help with"
    return f"{helper.id} has fired" if helper.fired or helper.did("direct") else ""


def lone(view: GameView, firer: Firer) -> bool:
    """Whether a SMC who is no hero mans a SW (A9.12)."""
    man = smc(view, firer.unit)
    return bool(firer.weapon and man and man.kind != "hero" and not firer.unit.heroic)


def alone(view: GameView, group: FireGroup, firer: Firer) -> bool:
    """Whether a lone SMC mans a SW without another one's help, at half FP."""
    here = firer.unit.location
    return lone(view, firer) and not any(h.location == here for h in group.helpers)


# -- fire groups -------------------------------------------------------------------


@rule("A7.5", "Fire groups", cites=("A7.51", "A7.212", "A9.5"))
def check_group(view: GameView, group: FireGroup, order: Fire) -> None:
    """Raise Illegal unless those who fire can do so as one group.

    Their Locations form a chain in which each is ADJACENT to the next; who shares his
    Location with a Known enemy fires at nothing else.
    """
    froms = group.froms
    if len(froms) > 1 and {*froms} != {*next(chains(view, froms), ())}:
        raise Illegal("A7.5", "the Locations of a fire group are ADJACENT in a chain")
    side = group.firers[0].unit.side
    for where in froms:
        close = where != order.target and _beset(view, side, where)
        if close:
            raise Illegal("A7.212", f"{close.id} is in {where} and must be fired at")
    if order.second:
        check_spraying(view, group, order)


def _beset(view: GameView, side: Side, where: LocationName) -> Unit | None:
    for unit in view.state.units_at(where, other(side)):
        known = not (unit.concealed or unit.hidden)
        if known and not (unit.guard or unit.unarmed or unhurt(view, unit)):
            return unit
    return None


def chains(
    view: GameView, froms: Sequence[LocationName]
) -> Iterator[tuple[LocationName, ...]]:
    """Sets of two or more of some Locations that hang together by being ADJACENT."""
    left = list(froms)
    while left:
        chain, left = [left[0]], left[1:]
        for here in chain:  # grows while it is gone through
            near = [at for at in left if adjacent(view, here, at)]
            left = [at for at in left if at not in near]
            chain += near
        if len(chain) > 1:
            yield tuple(chain)


@rule("A7.34", "Spraying Fire", cites=("A9.5",))
def check_spraying(view: GameView, group: FireGroup, order: Fire) -> None:
    """Raise Illegal unless all who fire can spray both Locations at once.

    MG, and MMC whose range is underlined, the latter within three hexes; from one
    Location, at two others that are adjacent or one above the other.
    """
    world, froms = view.world, group.froms
    if len(froms) > 1 or froms[0] in (order.target, order.second):
        raise Illegal("A7.34", "Spraying Fire is from one Location at two others")
    apart = world.range(order.target, order.second)
    rise = world.locate(order.target).level - world.locate(order.second).level
    if order.target == order.second or apart > 1 or (apart == 0 and abs(rise) > 1):
        raise Illegal("A7.34", "the two Locations are not next to each other")
    far = max(world.range(froms[0], at) for at in (order.target, order.second))
    for firer in group.firers:
        piece = firer.piece
        if not can_spray(firer):
            raise Illegal("A7.34", f"{firer.thing.id} cannot spray")
        if isinstance(piece, MMC) and far > SPRAY:
            raise Illegal("A7.34", f"{firer.unit.id} sprays at {SPRAY} hexes at most")


def can_spray(firer: Firer) -> bool:
    """Whether it is a MG, or a MMC whose range is underlined."""
    match firer.piece:
        case MMC(spraying_fire=able_):
            return able_
        case SupportWeapon(kind=kind):
            return kind == "MG"
    return False


@rule(
    "A7.55",
    "Mandatory fire groups",
    exc=("a SW that kept its ROF", "First Fire", "vehicles"),
    cites=("A9.2", "A8.1", "D3.5"),
)
def check_mandatory(view: GameView, group: FireGroup, target: LocationName) -> None:
    """Raise Illegal if some of one Location have fired at this target in the phase.

    Those of one Location who fire at one target in a phase do so together.
    EXC: a SW that kept its ROF fires again by itself; First Fire at what moves. Nor
    do vehicles, whose MG fire as they like.
    """
    if view.state.phase == "MPh":
        return
    for firer in group.firers:
        if firer.unit.vehicle or (firer.weapon and firer.weapon.rof):
            continue
        here = firer.unit.location
        for shot in view.state.shots:
            if _vehicular(view, shot):
                continue
            if shot.target == target and here in shot.froms:
                why = f"others in {here} have fired at {target} before"
                raise Illegal("A7.55", why)


def _vehicular(view: GameView, shot: Shot) -> bool:
    """Whether a vehicle fired it."""
    weapons = [view.state.weapons.get(id_) for id_ in shot.firers]
    return any(weapon and weapon.mount for weapon in weapons)


# -- direction ---------------------------------------------------------------------


@rule(
    "A7.531",
    "Limits of fire direction",
    exc=("further shots of a SW that keeps its ROF",),
    cites=("A7.53", "A9.2", "A10.72"),
)
def direction(view: GameView, group: FireGroup, leaders: Sequence[str]) -> Mod | None:
    """The DRM of those who direct a group; None if nobody does.

    One leader in each of its Locations; the worst of them counts. He directs but once
    in a phase, and not while he fires a SW himself.
    EXC: he may direct all shots of one SW that keeps its ROF.

    Errors:
        Illegal: one of them may not direct it.
    """
    if not leaders:
        return None
    units = [director(view, group, id_) for id_ in dict.fromkeys(leaders)]
    if {unit.location for unit in units} != set(group.froms):
        raise Illegal("A7.531", "a group is directed in each Location it fires from")
    if len(units) > len(group.froms):
        raise Illegal("A7.531", "one leader in a Location directs")
    worst = max(units, key=lambda unit: modifier(view, unit))
    value = modifier(view, worst)
    return Mod(f"leadership of {worst.id}", value, "A7.53")


@rule("A7.53", "Leadership DRM", cites=("A10.72",))
def director(view: GameView, group: FireGroup, id_: str) -> Unit:
    """A leader who may direct a group; Illegal if he may not."""
    unit = view.state.units.get(id_)
    if unit is None or leader(view, unit) is None:
        raise Illegal("A7.53", f"{id_} is no leader of yours")
    if unit.side != group.firers[0].unit.side or bool(bar := able(view, unit)):
        raise Illegal("A7.53", bar or f"{id_} is no leader of yours")
    if unit.pinned or unit.berserk:
        raise Illegal("A7.53", f"{id_} is pinned or berserk")
    if unit in group.units or fired_before(view, unit):
        raise Illegal("A7.531", f"{id_} fires a SW himself")
    done = unit.fired in ("prep", "final") or unit.did("direct")
    if done and not _goes_on(view, group, id_):
        raise Illegal("A7.531", f"{id_} has directed fire")
    return unit


def _goes_on(view: GameView, group: FireGroup, id_: str) -> bool:
    """Whether all he has directed in this phase was the one SW that fires again."""
    if len(group.firers) != 1 or not group.firers[0].weapon:
        return False
    weapon = group.firers[0].weapon
    own = [shot for shot in view.state.shots if id_ in shot.leaders]
    return (
        weapon.rof
        and bool(own)
        and all(
            weapon.id in shot.firers and (nth == 0 or shot.firers == (weapon.id,))
            for nth, shot in enumerate(own)
        )
    )


# -- DRM of the firers -------------------------------------------------------------


def firer_drm(view: GameView, group: FireGroup, leaders: Iterable[str]) -> list[Mod]:
    """The DRM that those who fire or direct bring: one of a kind for the group."""
    directors = [view.state.units[id_] for id_ in leaders]
    units = [*group.units, *directors]
    mods = [mod for unit in units if unit.vehicle for mod in crew_drm(view, unit)]
    if any(unit.cx for unit in units):
        mods.append(Mod("CX", 1, "A4.51"))
    if any(unit.encircled for unit in group.units):
        mods.append(Mod("Encircled", 1, "A7.7"))
    if any(_on_wire(view, unit) for unit in group.units):
        mods.append(Mod("on wire", 1, "B26.3"))
    if any(heroic(view, unit) for unit in units):
        mods.append(Mod("heroic", -1, "A15.24"))
    side = group.firers[0].unit.side
    if over := max(overstacked(view, side, at) for at in group.froms):
        mods.append(Mod("overstacked", over, "A5.12"))
    return mods


def _on_wire(view: GameView, unit: Unit) -> bool:
    on = view.state.fortifications.get(unit.inside) if unit.inside else None
    return on is not None and on.kind == "wire"


def manned_by_one_hero(view: GameView, group: FireGroup) -> bool:
    """Whether a hero mans a SW alone, which costs him +1 (A15.23)."""
    return any(
        firer.weapon and heroic(view, firer.unit) and not group.helpers
        for firer in group.firers
    )
