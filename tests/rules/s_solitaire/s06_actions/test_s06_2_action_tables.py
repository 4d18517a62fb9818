"""S6.2: the Action Tables."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.action_group import Automatic
from opfor.rules.s_solitaire.s06_actions.s06_2_action_tables import give
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.world import game


def enemy(id_: str, at: str, counter: str = "russian/4-4-7", **fields: object) -> Unit:
    """An ENEMY unit."""
    where = LocationName(f"t{at}")
    return replace(
        Unit(id=id_, side="ENEMY", counter=counter, location=where), **fields
    )


class TestS6_2ActionTables:
    """S6.2."""

    def test_given(self) -> None:
        """A unit has the Action of the table."""

        def run(play: Play) -> None:
            play.emit(UnitAdded(enemy("e1", "J6")))
            give(play, play.state.units["e1"], "Move")

        assert game(run=run).state.units["e1"].action == "Move"

    def test_exc1_automatic(self) -> None:
        """EXC: an Automatic Action goes first."""

        def run(play: Play) -> None:
            play.emit(UnitAdded(enemy("e1", "J6")))
            own = Automatic("S6.311", "Fire")
            give(play, play.state.units["e1"], "Move", own)

        unit = game(run=run).state.units["e1"]
        assert (unit.action, unit.automatic) == ("Fire", "S6.311")
