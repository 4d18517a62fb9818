"""S6.3174: ENEMY leaders direct fire."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.rules.a_infantry.a10_morale.a10_7_leadership import modifier
from opfor.rules.s_solitaire.s01_terms.targets_from import (
    own_melee,
    reach_led,
    targets_from,
)
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import bound
from opfor.state.counters import Gun
from opfor.state.play import GameView
from opfor.state.units import LocationName, Unit


@rule("S6.3174", "Leaders direct fire", cites=("A7.53", "A7.531", "A7.9", "S8.3"))
def directing(view: GameView, unit: Unit) -> Automatic | None:
    """A leader directs the fire of units of his Location with a Fire Command.

    If there are none, one with a negative modifier goes to the closest Location in
    which he could direct some, but not away from broken units that need him (D-395),
    nor from those ADJACENT to him.
    """
    if leader(view, unit) is None or not unit.good_order:
        return None
    if _directed(view, unit):
        return Automatic("S6.3174", "Fire")
    if led_from(view, unit) and not bound(view, unit):
        return Automatic("S6.3174", "Move")
    return None


def mates_of(view: GameView, unit: Unit) -> list[Unit]:
    """The Good Order ENEMY MMC of a leader's Location."""
    there = view.state.units_at(unit.location, unit.side)
    return [u for u in there if u.good_order and mmc(view, u) and not u.unarmed]


def _directed(view: GameView, unit: Unit) -> bool:
    """Whether units with a leader have a Fire Command, not with a Gun alone (D-821)."""
    return any(
        mate.action == "Fire" and not _serves(view, mate)
        for mate in mates_of(view, unit)
    )


def _serves(view: GameView, unit: Unit) -> bool:
    """Whether a unit has a Gun that works, and so fires that."""
    held = view.state.weapons_of(unit.id)
    return any(
        isinstance(view.world.counter(arm.counter), Gun) and not arm.malfunctioned
        for arm in held
    )


def led_from(view: GameView, unit: Unit) -> list[LocationName]:
    """The Locations of MMC with a Target and no leader, for a leader who helps fire.

    A Target by LOS and range (D-180), not of a Gun (D-821): he goes there in the MPh,
    when nobody fires.

    None for one with whom units are that have a Fire Command (S6.3174).
    """
    if modifier(view, unit) >= 0 or _directed(view, unit):
        return []
    found: dict[LocationName, None] = {}
    for other in view.state.units.values():
        if other.side != unit.side or not other.location or not mmc(view, other):
            continue
        if other.location == unit.location or other.location in found:
            continue
        there = view.state.units_at(other.location, unit.side)
        led = any(leader(view, mate) and mate.good_order for mate in there)
        if not led and could_be_led(view, other):
            found[other.location] = None
    return list(found)


def could_be_led(view: GameView, unit: Unit) -> bool:
    """Whether a MMC that stays has a Target for fire that a leader can direct.

    None in a Melee of its own side, at which it will not fire (S8.p2 EXC).
    """
    if not unit.good_order or unit.action == "Move" or _serves(view, unit):
        return False
    hexes = reach_led(view, unit)
    places = targets_from(view, unit, unit.location)
    return any(
        view.world.range(unit.location, at) <= hexes and not own_melee(view, at)
        for at in places
    )


def has_arrived(view: GameView, unit: Unit) -> bool:
    """Whether a leader is where he can direct the fire of a MMC, if he is needed."""
    return any(could_be_led(view, mate) for mate in mates_of(view, unit))


def nearest(view: GameView, unit: Unit, places: list[LocationName]) -> LocationName:
    """The closest of some Locations to a leader (S6.3174)."""
    return min(places, key=lambda at: view.world.range(unit.location, at))
