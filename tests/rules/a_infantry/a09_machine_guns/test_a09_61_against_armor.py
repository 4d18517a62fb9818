"""A9.61: MG and ATR at AFV."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import could_open
from opfor.rules.c_ordnance.c03_to_hit.c03_3_to_hit_resolution import shoot
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import plan_shot
from opfor.rules.c_ordnance.c03_to_hit.offers import shots
from opfor.rules.c_ordnance.c03_to_hit.to_hit import ToHit
from opfor.rules.c_ordnance.c07_to_kill.c07_1_to_kill import Hit, to_kill
from opfor.rules.c_ordnance.c07_to_kill.c07_7_afv_destruction import fate_of
from opfor.rules.choices.orders import Fire
from opfor.state.events import MoveChanged, PhaseBegan, WeaponAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Phase, Weapon
from tests.rules.given.armor import OPEN, T34, set_unit, told
from tests.rules.given.world import game

AT = LocationName("E2")
TKS, GERMAN = "allied-minor/tks", "german/4-6-7"


def scene(
    run: Any,
    *dice: str,
    counter: str = TKS,
    gun: str = "german/hmg",
    phase: Phase = "PFPh",
    turn: Any = "FRIENDLY",
    leader: bool = False,
) -> Any:
    """A FRIENDLY squad in H3 with a MG, three hexes from the ENEMY vehicle in E2."""
    found: list[Any] = []

    def once(play: Play) -> None:
        owner = "boss" if leader else "sq"
        play.emit(PhaseBegan(1, turn, phase))
        play.emit(WeaponAdded(Weapon(id="mg", counter=gun, owner=owner)))
        found.append(run(play))

    units = {"sq": (GERMAN, "H3")} | ({"boss": ("german/8-1", "H3")} if leader else {})
    played = game(
        *dice,
        board=OPEN,
        units=units,
        vehicles={"etank": (counter, "E2", {"vca": 0, "tca": 0})},
        run=once,
    )
    return played if found == [None] else found[0]


def plan(play: Play) -> ToHit:
    """The MG's shot at the vehicle."""
    return plan_shot(play, "FRIENDLY", Fire(("mg",), AT, at="etank"))


class TestA9_61Bullets:
    """A9.61."""

    def test_numbers(self) -> None:
        """Black To Hit numbers; TK# 4 of a MG, a little more when near; no CH."""

        def run(play: Play) -> tuple[int, int, str]:
            shot = plan(play)
            unit = play.state.units["etank"]
            hit = Hit(piece=shot.piece, ammo="AP", hexes=3, side="rear")
            kill = to_kill(play, hit, unit)
            return shot.number, kill.numbers[0].value, kill.attack

        assert scene(run) == (10, 4, "MG")

    def test_stun(self) -> None:
        """A To Kill DR equal to the number Stuns."""

        def run(play: Play) -> list[str]:
            hit = Hit(piece=plan(play).piece, ammo="AP", hexes=3, side="side")
            kill = to_kill(play, hit, play.state.units["etank"])
            at = kill.number
            return [fate_of(play, kill, dr) for dr in (at - 1, at, at + 1)]

        assert scene(run) == ["eliminated", "stun", "none"]

    def test_atr(self) -> None:
        """An ATR has 5, and the results of AP."""

        def run(play: Play) -> tuple[int, str]:
            hit = Hit(piece=plan(play).piece, ammo="AP", hexes=3, side="side")
            kill = to_kill(play, hit, play.state.units["etank"])
            return kill.numbers[0].value, kill.attack

        assert scene(run, gun="german/atr") == (5, "AP or HEAT")

    def test_no_critical_hit(self) -> None:
        """An Original 2 does not double the number."""
        played = scene(
            lambda play: shoot(play, plan(play)) and None,
            "C3.3 DR 1,1",
            "C3.4 DR 6,6",
        )
        assert "CH" not in told(played)

    def test_offers(self) -> None:
        """It is offered at a tankette, not at a tank that it cannot harm."""

        def run(play: Play) -> bool:
            orders = [offer.order for offer in shots(play, "FRIENDLY")]
            return any(isinstance(o, Fire) and "mg" in o.firers for o in orders)

        assert scene(run)
        assert not scene(run, counter=T34)

    def test_window(self) -> None:
        """A window opens for a tankette that a MG could kill, not for a tank."""

        def run(play: Play) -> bool:
            play.emit(MoveChanged(Move(units=("etank",), allotment=40, here=4)))
            return could_open(play)

        assert scene(run, phase="MPh", turn="ENEMY")
        assert not scene(run, phase="MPh", turn="ENEMY", counter=T34)


class TestA9_61_fullFirepower:
    """A9.61/full."""

    def test_pinned(self) -> None:
        """Not by a pinned unit."""

        def run(play: Play) -> None:
            set_unit(play, "sq", pinned=True)
            plan(play)

        with pytest.raises(Illegal, match=r"A9\.61"):
            scene(run)

    def test_late(self) -> None:
        """Not in the AFPh."""
        with pytest.raises(Illegal, match=r"A9\.61"):
            scene(plan, phase="AFPh")

    def test_leader_alone(self) -> None:
        """Not by a leader alone."""
        with pytest.raises(Illegal, match=r"A9\.61"):
            scene(plan, leader=True)

    def test_too_far(self) -> None:
        """Not at long range."""

        def run(play: Play) -> None:
            unit = play.state.units["etank"]
            set_unit(play, "etank", location=LocationName("Z5"))
            assert unit.vehicle is not None
            order = Fire(("mg",), LocationName("Z5"), at="etank")
            plan_shot(play, "FRIENDLY", order)

        with pytest.raises(Illegal, match=r"C2\.2"):
            scene(run)
