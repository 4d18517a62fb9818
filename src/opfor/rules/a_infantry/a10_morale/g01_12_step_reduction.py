"""G1.12: Step Reduction of Japanese MMC."""

from msgspec.structs import replace

from opfor.core.fact import fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a19_unit_substitution.a19_1_elr import exchange
from opfor.state.counters import MMC
from opfor.state.events import UnitChanged
from opfor.state.play import Play
from opfor.state.units import Unit


@rule("G1.12", "Step Reduction")
def step_reduction(play: Play, unit: Unit, kind: MMC) -> str:
    """A Japanese squad or crew loses a step instead of breaking; its new id."""
    shown = replace(unit, concealed=False, hidden=False)
    play.emit(UnitChanged(shown, fact("loses_a_step")))
    return exchange(play, shown, (kind.reduced,), fact("step_reduced"))[0]
