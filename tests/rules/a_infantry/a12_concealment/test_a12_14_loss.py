"""A12.14: how concealment is lost."""

from typing import Any, get_args

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import act_fact
from opfor.rules.a_infantry.a12_concealment.a12_14_loss import (
    after_fire,
    lose_by,
    lose_concealment,
    loses_by_advance,
    loses_by_move,
    result_costs,
    seen_firing,
)
from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import Act, watch
from opfor.rules.choices.vehicle_orders import StartUp
from opfor.rules.sequence.legal_orders import carry_out
from opfor.state.events import UnitChanged, WeaponAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from opfor.views.text.words import say
from tests.rules.given.concealment import LONG_FIELD, play_with, tank
from tests.rules.given.fire import fought, shoot, unit
from tests.rules.given.world import game, notes

SQUAD, RUSSIAN = "german/4-6-7", "russian/4-4-7"
L = LocationName


class TestA12_14Loss:
    """A12.14."""

    def test_concealed_and_hidden(self) -> None:
        """A "?" is lost, and HIP; who is Known loses nothing."""

        def run(play: Play) -> None:
            lose_concealment(play, "V", "so")
            assert not play.state.units["V"].concealed
            before = play.state
            lose_concealment(play, "V", "again")
            lose_concealment(play, "nobody", "so")
            assert play.state is before

        assert not play_with(run, state={"hidden": True}).units["V"].hidden


class TestA12_14_b1Acts:
    """A12.14/b1."""

    def test_words(self) -> None:
        """Every act has its words."""
        assert [say(act_fact(act)) for act in get_args(Act)] == [*get_args(Act)]

    @pytest.mark.parametrize(
        ("act", "near", "far", "unseen"),
        [
            ("broken", True, True, True),
            ("moves", True, False, False),
            ("attacks in CC", True, False, False),
            ("attacked", True, True, False),
            ("hit", True, False, False),
            ("searched", True, False, True),
            ("sniper", True, True, False),
            ("fails a MC", False, True, True),
            ("mopped up", False, False, True),
            ("Open Ground", True, False, False),
            ("fires", True, False, False),
            ("other action", True, False, False),
            ("opportunity fire", True, False, False),
            ("occupant revealed", False, False, False),
        ],
    )
    def test_acts(self, act: Act, near: bool, far: bool, unseen: bool) -> None:
        """What costs a "?" within 16 hexes, farther off, and out of LOS."""
        for enemy, lost in (("F4", near), ("U4", far), ("", unseen)):
            found: list[bool] = []
            play_with(lambda play: found.append(lose_by(play, "V", act)), enemy=enemy)  # noqa: B023 - run at once
            assert found == [lost], (act, enemy)

    @pytest.mark.parametrize("state", [{"broken": True}, {"hidden": True}])
    def test_who_does_not_watch(self, state: dict[str, Any]) -> None:
        """Neither who is not in Good Order nor who is hidden."""
        after = play_with(lambda play: lose_by(play, "V", "fires"), theirs=state)
        assert after.units["V"].concealed

    def test_suspect_watches(self) -> None:
        """A S? counts as a Good Order unit."""
        after = play_with(
            lambda play: lose_by(play, "V", "fires"), enemy="", suspect="F4"
        )
        assert not after.units["V"].concealed

    def test_sole_observer(self) -> None:
        """A concealed unit that alone sees it shows itself for a moment."""

        def run(play: Play) -> None:
            seen = play.state.units["R"]
            play.emit(UnitChanged(replace(seen, concealed=True), "so"))
            assert lose_by(play, "V", "fires")
            assert play.state.units["R"].concealed

        played = game(
            board=LONG_FIELD,
            units={"V": (SQUAD, "D4")},
            enemies={"R": (RUSSIAN, "F4")},
            run=lambda play: (
                play.emit(
                    UnitChanged(replace(play.state.units["V"], concealed=True), "so")
                ),
                run(play),
            ),
        )
        assert any("shows itself" in note for note in notes(played))

    def test_two_observers(self) -> None:
        """With a Known one farther off nobody needs to show himself."""

        def run(play: Play) -> None:
            found = watch(play, "FRIENDLY", L("D4"))
            assert found is not None
            assert (found.range, found.revealed, found.by) == (2, True, "R")

        play_with(run, theirs={"concealed": True}, suspect="L4")


class TestA12_14_b2Movement:
    """A12.14/b2."""

    @pytest.mark.parametrize(
        ("at", "assault", "lost"),
        [("D5", False, True), ("D5", True, False), ("D4", True, True)],
    )
    def test_ways(self, at: str, assault: bool, lost: bool) -> None:
        """Assault Movement into woods keeps it; into the open, or faster, does not."""

        def run(play: Play) -> None:
            move = Move(units=("V",), assault=assault)
            assert loses_by_move(play, move, play.state.units["V"]) is lost

        play_with(run, at=at)

    def test_far_off(self) -> None:
        """At 17 hexes nothing is lost by movement."""

        def run(play: Play) -> None:
            move = Move(units=("V",))
            assert not loses_by_move(play, move, play.state.units["V"])

        play_with(run, enemy="U4")


class TestA12_14_b3OpenGround:
    """A12.14/b3."""

    def test_advance(self) -> None:
        """An advance costs it in the open, not in woods."""
        for at, lost in (("D4", True), ("D5", False), ("D7", False)):

            def run(play: Play, lost: bool = lost) -> None:
                assert loses_by_advance(play, play.state.units["V"]) is lost

            play_with(run, at=at)

    @pytest.mark.parametrize(("enemy", "lost"), [("T4", True), ("U4", False)])
    def test_sixteen_hexes(self, enemy: str, lost: bool) -> None:
        """Seen in the open from 16 hexes it costs it, from 17 it does not."""

        def run(play: Play) -> None:
            assert loses_by_advance(play, play.state.units["V"]) is lost

        play_with(run, enemy=enemy)

    def test_hindrance(self) -> None:
        """Behind a Hindrance of everyone who watches it is no Open Ground."""

        def run(play: Play) -> None:
            assert not loses_by_advance(play, play.state.units["V"])

        play_with(run, at="F6", enemy="F3")


class TestA12_14_b4Fire:
    """A12.14/b4."""

    def test_fires(self) -> None:
        """Who fires loses it, also by the name of his Weapon; who is gone, nothing."""

        def run(play: Play) -> None:
            play.emit(WeaponAdded(Weapon(id="m", counter="german/lmg", owner="V")))
            after_fire(play, ["m", "nobody"])

        assert not play_with(run).units["V"].concealed

    def test_nobody_left(self) -> None:
        """Who was seen as he fired loses it, though nobody is left to see him."""

        def run(play: Play) -> None:
            seen = seen_firing(play, ["V"])
            assert seen == {"V"}
            (enemy,) = (u for u in play.state.units.values() if u.side == "ENEMY")
            play.emit(UnitChanged(replace(enemy, broken=True), "as the test says"))
            assert not seen_firing(play, ["V"])
            after_fire(play, ["V"])
            assert play.state.units["V"].concealed
            after_fire(play, ["V"], seen=seen)

        assert not play_with(run).units["V"].concealed

    def test_attack(self) -> None:
        """A concealed squad that breaks the only one who sees it is Known (D-814)."""
        things = (
            unit("s", SQUAD, "tE3", concealed=True),
            unit("e", RUSSIAN, "tE5"),
        )
        dice = ("A7.3 DR 1,2", "A10.1 DR 5,6")
        made = fought(*dice, things=things, orders=(shoot("s", "tE5"),))
        squad, left = made.state.units["s"], made.state.units.get("e")
        assert left is None or not left.good_order
        assert not squad.concealed

    def test_far(self) -> None:
        """Beyond 16 hexes Infantry that fires stays concealed."""
        state = play_with(lambda play: after_fire(play, ["V"]), enemy="U4")
        assert state.units["V"].concealed


class TestA12_14_b5Attacks:
    """A12.14/b5."""

    def test_results(self) -> None:
        """A PTC or more costs it."""
        kinds = ("KIA", "K", "MC", "PTC", "none")
        assert [result_costs(k) for k in kinds] == [True] * 4 + [False]


class TestA12_14_b2Vehicles:
    """A12.14/b2, for vehicles."""

    @pytest.mark.parametrize(("enemy", "kept"), [("tD9", False), ("", True)])
    def test_mp_in_los(self, enemy: str, kept: bool) -> None:
        """MP spent in LOS cost a "?"; out of it they do not."""

        def run(play: Play) -> None:
            carry_out(play, "FRIENDLY", StartUp("tank"))

        assert tank(run, "tD6", enemy=enemy, concealed=True).concealed is kept
