"""A8: Defensive First Fire, Subsequent First Fire and Final Protective Fire."""

from typing import Any

import pytest

from opfor.core.errors import Illegal
from opfor.core.game import Game
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a08_first_fire.a08_1_window import mandatory, open_window
from opfor.rules.a_infantry.a08_first_fire.a08_3_modes import (
    check_firer,
    firers,
    must_fire,
)
from opfor.state.events import WeaponAdded
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import LocationName, Weapon
from tests.rules.given.first_fire import Table, mark, shoot
from tests.rules.given.first_fire_modes import TWO_WOODS, begin, changed, firing
from tests.rules.given.world import game, notes

HERE = LocationName("tG5")


class TestFirers:
    """Who could fire at what moves."""

    @staticmethod
    def ids(at: str = "tG8", *, guns: dict[str, str] | None = None, **unit: Any) -> Any:
        """The ids of what could fire at V in G5."""
        found: list[str] = []

        def run(play: Play) -> None:
            for id_, counter in (guns or {}).items():
                play.emit(WeaponAdded(Weapon(id=id_, counter=counter, owner="e")))
            begin(play)
            changed(play, "e", **unit)
            found.extend(firer.id for firer in firers(play))

        game(
            board=TWO_WOODS,
            units={"V": ("german/4-6-7", "tG5"), "W": ("german/4-6-7", "tG4")},
            enemies={"e": ("russian/4-4-7", at), "l": ("russian/8-1", at)},
            run=run,
        )
        return found

    def test_a_squad_and_its_mg(self) -> None:
        """Each for itself; a leader has nothing to fire, the movers' side does not."""
        assert self.ids(guns={"mg": "russian/lmg"}) == ["e", "mg"]

    def test_beyond_long_range(self) -> None:
        """A squad reaches eight hexes, its HMG much farther."""
        assert self.ids("tP8", guns={"mg": "russian/hmg"}) == ["mg"]

    @pytest.mark.parametrize(
        ("at", "wounded", "may"),
        [("tO9", False, True), ("tM8", True, True), ("tO9", True, False)],
    )
    def test_a_hero(self, at: str, wounded: bool, may: bool) -> None:
        """A hero has FP of his own, within eight hexes; within six if wounded."""
        found = self.ids(at, counter="russian/hero", wounded=wounded)
        assert found == ["e"] * may

    def test_concealed_units_may(self) -> None:
        """Concealed and hidden units may fire."""
        assert self.ids(concealed=True) == ["e"]

    @pytest.mark.parametrize("state", ["broken", "ti", "melee", "unarmed", "panic"])
    def test_who_cannot(self, state: str) -> None:
        """Broken, TI, unarmed and Panicked units cannot, nor those in Melee."""
        assert self.ids(**{state: True}) == []

    def test_los(self) -> None:
        """What has no LOS does not fire; behind a wood there is none."""
        assert self.ids("tA10") == []

    def test_a_broken_mg(self) -> None:
        """A malfunctioned MG does not fire."""

        def run(play: Play) -> None:
            weapon = Weapon(
                id="mg", counter="russian/lmg", owner="e", malfunctioned=True
            )
            play.emit(WeaponAdded(weapon))
            begin(play)
            assert [firer.id for firer in firers(play)] == ["e"]

        game(
            board=TWO_WOODS,
            units={"V": ("german/4-6-7", "tG5")},
            enemies={"e": ("russian/4-4-7", "tG8")},
            run=run,
        )

    def test_nothing_moves(self) -> None:
        """Without a mover nobody fires."""

        def run(play: Play) -> None:
            assert not list(firers(play))

        game(board=TWO_WOODS, enemies={"e": ("russian/4-4-7", "tG8")}, run=run)


class TestA8_3SubsequentFirstFire:
    """A8.3."""

    def test_within_normal_range(self) -> None:
        """A First-Fire-marked squad fires again, at four hexes but not at five."""
        assert firing("tG9", fired="first") == "SFF"
        with pytest.raises(Illegal, match=r"A8\.3.*no farther than 4"):
            firing("tG10", fired="first")

    def test_no_nearer_enemy(self) -> None:
        """An armed Known enemy unit nearer than the target forbids it."""
        near = {"W": ("german/4-6-7", "tG7")}
        with pytest.raises(Illegal, match="W is nearer"):
            firing("tG8", fired="first", others=near)

    def test_an_enemy_as_near_does_not_matter(self) -> None:
        """An equal range is allowed."""
        assert firing("tG8", fired="first", others={"W": ("german/4-6-7", "tJ8")})

    def test_a_nearer_enemy_out_of_los_does_not_matter(self) -> None:
        """What it does not see is not Known."""
        other = {"W": ("german/4-6-7", "tC9")}
        assert firing("tC7", target="tC4", fired="first", others=other) == "SFF"

    @pytest.mark.parametrize("state", ["concealed", "unarmed"])
    def test_whom_it_does_not_heed(self, state: str) -> None:
        """Neither a concealed nor an unarmed enemy unit counts."""

        def run(play: Play) -> None:
            begin(play)
            changed(play, "W", **{state: True})
            unit = changed(play, "e", fired="first")
            assert check_firer(play, unit, None, HERE) == "SFF"

        game(
            board=TWO_WOODS,
            units={"V": ("german/4-6-7", "tG5"), "W": ("german/4-6-7", "tG7")},
            enemies={"e": ("russian/4-4-7", "tG8")},
            run=run,
        )

    def test_a_mg_by_its_own_range(self) -> None:
        """A marked LMG may, within six hexes."""
        assert firing("tG10", gun="russian/lmg", fired="first") == "SFF"

    def test_a_smc_has_no_sustained_fire(self) -> None:
        """A leader alone at a marked MG does not fire it again (A9.3)."""
        with pytest.raises(Illegal, match=r"A9\.3.*SMC"):
            firing("tG8", counter="russian/8-1", gun="russian/lmg", fired="first")

    def test_a_hero(self) -> None:
        """A hero fires his own FP again, which is no Sustained Fire; a leader none."""
        assert firing("tG9", counter="russian/hero", fired="first") == "SFF"
        assert firing("tG6", counter="russian/hero", fired="final") == "FPF"
        with pytest.raises(Illegal, match="no farther than 4"):
            firing("tG10", counter="russian/hero", fired="first")
        with pytest.raises(Illegal, match="no SFF"):
            firing("tG8", counter="russian/8-1", fired="first")

    def test_small_arms_and_mg_only(self) -> None:
        """An ATR has no SFF."""
        with pytest.raises(Illegal, match="no SFF"):
            firing("tG8", gun="russian/atr", fired="first")


class TestA8_31FinalProtectiveFire:
    """A8.31."""

    def test_adjacent_or_in_its_own_location(self) -> None:
        """At one hex and at none, not at two."""
        assert firing("tG6", fired="final") == "FPF"
        assert firing("tG5", fired="final") == "FPF"
        with pytest.raises(Illegal, match=r"A8\.31.*not adjacent"):
            firing("tG7", fired="final")

    def test_as_often_as_mf_are_spent(self) -> None:
        """It can be repeated, within the shots of A8.1."""
        assert firing("tG6", fired="final", mf=3 * MF, e=2) == "FPF"
        with pytest.raises(Illegal, match=r"A8\.1"):
            firing("tG6", fired="final", mf=2 * MF, e=2)

    def test_small_arms_and_mg_only(self) -> None:
        """An ATR has no FPF."""
        with pytest.raises(Illegal, match="no FPF"):
            firing("tG6", gun="russian/atr", fired="final")

    def test_prep_fire_is_no_first_fire(self) -> None:
        """Who lies under another fire counter does not fire."""
        with pytest.raises(Illegal, match="has fired"):
            firing("tG6", fired="prep")

    @staticmethod
    def fpf(*dice: str) -> Game[State]:
        """A Final-Fire-marked squad fires at the next hex."""

        def run(play: Play) -> None:
            mark(play, fired="final")
            open_window(play)
            shoot(play)

        return Table("tG6").play(*dice, run=run)

    def test_four_fp_and_a_nmc_of_the_firer(self) -> None:
        """PBF and Area Fire: four FP; the DR of the attack, 8, breaks it."""
        played = self.fpf("A7.3 DR 5,3", "A10.1 DR 1,2")
        assert "½ (FPF)" in "".join(notes(played))
        assert "4 FP" in "".join(notes(played))
        assert played.state.units["e"].broken

    def test_the_nmc_is_passed(self) -> None:
        """A 6 leaves it as it was; the target takes its NMC."""
        played = self.fpf("A7.3 DR 4,2", "A10.1 DR 1,2")
        assert not played.state.units["e"].broken
        assert not played.state.units["e"].pinned

    def test_the_highest_dr_that_passes_pins(self) -> None:
        """A 7 pins it."""
        played = self.fpf("A7.3 DR 4,3", "A10.1 DR 1,2")
        assert played.state.units["e"].pinned


class TestA8_312MandatoryFireAtTpbf:
    """A8.312."""

    @staticmethod
    def must(shots: dict[str, int] | None = None, **changes: Any) -> list[str]:
        """Who must fire at V, which has entered the Location of e."""
        found: list[str] = []

        def run(play: Play) -> None:
            begin(play, **(shots or {}))
            changed(play, "e", **changes)
            found.extend(unit.id for unit in must_fire(play))

        game(
            board=TWO_WOODS,
            units={"V": ("german/4-6-7", "tG5")},
            enemies={"e": ("russian/4-4-7", "tG5"), "f": ("russian/8-1", "tG5")},
            run=run,
        )
        return found

    @pytest.mark.parametrize("fired", ["", "first", "final"])
    def test_whatever_counter_it_has(self, fired: str) -> None:
        """As First Fire, SFF or FPF; a leader has no FP and need not."""
        assert self.must(fired=fired) == ["e"]

    def test_a_hero(self) -> None:
        """A hero is armed Infantry, too."""
        assert self.must(counter="russian/hero") == ["e"]

    def test_once(self) -> None:
        """A unit that has fired at it there need not again."""
        assert self.must({"e": 1}) == []

    @pytest.mark.parametrize("state", ["broken", "unarmed", "ti"])
    def test_who_need_not(self, state: str) -> None:
        """Broken, unarmed and TI units do not fire."""
        assert self.must(**{state: True}) == []

    def test_not_at_another_hex(self) -> None:
        """An adjacent mover may be left alone."""

        def run(play: Play) -> None:
            begin(play)
            assert must_fire(play) == []

        game(
            board=TWO_WOODS,
            units={"V": ("german/4-6-7", "tG5")},
            enemies={"e": ("russian/4-4-7", "tG6")},
            run=run,
        )

    def test_nobody_moves(self) -> None:
        """Without a mover nobody must fire."""

        def run(play: Play) -> None:
            assert must_fire(play) == []

        game(board=TWO_WOODS, run=run)


class TestA8_3Sff:
    """A8.3 in play."""

    def test_half_fp_and_final_fire(self) -> None:
        """Area Fire: two FP; the squad is marked Final Fire."""

        def run(play: Play) -> None:
            mark(play, fired="first")
            open_window(play)
            shoot(play)

        played = Table().play("A7.3 DR 6,5", run=run)
        assert played.state.units["e"].fired == "final"
        assert "½ (SFF)" in "".join(notes(played))

    def test_mg_that_do_not_take_part_are_forfeited(self) -> None:
        """The LMG may not fire later."""

        def run(play: Play) -> None:
            mark(play, fired="first")
            open_window(play)
            shoot(play)

        played = Table(guns={"mg": "russian/lmg"}).play("A7.3 DR 6,5", run=run)
        assert played.state.weapons["mg"].fired == "final"


class TestA8_312MandatoryFire:
    """A8.312 in play."""

    def test_hold_fire_is_refused(self) -> None:
        """Who is entered must fire first, even by FPF."""

        def run(play: Play) -> None:
            mark(play, fired="final")
            open_window(play)
            assert [unit.id for unit in mandatory(play, "ENEMY")] == ["e"]
            shoot(play)
            assert not mandatory(play, "ENEMY")

        Table("tG5").play("A7.3 DR 1,5", "A10.1 DR 1,2", run=run)
