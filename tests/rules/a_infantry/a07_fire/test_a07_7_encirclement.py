"""A7.7: Encirclement."""

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a01_personnel.a01_23_morale_level import morale_level
from opfor.rules.a_infantry.a07_fire.a07_3_odds import odds
from opfor.rules.a_infantry.a07_fire.a07_7_encirclement import (
    encircled_by,
    encircles,
    sealed,
    shot_from,
    ways_into,
)
from opfor.rules.a_infantry.a07_fire.attack import fp_attack
from opfor.rules.a_infantry.a10_morale.a10_51_rout_paths import price
from opfor.state.events import MoveChanged, Moved, ShotFired, UnitChanged
from opfor.state.in_progress import (
    Move,
    Shot,
)
from opfor.state.play import FrozenView, Play
from opfor.state.units import (
    LocationName,
    Phase,
)
from tests.rules.given.fire import SCENERY, drm, fought, planned, scene, shoot, unit
from tests.rules.given.world import events, game

HERE = LocationName("tN3")
N, S = unit("a", "german/4-6-7", "tN1"), unit("b", "german/4-6-7", "tN5")
E = unit("e", "russian/4-4-7", "tN3")


def shot(at: str, target: str = "tN3", *, counts: bool = True) -> Shot:
    """A shot made before in the phase."""
    return Shot("FRIENDLY", LocationName(target), (LocationName(at),), encircles=counts)


def sealing(*shots: Shot, phase: Phase = "PFPh", by: str = "b") -> list[str]:
    """The ids of those whom the attack from the south Encircles after some shots."""
    view = scene(N, S, E, phase=phase, shots=shots)
    return [u.id for u in encircled_by(view, planned(view, by, "tN3"))]


class TestA7_7Encirclement:
    """A7.7."""

    @pytest.mark.parametrize(
        ("ways", "closes"),
        [
            ((1, 7), True),
            ((2, 8), True),
            ((1, 8), False),
            ((1, 5), False),
            ((1, 5, 9), True),
            ((3, 7, 11), True),
            ((1, 3, 5), False),
            ((0, 5, 9), True),
            ((12, 13), True),
            ((12, 1), False),
        ],
    )
    def test_ways(self, ways: tuple[int, ...], closes: bool) -> None:
        """Opposite hexspines or hexsides, three hexsides apart, above and below."""
        assert sealed(ways) is closes

    def test_clock(self) -> None:
        """Hexside 0 is 1, hexspine 0 is 0; the levels next to it have their own."""
        view = scene(E)
        found = [
            ways_into(view, LocationName(at), HERE)
            for at in ("tN1", "tN5", "tP3", "tL3", "tM2", "tN3")
        ]
        assert found == [(1,), (7,), (4,), (10,), (0,), ()]
        up, down = LocationName("tF2/1"), LocationName("tF2")
        assert ways_into(view, up, down) == (12,)
        assert ways_into(view, down, up) == (13,)

    def test_two_attacks(self) -> None:
        """From the north, then from the south: Encircled, and lower morale at once."""
        made = fought(
            "A7.3 DR 5,6",
            "A7.3 DR 2,4",
            "A10.1 DR 3,4",
            things=(N, S, E),
            orders=(shoot("a", "tN3"), shoot("b", "tN3")),
        )
        after = made.state.units["e"]
        assert after.encircled
        assert after.broken
        assert [s.shot.encircles for s in events(made, ShotFired)] == [True, True]

    def test_row(self) -> None:
        """An attack elsewhere in between breaks the row; one too weak does not."""
        assert sealing(shot("tN1")) == ["e"]
        assert sealing(shot("tN1"), shot("tN1", "tE5")) == []
        assert sealing(shot("tN1"), shot("tL3", counts=False)) == ["e"]
        assert sealing(shot("tN1", counts=False)) == []
        assert sealing(shot("tL3")) == []

    def test_odds(self) -> None:
        """The odds of the sealing attack know the lower morale."""
        plain, sealed_ = (scene(N, S, E, shots=shots) for shots in ((), (shot("tN1"),)))
        chance = [
            odds(view, planned(view, "b", "tN3")).units["e"]["unhurt"]
            for view in (plain, sealed_)
        ]
        assert chance[1] < chance[0]

    def test_hit(self) -> None:
        """A hit counts from where the shot before it was fired."""
        before = (shot("tN1"), shot("tN5", counts=False))
        view = scene(N, E, shots=before)
        hit = fp_attack(view, "FRIENDLY", HERE, 2, source="HE")
        assert shot_from(view, hit) == ("tN5",)
        assert [u.id for u in encircled_by(view, hit)] == ["e"]

    def test_effects(self) -> None:
        """Morale one lower, +1 to its fire; who leaves is free, who joins is not."""
        caught = unit("e", "russian/4-4-7", "tN3", encircled=True)
        view = scene(N, S, caught, phase="DFPh")
        assert morale_level(view, caught) == 6
        assert drm(planned(view, "e", "tN1"))["Encircled"] == 1

        def run(play: Play) -> None:
            play.emit(UnitChanged(caught, "as it is"))
            move = Move(units=("f",))
            play.emit(MoveChanged(move))
            play.emit(Moved(HERE, move))
            play.emit(MoveChanged(Move(units=("e",))))
            play.emit(Moved(LocationName("tN4"), Move(units=("e",))))

        made = game(
            enemies={"e": ("russian/4-4-7", "tN3"), "f": ("russian/4-4-7", "tN4")},
            run=run,
            board="board: t\nsize: 24x10",
        )
        assert not made.state.units["e"].encircled
        assert made.state.units["f"].encircled

    def test_rout(self) -> None:
        """The first step of a rout costs it double."""
        view = scene(E)
        ground = SCENERY.ground
        first, then = (
            ground.number(SCENERY.locate(LocationName(at))) for at in ("tN3", "tN4")
        )
        mired = replace(view.state.units["e"], encircled=True)
        costs = price(view, mired, (), ())
        assert costs(first, 0, then, 4) == 8
        assert costs(then, 0, first, 4) == 4

    @pytest.mark.parametrize("phase", ["MPh", "DFPh", "AFPh"])
    def test_exc1_phase(self, phase: Phase) -> None:
        """Not in the MPh."""
        view = FrozenView(scene(N, S, E).state, SCENERY)
        made = planned(view, "b", "tN3")
        there = scene(N, S, E, phase=phase, shots=(shot("tN1"),))
        assert bool(encircled_by(there, made)) is (phase != "MPh")

    def test_exc1_weak(self) -> None:
        """2 FP at +3 give a NMC on a 2 alone, and cowering takes that away."""
        target = unit("e", "russian/4-4-7", "tF3")
        half, boss = unit("h", "german/2-4-7", "tF5"), unit("l", "german/8-0", "tF5")
        view = scene(half, boss, target)
        assert not encircles(view, planned(view, "h", "tF3"))
        assert encircles(view, planned(view, "h", "tF3", "l"))

    def test_exc1_far(self) -> None:
        """Long Range fire does not count."""
        for at, counts in (("tB9", True), ("tB10", False)):
            firer = unit("a", "russian/4-4-7", at)
            view = scene(firer, unit("e", "german/4-6-7", "tB5"))
            assert encircles(view, planned(view, "a", "tB5")) is counts

    @pytest.mark.parametrize(
        "states", [{"berserk": True}, {"heroic": True}, {"encircled": True}]
    )
    def test_exc2_spared(self, states: dict[str, bool]) -> None:
        """Berserk and heroic units are spared; nobody is Encircled twice."""
        spared = unit("e", "russian/4-4-7", "tN3", **states)
        view = scene(N, S, spared, shots=(shot("tN1"),))
        assert encircled_by(view, planned(view, "b", "tN3")) == []
