"""S6.2: the Action Tables."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import Action, Attitude, Unit

TABLES: dict[Attitude, str] = {"Advance": "A2a", "Hold": "A2b"}


@rule(
    "S6.2",
    "Action Tables, and the alternate Action",
    exc=("an Automatic Action goes first",),
    cites=("S6.3",),
)
def give(
    play: Play, unit: Unit, action: Action, automatic: Automatic | None = None
) -> None:
    """Give a unit its Action.

    EXC: an Automatic Action goes first; then the table's result is not used.
    """
    what, own = fact("has_as_its_action", action=action), ""
    if automatic is not None:
        action, own = automatic.action, automatic.rule
        what = fact("has_as_its_automatic_action", action=action, rule=own)
    changed = replace(unit, action=action, automatic=own)
    play.emit(UnitChanged(changed, what))
