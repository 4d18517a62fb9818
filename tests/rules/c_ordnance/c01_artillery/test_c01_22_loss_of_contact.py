"""C1.22: Radio Contact that is lost."""

from opfor.rules.c_ordnance.c01_artillery.c01_22_loss_of_contact import lose_contact
from tests.rules.given.artillery import marks, oba


class TestC1_22Loss:
    """C1.22."""

    def test_sr_is_gone(self) -> None:
        """Without contact a SR and Battery Access are gone."""
        played = oba(
            mark=("SR", "O6"),
            battery={"access": True, "contact": True},
            run=lambda play: lose_contact(play, play.state.batteries["b"], "contact"),
        )
        battery = played.state.batteries["b"]
        assert (battery.access, battery.contact, marks(played)) == (False, False, [])

    def test_ffe_stays(self) -> None:
        """A FFE and its mission go on."""
        played = oba(
            mark=("FFE:1", "O6"),
            battery={"access": True, "contact": True},
            run=lambda play: lose_contact(play, play.state.batteries["b"], "contact"),
        )
        assert played.state.batteries["b"].access
        assert marks(played) == [("FFE:1", "tO6")]
