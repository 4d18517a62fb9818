"""S6.222: Double Time."""

from msgspec.structs import replace

from opfor.state.events import UnitChanged
from opfor.state.play import Play
from tests.rules.given.moves import entered, phase


class TestS6_222DoubleTime:
    """S6.222."""

    def test_used(self) -> None:
        """A4b 12: REH by Double Time, six MF."""
        played = phase(*["S9.24 dr 2"] * 6, enemies={"e1": "tC2"}, command=12)
        assert len(entered(played)) == 6
        assert played.state.units["e1"].cx

    def test_impossible(self) -> None:
        """A CX unit uses normal movement instead."""

        def tired(play: Play) -> None:
            unit = replace(play.state.units["e1"], cx=True)
            play.emit(UnitChanged(unit, "CX"))

        played = phase(
            *["S9.24 dr 2"] * 4, enemies={"e1": "tC2"}, command=12, changed=tired
        )
        assert len(entered(played)) == 4

    def test_not_necessary(self) -> None:
        """A4b 2: the VPO is reached without it."""
        played = phase(
            enemies={"e1": "tH7"}, command=2, vpo=("tH4",), held_by="FRIENDLY"
        )
        assert not played.state.units["e1"].cx
        assert entered(played)[-1] == "tH4"
