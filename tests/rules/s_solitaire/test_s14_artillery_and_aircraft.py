"""S14: what the ENEMY does with the OBA and the aircraft that a Mission gives it."""

from typing import Any

from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import place
from opfor.rules.orders.fire.c01_22_nobody_directed import ends
from opfor.rules.s_solitaire.s14_artillery_and_aircraft import (
    best_spot,
    directs,
    flies_at,
    hexes_in_sight,
    next_order,
    value,
)
from opfor.state.artillery import Battery
from opfor.state.events import AircraftChanged, BatteryChanged, PhaseBegan, UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName
from opfor.views.text.words import say
from tests.rules.given.aircraft import flown
from tests.rules.given.artillery import at, marks
from tests.rules.given.random_events import came


def told(played: Game[State]) -> list[str]:
    """What happened to aircraft."""
    kinds = (e.event for e in played.events if isinstance(e.event, AircraftChanged))
    return [f"{event.aircraft.id} {say(event.what)}" for event in kinds]


def battery(play: Play, **fields: Any) -> Battery:
    """An ENEMY battery whose offboard Observer sees the whole board."""
    made = Battery(
        id="eoba1",
        side="ENEMY",
        calibre=80,
        device="offboard",
        post=LocationName("tQ5"),
        black=5,
        red=2,
    )
    made = replace(made, **fields)
    play.emit(BatteryChanged(made, "is there"))
    return made


def directed(*dice: str, phases: int = 1, **more: Any) -> Game[State]:
    """The game after so many fire phases of the ENEMY."""

    def run(play: Play) -> None:
        battery(play)
        for turn in range(1, phases + 1):
            play.emit(PhaseBegan(turn, "ENEMY", "PFPh"))
            while directs(play):
                pass
            ends(play)

    return came(*dice, run=run, **({"enemies": {}} | more))


def mission_comes_on_own(play: Play) -> None:
    """A SR of the battery on the ENEMY's own squad."""
    place(play, play.state.batteries["eoba1"], "SR", at("F5"))


class TestS14_p4Aircraft:
    """S14.p4."""

    def test_target(self) -> None:
        """The hex with most Known US# and none of its own; with bombs first."""
        found: list[Any] = []

        def run(play: Play) -> None:
            unit = replace(play.state.units["C"], concealed=True)
            play.emit(UnitChanged(unit, "conceals"))
            found.append(hexes_in_sight(play))
            found.append(flies_at(play))

        played = flown(
            "E7.3/dr DR 5,4",
            run=run,
            mover="ENEMY",
            plane={"side": "ENEMY", "bombs": True},
            units={
                "A": ("german/4-6-7", "tA1"),
                "B": ("german/8-1", "tA5"),
                "C": ("german/4-6-7", "tA7"),
                "D": ("german/4-6-7", "tJ3"),
            },
        )
        assert found == [["tA1", "tA5"], True]
        assert "p attacks tA1" in [*told(played)]

    def test_nobody(self) -> None:
        """Nothing without a target."""
        found: list[bool] = []
        flown(
            run=lambda play: found.append(flies_at(play)),
            mover="ENEMY",
            plane={"side": "ENEMY"},
        )
        assert found == [False]


class TestS14_p1Batteries:
    """S14.p1."""

    def test_first_phase(self) -> None:
        """Contact, Battery Access, a SR."""
        played = directed("C1.21 chit black", "C1.3 dr 1")
        assert marks(played) == [("SR", "tC5")]

    def test_red(self) -> None:
        """Without Battery Access it does nothing more."""
        assert marks(directed("C1.21 chit red")) == []

    def test_second_phase(self) -> None:
        """It fires for effect where it lies well."""
        dice = ("C1.21 chit black", "C1.3 dr 1", "A7.3 DR 6,6", "A10.1 DR 1,1")
        played = directed(*dice, "A10.1 DR 1,1", phases=2)
        assert marks(played) == [("FFE:1", "tC5")]

    def test_misses(self) -> None:
        """A SR far off is corrected, and converted once that was Accurate."""
        dice = ("C1.21 chit black", "C1.3 dr 6", "C1.32 DR 3,6", "C1.3 dr 1")
        dice += ("A7.3 DR 6,6", "A10.1 DR 1,1", "A10.1 DR 1,1")
        assert marks(directed(*dice, phases=2)) == [("FFE:1", "tC5")]


class TestS14_p2Spot:
    """S14.p2."""

    def test_worth(self) -> None:
        """FRIENDLY US#, less twice its own, S? too."""
        found: list[Any] = []

        def run(play: Play) -> None:
            found.append((value(play, at("C5")), value(play, at("F5"))))
            found.append(best_spot(play, battery(play)))

        came(run=run, suspects={"S1": "tC6"})
        assert found == [(0, -6), "tB4"]

    def test_none(self) -> None:
        """No spot where there is nobody to hit."""
        found: list[Any] = []
        came(run=lambda play: found.append(best_spot(play, battery(play))), units={})
        assert found == [""]


class TestS14_p3Orders:
    """S14.p3."""

    def test_cancels(self) -> None:
        """What would only hit its own is cancelled."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            made = battery(play, access=True)
            order = next_order(play, made)
            found.append(order.step if order else "")
            mission_comes_on_own(play)
            made = battery(play, access=True, when="1 ENEMY PFPh", acted=("contact",))
            order = next_order(play, made)
            found.append(order.step if order else "")

        came(run=run, units={})
        assert found == ["contact", "cancel"]
