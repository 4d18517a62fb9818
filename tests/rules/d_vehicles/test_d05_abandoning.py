"""D5.4, A21.22: crews that leave their vehicles, and who mans them."""

from collections.abc import Callable
from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.a_infantry.a21_captured_weapons import captured
from opfor.rules.choices.orders import CloseCombat, Fire, HoldFire
from opfor.rules.choices.vehicle_orders import Abandon, DriveOrder, Man, Seize, StartUp
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.check import faults
from opfor.state.events import PhaseBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from tests.rules.given.armor import PZ4, T34, set_unit, set_weapon
from tests.rules.given.world import game

L = LocationName
CREW, HS, SQUAD = "german/1-2-7", "german/2-4-7", "german/4-6-7"
EMPTY = {"abandoned": True}
LEAVE, MAN = Abandon("tank"), Man("crew", "tank")


def scene(
    run: Callable[[Play], object],
    *dice: str,
    who: str = CREW,
    enemies: dict[str, tuple[str, str]] | None = None,
    etank: dict[str, Any] | None = None,
    **state: Any,
) -> Game[State]:
    """A FRIENDLY tank in K5 and a crew beneath it, in its MPh."""

    def once(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "MPh"))
        run(play)

    vehicles = {"tank": (PZ4, "tK5", {"vca": 1, "tca": 1} | state)}
    if etank is not None:
        vehicles["etank"] = (T34, "tK5", {"vca": 1, "tca": 1} | etank)
    return game(
        *dice,
        board="\nboard: t\nsize: 20x10\nwoods: B2\n",
        units={"crew": (who, "tK5")},
        enemies=enemies,
        vehicles=vehicles,
        run=once,
    )


def do(*orders: Any) -> Callable[[Play], None]:
    """What checks and carries out FRIENDLY orders."""

    def run(play: Play) -> None:
        for order in orders:
            check(play, "FRIENDLY", order)
            carry_out(play, "FRIENDLY", order)

    return run


def hulk(played: Game[State]) -> Any:
    """The tank as a vehicle."""
    return played.state.units["tank"].vehicle


class TestD5_41Abandon:
    """D5.41."""

    def test_leaves(self) -> None:
        """Its crew is beneath it, and neither has an MPh left."""
        played = scene(do(LEAVE))
        crews = [u for u in played.state.units.values() if u.counter == CREW]
        assert hulk(played).abandoned
        assert [(u.location, u.moved) for u in crews] == [("tK5", False), ("tK5", True)]
        assert faults(played.state) == []

    def test_after_moving(self) -> None:
        """Not once it has moved, in Motion, nor after it has fired."""
        for state in ({"motion": True}, {"entered": True}):
            with pytest.raises(Illegal, match=r"D5\.41"):
                scene(do(LEAVE), **state)
        with pytest.raises(Illegal, match=r"D5\.41"):
            scene(do(StartUp("tank"), LEAVE))

        def run(play: Play) -> None:
            set_weapon(play, "tank.ma", fired="prep")
            check(play, "FRIENDLY", LEAVE)

        with pytest.raises(Illegal, match=r"D5\.41"):
            scene(run)

    def test_stunned(self) -> None:
        """Not by a crew that can do nothing."""
        with pytest.raises(Illegal, match=r"D5\.41"):
            scene(do(LEAVE), stunned=True)

    def test_fired_at(self) -> None:
        """The crew is fired at with FFNAM, as Infantry that moves (D5.43)."""
        fire = Fire(("er",), L("tK5"))

        def run(play: Play) -> None:
            do(LEAVE)(play)
            check(play, "ENEMY", fire)
            carry_out(play, "ENEMY", fire)

        dice = ("A7.3 DR 5,6",)
        played = scene(run, *dice, enemies={"er": ("russian/4-4-7", "tK3")})
        assert any("FFNAM" in str(e.event) for e in played.events)

    def test_offers(self) -> None:
        """It is offered."""
        found: list[Any] = []
        scene(lambda play: found.extend(legal(play, "FRIENDLY", Abandon)))
        assert [offer.order for offer in found] == [LEAVE]


class TestD5_42Man:
    """D5.42."""

    def test_crew(self) -> None:
        """A vehicle crew gets in and the tank is as it was."""
        played = scene(do(MAN), **EMPTY)
        assert "crew" not in played.state.units
        now = hulk(played)
        assert (now.abandoned, now.manned, now.inexperienced) == (False, "", False)
        assert played.state.units["tank"].moved
        assert faults(played.state) == []

    def test_next_turn(self) -> None:
        """Once its MPh is over it drives again."""

        def run(play: Play) -> None:
            do(MAN)(play)
            set_unit(play, "tank", moved=False)
            do(StartUp("tank"), DriveOrder("tank", L("tK4")))(play)

        assert scene(run, **EMPTY).state.units["tank"].location == L("tK4")

    def test_who(self) -> None:
        """Neither a squad, nor who has moved, nor into a tank that has its crew."""
        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(do(MAN), who=SQUAD, **EMPTY)
        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(do(MAN))

        def moved(play: Play) -> None:
            set_unit(play, "crew", moved=True)
            check(play, "FRIENDLY", MAN)

        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(moved, **EMPTY)

    def test_not_at_once(self) -> None:
        """Not in the Player Turn in which it was left; not once it was Recalled."""
        with pytest.raises(Illegal, match=r"D5\.42"):
            scene(do(LEAVE, MAN))
        with pytest.raises(Illegal, match=r"D5\.341"):
            scene(do(MAN), recalled=True, **EMPTY)

    def test_under_fire(self) -> None:
        """It is not in if fire pins it first; nobody is in before the fire is over."""
        fire, hold = Fire(("er",), L("tK5")), HoldFire()
        there = {"er": ("russian/4-4-7", "tK3")}

        def run(*orders: Any) -> Callable[[Play], None]:
            def once(play: Play) -> None:
                do(MAN)(play)
                assert "crew" in play.state.units
                for order in orders:
                    check(play, "ENEMY", order)
                    carry_out(play, "ENEMY", order)

            return once

        played = scene(run(hold), enemies=there, **EMPTY)
        assert "crew" not in played.state.units
        dice = ("A7.3 DR 3,3", "A10.1 DR 6,5")
        played = scene(run(fire), *dice, enemies=there, **EMPTY)
        assert hulk(played).abandoned


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
