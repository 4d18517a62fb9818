"""S8.p10, S8.p19 and D5.341: SMOKE, Motion and Recall of the ENEMY's vehicles."""

from typing import Any, ClassVar

from msgspec.structs import replace

from opfor.rules.a_infantry.a08_first_fire.window import close, open_window
from opfor.rules.s_solitaire.s06_actions.fire_command import fire_command
from opfor.rules.s_solitaire.s08_fire.phases import groups_of
from opfor.rules.s_solitaire.s08_fire.smoke import fp_at, smoke_shot
from opfor.rules.s_solitaire.s08_fire.vehicle_evasion import (
    answers,
    endangered,
    tries_motion,
)
from opfor.rules.s_solitaire.s09_vehicles.recall import goes_home
from opfor.rules.sequence import enemy
from opfor.state.events import MoveChanged, UnitAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.armor import duel, seen, set_unit, told

L = LocationName
SMOKER = "german/pzkpfw-ivh"
WEAK, STRONG = "russian/ba-6", "german/pzkpfw-vie"


def comes(play: Play) -> None:
    """The tank has entered K5, out of a hex that is out of sight."""
    move = Move(units=("tank",), here=4, spent=4, allotment=40, steps=1, entry_side=-1)
    play.emit(MoveChanged(move))
    open_window(play)


class TestS8_p19Motion:
    """S8.p19."""

    def tried(self, *dice: str, **scene: Any) -> tuple[bool, str]:
        """Whether the ENEMY's vehicle tries for Motion, and what is told."""
        found: list[bool] = []

        def run(play: Play) -> None:
            comes(play)
            found.append(tries_motion(play))

        played = duel(run, *dice, phase="MPh", **scene)
        return found[0], told(played)

    def test_outgunned(self) -> None:
        """An armored car tries when a Tiger comes into its LOS."""
        scene: dict[str, Any] = {"counter": STRONG, "enemy_counter": WEAK}
        done, text = self.tried("D2.401/dr dr 1", **scene)
        assert done
        assert "Motion attempt of etank" in text

    def test_can_win(self) -> None:
        """A Tiger stays where it can destroy what comes."""
        rear = {"vca": 3, "tca": 3}
        done, _ = self.tried(
            counter="german/pzkpfw-ivf2", enemy_counter=STRONG, tank=rear
        )
        assert not done

    def test_no_danger(self) -> None:
        """It stays where a hit could not kill it."""
        done, _ = self.tried(counter=WEAK, enemy_counter=STRONG)
        assert not done

    def test_measures(self) -> None:
        """What endangers, and what answers."""

        def run(play: Play) -> list[bool]:
            comes(play)
            unit, tank = play.state.units["etank"], play.state.units["tank"]
            return [endangered(play, unit, [tank]), answers(play, unit)]

        weak = seen(run, phase="MPh", counter=STRONG, enemy_counter=WEAK)
        assert weak == [True, False]


class TestS9_1_recall:
    """S9.1/recall."""

    def test_goes_home(self) -> None:
        """It starts, turns and drives toward its own edge, and nothing else."""

        def run(play: Play) -> None:
            for _ in range(30):
                if play.state.window and play.state.window.asked:
                    close(play)
                elif not enemy.act(play):
                    break

        played = duel(
            run,
            "D2.51 DR 3,4",
            phase="MPh",
            turn="ENEMY",
            enemy={"recalled": True, "vca": 0, "tca": 0},
            enemy_at="tR5",
            at="tA9",
        )
        unit = played.state.units.get("etank")
        assert unit is None or unit.location != "tR5"

    def test_only_recalled(self) -> None:
        """Others are left to their Move Commands."""
        assert not seen(goes_home, phase="MPh", turn="ENEMY")


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
