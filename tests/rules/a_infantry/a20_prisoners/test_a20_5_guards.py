"""A20.5: Guards, and their prisoners."""

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.rules.a_infantry.a07_fire.attack import Attack
from opfor.rules.a_infantry.a07_fire.targets import attacked_units
from opfor.rules.a_infantry.a10_morale.a10_2_morale_check import casualty_reduction
from opfor.rules.a_infantry.a20_prisoners.a20_5_guards import (
    bound,
    free,
    prisoners,
    room,
)
from opfor.rules.c_ordnance.c03_to_hit.c03_33_plan_of_a_shot import targets
from opfor.rules.c_ordnance.c03_to_hit.c03_74_hits import in_area
from opfor.rules.choices.orders import Deploy, MoveTo, Recombine
from opfor.rules.s_solitaire.s01_terms.s01_terms import p_nmc
from opfor.rules.sequence.legal_orders import check
from opfor.state.events import MoveChanged, UnitReplaced
from opfor.state.in_progress import Move
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import LocationName, Unit
from tests.rules.given import fire
from tests.rules.given.close_combat import asked, held
from tests.rules.given.ordnance import plain
from tests.rules.given.phases import offered, phase, unit

TAKEN = {"guard": "e1", "unarmed": True}


PASSES = "it passes"

FLAT = "board: t\nsize: 17x10\nwoods: H5\n"


def guards(game: Game[State], side: str) -> dict[str, str]:
    """Who guards whom."""
    units = game.state.units.values()
    return {u.id: u.guard for u in units if u.side == side}


class TestA20_5Guards:
    """A20.5."""

    def test_room(self) -> None:
        """A Guard holds five times his own US#."""
        e, held = unit("e1", "tG5"), unit("a", "tG5", **TAKEN)
        assert asked(lambda p: room(p, p.state.units["e1"]), e, held) == 12

    def test_bound(self) -> None:
        """A HS that guards a squad is busy."""
        half = unit("e1", "tG5", "russian/2-3-7")
        held = unit("a", "tG5", **TAKEN)
        assert asked(lambda p: bound(p, p.state.units["e1"]), half, held)

    def test_exc1_few_prisoners(self) -> None:
        """A squad that guards a squad, or nobody, is not."""
        squad, held = unit("e1", "tG5"), unit("a", "tG5", **TAKEN)
        assert not asked(lambda p: bound(p, p.state.units["e1"]), squad, held)
        assert not asked(lambda p: bound(p, p.state.units["e1"]), squad)


class TestA20_5_fireAtGuards:
    """A20.5: a prisoner is hit together with his Guard (D-859)."""

    A = fire.unit("a", "german/4-6-7", "tC5")
    GUARD = fire.unit("e1", "russian/4-4-7", "tE5")
    HELD = fire.unit("b", "german/8-1", "tE5", unarmed=True, guard="e1")

    def fought(self, *dice: str) -> State:
        """A squad fires at a Guard and at a leader of its own side."""
        things = (self.A, self.GUARD, self.HELD)
        return fire.fought(*dice, things=things, orders=(fire.shoot("a", "tE5"),)).state

    def test_casualty_reduction(self) -> None:
        """The prisoner checks by himself; he is wounded by a MC that he fails."""
        dice = ("A7.3 DR 2,3", "A10.1 DR 5,4", "A17.11 dr 2", "A10.1 DR 1,2")
        now = self.fought(*dice).units
        assert now["b"].wounded
        assert not now["b"].broken
        assert not now["e1"].broken

    def test_never_pinned(self) -> None:
        """Neither by a MC that is just passed nor by a PTC."""
        for dice in (
            ("A7.3 DR 2,3", "A10.1 DR 3,4", "A10.1 DR 1,2"),
            ("A7.3 DR 3,4", "A10.1 DR 1,2"),
        ):
            assert not self.fought(*dice).units["b"].pinned

    def test_only_with_him(self) -> None:
        """Fire of the Guard's side at who is there with him passes him over."""
        shooter = fire.unit("e2", "russian/4-4-7", "tC5")
        other = fire.unit("c", "german/4-6-7", "tE5")
        view = fire.scene(shooter, self.GUARD, self.HELD, other)
        made = fire.planned(view, "e2", "tE5")
        assert [unit.id for unit in attacked_units(view, made)] == ["c"]

    def test_by_ordnance(self) -> None:
        """Nor do the two Target Types against Personnel pass him over."""
        view = fire.scene(self.A, self.GUARD, self.HELD)
        at = LocationName("tE5")
        shot = plain(side="FRIENDLY", target=at, type="area")
        assert [unit.id for unit in targets(view, "FRIENDLY", at, None)] == ["e1", "b"]
        assert in_area(view, shot) == ["e1", "b"]
        assert in_area(view, replace(shot, side="ENEMY")) == []

    def test_no_target(self) -> None:
        """He adds nothing to the p(NMC+) of an attack at a concealed Guard."""
        hidden = replace(self.GUARD, concealed=True)
        with_him = fire.scene(self.A, hidden, self.HELD)
        alone = fire.scene(self.A, hidden)
        chances = {p_nmc(v, fire.planned(v, "a", "tE5")) for v in (with_him, alone)}
        assert len(chances) == 1


class TestA20_5ReducedOnTheMove:
    """A20.5: a Guard that is Reduced on the move, and his prisoner, move on (D-859)."""

    def test_ffmo_and_ffnam(self) -> None:
        """The next Defensive First Fire has FFMO and FFNAM, at both of them."""
        guard = fire.unit("e1", "russian/4-4-7", "tE5")
        held = fire.unit("b", "german/8-1", "tE5", unarmed=True, guard="e1")
        shooter = fire.unit("a", "german/4-6-7", "tC5")
        found: list[Attack] = []

        def run(play: Play) -> None:
            move = Move(units=("e1", "b"), allotment=4, spent=1, here=1, steps=1)
            play.emit(MoveChanged(move))
            half = replace(guard, id="e2", counter="russian/2-3-7")
            play.emit(UnitReplaced("e1", (half,), fact("reduced")))
            found.append(fire.planned(play, "a", "tE5"))

        there = [shooter, guard, held]
        phase("MPh", run, units=there, attacker="ENEMY", board=FLAT)
        (attack,) = found
        assert set(attack.targets) == {"e2", "b"}
        assert [mod.abbr for mod in attack.motion] == ["FFMO", "FFNAM"]


class TestA20_54Free:
    """A20.54."""

    def test_unarmed(self) -> None:
        """They are unarmed units of their side again."""

        def let_go(play: Play) -> None:
            free(play, "e1")

        units = [unit("e1", "tG5"), unit("a", "tG5", **TAKEN)]
        now = phase("CCPh", let_go, units=units).state.units["a"]
        assert (now.guard, now.unarmed) == ("", True)

    def test_goes_no_further_with_its_guard(self) -> None:
        """Who is freed as its Guard moves is in no part of that move any more."""

        def let_go(play: Play) -> None:
            behind = Move(units=("x", "a"))
            play.emit(MoveChanged(Move(units=("e1", "a"), behind=(behind,))))
            free(play, "e1")

        units = [unit("e1", "tG5"), unit("x", "tG5"), unit("a", "tG5", **TAKEN)]
        move = phase("MPh", let_go, units=units).state.move
        assert move
        assert [part.units for part in move.parts] == [("e1",), ("x",)]


class TestA20_5_heirsSharing:
    """A20.5/heirs."""

    def test_deployed(self) -> None:
        """HS of a Guard hold ten each: no leader, no check."""
        taken = [held(f"e{n}", guard="a") for n in range(2, 7)]
        game = phase(
            "RPh",
            ("FRIENDLY", Deploy("a")),
            units=[unit("a", "tG5"), *taken],
        )
        by = guards(game, "ENEMY")
        assert sorted(by.values()) == ["247A"] * 3 + ["247B"] * 2

    def test_recombined(self) -> None:
        """A squad guards what its HS did; nobody is free."""
        units = [
            unit("a", "tG5", "german/2-4-7"),
            unit("b", "tG5", "german/2-4-7"),
            unit("l", "tG5", "german/8-0"),
            held("e2", guard="a"),
            held("e3", guard="b"),
        ]
        game = phase(
            "RPh",
            ("FRIENDLY", Recombine(("a", "b"), "l")),
            units=units,
        )
        assert set(guards(game, "ENEMY").values()) == {"467A"}
        assert game.state.toll("FRIENDLY").cvp == 0

    def test_reduced(self) -> None:
        """Whoever is too many for the HS that is left is free."""
        taken = [held(f"e{n}", guard="a") for n in range(2, 7)]
        game = phase(
            "CCPh",
            lambda play: casualty_reduction(play, "a"),
            units=[unit("a", "tG5"), *taken],
        )
        by = guards(game, "ENEMY")
        assert sorted(by.values()) == ["", "", "247A", "247A", "247A"]
        assert prisoners(FrozenView(game.state, None), "247A")  # type: ignore[arg-type] # no world is asked


class TestA20_5Prisoners:
    """A20.5: what a Guard can do with prisoners."""

    @staticmethod
    def told(held: Unit, board: str = FLAT, first: MoveTo | None = None) -> set[str]:
        """What is told of the moves offered to the Guard of somebody, as orders."""
        found: set[str] = set()

        def look(play: Play) -> None:
            for order in offered("FRIENDLY", MoveTo)(play):
                try:
                    check(play, "FRIENDLY", order)
                except Illegal as refused:
                    found.add(str(refused))
                else:
                    found.add(PASSES)

        steps = [("FRIENDLY", first)] if first else []
        phase("MPh", *steps, look, units=[unit("a", "tG5"), held], board=board)
        return found

    def test_a_wounded_prisoner(self) -> None:
        """The Guard of a wounded leader is offered what it may do with him."""
        held = unit("e1", "tG5", "russian/8-0", guard="a", unarmed=True, wounded=True)
        assert self.told(held) == {PASSES}

    def test_bypass_with_a_prisoner(self) -> None:
        """Who goes on in Bypass orders his own units alone."""
        held = unit("e1", "tG5", guard="a", unarmed=True)
        board = "board: t\nsize: 17x10\nwooden building: G4\n"
        ways: list[MoveTo] = []

        def look(play: Play) -> None:
            ways.extend(o for o in offered("FRIENDLY", MoveTo)(play) if o.bypass)

        phase("MPh", look, units=[unit("a", "tG5"), held], board=board)
        assert ways
        assert self.told(held, board, ways[0]) == {PASSES}
