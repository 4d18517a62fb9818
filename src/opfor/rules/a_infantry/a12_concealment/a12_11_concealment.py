"""A12.11 and A12.12: dummies, and who begins the game under a "?"."""

from msgspec.structs import replace

from opfor.core.fact import Fact, fact
from opfor.core.rule import rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    known_to_other_side,
)
from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import (
    NEAR,
    Act,
    watch,
)
from opfor.state.events import UnitChanged, UnitRemoved
from opfor.state.play import Play
from opfor.state.units import (
    Unit,
)


def act_fact(act: Act) -> Fact:
    """An act as the cause of what follows from it."""
    return fact(act.lower().replace(" ", "_"))


@rule("A12.11", "Dummies", cites=("A12.14",))
def vanish(play: Play, unit: Unit, why: Fact) -> None:
    """Take a dummy off the map, where any other unit would lose its "?".

    Reading: D-305. It moves as a MMC, and does nothing else.
    """
    play.emit(UnitRemoved(unit.id, fact("was_a_dummy", why=why)))


def may_gain(unit: Unit) -> bool:
    """Whether a unit can get a "?" at all: Known, on the map, in Good Order."""
    state = unit.vehicle
    shown = state is not None and (state.motion or state.abandoned or bool(state.shock))
    known = known_to_other_side(unit) and not unit.aboard
    return bool(unit.location) and unit.good_order and known and not shown


def conceal(play: Play, unit: Unit, why: Fact) -> None:
    """Put a unit under a "?"."""
    play.emit(UnitChanged(replace(unit, concealed=True), fact("is_concealed", why=why)))


@rule("A12.12", "Concealment at set-up")
def setup_concealment(play: Play) -> None:
    """Once all are set up, units that no enemy sees within 16 hexes get a "?"."""
    for unit in list(play.state.units.values()):
        if may_gain(unit):
            seen = watch(play, unit.side, unit.location, gain=True, seen=unit)
            if seen is None or seen.range > NEAR:
                conceal(play, unit, fact("out_of_los_at_set_up"))
