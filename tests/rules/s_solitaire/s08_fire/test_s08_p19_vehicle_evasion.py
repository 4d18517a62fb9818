"""S8.p10 and S8.p19: ENEMY vehicles that get away, or hide."""

from collections.abc import Callable
from typing import Any

from opfor.core.game import Game
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import open_window
from opfor.rules.orders.vehicles.d07_21_reaction_fire import react
from opfor.rules.s_solitaire.s08_fire.s08_p19_vehicle_evasion import (
    answers,
    endangered,
    smokes,
    tries_motion,
)
from opfor.rules.sequence import enemy
from opfor.state.events import MoveChanged, PhaseBegan
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.armor import duel, seen, told
from tests.rules.given.world import game

WEAK, STRONG = "russian/ba-6", "german/pzkpfw-vie"

TIGER, PZ3, SHERMAN = "german/pzkpfw-vie", "german/pzkpfw-iij", "american/m4a2"


def comes(play: Play) -> None:
    """The tank has entered K5, out of a hex that is out of sight."""
    move = Move(units=("tank",), here=4, spent=4, allotment=40, steps=1, entry_side=-1)
    play.emit(MoveChanged(move))
    open_window(play)


def moment(
    *dice: str,
    act: int = 1,
    then: Callable[[Play], object] = lambda _: None,
    **scene: Any,
) -> Game[State]:
    """A FRIENDLY Tiger has come to K5, and the ENEMY says what it does."""

    def run(play: Play) -> None:
        move = {"here": 4, "spent": 4, "allotment": 40, "steps": 1, "entry_side": -1}
        play.emit(MoveChanged(Move(units=("tank",), **move)))
        open_window(play)
        for _ in range(act):
            enemy.act(play)
        then(play)

    given: dict[str, Any] = {"counter": TIGER, "enemy_counter": SHERMAN}
    given |= {"phase": "MPh", "date": "1944-06"}
    return duel(run, *dice, **given | scene)


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


class TestS8_p10_dispenser:
    """S8.p10/dispenser."""

    def test_smokes(self) -> None:
        """A Sherman that a Tiger would kill smokes, and then tries for Motion."""
        played = moment("D13.31 DR 1,2", "D2.401/dr dr 1", act=2)
        state = played.state.units["etank"].vehicle
        assert state
        assert state.discharged
        assert state.motion
        assert any(m.kind == "smoke" for m in played.state.markers.values())

    def test_mortar_is_close(self) -> None:
        """The mortar is aimed at the hex next to it on the side of what comes."""
        played = moment("D13.31 DR 1,2")
        (smoke,) = (m for m in played.state.markers.values() if m.kind == "smoke")
        assert smoke.location in ("tF2", "tF3")

    def test_no_danger(self) -> None:
        """What cannot kill it lets it save its smoke."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append(smokes(play))

        moment(act=0, counter="russian/ba-6", then=run)
        assert found == [False]

    def test_once(self) -> None:
        """It tries once in a Player Turn."""
        played = moment(enemy={"discharged": True, "motion": True})
        assert "D13" not in told(played)


class TestS8_p19_reaction:
    """S8.p19: CC Reaction Fire (D-367)."""

    @staticmethod
    def overrun(*dice: str, **state: Any) -> Game[State]:
        """A FRIENDLY tank has overrun an ENEMY squad."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
            react(play, "tank")

        return game(
            *dice,
            board="\nboard: t\nsize: 20x10\nwoods: B2\n",
            enemies={"er": ("russian/4-4-7", "tK4")},
            vehicles={"tank": ("german/pzkpfw-ivf2", "tK4", state)},
            run=run,
        )

    def test_attacks(self) -> None:
        """It attacks where 6 of 36 DR or more do harm: a vehicle that has stopped."""
        played = self.overrun("A10.1 DR 1,2", "A11.31 DR 1,1", "A18.2 dr 6")
        assert "tank" not in played.state.units

    def test_lets_it_pass(self) -> None:
        """It does nothing where fewer do: +2 for Motion."""
        assert self.overrun(motion=True).state.units["er"].fired == ""
