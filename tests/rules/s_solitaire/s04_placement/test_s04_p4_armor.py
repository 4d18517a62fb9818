"""S4: ENEMY armor of the Mission."""

from opfor.rules.s_solitaire.s04_placement.s04_p4_armor import armor_due
from opfor.rules.s_solitaire.s09_vehicles.s09_331_entry_and_release import form_platoons
from opfor.state.events import PhaseBegan
from opfor.state.mission import Entering
from opfor.state.play import Play
from tests.rules.given.drivers import played


class TestS4_p4ArmorOfTheMission:
    """S4.p4."""

    def test_platoon(self) -> None:
        """Those of a kind are of one type and a platoon; they count for no limit."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(side="ENEMY", phase="RPh", turn=2))
            armor_due(play)
            form_platoons(play)

        due = Entering(turn=2, armor={"AFV": 3, "SPG": 1})
        dice = ("S4.p4 DR 3,4", "S5.711 DR 3,4", "S4.p4 DR 4,4", "S5.711 DR 3,4")
        state = played(run, dice=dice, entering=(due,), heavy_cap=0).state
        units = list(state.units.values())
        assert len(units) == 4
        assert len({unit.counter for unit in units}) == 2
        assert sum(bool(u.vehicle and u.vehicle.platoon) for u in units) == 3
        assert not state.heavy

    def test_not_yet(self) -> None:
        """Nothing comes in a turn that the Mission does not name."""
        due = Entering(turn=2, armor={"AFV": 3})
        assert not played(armor_due, entering=(due,)).state.units

    def test_no_platoon_of_what_is_rare(self) -> None:
        """Three are no Panthers of July 1943 and no armored cars: D-379."""
        rolls = ("S4.p4 DR 4,5", "S4.p4 DR 5,6", "S4.p4 DR 1,1", "S4.p4 DR 3,4")
        came = self.came(3, *rolls, enemy="german", date="1943-07")
        assert came == ["german/pzkpfw-ivh"] * 3

    def test_one_may_be_rare(self) -> None:
        """One alone is whatever the DR says."""
        came = self.came(1, "S4.p4 DR 4,5", enemy="german", date="1943-07")
        assert came == ["german/pzkpfw-vd"]

    def test_nothing_is_usual(self) -> None:
        """Where there are only armored cars they come."""
        came = self.came(2, "S4.p4 DR 3,4", enemy="ss", date="1941-08")
        assert came == ["german/psw-231-8-rad"] * 2

    def came(self, number: int, *rolls: str, **mission: str) -> list[str]:
        """The counters of so many AFV that come on turn 2."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(side="ENEMY", phase="RPh", turn=2))
            armor_due(play)

        due = Entering(turn=2, armor={"AFV": number})
        dice = (*rolls, "S5.711 DR 3,4")
        state = played(run, dice=dice, entering=(due,), **mission).state
        return [unit.counter for unit in state.units.values()]
