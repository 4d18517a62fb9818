"""S8: who fires in the AFPh."""

from collections.abc import Callable, Sequence
from fractions import Fraction

from msgspec.structs import replace

from opfor.core.rule import rule
from opfor.rules.choices.switches import way
from opfor.rules.s_solitaire.s05_activation.s05_5_defensive_fire import afph_units
from opfor.rules.s_solitaire.s06_actions.action_group import ActionGroup, attitude
from opfor.rules.s_solitaire.s06_actions.s06_1_actions import (
    HW,
    defenders,
    defensive_roll,
    owes_roll,
    rank_of,
)
from opfor.rules.s_solitaire.s06_actions.s06_313_heavy_weapons import hw_with_target
from opfor.rules.s_solitaire.s08_fire.planned_attack import (
    by_itself,
    still_there,
    things_of,
)
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import (
    apart_from_waves,
    fire_in_turn,
    groups_of,
    ready_units,
)
from opfor.rules.s_solitaire.s09_vehicles.s09_342_fire_in_the_afph import fires_in_afph
from opfor.state.play import GameView, Play
from opfor.state.units import Unit

ADVANCING = Fraction(1, 6)
"""The p(NMC+) for which a unit that moved fires in the AFPh (S8.p1)."""


@rule(
    "S8.p1/afph",
    "Who fires in the AFPh",
    cites=("S8.p1", "S5.5", "S9.342", "A7.25", "A7.55"),
)
def advancing_fire(play: Play) -> bool:
    """AFPh: those Activated by Defensive Fire, Opportunity Fire, HW, and movers.

    Units Activated by FRIENDLY Defensive Fire make their Action DR first. Vehicles
    fire as S9.342 has it. Advance Infantry that moved needs a p(NMC+) of 1/6, be it
    with others of its Location who fire anyway, and then in one attack (A7.55).
    Reading (D-912): that is looked at before others join in a FG.
    Reading (D-840): a berserk unit fires at who is in its Location.
    Reading (D-902): it fires at a Target that has it.
    Reading (D-854): who shares a Location with units of a Human Wave waits for them.
    """
    # S5.5: those Activated by Defensive Fire make their Action DR, Target or not.
    owing = next((unit for unit in afph_units(play) if owes_roll(unit)), None)
    if owing is not None:
        defensive_roll(play, defenders(play, owing))
        return True
    return _fire(play, apart_from_waves)


def advancing_fire_beside_waves(play: Play) -> bool:
    """AFPh: at last those beside a Human Wave that took them not along (D-854)."""
    return _fire(play, lambda _, groups: groups)


def _fire(
    play: Play, of: Callable[[Play, list[ActionGroup]], list[ActionGroup]]
) -> bool:
    """The next attack of some of those who fire in the AFPh."""
    which = way(play, "S8.p1 movers")
    moved = ready_units(play, _moved) if which != "none" else []
    least = Fraction(0) if which == "all" else ADVANCING
    # S8.p1: who was Activated, Opportunity Fire, HW (S6.313) and vehicles (S9.342).
    anyway = of(play, groups_of(play, ready_units(play, _fires_at_any_odds)))
    if fire_in_turn(play, [_with_movers(play, g, moved, least) for g in anyway]):
        return True
    # S8.p1: then those who moved, at halved FP (A7.24), for good odds.
    return fire_in_turn(play, of(play, groups_of(play, moved)), least=least)


def _with_movers(
    view: GameView, group: ActionGroup, moved: Sequence[Unit], least: Fraction
) -> ActionGroup:
    """A group with those of its Location who moved, if their attack is good enough.

    A7.55 bars them from its Target once it has fired. What fires by itself needs
    nobody with it.
    """
    beside = [
        unit
        for unit in moved
        if unit.location == group.location and unit.id not in group.units
        if not any(by_itself(view, thing) for thing in things_of(view, [unit]))
    ]
    if not beside:
        return group
    whole = things_of(view, [*still_there(view, group.units), *beside])
    things = tuple(thing for thing in whole if not by_itself(view, thing))
    good = (t for t in targets_of(view, things) if t.chance >= least)
    volleys = [{*target.volley.attack.units} for target in good]
    joint = [units for units in volleys if units & {*group.units}]
    along = (unit.id for unit in beside if any(unit.id in units for units in joint))
    return replace(group, units=(*group.units, *along))


def _fires_at_any_odds(view: GameView, unit: Unit) -> bool:
    """Whether a unit of no Human Wave fires in the AFPh, whatever it may do."""
    return not unit.wave and (unit.afph or _fires_anyway(view, unit))


def advances_fire(view: GameView, unit: Unit) -> bool:
    """Whether a unit of no Human Wave is one that may fire in the AFPh."""
    activated = unit.afph and not (unit.wave or owes_roll(unit))
    return activated or _fires_anyway(view, unit) or _moved(view, unit)


def _fires_anyway(view: GameView, unit: Unit) -> bool:
    """Opportunity Fire, a HW that can fire (D-030), an armed vehicle (S9.342).

    A berserk unit whose charge has come upon somebody, too. Opportunity Fire goes on
    with each SW that keeps its ROF.
    """
    if unit.wave or unit.afph:
        return False
    weapons = view.state.weapons_of(unit.id)
    if "opportunity" in (unit.fired, *(weapon.fired for weapon in weapons)):
        return True
    # S8.p6: what has kept its ROF in this phase, which only Opportunity Fire does
    if any(weapon.rof for weapon in weapons):
        return True
    # A15.43: at nobody outside its Location
    if unit.berserk and view.state.units_at(unit.location, "FRIENDLY"):
        return True
    if unit.vehicle:
        return fires_in_afph(view, unit)
    heavy = rank_of(view, unit) <= HW
    # S6.313: a HW that has no Target, or cannot fire now, is no cause to fire
    return heavy and hw_with_target(view, unit) is not None


def _moved(view: GameView, unit: Unit) -> bool:
    mover = unit.moved and not (unit.wave or unit.afph or unit.vehicle)
    return mover and attitude(view, unit) == "Advance"
