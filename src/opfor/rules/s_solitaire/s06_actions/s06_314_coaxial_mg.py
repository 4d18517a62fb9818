"""S6.314: what a coaxial MG fires at."""

from opfor.core.modifier import total
from opfor.core.rule import rule
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import main_armament
from opfor.rules.s_solitaire.s06_actions.s06_314_acquired_targets import shocked
from opfor.rules.s_solitaire.s08_fire.rated_attack import RatedAttack
from opfor.state.play import GameView
from opfor.state.units import OFFBOARD, LocationName, Unit

FREE_DRM = -2
"""The Final IFT DRM with which a CMG fires at what its MA has not acquired."""


@rule("S6.314/coaxial", "A CMG fires at what the MA has acquired", cites=("S6.314",))
def coaxial(view: GameView, unit: Unit, shot: RatedAttack) -> bool:
    """Whether a coaxial MG may fire at a Location: that of its MA's Acquired Target.

    Elsewhere only with a Final IFT DRM of -2 or less.
    Reading: D-010 the DRM; D-344 as long as there is a Target where it has acquired.
    """
    main = main_armament(view, unit)
    aim = main.acquired.at if main and main.acquired else OFFBOARD
    if not aim or aim == shot.attack.target or not targets_left(view, aim):
        return True
    return total(shot.attack.drm) <= FREE_DRM


def targets_left(view: GameView, at: LocationName) -> bool:
    """Whether a FRIENDLY unit is in a Location that is not given up (S6.314)."""
    there = view.state.units_at(at, "FRIENDLY")
    return any(not (unit.guard or shocked(unit)) for unit in there)
