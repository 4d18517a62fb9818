"""S9.33: how a platoon comes to a halt: by ESB, and the Delay MP it spends."""

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_vehicles.drive import drive_on
from opfor.rules.s_solitaire.s09_vehicles.drive_in_hand import DriveInHand
from opfor.rules.s_solitaire.s09_vehicles.next_act import ending
from opfor.rules.s_solitaire.s09_vehicles.s09_33_esb_and_delay import delays, gains
from opfor.rules.s_solitaire.s09_vehicles.steps import MP
from opfor.state.events import MovePlanSet
from opfor.state.in_progress import MovePlan, VehicleAct, VehiclePlan
from opfor.state.play import Play
from opfor.state.units import Unit, VehicleState
from tests.rules.given.drivers import ask, at, played, scene, squad, tank
from tests.rules.given.world import notes

T34, KV = "russian/t-34-m41", "russian/kv-1-m41"


class TestS9_33_esbGains:
    """S9.33/esb."""

    SEES = squad("G9")

    @staticmethod
    def wants(*units: Unit, spent: int) -> bool:
        """Whether e1 uses ESB to stop in G4, once it has spent so many MP there."""

        def run(play: Play) -> bool:
            hand = DriveInHand(
                unit=play.state.units["e1"], driving=VehiclePlan(how="road")
            )
            return gains(play, hand, at("G4"), spent * MP)

        return bool(ask(run, *units))

    def test_lead(self) -> None:
        """The lead that spends its last MP in LOS of a Target."""
        pair = tank("G3", "e1", T34, platoon="p"), tank("G2", "e2", T34, platoon="p")
        assert self.wants(*pair, self.SEES, spent=17)
        assert not self.wants(*pair, self.SEES, spent=10)
        assert not self.wants(*pair, spent=17)

    def test_others_do_not(self) -> None:
        """Neither who follows nor who is alone."""
        pair = tank("G3", "e1", T34, platoon="p"), tank("G4", "e2", T34, platoon="p")
        assert not self.wants(*pair, self.SEES, spent=17)
        assert not self.wants(tank("G3", "e1", T34), self.SEES, spent=17)


ROLLING = VehicleState(vca=3, tca=3, motion=True, platoon="p")


class TestS9_33_delayDelays:
    """S9.33/delay."""

    @pytest.mark.parametrize(
        ("platoon", "left", "moving", "mp"),
        [("p", 6, False, 5), ("p", 1, False, 0), ("p", 6, True, 0), ("", 6, False, 0)],
    )
    def test_delays(self, platoon: str, left: int, mp: int, *, moving: bool) -> None:
        """All MP but one, if it is Stopped and in a platoon."""
        pair = tank("G3", "e1", T34, platoon=platoon), tank("G2", "e2", platoon="p")
        view = scene(*pair, squad("G9"))
        found = delays(view, view.state.units["e1"], left * MP, moving=moving)
        assert sum(act.quarters for act in found) == mp * MP

    def test_without_a_target(self) -> None:
        """What has no Target in LOS does not wait for one."""
        view = scene(*(tank(p, f"e{p}", T34, platoon="p") for p in ("G3", "G2")))
        assert not delays(view, view.state.units["eG3"], 6 * MP, moving=False)

    def test_at_infantry_too(self) -> None:
        """D-401: with Infantry for a Target as well, whom it fires at in the AFPh."""
        pair = tank("G3", "e1", T34, platoon="p"), tank("G2", "e2", T34, platoon="p")

        def run(play: Play) -> list[str]:
            unit = replace(play.state.units["e1"], vehicle=ROLLING)
            hand = DriveInHand(unit=unit, driving=VehiclePlan(how="road"), entered=1)
            return [act.kind for act in ending(play, hand)]

        assert ask(run, *pair, squad("G9")) == ["stop", "delay"]


class TestS9_33_esbInPlay:
    """S9.33/esb in play: the ESB DR comes before the MP."""

    def test_ordered(self) -> None:
        """It gains a MP, then enters the hex; it does so once."""
        one = tank("G3", counter=KV, motion=True, platoon="p")
        driving = VehiclePlan(how="road", motion=True)
        way = VehicleAct(kind="enter", at=at("G3"), to=at("G4"), quarters=MP, esb=True)
        course = MovePlan(movers=("e1",), way=(at("G3"),), driving=driving, acts=(way,))

        def run(play: Play) -> None:
            play.emit(MovePlanSet(course))
            drive_on(play)
            drive_on(play)

        told = notes(played(run, one, dice=("D2.5/dr DR 1,3",)))
        assert told.index("ESB of e1, 1 MP") < told.index("e1 enters tG4, by ESB")
