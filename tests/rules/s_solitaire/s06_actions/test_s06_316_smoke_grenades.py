"""S6.316: smoke grenades before Open Ground."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.s_solitaire.s06_actions.s06_316_smoke_grenades import places_smoke
from opfor.state.events import MoveChanged, PhaseBegan, UnitAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.moves import PLAIN, at, enemy, entered, mover, phase
from tests.rules.given.world import game


def moved(*dice: str, row: int, **more: Any) -> Game[State]:
    """The ENEMY's MPh of a German squad in C2 before a squad in C8, by a row."""
    squad = enemy("tC2", counter="german/4-6-8", action="Move")
    return phase(
        *dice,
        friendly="russian",
        enemy="german",
        changed=lambda play: play.emit(UnitAdded(squad)),
        command=row,
        **({"units": {"f1": ("russian/4-4-7", "tC8")}} | more),
    )


FAR = {"f1": ("russian/4-4-7", "tC10")}


class TestS6_316Smoke:
    """S6.316."""

    def test_before_open_ground(self) -> None:
        """A MMC with an exponent tries it before it enters what can be fired at."""
        played = moved("S9.23 dr 2", "A24.11 dr 1", row=9)
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tC3"]

    def test_discretion(self) -> None:
        """Where it is placed is left to its policy."""
        played = moved("S9.23 dr 2", "A24.11 dr 1", row=9, choices=("tD2",))
        smoke = [m.location for m in played.state.markers.values()]
        assert smoke == ["tD2"]

    def test_one_dr_for_the_hex(self) -> None:
        """S9.24: by REH, too, it enters the Location before which it has tried."""
        played = moved("S9.24 dr 2", "A24.11 dr 5", "S9.24 dr 2", row=8)
        assert entered(played) == ["tC3", "tC4"]

    def test_double_time_is_declared_before(self) -> None:
        """A4.5: the MF of the attempt are those of the Double Time that it uses."""
        played = moved(
            "S9.24 dr 2", "A24.11 dr 5", *["S9.24 dr 2"] * 3, row=12, units=FAR
        )
        assert entered(played) == ["tC3", "tC4", "tC5", "tC6"]
        assert played.state.units["e1"].cx

    def test_not_without_a_friendly_unit(self) -> None:
        """Nobody in range, no SMOKE."""
        played = moved("S9.23 dr 2", row=9, units={})
        assert not played.state.markers
        assert len(entered(played)) == 4

    @pytest.mark.parametrize(("spent", "thrown"), [(0, ["tC4"]), (1, [])])
    def test_only_with_mf_for_the_way(self, spent: int, thrown: list[str]) -> None:
        """D-038: its MF must suffice for the attempt and the way through the SMOKE."""
        squad = enemy("tC3", counter="german/4-6-8", action="Move", moved=False)

        def begin(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            play.emit(UnitAdded(squad))
            move = Move(units=("e1",), allotment=4 * MF, spent=spent * MF, steps=spent)
            play.emit(MoveChanged(move))
            tried = places_smoke(play, mover("tC3"), at("tC4"))
            assert tried == bool(thrown)

        dice = ["A24.11 dr 1"] if thrown else []
        played = game(
            *dice,
            board=PLAIN,
            units={"f1": ("russian/4-4-7", "tC8")},
            friendly="russian",
            enemy="german",
            run=begin,
        )
        assert [m.location for m in played.state.markers.values()] == thrown
