"""S6.316: smoke grenades before Open Ground."""

from opfor.state.events import UnitAdded
from tests.rules.given.moves import enemy, entered, phase


class TestS6_316Smoke:
    """S6.316."""

    def test_before_open_ground(self) -> None:
        """A MMC with an exponent tries it before it enters what can be fired at."""
        played = phase(
            "S9.23 dr 2",
            "A24.11 dr 1",
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
        )
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tC3"]

    def test_discretion(self) -> None:
        """Where it is placed is left to its policy."""
        played = phase(
            "S9.23 dr 2",
            "A24.11 dr 1",
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
            choices=("tD2",),
        )
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tD2"]

    def test_one_dr_for_the_hex(self) -> None:
        """S9.24: by REH, too, it enters the Location before which it has tried."""
        played = phase(
            "S9.24 dr 2",
            "A24.11 dr 5",
            "S9.24 dr 2",
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=8,
        )
        assert entered(played) == ["tC3", "tC4"]

    def test_not_without_a_friendly_unit(self) -> None:
        """Nobody in range, no SMOKE."""
        played = phase(
            "S9.23 dr 2",
            friendly="russian",
            enemy="german",
            changed=lambda play: play.emit(
                UnitAdded(enemy("tC2", counter="german/4-6-8", action="Move"))
            ),
            command=9,
        )
        assert not played.state.markers
        assert len(entered(played)) == 4
