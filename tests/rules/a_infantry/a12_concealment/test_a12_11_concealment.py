"""A12.1: concealment: who watches, what costs a "?", and how one is gained."""

from typing import Any, ClassVar, get_args

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a12_concealment.a12_11_concealment import (
    act_fact,
    after_fire,
    drm,
    gain_concealment,
    lose_by,
    lose_concealment,
    loses_by_advance,
    loses_by_move,
    result_costs,
    setup_concealment,
)
from opfor.rules.a_infantry.a12_concealment.a12_121_concealment_table import (
    Act,
    watch,
)
from opfor.state.events import UnitChanged, WeaponAdded
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Weapon
from opfor.views.text.words import say
from tests.rules.given.concealment import LONG_FIELD, play_with
from tests.rules.given.world import game, notes

L = LocationName

SQUAD, RUSSIAN = "german/4-6-7", "russian/4-4-7"


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


class TestA12_122Gain:
    """A12.122."""

    KNOWN: ClassVar = {"concealed": False}

    def test_unseen_in_cover(self) -> None:
        """Out of LOS in Concealment Terrain it needs no dr."""
        state = play_with(gain_concealment, at="D5", enemy="", state=self.KNOWN)
        assert state.units["V"].concealed

    @pytest.mark.parametrize(("die", "gained"), [(2, True), (3, False)])
    def test_unseen_in_the_open(self, die: int, gained: bool) -> None:
        """In the open, unseen within 16 hexes of an enemy: a dr of 5 with US# 3."""
        board = LONG_FIELD + "stone building: F4\n"
        state = game(
            f"A12.122 dr {die}",
            board=board,
            units={"V": (SQUAD, "D4")},
            enemies={"R": (RUSSIAN, "H4")},
            run=gain_concealment,
        ).state
        assert state.units["V"].concealed is gained

    def test_exc1_nobody_near(self) -> None:
        """With no unbroken enemy within 16 hexes there is no dr."""
        state = play_with(gain_concealment, at="D4", enemy="", state=self.KNOWN)
        assert state.units["V"].concealed

    @pytest.mark.parametrize(("enemy", "dice"), [("T4", ("A12.122 dr 6",)), ("U4", ())])
    def test_exc1_sixteen_hexes(self, enemy: str, dice: tuple[str, ...]) -> None:
        """Unseen in the open: a dr with an enemy 16 hexes away, none with 17."""
        state = game(
            *dice,
            board=LONG_FIELD + "woods: H3 H4 H5 J3 J4 J5\n",
            units={"V": (SQUAD, "D4")},
            enemies={"R": (RUSSIAN, enemy)},
            run=gain_concealment,
        ).state
        assert state.units["V"].concealed is (not dice)

    @pytest.mark.parametrize(("die", "gained"), [(3, True), (4, False)])
    def test_far_in_woods(self, die: int, gained: bool) -> None:
        """In woods, seen from 17 hexes: 3 for the squad, -1 for the woods."""
        state = play_with(
            gain_concealment, f"A12.122 dr {die}", at="D5", enemy="U4", state=self.KNOWN
        )
        assert state.units["V"].concealed is gained

    @pytest.mark.parametrize("enemy", ["F4", "T4"])
    def test_seen(self, enemy: str) -> None:
        """None within 16 hexes of an unbroken enemy in LOS."""
        state = play_with(gain_concealment, at="D5", enemy=enemy, state=self.KNOWN)
        assert not state.units["V"].concealed

    def test_suspect_denies(self) -> None:
        """A S? denies it as a unit would."""
        state = play_with(
            gain_concealment, at="D5", enemy="", suspect="F4", state=self.KNOWN
        )
        assert not state.units["V"].concealed

    def test_broken_enemy(self) -> None:
        """A broken enemy denies nothing."""
        state = play_with(
            gain_concealment, at="D5", state=self.KNOWN, theirs={"broken": True}
        )
        assert state.units["V"].concealed

    @pytest.mark.parametrize("bad", [{"broken": True}, {"melee": True}])
    def test_not_in_good_order(self, bad: dict[str, Any]) -> None:
        """Who is not in Good Order gains none."""
        state = play_with(gain_concealment, at="D5", enemy="", state=self.KNOWN | bad)
        assert not state.units["V"].concealed

    def test_the_other_side(self) -> None:
        """Only the side whose Player Turn ends."""
        state = play_with(gain_concealment, at="D4", enemy="D7")
        assert not state.units["R"].concealed


class TestA12_122_b1Drm:
    """A12.122/b1."""

    @pytest.mark.parametrize(
        ("at", "counter", "mods"),
        [
            ("D4", SQUAD, {"US#": 3}),
            ("D4", "german/2-4-7", {"US#": 2}),
            ("D4", "german/8-0", {"US#": 1}),
            ("D5", SQUAD, {"US#": 3, "TEM": -1}),
            ("D7", SQUAD, {"US#": 3, "TEM": -3}),
            ("F5", SQUAD, {"US#": 3, "Hindrance": -1}),
            ("D4", "italian/3-4-6", {"US#": 3, "Lax": 1}),
            ("D4", "japanese/4-4-7", {"US#": 3, "Stealthy": -1, "Japanese": -2}),
        ],
    )
    def test_mods(self, at: str, counter: str, mods: dict[str, int]) -> None:
        """Size, TEM, Hindrance, nation."""

        def run(play: Play) -> None:
            found = {mod.name: mod.value for mod in drm(play, play.state.units["V"])}
            assert found == mods

        play_with(run, at=at, counter=counter)

    def test_leadership(self) -> None:
        """The best other leader helps; a leader does not help himself."""

        def run(play: Play) -> None:
            units = play.state.units
            of = {i: {m.name: m.value for m in drm(play, units[i])} for i in ("V", "L")}
            assert of["V"]["leadership"] == -2
            assert "leadership" not in of["L"]

        game(
            board=LONG_FIELD,
            units={"V": (SQUAD, "D4"), "L": ("german/9-2", "D4")},
            run=run,
        )


class TestA12_12SetUp:
    """A12.12."""

    @pytest.mark.parametrize(("enemy", "gained"), [("F4", False), ("U4", True)])
    def test_unseen(self, enemy: str, gained: bool) -> None:
        """Whoever no enemy sees within 16 hexes sets up concealed."""
        state = play_with(setup_concealment, enemy=enemy, state={"concealed": False})
        assert state.units["V"].concealed is gained
