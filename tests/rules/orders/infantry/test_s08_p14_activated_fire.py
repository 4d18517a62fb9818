"""S8: Activated Locations fire before S? are checked."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.choices.orders import Recover
from opfor.rules.orders.fire.a08_first_fire import over
from opfor.rules.orders.infantry.a03_3_move import entered
from opfor.rules.orders.infantry.a04_spend_mf import do_recover
from opfor.state.events import (
    MoveChanged,
    SuspectRemoved,
    UnitChanged,
    WeaponAdded,
)
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Marker, Weapon
from tests.rules.given.enemies import put
from tests.rules.given.firing_range import FOE, SQUAD, at, shoot
from tests.rules.given.world import events

E1 = {"e1": (SQUAD, "M6")}
HERE = LocationName("tJ6")


class TestS8_p14_order:
    """S8.p14/order."""

    @staticmethod
    def enter(*dice: str, where: str = "J6", fp: int = 0, **more: Any) -> Game[State]:
        """V enters a Location; S1 is close enough. `fp`: Residual FP lies there."""

        def run(play: Play) -> None:
            if fp:
                put(
                    play,
                    Marker(id="r", kind="residual", location=HERE, fp=fp, side="ENEMY"),
                )
            stack = Move(units=("V",), here=4, spent=4, allotment=16)
            play.emit(MoveChanged(stack))
            entered(play, "FRIENDLY", LocationName(f"t{where}"))

        return shoot(
            *dice,
            run=run,
            units={"V": (FOE, where)},
            suspects={"S1": "tJ9"},
            phase="MPh",
            turn="FRIENDLY",
            **more,
        )

    def test_window_first(self) -> None:
        """Where an Activated unit could fire, S? wait until the window is over."""
        played = self.enter(enemies=E1)
        window = played.state.window
        assert window is not None
        assert window.asked
        assert window.suspects
        assert events(played, SuspectRemoved) == []

    def test_no_window(self) -> None:
        """Where none could, S? are checked at once."""
        played = self.enter("S5.1 dr 6", enemies={"e1": (SQUAD, "A1")})
        assert len(events(played, SuspectRemoved)) == 1

    @pytest.mark.parametrize("broken", [False, True])
    def test_residual_fp_first(self, broken: bool) -> None:
        """S5.32 EX: Residual FP attacks the mover before a S? is checked."""
        after = ("A10.1 DR 6,6",) if broken else ("A10.1 DR 1,2", "S5.1 dr 6")
        played = self.enter(
            "A7.3 DR 2,2",
            *after,
            enemies={"e1": (SQUAD, "A1")},
            fp=4,
        )
        # Who is broken by it makes no S? eligible (S5.31).
        assert len(events(played, SuspectRemoved)) == 1 - broken

    def test_mf_spent_in_place(self) -> None:
        """S3.31b: who spends MF without leaving his Location moves as well (D-835)."""

        def run(play: Play) -> None:
            play.emit(WeaponAdded(Weapon(id="w", counter="german/lmg", location=HERE)))
            do_recover(play, "FRIENDLY", Recover("V", "w"))

        played = shoot(
            *("A4.44 dr 5", "S5.1 dr 6"),
            run=run,
            enemies={"e1": (SQUAD, "A1")},
            units={"V": (FOE, "J6")},
            suspects={"S1": "tJ9"},
            phase="MPh",
            turn="FRIENDLY",
        )
        assert len(events(played, SuspectRemoved)) == 1

    def test_then_the_suspects(self) -> None:
        """When the ENEMY passes, S? are checked."""

        def run(play: Play) -> None:
            stack = Move(units=("V",), here=4, spent=4, allotment=16)
            play.emit(MoveChanged(stack))
            entered(play, "FRIENDLY", at("J6"))
            over(play)

        played = shoot(
            "S5.1 dr 6",
            run=run,
            units={"V": (FOE, "J6")},
            enemies=E1,
            suspects={"S1": "tJ9"},
            phase="MPh",
            turn="FRIENDLY",
        )
        assert len(events(played, SuspectRemoved)) == 1
        assert played.state.window is None or not played.state.window.suspects

    def test_not_when_broken(self) -> None:
        """Not if the mover has lost its Good Order meanwhile."""

        def run(play: Play) -> None:
            stack = Move(units=("V",), here=4, spent=4, allotment=16)
            play.emit(MoveChanged(stack))
            entered(play, "FRIENDLY", at("J6"))
            broken = replace(play.state.units["V"], broken=True)
            play.emit(UnitChanged(broken, "broken"))
            over(play)

        played = shoot(
            run=run,
            units={"V": (FOE, "J6")},
            enemies=E1,
            suspects={"S1": "tJ9"},
            phase="MPh",
            turn="FRIENDLY",
        )
        assert events(played, SuspectRemoved) == []
