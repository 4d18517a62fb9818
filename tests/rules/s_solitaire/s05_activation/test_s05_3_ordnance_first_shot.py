"""S5.3: what just-Activated ordnance fires."""

from typing import Any

from opfor.rules.choices.orders import Fire
from opfor.rules.s_solitaire.s05_activation.s05_3_mandatory_attack import (
    mandatory_attack,
)
from opfor.rules.s_solitaire.s05_activation.s05_3_ordnance_first_shot import first_shot
from opfor.state.events import MoveChanged
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.armor import duel, enemy, told

L = LocationName


class TestS5_3_ordnance:
    """S5.3/ordnance."""

    @staticmethod
    def attacked(mover: str, *dice: str, **scene: Any) -> str:
        """What is told as a just-Activated T-34 attacks what moves in K5."""

        def of(play: Play) -> None:
            play.emit(MoveChanged(Move(units=(mover,), here=4, steps=1)))
            mandatory_attack(play, ["etank"])

        return told(duel(of, *dice, phase="MPh", **scene))

    def test_at_the_vehicle_that_moves(self) -> None:
        """The MA fires AP at it; the MG, which cannot hurt it, do not."""
        text = self.attacked("tank", "C3.3 DR 6,5")
        assert "AP, TH#" in text
        assert "do not fire" in text

    def test_infantry_that_moves(self) -> None:
        """At Infantry it fires HE, and then its MG."""
        squad = {"a": ("german/4-6-7", "K5")}
        text = self.attacked("a", "C3.3 DR 6,5", "A7.3 DR 6,5", units=squad, at="P9")
        assert "HE, TH#" in text
        assert "a: no effect" in text

    def test_plain_without_vehicle(self) -> None:
        """Without a vehicle there the shot is one at Infantry."""
        order = enemy(lambda play: first_shot(play, "etank.ma", L("K6")))
        assert order == Fire(("etank.ma",), L("K6"))

    def test_by_hand(self) -> None:
        """Who resolves fire on his table is told of MA and MG."""
        text = self.attacked("tank", on_table=("fire",))
        assert "First Fires at tK5" in text or "First Fires at K5" in text
        assert "AP, TH# " in text
        assert "the MG of etank do not fire" in text

    def test_infantry_by_hand(self) -> None:
        """At Infantry he is told TH# of the MA, and FP, column and DRM of the MG."""
        squad = {"a": ("german/4-6-7", "K5")}
        text = self.attacked("a", units=squad, at="P9", on_table=("fire",))
        assert "HE, TH# " in text
        assert "IFT column" in text
