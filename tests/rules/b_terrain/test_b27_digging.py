"""B27.1, A12.153: entrenching and Mopping Up in the PFPh."""

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.rules.b_terrain.b27_digging import digging_drm, undiggable
from opfor.rules.choices.orders import Command, Entrench, MopUp
from opfor.rules.sequence.orders_by_phase import carry_out, check, legal
from opfor.state.events import FortificationAdded, PhaseBegan, UnitChanged
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Fortification, LocationName
from tests.rules.given.world import game

BOARD = """
board: t
size: 17x10
stone building: G4+G3
road: A9 > B9 > C9
paved road: A1 > B1 > C1
sunken road: E9/4 > E9 > F9 > G9 > G9/1
marsh: H7
stream: J1 > J2 > J3
graveyard: N4
"""
SQUAD = {"V": ("german/4-6-7", "tG6")}


def dug(
    order: Command,
    *dice: str,
    units: dict[str, tuple[str, str]] | None = None,
    enemies: dict[str, tuple[str, str]] | None = None,
    capacity: int = 0,
    hidden: bool = False,
    **changes: object,
) -> Game[State]:
    """The game after an order of the PFPh."""

    def run(play: Play) -> None:
        play.emit(PhaseBegan(1, "FRIENDLY", "PFPh"))
        play.emit(UnitChanged(replace(play.state.units["V"], **changes), "set"))
        for id_ in enemies or ():
            enemy = replace(play.state.units[id_], hidden=hidden)
            play.emit(UnitChanged(enemy, "set"))
        if capacity:
            where = LocationName("tG6")
            hole = Fortification(
                id="h", kind="foxhole", location=where, capacity=capacity
            )
            play.emit(FortificationAdded(hole))
        check(play, "FRIENDLY", order)
        assert order in [offer.order for offer in legal(play, "FRIENDLY")]
        carry_out(play, "FRIENDLY", order)

    units = units or SQUAD
    return game(*dice, board=BOARD, units=units, enemies=enemies, run=run)


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


class TestA12_153MoppingUp:
    """A12.153."""

    def test_control_and_surrender(self) -> None:
        """Nobody but hidden enemies: revealed. Nobody unbroken: it is Controlled."""
        units = {"V": ("german/4-6-7", "tG4")}
        state = dug(MopUp("V"), units=units).state
        assert state.units["V"].ti
        assert state.control[LocationName("tG3")] == "FRIENDLY"

    def test_hidden_enemies_keep_it(self) -> None:
        """A hidden squad is revealed, and the building is not Controlled."""
        units = {"V": ("german/4-6-7", "tG4")}
        enemies = {"e": ("russian/4-4-7", "tG3")}
        state = dug(MopUp("V"), units=units, enemies=enemies, hidden=True).state
        assert not state.units["e"].hidden
        assert not state.control

    def test_refused(self) -> None:
        """Not with a Known unbroken enemy in it, nor outside a building."""
        units = {"V": ("german/4-6-7", "tG4")}
        enemies = {"e": ("russian/4-4-7", "tG3")}
        with pytest.raises(Illegal, match="Known unbroken enemy"):
            dug(MopUp("V"), units=units, enemies=enemies)
        with pytest.raises(Illegal, match="in no building"):
            dug(MopUp("V"))
