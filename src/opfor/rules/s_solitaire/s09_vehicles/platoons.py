"""S9.321 to S9.332: Attitude, platoons and radios of ENEMY vehicles."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.event import Note
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, least, random_dr, where
from opfor.core.rule import part_of_rule, rule
from opfor.rules.d_vehicles.d02_movement.steps import Wish, way_into
from opfor.rules.d_vehicles.d05_crew_check import crew_morale
from opfor.rules.s_solitaire.s01_terms import friends
from opfor.rules.s_solitaire.s09_movement.random_direction import NOWHERE
from opfor.rules.s_solitaire.s09_vehicles.hatches_and_arcs import moved_to, seen_from
from opfor.rules.s_solitaire.s09_vehicles.routes import dry_steps, kind_of
from opfor.state.events import UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.state import fresh_id
from opfor.state.units import OFFBOARD, Attitude, LocationName, Unit, VehicleState

PLATOON = 2
"""Vehicles of one type that enter as a platoon, at the least."""


def enemy_vehicles(view: GameView) -> list[Unit]:
    """The ENEMY's vehicles that have crews, on the map or about to enter it."""
    return [
        unit
        for unit in view.state.units.values()
        if unit.side == "ENEMY" and unit.vehicle and not unit.vehicle.abandoned
    ]


def platoon_of(view: GameView, unit: Unit) -> list[Unit]:
    """The vehicles of a vehicle's platoon, itself among them."""
    name = unit.vehicle.platoon if unit.vehicle else ""
    if not name:
        return [unit]
    return [u for u in enemy_vehicles(view) if u.vehicle and u.vehicle.platoon == name]


def sees_target(view: GameView, unit: Unit) -> bool:
    """Whether a vehicle on the map has a Target in its LOS, Known or not."""
    return bool(unit.location) and bool(seen_from(view, unit, known=False))


# -- S9.321 ------------------------------------------------------------------------


@rule("S9.321", "Attitude of entering vehicles", cites=("S9.32", "S9.33"))
def entering_attitude(view: GameView, unit: Unit) -> Attitude:
    """The Attitude of a vehicle that a RE brought in.

    Advance, until it or one of its platoon has a Target; then the Prevailing one.
    """
    entering = unit.vehicle is not None and unit.vehicle.entering
    if entering and _with_target(view, unit):
        return view.state.mission.attitude
    return unit.attitude or view.state.mission.attitude


def settle_attitudes(play: Play) -> bool:
    """Vehicles that entered take the Prevailing Attitude once they have a Target."""
    changed = False
    for unit in enemy_vehicles(play):
        state = unit.vehicle
        if state is None or not state.entering or not _with_target(play, unit):
            continue
        mind = entering_attitude(play, unit)
        settled = replace(unit, attitude=mind, vehicle=replace(state, entering=False))
        with part_of_rule("S9.321"):
            play.emit(UnitChanged(settled, fact("assumes_attitude", attitude=mind)))
        changed = True
    return changed


def _with_target(view: GameView, unit: Unit) -> bool:
    return any(sees_target(view, mate) for mate in platoon_of(view, unit))


# -- S9.33 -------------------------------------------------------------------------


def form_platoons(play: Play, ids: Sequence[str]) -> None:
    """Vehicles of one type that enter on one turn do so as a platoon (S9.33)."""
    types: dict[str, list[Unit]] = {}
    for id_ in ids:
        unit = play.state.units[id_]
        types.setdefault(unit.counter, []).append(unit)
    for those in types.values():
        name = fresh_id(play.state, "platoon") if len(those) >= PLATOON else ""
        together = fact("enters_in_platoon", platoon=name)
        what = together if name else fact("enters_alone")
        for unit in those:
            state = replace(unit.vehicle or VehicleState(), platoon=name, entering=True)
            changed = replace(unit, vehicle=state, attitude="Advance")
            play.emit(UnitChanged(changed, what))


def lead_of(view: GameView, units: Sequence[Unit]) -> Unit:
    """The lead vehicle of a platoon: the one nearest to the FBE."""
    placed = [unit for unit in units if unit.location] or list(units)

    def key(unit: Unit) -> tuple[int, str]:
        near = view.world.fbe_distance(unit.location) if unit.location else 0
        return near, unit.id

    return min(placed, key=key)


@rule(
    "S9.33",
    "Platoon movement",
    exc=("not into a vehicle's Location; Bog only as the last choice",),
    cites=("D14.2", "S9.331", "S9.341", "S9.36"),
)
def platoon_step(
    play: Play, unit: Unit, *, back: LocationName = OFFBOARD
) -> LocationName:
    """Where a vehicle of a platoon goes next once its lead has a Target in LOS.

    The lead vehicle stops as soon as it ends an impulse so, by ESB if it must, and
    spends Delay MP to fire; it has no next Location (NOWHERE). Each other one that has
    no Target goes on, next to one of its platoon, to bring one into its LOS.

    EXC: never into a Location with a Good Order ENEMY vehicle; into a Bog hex only if
    nothing else is left.
    """
    # S9.33: who has a Target stops.
    mates = platoon_of(play, unit)
    if sees_target(play, unit):
        return NOWHERE
    # S9.33: no Location with a Good Order vehicle; S9.36: Bog last.
    held = {
        mate.location
        for mate in enemy_vehicles(play)
        if mate.good_order and mate.id != unit.id
    }
    ways = dry_steps(play, unit, unit.location, back=back)
    open_ = {step.to: step for step in ways if step.to not in held}
    if not open_:
        return NOWHERE
    others = [mate.location for mate in mates if mate.id != unit.id and mate.location]
    foes = [friend.location for friend in friends(play)]

    def beside(to: LocationName) -> bool:
        return any(play.world.range(to, other) <= 1 for other in others)

    def foe(to: LocationName) -> int | None:
        return min((play.world.range(to, at) for at in foes), default=None)

    order: PriorityList[LocationName] = PriorityList(
        (
            where("a Target from it", lambda to: sees_target(play, moved_to(unit, to))),
            where("next to the platoon", beside),
            least("nearest to a FRIENDLY unit", foe),
            least("least MP", lambda to: open_[to].quarters),
        ),
        random_dr(play, fact("where_goes", units=[unit.id])),
    )
    purpose = fact("looks_for_a_target", unit=unit.id)
    return decide(play, order, list(open_), purpose=purpose)


@rule("S9.33/entry", "Where a platoon enters", cites=("S9.32", "S9.33", "D14.2"))
def entry_hexes(
    view: GameView, unit: Unit, edge: Sequence[LocationName]
) -> list[LocationName]:
    """The hexes of the EBE by which a vehicle may enter, as its platoon has it.

    That by which the first of them came this turn. If a Good Order ENEMY vehicle is
    still in it, those next to it that hold none: a road first, a Bog hex last; it too
    if there is no other.
    Reading: D-400.
    """
    first = _came_by(view, unit)
    if first not in edge:
        return list(edge)
    held = {other.location for other in enemy_vehicles(view) if other.good_order}
    if first not in held:
        return [first]
    near = [at for at in edge if view.world.range(first, at) == 1 and at not in held]
    ways = {at: way_into(view, unit, Wish(at)) for at in near}
    free = [at for at in near if not ways[at].bar]
    return [at for at in free if not ways[at].bog] or free or [first]


def _came_by(view: GameView, unit: Unit) -> LocationName:
    """Where a vehicle's platoon entered this turn; OFFBOARD if none of it did."""
    trails = (
        mate.vehicle.trail
        for mate in platoon_of(view, unit)
        if mate.vehicle and mate.location and mate.id != unit.id
    )
    return next((trail[0][0] for trail in trails if trail), OFFBOARD)


# -- S9.331, S9.332 ----------------------------------------------------------------


@rule(
    "S9.331",
    "When a platoon is released",
    exc=("radioless vehicles stay in platoon",),
    cites=("S9.33", "D14.2"),
)
def released(view: GameView, units: Sequence[Unit]) -> bool:
    """Whether a platoon that begins its MPh now need not move as one any more.

    Once one of it has a Target in its LOS, for the rest of the Mission.

    EXC: radioless vehicles go on in platoon as long as they can.
    """
    if len(units) < PLATOON or any(kind_of(view, unit).radioless for unit in units):
        return False
    return any(sees_target(view, unit) for unit in units)


def release(play: Play) -> bool:
    """Release the platoons whose MPh begins with a Target (S9.331)."""
    changed = False
    for unit in enemy_vehicles(play):
        mates = platoon_of(play, unit)
        begun = any(
            mate.moved or (mate.vehicle and mate.vehicle.trail) for mate in mates
        )
        if begun or not released(play, mates):
            continue
        for mate in mates:
            state = replace(mate.vehicle or VehicleState(), platoon="")
            alone = replace(mate, vehicle=state)
            with part_of_rule("S9.331"):
                play.emit(UnitChanged(alone, fact("moves_by_itself_now")))
        changed = True
    return changed


@rule("S9.332", "A lone radioless AFV", cites=("D14.23",))
def moves_alone(play: Play, unit: Unit) -> bool:
    """Whether an AFV may move by itself: without radio only if it passes a NTC.

    None is needed next to another such ENEMY AFV as its MPh begins.
    """
    # D14.23: the NTC, which nobody else needs.
    if not lone_radioless(play, unit):
        return True
    roll = dice_roll(play, fact("ntc_to_move_by_itself", unit=unit.id))
    passed = roll.final <= crew_morale(play, unit)
    if not passed:
        play.emit(Note(fact("has_no_radio", unit=unit.id)))
    return passed


def lone_radioless(view: GameView, unit: Unit) -> bool:
    """Whether an AFV has no radio and is next to no other such ENEMY AFV."""
    if not _radioless(view, unit):
        return False
    others = (u for u in enemy_vehicles(view) if u.id != unit.id and u.location)
    return not any(
        _radioless(view, other) and view.world.range(unit.location, other.location) <= 1
        for other in others
    )


def _radioless(view: GameView, unit: Unit) -> bool:
    found = kind_of(view, unit)
    return found.radioless and not found.unarmored
