"""A19.3: Inexperienced Personnel."""

from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import leader, mmc
from opfor.state.play import GameView
from opfor.state.units import Unit


@rule("A19.3", "Inexperienced Personnel", cites=("A19.31", "A19.32"))
def inexperienced(view: GameView, unit: Unit) -> bool:
    """Conscripts always are; Green MMC without an unbroken leader in the Location."""
    found = mmc(view, unit)
    if found is None or found.quality not in ("green", "conscript"):
        return False
    if found.quality == "conscript" or found.size == "crew":
        return found.quality == "conscript"
    return not any(
        leader(view, other) and not other.broken
        for other in view.state.units_at(unit.location, unit.side)
    )
