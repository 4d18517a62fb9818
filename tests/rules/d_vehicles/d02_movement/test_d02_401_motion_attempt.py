"""D2.401: Motion attempts while the other side moves."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.choices.orders import MoveTo
from opfor.rules.choices.vehicle_orders import GoMotion
from opfor.rules.d_vehicles.d02_movement.d02_401_motion_attempt import (
    attempts,
    check_attempt,
)
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import PhaseBegan, UnitChanged, UnitRemoved, WeaponChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from tests.rules.given.world import game, notes

L = LocationName
T34, SQUAD = "russian/t-34-m40", "german/4-6-7"

TOWN = """
board: t
size: 20x10
wooden building 1: K3 K4
"""
"""From K6 the hexes K1 to K3 are out of sight, and the hexrows beside them are not."""

OUT = MoveTo(("V",), L("tL2"))
GO = GoMotion("etank")


def scene(
    *orders: Any,
    dice: tuple[str, ...] = (),
    at: str = "tK2",
    state: dict[str, Any] | None = None,
    fails: str = "",
    **tank: Any,
) -> Game[State]:
    """V moves; an ENEMY tank in K6 does the rest; `fails`: the last is refused."""

    def run(play: Play) -> None:
        play.emit(UnitChanged(replace(play.state.units["etank"], **tank), "test"))
        for order in orders[:-1] if fails else orders:
            side = "FRIENDLY" if isinstance(order, MoveTo) else "ENEMY"
            check(play, side, order)
            carry_out(play, side, order)
        if fails:
            with pytest.raises(Illegal, match=fails):
                check_attempt(play, "ENEMY", orders[-1])

    vehicles = {"etank": (T34, "tK6", {"vca": 1, "tca": 1} | (state or {}))}
    return game(*dice, board=TOWN, units={"V": (SQUAD, at)}, vehicles=vehicles, run=run)


def tank(played: Game[State]) -> Unit:
    """The tank afterwards."""
    return played.state.units["etank"]


class TestD2_401MotionAttempt:
    """D2.401."""

    def test_as_it_comes_into_sight(self) -> None:
        """It may try as a unit comes out of a hex that it does not see."""
        assert tank(scene(OUT, GO, dice=("D2.401/dr dr 1",))).vehicle.motion  # type: ignore[union-attr]

    def test_offered(self) -> None:
        """It is among what the DEFENDER may order, and named."""
        played = scene(OUT)
        found: list[str] = []
        state = played.state

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", OUT)
            found.extend(offer.label for offer in legal(play, "ENEMY", GoMotion))

        game(
            board=TOWN,
            units={"V": (SQUAD, "tK2")},
            vehicles={"etank": (T34, "tK6", {"vca": 1, "tca": 1})},
            run=run,
        )
        assert state.window is not None
        assert found == ["etank tries for Motion (dr 1 or less)"]

    def test_in_sight_already(self) -> None:
        """Not at what it has seen before it moved."""
        scene(MoveTo(("V",), L("tM2")), GO, at="tL2", fails="nothing has just come")

    def test_out_of_sight(self) -> None:
        """Not at what it does not see."""
        scene(MoveTo(("V",), L("tK1")), GO, fails="nothing has just come")

    def test_once(self) -> None:
        """Once in a MPh."""
        scene(OUT, GO, GO, dice=("D2.401/dr dr 6",), fails="has tried")

    def test_in_motion(self) -> None:
        """Not what is in Motion already."""
        scene(OUT, GO, state={"motion": True}, fails="in Motion")

    def test_immobile(self) -> None:
        """Not what cannot move."""
        scene(OUT, GO, state={"immobile": True}, fails="cannot move")

    def test_in_panic(self) -> None:
        """Nor what is in Panic."""
        scene(OUT, GO, panic=True, fails="cannot move")

    def test_window(self) -> None:
        """The player is asked even if nothing of his could fire."""

        def run(play: Play) -> None:
            for weapon in list(play.state.weapons.values()):
                broken = replace(weapon, malfunctioned=True)
                play.emit(WeaponChanged(broken, "test"))
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            carry_out(play, "ENEMY", MoveTo(("e",), L("tL2")))
            assert play.state.window is not None
            assert list(attempts(play)) == [GoMotion("tank")]
            carry_out(play, "FRIENDLY", GoMotion("tank"))
            assert not play.state.window.asked

        game(
            "D2.401/dr dr 6",
            board=TOWN,
            enemies={"e": ("russian/4-4-7", "tK2")},
            vehicles={"tank": (T34, "tK6", {"vca": 1, "tca": 1})},
            run=run,
        )

    def test_nothing_moves_any_more(self) -> None:
        """What First Fire has eliminated is nothing to react to."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", OUT)
            play.emit(UnitRemoved("V", "test"))
            assert not list(attempts(play))

        vehicles = {"etank": (T34, "tK6", {"vca": 1, "tca": 1})}
        game(board=TOWN, units={"V": (SQUAD, "tK2")}, vehicles=vehicles, run=run)


class TestD2_401_dr:
    """D2.401/dr."""

    @pytest.mark.parametrize(("roll", "moves"), [(1, True), (2, False)])
    def test_mf_in_its_los(self, roll: int, moves: bool) -> None:
        """A dr of no more than the MF spent in its LOS puts it in Motion."""
        played = scene(OUT, GO, dice=(f"D2.401/dr dr {roll}",))
        assert tank(played).vehicle.motion is moves  # type: ignore[union-attr]
        assert played.state.move is not None
        assert played.state.move.here == MF

    def test_shaken(self) -> None:
        """What counts for all that a crew rolls counts here."""
        played = scene(OUT, GO, dice=("D2.401/dr dr 1",), state={"shaken": True})
        assert not tank(played).vehicle.motion  # type: ignore[union-attr]
        assert any("Motion attempt" in text for text in notes(played))
