"""B27.11: digging foxholes in the PFPh."""

from collections.abc import Callable

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import break_unit
from opfor.rules.a_infantry.a11_close_combat.a11_2_withdrawal import leave
from opfor.rules.a_infantry.on_table import suffer
from opfor.rules.b_terrain.b27_entrenchments.b27_1_digging import (
    digging_drm,
    undiggable,
)
from opfor.rules.choices.orders import Advance, Entrench, MoveTo, Rout
from opfor.state.events import SniperAlerted
from opfor.state.play import Play
from opfor.state.units import LocationName, Side
from tests.rules.given.digging import BOARD, dug
from tests.rules.given.phases import phase, unit
from tests.rules.given.world import events, game

SQUAD = {"V": ("german/4-6-7", "tG6")}


class TestB27_1DiggingIn:
    """B27.1."""

    @pytest.mark.parametrize("where", ["tG4", "tB1", "tF9", "tH7", "tJ2"])
    def test_where(self, where: str) -> None:
        """Neither in buildings, on paved or sunken roads, in marsh nor in streams."""
        with pytest.raises(Illegal, match="nobody digs"):
            dug(Entrench("V"), units={"V": ("german/4-6-7", where)})

    @pytest.mark.parametrize("where", ["tB9", "tN4"])
    def test_unpaved_road(self, where: str) -> None:
        """An unpaved road is no hindrance, nor a graveyard."""
        here = {"V": ("german/4-6-7", where)}
        state = dug(Entrench("V"), "B27.12 DR 2,3", units=here).state
        assert state.units["V"].inside

    def test_crest(self) -> None:
        """Nobody digs in at Crest."""
        with pytest.raises(Illegal, match="nobody digs"):
            dug(Entrench("V"), crest=(0, 1, 2))

    @pytest.mark.parametrize("state", ["pinned", "ti", "broken"])
    def test_who(self, state: str) -> None:
        """Only units that can act; no leader alone."""
        with pytest.raises(Illegal, match=r"B27\.1"):
            dug(Entrench("V"), **{state: True})
        with pytest.raises(Illegal, match="no Good Order MMC"):
            dug(Entrench("V"), units={"V": ("german/8-1", "tG6")})

    def test_aboard(self) -> None:
        """Nobody digs from a vehicle."""
        with pytest.raises(Illegal, match=r"D6\.1"):
            dug(Entrench("V"), aboard="tank", rides=True)

    def test_three_squads_at_most(self) -> None:
        """Foxholes for three are enough."""
        with pytest.raises(Illegal, match="three squads"):
            dug(Entrench("V"), capacity=3)


class TestB27_1_where:
    """B27.1/where."""

    @pytest.mark.parametrize(
        ("where", "why"),
        [
            ("tG6", ""),
            ("tB9", ""),
            ("tB1", "paved"),
            ("tF9", "sunken road"),
            ("tG4", "stone building"),
            ("tH7", "marsh"),
        ],
    )
    def test_terrain(self, where: str, why: str) -> None:
        """By the terrain of the Location, or a paved road through its hex."""

        def run(play: Play) -> None:
            found = undiggable(play, LocationName(where))
            assert (why in found) if why else not found

        game(board=BOARD, units=SQUAD, run=run)


class TestB27_11Entrenching:
    """B27.11."""

    def test_drm(self) -> None:
        """HS +1, CX +1, labor -1 each, leadership, Russians -1."""

        def run(play: Play) -> None:
            units = play.state.units
            half = replace(units["H"], cx=True, labor=1)
            assert [m.value for m in digging_drm(play, half, units["L"])] == [
                1,
                1,
                -1,
                -1,
            ]
            assert [m.value for m in digging_drm(play, units["R"], None)] == [-1]

        units = {"H": ("german/2-4-7", "tG6"), "L": ("german/8-1", "tG6")}
        enemies = {"R": ("russian/4-4-7", "tA2")}
        game(board=BOARD, units=units, enemies=enemies, run=run)


class TestB27_12Result:
    """B27.12."""

    def test_success(self) -> None:
        """A Final 5 digs a foxhole for one squad, with the digger in it, TI."""
        state = dug(Entrench("V"), "B27.12 DR 2,3").state
        hole = next(iter(state.fortifications.values()))
        unit = state.units["V"]
        assert (hole.kind, hole.capacity, unit.inside, unit.ti) == (
            "foxhole",
            1,
            hole.id,
            True,
        )

    def test_failure(self) -> None:
        """A Final 6 is none; the digger is TI and has a labor counter."""
        state = dug(Entrench("V"), "B27.12 DR 3,3").state
        assert not state.fortifications
        assert (state.units["V"].ti, state.units["V"].labor) == (True, 1)

    @pytest.mark.parametrize("side", ["FRIENDLY", "ENEMY"])
    @pytest.mark.parametrize("away", [True, False])
    def test_labor_of_one_location(self, side: Side, away: bool) -> None:
        """D-841: labor is lost by a move, a rout and an advance; a turn keeps it."""
        id_ = "e1" if side == "ENEMY" else "a"
        to = LocationName("tG5")
        goes = {"MPh": MoveTo((id_,), to), "APh": Advance((id_,), to)}
        for name, go in goes.items():
            orders = [(side, go)] if away else ["ends"]
            there = [unit(id_, "tG6", labor=1)]
            state = phase(name, *orders, units=there, attacker=side).state
            assert state.units[id_].labor == (0 if away else 1)
        there = [unit(id_, "tG5", broken=True, dm=True, labor=1)]
        orders = [(side, Rout(id_, LocationName("tG4")))] if away else []
        state = phase("RtPh", *orders, units=there, attacker=side).state
        assert state.units[id_].labor == (0 if away else 1)

    @pytest.mark.parametrize(
        "breaks",
        [
            lambda play: break_unit(play, "a"),
            lambda play: suffer(play, play.state.units["a"], "broken"),
            lambda play: suffer(play, play.state.units["a"], "broken and reduced"),
            lambda play: leave(play, ("a",), LocationName("tG5")),
        ],
    )
    def test_labor_is_lost(self, breaks: Callable[[Play], object]) -> None:
        """D-841: by who breaks, and who withdraws."""
        state = phase("CCPh", breaks, units=[unit("a", "tG6", labor=1)]).state
        assert [one.labor for one in state.units.values()] == [0]

    def test_room_for_one_more(self) -> None:
        """Where there is a foxhole, it holds one squad more."""
        state = dug(Entrench("V"), "B27.12 DR 1,1", capacity=1).state
        assert state.fortifications["h"].capacity == 2

    def test_the_leader_is_ti_too(self) -> None:
        """A leader who directs the digging is TI; a pinned one cannot."""
        units = SQUAD | {"L": ("german/8-1", "tG6")}
        state = dug(Entrench("V", "L"), "B27.12 DR 4,2", units=units).state
        assert state.units["L"].ti
        assert state.fortifications

    @pytest.mark.parametrize(("san", "alerted"), [(5, 1), (4, 0)])
    def test_sniper(self, san: int, alerted: int) -> None:
        """An Original DR that equals the enemy SAN wakes the enemy Sniper (A14.1)."""
        dice = "B27.12 DR 2,3", "A14.2 dr 3"
        played = dug(Entrench("V"), *dice[: 1 + alerted], san=san)
        assert len(events(played, SniperAlerted)) == alerted
