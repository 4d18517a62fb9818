"""S8.p10: SMOKE that the ENEMY's ordnance fires."""

from typing import Any, ClassVar

from msgspec.structs import replace

from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.rules.s_solitaire.s08_fire.s08_p10_smoke import fp_at, smoke_shot
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import groups_of
from opfor.state.events import UnitAdded
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.armor import duel, seen, set_unit

L = LocationName
SMOKER = "german/pzkpfw-ivh"


class TestS8_p10Smoke:
    """S8.p10."""

    SCENE: ClassVar[dict[str, Any]] = {
        "turn": "ENEMY",
        "enemy_counter": SMOKER,
        "enemy": {"vca": 3, "tca": 3},
        "date": "1943-08",
        "units": {"a": ("german/4-6-7", "K6"), "b": ("german/2-4-7", "K4")},
        "at": "Z9",
    }

    @staticmethod
    def mover(play: Play, action: str = "Move") -> None:
        """A squad of the ENEMY that is to move."""
        unit = Unit(id="e1", side="ENEMY", counter="russian/4-4-7", location=L("G5"))
        play.emit(UnitAdded(replace(unit, action=action)))

    def test_most_fp(self) -> None:
        """SMOKE goes to the Location with most FP near an ENEMY MMC that is to move."""

        def run(play: Play) -> list[Any]:
            self.mover(play)
            shot = smoke_shot(play, ("etank.ma",))
            assert shot is not None
            return [shot.target, shot.ammo, fp_at(play, L("K6"))]

        assert seen(run, **self.SCENE) == ["K6", "smoke", 4]

    def test_nobody_moves(self) -> None:
        """Without such a MMC there is no SMOKE."""

        def run(play: Play) -> object:
            self.mover(play, "Fire")
            return smoke_shot(play, ("etank.ma",))

        assert seen(run, **self.SCENE) is None

    def test_row_12(self) -> None:
        """Row 12 of {A3c} fires it."""

        def run(play: Play) -> None:
            self.mover(play)
            set_unit(play, "etank", action="Fire")
            group = groups_of(play, [play.state.units["etank"]])[0]
            assert fire_command(play, group)
            assert any(m.kind == "smoke" for m in play.state.markers.values())

        duel(run, "S6.23/command DR 6,6", "C3.3 DR 2,1", **self.SCENE)
