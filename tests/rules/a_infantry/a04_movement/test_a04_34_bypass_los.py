"""A4.34: who is seen in Bypass."""

from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.a_infantry.a04_movement.a04_6_ffmo_ffnam import FFNAM
from opfor.rules.a_infantry.a07_fire.a07_52_drm import target_drm
from opfor.rules.c_ordnance.c06_target_drm.c06_1_target_drm import own_drm
from opfor.rules.choices.orders import MoveTo
from opfor.state.events import Moved
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

HOUSE = "board: t\nsize: 17x10\nstone building: H5\n"


class TestA4_34InTheOpen:
    """A4.34."""

    @staticmethod
    def drm(*, sides: tuple[int, ...], ordnance: bool = False) -> dict[str, int]:
        """The TEM and FFMO of fire from F5 at a squad that enters H5, or goes past."""
        found: dict[str, int] = {}

        def run(play: Play) -> None:
            order = MoveTo(("V",), LocationName("tH5"), bypass=sides)
            play.emit(Moved(order.to, plan(play, order)))
            move, unit = play.state.move, play.state.units["V"]
            here = LocationName("tH8")
            if ordnance:
                mods = list(own_drm(play, unit, here, unit.location, move))
            else:
                assert move is not None
                mods = target_drm(play, here, unit.location, move)
            found.update({mod.rule: mod.value for mod in mods if mod.name != FFNAM})

        game(board=HOUSE, units={"V": ("german/4-6-7", "tG5")}, run=run)
        return found

    def test_ift(self) -> None:
        """Past the house a squad has no TEM of it, and moves in Open Ground."""
        assert self.drm(sides=()) == {"A7.6": 3}
        assert self.drm(sides=(0, 1)) == {"A4.6": -1}

    def test_ordnance(self) -> None:
        """So with ordnance: no Case Q, but Case J4."""
        inside = self.drm(sides=(), ordnance=True)
        beside = self.drm(sides=(0, 1), ordnance=True)
        assert (inside.get("C6.8"), inside.get("C6.14")) == (3, None)
        assert (beside.get("C6.8"), beside.get("C6.14")) == (None, -1)
