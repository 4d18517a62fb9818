"""A8: Defensive First Fire, Subsequent First Fire and Final Protective Fire.

What the DEFENDER may fire at what moves, and at what price. How an attack is made up
and resolved is A7's.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Literal, NamedTuple

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    armed,
    known_to_other_side,
    onboard,
    smc,
)
from opfor.rules.a_infantry.a03_9_phases import defender, other
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.a_infantry.a17_wounds import fires_with
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import fires_into
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import (
    OFFBOARD,
    Fired,
    LocationName,
    Side,
    Unit,
    Weapon,
)

Mode = Literal["first", "SFF", "FPF"]
"""How the DEFENDER fires in the MPh."""

MODES: Mapping[Fired, Mode] = MappingProxyType(
    {"": "first", "first": "SFF", "final": "FPF"}
)

MARKED: Mapping[Mode, Fired] = MappingProxyType(
    {"first": "first", "SFF": "final", "FPF": "final"}
)
"""The fire counter that each leaves its firers under."""


# -- the movers --------------------------------------------------------------------


def target_of_window(view: GameView) -> LocationName:
    """The Location of what moves, units or S?, which alone may be fired at now."""
    if movers := view.state.movers():
        return movers[0].location
    moving = view.state.moving_suspects()
    return moving[0].location if moving else OFFBOARD


def check_target(view: GameView, target: LocationName) -> None:
    """Raise Illegal unless a Location is that of the moving stack (A8.1).

    First Fire attacks only what spends MF, and only as it spends them.
    """
    if target != target_of_window(view) or view.state.window is None:
        raise Illegal("A8.1", f"nothing spends MF in {target} now")


def shots_allowed(view: GameView) -> int:
    """How often one unit or Weapon may fire at the movers where they are (A8.1).

    Once for each MF spent there, fractions dropped, at least once.
    """
    window = view.state.window
    return max(1, window.mf // MF) if window else 0


def shots_left(view: GameView, id_: str) -> int:
    """How many of these shots a unit or Weapon still has."""
    window = view.state.window
    return shots_allowed(view) - window.shots.get(id_, 0) if window else 0


# -- the firers --------------------------------------------------------------------


def as_marked(thing: Unit | Weapon, unit: Unit) -> Unit | Weapon:
    """A unit, or a Weapon that it mans, under the fire counter that counts.

    All that a DEFENDER in Panic has counts as marked with Final Fire (S6.212).
    """
    if not unit.panic:
        return thing
    if isinstance(thing, Unit):
        return replace(thing, fired="final")
    return replace(thing, fired="final", rof=False)


def mode(thing: Unit | Weapon, unit: Unit) -> Mode | None:
    """How a unit with its inherent FP, or a Weapon it mans, would fire in the MPh."""
    return MODES.get(as_marked(thing, unit).fired)


def check_firer(
    view: GameView, unit: Unit, weapon: Weapon | None, target: LocationName
) -> Mode:
    """How a unit, or the Weapon it mans, fires at the movers; Illegal if it may not.

    Errors:
        Illegal: it has no shot left (A8.1), or may not SFF or FPF (A8.3, A8.31).
    """
    thing = weapon or unit
    if shots_left(view, thing.id) < 1:
        raise Illegal("A8.1", f"{thing.id} has fired once for each MF spent there")
    how = mode(thing, unit)
    if how == "SFF":
        check_sff(view, unit, weapon, target)
    elif how == "FPF":
        check_fpf(view, unit, weapon, target)
    elif how is None:
        raise Illegal("A8.1", f"{thing.id} has fired")
    return how


@rule("A8.3", "Subsequent First Fire", cites=("A9.3",))
def check_sff(
    view: GameView, unit: Unit, weapon: Weapon | None, target: LocationName
) -> None:
    """Raise Illegal if a First-Fire-marked unit or MG may not fire at a target again.

    Small arms and MG only; within normal range; no armed Known enemy unit nearer than
    the target.
    """
    reach = _small_arms(view, unit, weapon, "A8.3", "SFF")
    hexes = view.world.range(unit.location, target)
    if hexes > reach:
        raise Illegal("A8.3", f"SFF reaches no farther than {reach} hexes")
    nearer = next(_nearer_enemies(view, unit, hexes), None)
    if nearer is not None:
        raise Illegal("A8.3", f"{nearer.id} is nearer to {unit.id} than the target")


@rule("A8.31", "Final Protective Fire")
def check_fpf(
    view: GameView, unit: Unit, weapon: Weapon | None, target: LocationName
) -> None:
    """Raise Illegal if a Final-Fire-marked unit or MG may not fire once more.

    Small arms and MG only, at an adjacent hex or in its own Location. A vehicle has
    none; in Panic it uses Sustained Fire so (S6.212).
    """
    _small_arms(view, unit, weapon, "A8.31", "FPF")
    if unit.vehicle is not None and not unit.panic:
        raise Illegal("A8.31", f"{unit.id} is a vehicle and has no FPF")
    if view.world.range(unit.location, target) > 1:
        raise Illegal("A8.31", f"{target} is not adjacent to {unit.id}")


def _small_arms(
    view: GameView, unit: Unit, weapon: Weapon | None, number: str, what: str
) -> int:
    """The normal range of small arms or a MG; Illegal for anything else.

    A lone SMC cannot use Sustained Fire (A9.3), which is that of a MG: a hero fires his
    own FP again as a MMC does.
    """
    piece = view.world.counter(weapon.counter if weapon else unit.counter)
    if isinstance(piece, MMC) or (isinstance(piece, SMC) and piece.fp):
        return fires_with(unit, piece).range
    if isinstance(piece, SupportWeapon) and piece.kind == "MG":
        if smc(view, unit) is not None:
            raise Illegal("A9.3", f"the SMC {unit.id} cannot use Sustained Fire")
        return piece.range
    raise Illegal(number, f"{weapon.id if weapon else unit.id} has no {what}")


def _nearer_enemies(view: GameView, unit: Unit, hexes: int) -> Iterator[Unit]:
    """The armed Known enemy units in its LOS that are nearer than some hexes."""
    where = unit.location
    for enemy in onboard(view, other(unit.side)):
        if view.world.range(where, enemy.location) >= hexes:
            continue
        if (
            armed(enemy)
            and known_to_other_side(enemy)
            and sees(view, where, enemy.location)
        ):
            yield enemy


class FirstFirer(NamedTuple):
    """A unit with its inherent FP, or a Weapon that it mans."""

    unit: Unit
    weapon: Weapon | None = None

    @property
    def thing(self) -> Unit | Weapon:
        """What is marked with a fire counter."""
        return self.weapon or self.unit

    @property
    def id(self) -> str:
        """The id that an order names it by."""
        return self.thing.id


_Armed = tuple[Unit, list[tuple[Weapon | None, int]], int]
"""A unit, what it fires with and how far each reaches, and the farthest of that."""


def firer_of(view: GameView, id_: str) -> FirstFirer | None:
    """What an id of an order names; None for what nobody mans or is not there."""
    if unit := view.state.units.get(id_):
        return FirstFirer(unit)
    weapon = view.state.weapons.get(id_)
    owner = view.state.units.get(weapon.owner) if weapon else None
    return FirstFirer(owner, weapon) if owner else None


def firers(
    view: GameView, *, seeing: bool = True, back: LocationName = OFFBOARD
) -> Iterator[FirstFirer]:
    """All that could fire at the movers now, as far as A8 goes.

    Args:
        view: the game.
        seeing: those with LOS to the movers; otherwise those without.
        back: a Location that they must have LOS to as well; OFFBOARD: none.
    """
    target = target_of_window(view)
    if not target:
        return
    distance = view.world.range
    for unit, arms, farthest in _armed(view, defender(view.state)):
        hexes = distance(unit.location, target)
        if hexes > farthest or fires_into(view, unit, target) != seeing:
            continue
        if back and not sees(view, unit.location, back):
            continue
        for weapon, reach in arms:
            if hexes <= reach and _allowed(view, unit, weapon, target):
                yield FirstFirer(unit, weapon)


def _armed(view: GameView, side: Side) -> Sequence[_Armed]:
    """The units of a side that are fit to fire, with what and how far each fires.

    Kept while they stay as they are: the other side moves, and asks at each step.
    """
    world, state = view.world, view.state

    def found() -> Sequence[_Armed]:
        own = [u for u in state.units.values() if u.side == side and u.location]
        follows = own, state.weapons
        return world.lasting(f"armed {side}", follows, lambda: _arms_of(view, own))

    return world.once(state, ("armed", side), found)


def _arms_of(view: GameView, units: Sequence[Unit]) -> Sequence[_Armed]:
    armaments = manned_by_unit(view)
    found = []
    for unit in filter(fit, units):
        own = (None, *armaments.get(unit.id, ()))
        arms = [(weapon, reach_of(view, unit, weapon)) for weapon in own]
        found.append((unit, arms, max(reach for _, reach in arms)))
    return found


def manned_by_unit(view: GameView) -> dict[str, list[Weapon]]:
    """The Weapons that work, by the unit that possesses them."""
    return view.world.once(view.state, "manned", lambda: _weapons(view))


def _weapons(view: GameView) -> dict[str, list[Weapon]]:
    found: dict[str, list[Weapon]] = {}
    for weapon in view.state.weapons.values():
        if weapon.owner and not weapon.malfunctioned:
            found.setdefault(weapon.owner, []).append(weapon)
    return found


def fit(unit: Unit) -> bool:
    """Whether it can fire at all in the MPh of the other side."""
    idle = unit.broken or unit.melee or not manned(unit) or (unit.ti and not unit.panic)
    return armed(unit) and not idle


def manned(unit: Unit) -> bool:
    """Whether it is no vehicle, or one whose crew can act."""
    return unit.vehicle is None or crewed(unit)


def reach_of(view: GameView, unit: Unit, weapon: Weapon | None) -> int:
    """How far it can fire, long range included; -1 without FP of its own.

    A hero has FP of his own (A15.2), a leader none.
    """
    piece = view.world.counter(weapon.counter if weapon else unit.counter)
    if isinstance(piece, MMC | SMC):
        return 2 * fires_with(unit, piece).range if piece.fp else -1
    if isinstance(piece, SupportWeapon) and piece.kind != "DC":
        return (2 if piece.long_range and piece.fp else 1) * piece.range
    return -1


def _allowed(
    view: GameView, unit: Unit, weapon: Weapon | None, target: LocationName
) -> bool:
    try:
        check_firer(view, unit, weapon, target)
    except Illegal:
        return False
    return True


# -- what must fire ----------------------------------------------------------------


@rule("A8.312", "Mandatory fire at TPBF", cites=("A8.31", "A7.212"))
def must_fire(view: GameView) -> list[Unit]:
    """The DEFENDER's units that must yet fire at what has entered their Location.

    Unbroken armed Infantry that has not fired at it there; as First Fire, SFF or FPF,
    whichever it still has.
    """
    where = target_of_window(view)
    window = view.state.window
    if not where or window is None:
        return []
    movers = view.state.movers()
    if not any(known_to_other_side(unit) for unit in movers):
        return []
    return [
        unit
        for unit in view.state.units_at(where, defender(view.state))
        if unit.id not in window.shots and fit(unit) and reach_of(view, unit, None) > 0
    ]
