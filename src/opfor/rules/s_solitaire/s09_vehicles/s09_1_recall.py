"""S9.1: vehicles under Recall."""

from opfor.core.rule import rule
from opfor.rules.choices.give_order import order
from opfor.rules.d_vehicles.d05_crews.d05_341_way_home import due
from opfor.state.play import Play


@rule("S9.1/recall", "Vehicles under Recall go home", cites=("D5.341/mph", "S6.1"))
def goes_home(play: Play) -> bool:
    """MPh: a vehicle under Recall takes its next step off the map, before all others.

    It makes no Action DR (S6.1).
    """
    homeward = due(play, "ENEMY")
    if homeward is None or play.state.course is not None:
        return False
    order(play, "ENEMY", homeward)
    return True
