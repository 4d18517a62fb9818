"""A21.22: who mans a vehicle, and vehicles taken in the CCPh."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.a_infantry.a21_captured_equipment.a21_1_captured_weapons import (
    captured,
)
from opfor.rules.choices.orders import CloseCombat
from opfor.rules.choices.vehicle_orders import Abandon, Man, Seize
from opfor.rules.sequence.legal_orders import carry_out, check, legal
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Unit
from tests.rules.given.abandoning import do, hulk, scene
from tests.rules.given.armor import set_unit

CREW, HS, SQUAD = "german/1-2-7", "german/2-4-7", "german/4-6-7"
EMPTY = {"abandoned": True}
LEAVE, MAN = Abandon("tank"), Man("crew", "tank")

TAKE = Seize("crew", "etank")


def ccph(*orders: Any, who: str = SQUAD, **more: Any) -> Game[State]:
    """A CCPh with a unit beside an ENEMY tank."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "CCPh"))
        for order in orders:
            if callable(order):
                order(play)
            else:
                check(play, "FRIENDLY", order)
                carry_out(play, "FRIENDLY", order)

    return scene(run, who=who, **({"etank": EMPTY} | more))


class TestA21_22Crew:
    """A21.22."""

    def test_half_squad(self) -> None:
        """A HS is an Inexperienced Crew, and comes out as a HS."""
        played = scene(do(MAN), who=HS, **EMPTY)
        assert hulk(played).inexperienced
        assert hulk(played).manned == HS

        def out(play: Play) -> None:
            do(MAN)(play)
            set_unit(play, "tank", moved=False)
            do(LEAVE)(play)

        units: list[Unit] = list(scene(out, who=HS, **EMPTY).state.units.values())
        assert [unit.counter for unit in units if not unit.vehicle] == [HS]

    def test_capture(self) -> None:
        """An ENEMY tank that was Abandoned changes sides; its gun is captured."""
        order = Man("crew", "etank")
        played = scene(do(order), etank=EMPTY, shock="shock")
        taken = played.state.units["etank"]
        assert (taken.side, taken.vehicle and taken.vehicle.manned) == (
            "FRIENDLY",
            CREW,
        )
        gun = played.state.weapons["etank.ma"]
        assert gun.side == "ENEMY"

        def see(play: Play) -> None:
            do(order)(play)
            tank = play.state.units["etank"]
            assert captured(play, play.state.weapons["etank.ma"], tank)

        scene(see, etank=EMPTY, shock="shock")


class TestA21_22_ccCapture:
    """A21.22/cc."""

    def test_taken(self) -> None:
        """It changes sides at once, Abandoned still, its gun captured."""
        played = ccph(TAKE, etank=EMPTY | {"recalled": True, "shaken": True})
        taken = played.state.units["etank"]
        assert taken.vehicle
        assert (taken.side, taken.vehicle.abandoned) == ("FRIENDLY", True)
        assert not taken.vehicle.recalled
        assert not taken.vehicle.shaken
        assert played.state.weapons["etank.ma"].side == "ENEMY"
        assert played.state.units["crew"].did("attacked")

    def test_manned_later(self) -> None:
        """Who mans it then comes out again as what went in, whatever it is."""

        def later(play: Play) -> None:
            play.emit(PhaseBegan(2, "FRIENDLY", "MPh"))
            do(Man("crew", "etank"))(play)

        played = ccph(TAKE, later, who=CREW)
        inside = played.state.units["etank"].vehicle
        assert inside
        assert (inside.manned, inside.inexperienced) == (CREW, False)

    @pytest.mark.parametrize(
        ("enemies", "etank", "why"),
        [
            ({"er": ("russian/4-4-7", "tK5")}, EMPTY, "er is with etank"),
            ({}, {}, "no Abandoned vehicle"),
        ],
    )
    def test_refused(
        self, enemies: dict[str, tuple[str, str]], etank: Any, why: str
    ) -> None:
        """Nobody may escort it, and its crew must be gone."""
        with pytest.raises(Illegal, match=why):
            ccph(TAKE, enemies=enemies, etank=etank)

    @pytest.mark.parametrize(
        "state", [{"broken": True}, {"pinned": True}, {"ti": True}, {"unarmed": True}]
    )
    def test_not_fit(self, state: dict[str, Any]) -> None:
        """Neither broken, pinned, TI nor unarmed units take it."""
        spoil = lambda play: set_unit(play, "crew", **state)  # noqa: E731
        with pytest.raises(Illegal, match="not fit"):
            ccph(spoil, TAKE)

    def test_broken_escort(self) -> None:
        """A broken escort does not keep it."""
        rout = lambda play: set_unit(play, "er", broken=True)  # noqa: E731
        enemies = {"er": ("russian/4-4-7", "tK5")}
        played = ccph(rout, TAKE, enemies=enemies)
        assert played.state.units["etank"].side == "FRIENDLY"

    def test_instead_of_cc(self) -> None:
        """Not after a CC attack."""
        attack = CloseCombat(("crew",), ("etank",))
        with pytest.raises(Illegal, match="attacks or withdraws"):
            ccph(attack, TAKE)

    def test_offered(self) -> None:
        """It is offered."""
        found: list[Any] = []

        def ask(play: Play) -> None:
            found.extend(offer.order for offer in legal(play, "FRIENDLY", Seize))

        ccph(ask)
        assert found == [TAKE]
