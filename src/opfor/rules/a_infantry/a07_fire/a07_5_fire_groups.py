"""A7.5: fire groups, and who directs them."""

from collections.abc import Iterable, Iterator, Sequence

from opfor.core.errors import Illegal
from opfor.core.modifier import Mod
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a00_8_adjacent import adjacent
from opfor.rules.a_infantry.a01_personnel.a01_24_units import heroic, leader
from opfor.rules.a_infantry.a03_9_phases import other
from opfor.rules.a_infantry.a05_stacking import overstacked
from opfor.rules.a_infantry.a07_fire.a07_1_fire_attacks import able
from opfor.rules.a_infantry.a07_fire.a07_2_firepower import ON_THE_IFT, fires_as
from opfor.rules.a_infantry.a07_fire.a07_34_spraying_fire import check_spraying
from opfor.rules.a_infantry.a07_fire.a07_35_usage_of_sw import check_usage, fired_before
from opfor.rules.a_infantry.a07_fire.a07_307_vulnerable import unhurt
from opfor.rules.a_infantry.a07_fire.fire_group import FireGroup, lone
from opfor.rules.a_infantry.a07_fire.firer import Firer
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import bound
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d03_fire.d03_44_armor_leaders import crew_drm
from opfor.state.counters import MMC, SMC
from opfor.state.in_progress import Shot
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit

# -- who can fire ------------------------------------------------------------------


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
            return Firer(unit, fires_with(unit, piece))
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
        close = where != order.target and beset(view, side, where)
        if close:
            raise Illegal("A7.212", f"{close.id} is in {where} and must be fired at")
    if order.second:
        check_spraying(view, group, order)


def beset(view: GameView, side: Side, where: LocationName) -> Unit | None:
    """A Known enemy in a Location, at whom all of a side there must fire; else None."""
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


@rule(
    "A7.55",
    "Mandatory fire groups",
    exc=("a SW that kept its ROF", "First Fire", "vehicles", "ordnance, FT and DC"),
    cites=("A9.2", "A8.1", "D3.5"),
)
def check_mandatory(view: GameView, group: FireGroup, target: LocationName) -> None:
    """Raise Illegal if some of one Location have fired at this target in the phase.

    Those of one Location who fire at one target in a phase do so together.
    EXC: a SW that kept its ROF fires again by itself; First Fire at what moves. Nor
    do vehicles, whose MG fire as they like; nor do shots of ordnance, FT and DC count,
    which are in no fire group.
    """
    if view.state.phase == "MPh":
        return
    for firer in group.firers:
        if firer.unit.vehicle or (firer.weapon and firer.weapon.rof):
            continue
        here = firer.unit.location
        if have_fired(view, here, target):
            why = f"others in {here} have fired at {target} before"
            raise Illegal("A7.55", why)


def have_fired(view: GameView, here: LocationName, target: LocationName) -> bool:
    """Whether some of a Location have fired at a target as a group in this phase."""
    shots = (shot for shot in view.state.shots if shot.target == target)
    return any(here in shot.froms and _as_a_group(view, shot) for shot in shots)


def _as_a_group(view: GameView, shot: Shot) -> bool:
    """Whether it was fire of a fire group: inherent FP, or SW that add theirs to it.

    Not of a vehicle, nor of ordnance, FT and DC (A7.5).
    """
    weapons = [w for id_ in shot.firers if (w := view.state.weapons.get(id_))]
    if any(weapon.mount for weapon in weapons):
        return False
    pieces = (fires_as(view, weapon) for weapon in weapons)
    return any(id_ in view.state.units for id_ in shot.firers) or any(
        piece and piece.kind in ON_THE_IFT for piece in pieces
    )


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
    """A leader who may direct a group; Illegal if he may not.

    Reading: D-922 who directed First Fire directs anew in the DFPh.
    """
    unit = view.state.units.get(id_)
    if unit is None or leader(view, unit) is None:
        raise Illegal("A7.53", f"{id_} is no leader of yours")
    if unit.side != group.firers[0].unit.side or bool(bar := able(view, unit)):
        raise Illegal("A7.53", bar or f"{id_} is no leader of yours")
    if unit.pinned or unit.berserk:
        raise Illegal("A7.53", f"{id_} is pinned or berserk")
    # Reading: D-812 nobody directs a FG with a berserk unit
    if wild := next((one for one in group.units if one.berserk), None):
        raise Illegal("A15.42", f"no leadership counts for {wild.id}: it is berserk")
    if unit in group.units or fired_before(view, unit):
        raise Illegal("A7.531", f"{id_} fires a SW himself")
    done = unit.fired in ("prep", "final") or unit.did("direct")
    if done and not _goes_on(view, group, id_):
        raise Illegal("A7.531", f"{id_} has directed fire")
    return unit


def _goes_on(view: GameView, group: FireGroup, id_: str) -> bool:
    """Whether all he has directed in this phase was the one SW that fires again.

    Reading: D-858 it fires by itself, in no FG with another.
    """
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
