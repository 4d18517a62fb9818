"""S6.314 to S6.3143: Acquired Targets, and the Targets of Ordnance."""

from collections.abc import Sequence

from opfor.core.errors import Illegal
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import Line, PriorityList, least, most, random_dr, where
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import us_number
from opfor.rules.a_infantry.a26_victory.a26_1_control import vpo_locations
from opfor.rules.c_ordnance.c02_ordnance.c02_2_ordnance import ordnance, working
from opfor.rules.c_ordnance.c03_to_hit.offers import PF_REACH
from opfor.rules.choices.orders import Fire
from opfor.rules.d_vehicles.d02_movement.d02_3_los_in_bypass import in_sight
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends_at, known_at
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import armed_vehicle
from opfor.rules.s_solitaire.s08_fire.s08_p3_infantry_pf_atr_and_mg import (
    AT_WEAPONS,
    has_pf,
)
from opfor.rules.s_solitaire.s08_fire.s08_p3_kill_chance import chances
from opfor.rules.s_solitaire.s09_vehicles.s09_34_ammunition import shots_at_vehicles
from opfor.state.counters import Gun, SupportWeapon
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit, Weapon

Places = PriorityList[LocationName]


def among(play: Play, units: Sequence[Unit], *lines: Line[LocationName]) -> Places:
    """A list of lines; what they leave goes to the closest, then to a Random dr."""

    def hexes(at: LocationName) -> int:
        return range_from(play, units, at)

    return PriorityList((*lines, least("closest", hexes)), tie=random_dr(play))


def range_from(view: GameView, units: Sequence[Unit], at: LocationName) -> int:
    """The hexes from the nearest of some units to a Location."""
    return min(view.world.range(unit.location, at) for unit in units)


# -- S6.314 ------------------------------------------------------------------------


@rule(
    "S6.314",
    "Acquired Targets",
    exc=("vehicles and vehicular Targets (6.3141, 6.3142)",),
    cites=("C6.5", "S8.2"),
)
def acquired_target(view: GameView, unit: Unit) -> Automatic | None:
    """A unit with a Weapon that has an Acquired Target fires at it.

    EXC: an armed vehicle has the Action of its DR (S6.3141); of vehicular Targets see
    S6.3142.
    """
    if unit.panic or unit.vehicle or not unit.good_order:
        return None
    return Automatic("S6.314", "Fire") if acquired(view, [unit]) else None


def acquired(view: GameView, units: Sequence[Unit]) -> list[LocationName]:
    """The Acquired Targets of some units that are there to be fired at."""
    found = []
    for unit in units:
        for weapon in view.state.weapons_of(unit.id):
            at = weapon.acquired.at if weapon.acquired else None
            if at and not weapon.malfunctioned and _worth(view, unit, at):
                found.append(at)
    return found


def _worth(view: GameView, unit: Unit, at: LocationName) -> bool:
    """Whether somebody is there yet, other than Shocked vehicles, in LOS (S6.314)."""
    left = any(not shocked(target) for target in friends_at(view, at))
    return left and in_sight(view, unit, at)


def shocked(unit: Unit) -> bool:
    """Whether it is a Shocked vehicle, which nobody goes on firing at (S6.314)."""
    return unit.vehicle is not None and bool(unit.vehicle.shock)


def given_up(view: GameView, things: Sequence[str], at: LocationName) -> bool:
    """Whether all that some things have acquired in a Location is Shocked (S6.314)."""
    arms = (view.state.weapons.get(id_) for id_ in things)
    aimed = any(arm and arm.acquired and arm.acquired.at == at for arm in arms)
    return aimed and all(shocked(unit) for unit in friends_at(view, at))


@rule(
    "S6.3141",
    "Acquired Targets of vehicles",
    exc=("armed vehicular Targets (6.3142)",),
)
def vehicle_targets(
    view: GameView, unit: Unit, places: Sequence[LocationName]
) -> list[LocationName]:
    """The Locations among which a vehicle with an Acquired Target has its Target.

    Its own Location first, then the Acquired Target. None if it has acquired none.
    EXC: an armed vehicular Target goes before that (S6.3142).
    Reading: D-412 it goes before an ADJACENT Target of S6.311.
    """
    kept = [at for at in acquired(view, [unit]) if at in places]
    own = [at for at in places if at == unit.location]
    # S6.3141: the same Location, an armed vehicle (S6.3142), the Acquired Target.
    return (own or armed_vehicles(view, unit, places) or kept) if kept else []


def armed_vehicles(
    view: GameView,
    firer: Unit,
    places: Sequence[LocationName],
    arm: Weapon | None = None,
) -> list[LocationName]:
    """The Locations with a Good Order armed vehicle that is an eligible Target.

    It is Known, and could be eliminated, by its armor and the aspect that it shows.
    Reading: D-430.
    """
    return [
        at
        for at in places
        if any(
            tank.good_order
            and armed_vehicle(view, tank)
            and crewed(tank)
            and could_kill(view, firer, tank, arm)
            for tank in known_at(view, at)
        )
    ]


def eligible(
    view: GameView, firer: Unit, at: LocationName, arm: Weapon | None = None
) -> bool:
    """Whether Infantry is there, or a vehicle that a unit could eliminate."""
    there = friends_at(view, at)
    return any(not unit.vehicle or could_kill(view, firer, unit, arm) for unit in there)


def could_kill(
    view: GameView, firer: Unit, tank: Unit, arm: Weapon | None = None
) -> bool:
    """Whether a shot of a unit's ordnance could eliminate a vehicle, CH apart.

    Of one piece of it, if that is named.
    """
    at = tank.location
    arms = [arm] if arm else view.state.weapons_of(firer.id)
    orders = (fire for arm in arms for fire in shots_at_vehicles(view, arm.id, at))
    return any(_kills(view, fire) for fire in orders if fire.at == tank.id)


def _kills(view: GameView, order: Fire) -> bool:
    try:
        found = chances(view, order)
    except Illegal:
        return False
    return found is not None and found.kill > 0


def ordnance_weapons(view: GameView, unit: Unit) -> list[Weapon]:
    """The Guns and mortars of Infantry, which acquire what they fire at (C6.5, D-846).

    Not its A-T Weapons; their Targets are S8.p3's.
    """
    if unit.vehicle:
        return []
    found = ((arm, ordnance(view, arm)) for arm in view.state.weapons_of(unit.id))
    return [
        arm
        for arm, piece in found
        if piece and (piece.gun or piece.kind not in AT_WEAPONS) and working(arm)
    ]


@rule("S6.3142", "Targets of Ordnance: armed vehicles before Infantry", cites=("S8.3",))
def ordnance_target(
    play: Play,
    unit: Unit,
    places: Sequence[LocationName],
    arm: Weapon | None = None,
) -> LocationName | None:
    """The Target of an Ordnance Weapon among some; None where {A3d} is rolled on.

    A Good Order armed vehicle that it could hurt goes before an Acquired Target that
    is none. Without one: Infantry with a Gun of the highest TK#, with a LATW in range,
    an Inherent one too, an Acquired Target, a Target in a VPO Location.
    Reading: D-162 calibre and barrel stand for the TK#.
    Reading: D-837 a vehicle that has acquired nothing fires by {A3c} instead; D-846
    of Infantry it is for Guns and mortars alone, with and without Acquired Target.

    Args:
        play: the game.
        unit: who fires.
        places: where it has Targets.
        arm: the Weapon, if the unit has others that do not fire now.
    """
    # S6.3142: a vehicle that it could not eliminate is no eligible Target.
    places = [at for at in places if eligible(play, unit, at, arm)]
    vpo = vpo_locations(play)
    mine = [at for at in acquired(play, [unit]) if at in places]
    # S6.3142: armed vehicles first, of these the acquired one.
    wanted = armed_vehicles(play, unit, places, arm)
    if mine and (both := [at for at in mine if at in wanted]):
        wanted = both
    # S6.3142, line 5: without anything on the list {A3d} decides.
    if not wanted and not any(_of_note(play, at, unit, [*vpo, *mine]) for at in places):
        return None
    lines = among(
        play,
        [unit],
        most("Infantry with the Gun of the highest TK#", lambda at: _gun_at(play, at)),
        where("Infantry with a LATW in range", lambda at: _latw_at(play, at, unit)),
        where("Acquired Target", lambda at: at in mine),
        where("Target in a VPO Location", lambda at: at in vpo),
    )
    purpose = fact("unit_fires_at", unit=unit.id)
    return decide(play, lines, wanted or places, purpose=purpose)


def _of_note(
    view: GameView, at: LocationName, unit: Unit, named: Sequence[LocationName]
) -> bool:
    return at in named or bool(_gun_at(view, at)) or _latw_at(view, at, unit)


def _gun_at(view: GameView, at: LocationName) -> tuple[int, int] | None:
    """The best functioning Gun of Infantry in a Location, by calibre and barrel."""
    barrels = ("*", "", "L", "LL")
    found = [
        (kind.calibre, barrels.index(kind.barrel))
        for unit in friends_at(view, at)
        for weapon in view.state.weapons_of(unit.id)
        if not weapon.malfunctioned
        and not unit.vehicle
        and isinstance(kind := view.world.counter(weapon.counter), Gun)
    ]
    return max(found, default=None)


def _latw_at(view: GameView, at: LocationName, unit: Unit) -> bool:
    """Whether Infantry there has a LATW, an Inherent one too, that reaches a unit."""
    hexes = view.world.range(at, unit.location)
    men = [target for target in friends_at(view, at) if not target.vehicle]
    if hexes <= PF_REACH and any(has_pf(view, man) for man in men):
        return True
    return any(
        not weapon.malfunctioned
        and isinstance(kind := view.world.counter(weapon.counter), SupportWeapon)
        and kind.kind in AT_WEAPONS
        and kind.range >= hexes
        for man in men
        for weapon in view.state.weapons_of(man.id)
    )


@rule(
    "S6.3143",
    "Tracking an Acquired Target",
    exc=("of two that leave, the larger",),
    cites=("C6.51",),
)
def tracked(
    play: Play, weapon: Weapon, there: Sequence[Unit], mover: Unit
) -> Unit | None:
    """Which unit of a Location a Weapon tracks when the first of them moves out.

    Its possessor is in Good Order; the one that has moved is in his LOS.
    EXC: of several Acquired Targets the one with the largest US#; of equal ones by a
    Random dr as the first of them leaves.

    Args:
        play: the game.
        weapon: the Weapon that has acquired them.
        there: the units in the acquired Location before, the mover among them.
        mover: the one that has left, where it is now.
    """
    owner = play.state.units.get(weapon.owner)
    if weapon.acquired is None or owner is None or not owner.good_order:
        return None
    if not in_sight(play, owner, mover.location):
        return None
    lines = PriorityList[Unit](
        (most("largest US#", lambda unit: us_number(play, [unit])),),
        tie=random_dr(play),
    )
    purpose = fact("weapon_tracks", weapon=weapon.id)
    chosen = decide(play, lines, there, purpose=purpose, name=lambda u: u.id)
    return chosen if chosen.id == mover.id else None
