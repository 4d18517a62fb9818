"""A11.35: CC in all Locations, as the CCPh ends."""

from collections.abc import Mapping

from opfor.core.rule import rule
from opfor.rules.a_infantry.a03_9_phases import defender
from opfor.rules.a_infantry.a11_close_combat.a11_2_withdrawal import leave
from opfor.rules.a_infantry.a11_close_combat.a11_3_resolution import fight
from opfor.rules.a_infantry.a11_close_combat.a11_15_melee import contested, mark_melee
from opfor.rules.a_infantry.a11_close_combat.a11_16_broken_in_melee import lost_in_melee
from opfor.rules.a_infantry.a15_heat_of_battle.a15_46_return_to_normal import (
    end_of_rage,
    faced,
)
from opfor.rules.s_solitaire.s05_activation.s05_2_aph_or_rtph import (
    check_advance,
)
from opfor.state.events import CloseCombatOver
from opfor.state.in_progress import CloseCombatAttack
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Unit


@rule("A11.35", "CC in all Locations", cites=("A11.15", "A11.16", "A11.2", "A11.3"))
def finish(play: Play) -> None:
    """Resolve what is declared, Location by Location; then Melee is what is left."""
    places = dict.fromkeys([*(c.location for c in play.state.clashes), *_old(play)])
    before = {unit.id: unit.location for unit in play.state.units.values()}
    for location in dict.fromkeys([*places, *contested(play)]):
        declared = _ordered(play, location)
        raging = faced(play)
        # A11.3: all that is declared is resolved
        fight(play, location, declared)
        # A11.21: then those withdraw who still can
        for clash in _ordered(play, location):
            if clash.to:
                leave(play, clash.attackers, clash.to)
        # who is new, such as a HS that is left, came to be here
        before = dict.fromkeys(play.state.units, location) | before
        if declared:
            play.emit(CloseCombatOver(location))
        # A11.16: broken units do not live on in Melee
        lost_in_melee(play, location)
        # A15.46: berserk units with nobody left to fight
        end_of_rage(play, raging)
        # A11.15: whoever is left is in Melee
        mark_melee(play, location)
    gone = [unit.id for unit in play.state.units.values() if _withdrew(unit, before)]
    # S5.2: S? that they make eligible are checked
    if gone:
        check_advance(play, gone)


def _ordered(view: GameView, location: LocationName) -> list[CloseCombatAttack]:
    """What is declared for a Location, the ATTACKER's first."""
    here = [c for c in view.state.clashes if c.location == location]
    return sorted(here, key=lambda clash: clash.side == defender(view.state))


def _old(view: GameView) -> list[LocationName]:
    """Locations with units that are still marked as in Melee."""
    return [unit.location for unit in view.state.units.values() if unit.melee]


def _withdrew(unit: Unit, before: Mapping[str, LocationName]) -> bool:
    """Whether a FRIENDLY unit is somewhere else than before the CC."""
    return unit.side == "FRIENDLY" and before[unit.id] != unit.location
