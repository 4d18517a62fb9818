"""S11.1 and S11.2: the ENEMY's APh."""

from typing import Any

import pytest

from opfor.core.game import Game
from opfor.rules.s_solitaire.s11_advance.locations import closer
from opfor.state.events import WaveBegan
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import GunState, LocationName, Suspect, Wave, Weapon
from opfor.views.text.words import say
from tests.rules.given.enemies import ask
from tests.rules.given.enemy_aph import BOARD, aph, at, sw
from tests.rules.given.enemy_part import decided, enemy_part
from tests.rules.given.phases import unit

L = LocationName
LEADER, HS = "russian/8-1", "russian/2-3-7"
HERO = "russian/hero"


class TestS11_p1Order:
    """S11.p1."""

    def test_order(self) -> None:
        """Infantry in the order of S6.1, then S?."""
        s = Suspect("S1", LocationName("tM8"), "Advance")
        units = unit("e1", "tK8"), unit("e2", "tK2"), unit("a", "tC5")
        played = aph(
            *units,
            attitude="Advance",
            suspects=[s],
            dice=["S11.2 dr 1", "S11.p3 dr 1", "S5.1 dr 6"],
        )
        moved = [d.split(" ")[0] for d in _purposes(played)]
        assert moved == ["e2", "e1", "S1"]

    def test_suspects(self) -> None:
        """S? too in the order of S6.1, not of their numbers."""
        places = {"S1": "tM8", "S2": "tE8", "S3": "tI8", "S4": "tI2"}
        s = [Suspect(id_, LocationName(at), "Advance") for id_, at in places.items()]
        played = aph(suspects=s, board="board: t\nsize: 17x10", fbe="bottom", vpo=())
        moved = [d.split(" ")[0] for d in _purposes(played)]
        assert moved == ["S2", "S3", "S4", "S1"]

    def test_not_able(self) -> None:
        """Nobody advances who is pinned, broken, in Melee or in Panic."""
        for state in ("pinned", "broken", "melee", "panic"):
            still = unit("e1", "tG5", **{state: True})
            assert at(aph(still, unit("a", "tG4")), "e1") == "tG5"

    def test_a_hero_by_himself(self) -> None:
        """D-183: he decides as a MMC does, and takes no leader along."""
        near = unit("a", "tG4")
        hero, him = unit("e1", "tG5", HERO), unit("L", "tG5", LEADER)
        played = aph(hero, him, near)
        assert (at(played, "e1"), at(played, "L")) == ("tG4", "tG5")
        assert at(aph(him, near), "L") == "tG5"
        stays = unit("e2", "tG5", pinned=True)
        assert at(aph(hero, stays, near), "e1") == "tG5"

    @pytest.mark.parametrize("attitude", ["Hold", "Advance"])
    def test_a_berserk_unit_stays_with_its_target(self, attitude: Any) -> None:
        """It advances into CC next to it, but not away from a Known unit with it."""
        mad, near = unit("e1", "tG5", berserk=True), unit("a", "tG4")
        assert at(aph(mad, near, attitude=attitude), "e1") == "tG4"
        seen, unseen = (unit("b", "tG5", concealed=c) for c in (False, True))
        assert at(aph(mad, near, seen, attitude=attitude), "e1") == "tG5"
        assert at(aph(mad, near, unseen, attitude=attitude), "e1") == "tG4"

    @pytest.mark.parametrize("attitude", ["Hold", "Advance"])
    def test_a_crew_stays_with_its_gun(self, attitude: Any) -> None:
        """A crew that is to Recover the Gun of its Location advances nowhere else."""
        crew = unit("eC", "tG5", "russian/2-2-8"), unit("e1", "tG5")
        gun = Weapon(
            id="g",
            counter="russian/45l-at-ptp-obr-32",
            location=LocationName("tG5"),
            gun=GunState(ca=0),
            malfunctioned=True,
        )
        played = aph(*crew, unit("a", "tG4"), lying=[gun], attitude=attitude)
        assert (at(played, "eC"), at(played, "e1")) == ("tG5", "tG4")


def _purposes(played: Game[State]) -> list[str]:
    return [
        say(e.event.fact) for e in played.events if type(e.event).__name__ == "Decided"
    ]


class TestS11_p2Together:
    """S11.p2."""

    def test_stack(self) -> None:
        """All who could go there go together, their leader with them."""
        units = unit("e1", "tG5"), unit("e2", "tG5"), unit("eL", "tG5", LEADER)
        played = aph(*units, unit("a", "tG4"))
        assert {at(played, id_) for id_ in ("e1", "e2", "eL")} == {"tG4"}
        assert len(decided(played)) <= 1

    def test_leader_stays(self) -> None:
        """A leader stays where a MMC with a HW stays."""
        units = unit("e1", "tG5"), unit("e2", "tG5"), unit("eL", "tG5", LEADER)
        hmg = [sw("h", "russian/hmg", "e2")]
        played = aph(*units, unit("a", "tG2"), lying=hmg)
        assert at(played, "e1") == "tH5"
        assert at(played, "eL") == "tG5"

    def test_leader_stays_with_the_pinned(self) -> None:
        """In Advance he stays with the unit that has a SW, pinned or not (S6.3175)."""
        units = unit("e1", "tG5"), unit("e2", "tG5", pinned=True)
        leader, foe = unit("eL", "tG5", LEADER), unit("a", "tG4")
        lmg = [sw("l", "russian/lmg", "e2")]
        played = aph(*units, leader, foe, lying=lmg, attitude="Advance")
        assert at(played, "e1") == "tG4"
        assert at(played, "eL") == "tG5"
        played = aph(*units, leader, foe, lying=lmg, attitude="Hold")
        assert at(played, "eL") == "tG4"

    @pytest.mark.parametrize(("counter", "goes"), [("", True), (HS, False)])
    def test_guards(self, counter: str, goes: bool) -> None:
        """D-160: a squad with a prisoner advances as any other, a HS leads him off."""
        guard = unit("e1", "tG5", counter)
        held = unit("p", "tG5", guard="e1", unarmed=True)
        played = aph(guard, held, unit("a", "tG4"))
        assert (at(played, "e1") == "tG4") is goes

    def test_leader_goes_to_the_broken(self) -> None:
        """S6.317: he goes to the broken next to him, not along into CC (D-395)."""
        units = unit("e1", "tG5"), unit("eL", "tG5", LEADER), unit("a", "tG4")
        broken = unit("e2", "tG6", broken=True, dm=True)
        played = aph(*units, broken)
        assert (at(played, "e1"), at(played, "eL")) == ("tG4", "tG6")

    @pytest.mark.parametrize(("state", "goes"), [({"broken": True}, 1), ({}, 2)])
    def test_one_of_two_leaders_stays(self, state: Any, goes: int) -> None:
        """D-395: the broken keep one of two leaders of their Location, not both."""
        leaders = unit("eL", "tG5", LEADER), unit("eM", "tG5", LEADER)
        needs = unit("e2", "tG5", "russian/4-2-6", **state)
        played = aph(unit("e1", "tG5"), *leaders, needs, unit("a", "tG4"))
        assert at(played, "e1") == "tG4"
        assert [at(played, id_) for id_ in ("eL", "eM")].count("tG4") == goes

    def test_room(self) -> None:
        """No more than there is room for."""
        units = [unit(f"e{n}", "tG5") for n in range(1, 4)]
        held = unit("e9", "tG4", melee=True)
        played = aph(*units, held, unit("a", "tG4"))
        gone = [u for u in units if at(played, u.id) == "tG4"]
        assert len(gone) == 2


class TestS11_p3Suspects:
    """S11.p3."""

    @pytest.mark.parametrize(("attitude", "goes"), [("Advance", True), ("Hold", False)])
    def test_attitude(self, attitude: Any, goes: bool) -> None:
        """A S? in Advance Attitude goes closer to the FBE; in Hold it stays."""
        s = Suspect("S1", LocationName("tI5"), attitude)
        played = aph(suspects=[s])
        assert (played.state.suspects["S1"].location == "tH5") is goes

    def test_vpo(self) -> None:
        """Toward a FRIENDLY Controlled VPO Location, and once only."""
        s = Suspect("S1", LocationName("tI5"), "Advance")
        vpo = (LocationName("tP5"),)
        dice = ["S11.p3 dr 1"]
        played = aph(suspects=[s], vpo=vpo, held_by="FRIENDLY", dice=dice)
        assert played.state.suspects["S1"].location == "tJ4"
        assert played.state.suspects["S1"].advanced

    def test_two_as_near(self) -> None:
        """Of two VPO Locations as near as each other it goes closer to either."""
        here, goals, ways = "tI5", ("tE5", "tM5"), ("tH5", "tJ5", "tI4")

        def asked(play: Play) -> list[LocationName]:
            return closer(play, L(here), [*map(L, goals)], [*map(L, ways)])

        assert ask([], asked, board=BOARD) == ["tH5", "tJ5"]

    @pytest.mark.parametrize(
        ("edge", "row"), [("north", "H"), ("south", "F"), ("", "G")]
    )
    def test_toward_its_edge(self, edge: Any, row: str) -> None:
        """S9.4: with no VPO to take toward the edge opposite to its own, or the FBE."""
        s = Suspect("S1", LocationName("tG5"), "Advance", edge=edge)
        board = "board: t\nsize: 17x10\nwoods: G6 H5 F5\n"
        fbe: Any = {"fbe": "bottom", "board": board}
        played = aph(attitude="Advance", suspects=[s], **fbe)
        assert played.state.suspects["S1"].location[1] == row

    def test_checked(self) -> None:
        """One that advances in the open before the enemy is checked."""
        s = Suspect("S1", LocationName("tG5"), "Advance")
        dice = ["S11.p3 dr 1", "S5.1 dr 6"]
        played = aph(unit("a", "tE4"), suspects=[s], dice=dice)
        assert not played.state.suspects


class TestS11_p4Waves:
    """S11.p4."""

    def test_as_a_whole(self) -> None:
        """All of a wave advance at once, and once only."""
        wave = Wave("wave1", "red", LocationName("tP5"))
        units = [unit(f"e{n}", f"tJ{n}", wave="wave1") for n in (4, 5, 6)]
        begin: Any = lambda play: play.emit(WaveBegan(wave))  # noqa: E731 - one call
        played = enemy_part("APh", *units, before=begin, board=BOARD)
        assert [at(played, u.id)[:2] for u in units] == ["tI"] * 3
