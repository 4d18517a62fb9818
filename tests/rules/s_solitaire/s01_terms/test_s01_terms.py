"""S1: Targets and Known Targets."""

from fractions import Fraction

from msgspec.structs import replace

from opfor.rules.s_solitaire.s01_terms.s01_terms import (
    attack_by,
    can_attack,
    friends_at,
    has_target,
    known_targets,
    p_nmc,
    targets,
)
from opfor.state.events import PhaseBegan, UnitChanged
from opfor.state.play import Play
from opfor.state.units import LocationName
from tests.rules.given.world import game

FRIENDS = {"V": ("german/4-6-7", "tJ6"), "W": ("german/4-6-7", "tT6")}
ENEMIES = {"e1": ("russian/4-4-7", "tM6")}


class TestS1Terms:
    """S1."""

    def test_targets(self) -> None:
        """In LOS and within range of what can be fired."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            unit = play.state.units["e1"]
            assert targets(play, [unit]) == ["tJ6"]
            assert has_target(play, [unit])
            assert not can_attack(play, unit, LocationName("tT6"))

        game(units=FRIENDS, enemies=ENEMIES, run=run)

    def test_beyond_range(self) -> None:
        """Twice the normal range is the limit of inherent FP."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            assert not has_target(play, [play.state.units["e1"]])

        far = {"V": ("german/4-6-7", "tD6")}
        game(units=far, enemies=ENEMIES, run=run)

    def test_concealed(self) -> None:
        """A concealed unit is a Target and no Known Target."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            hidden = replace(play.state.units["V"], concealed=True)
            play.emit(UnitChanged(hidden, "concealed"))
            unit = play.state.units["e1"]
            assert targets(play, [unit]) == ["tJ6"]
            assert known_targets(play, [unit]) == []

        game(units=FRIENDS, enemies=ENEMIES, run=run)

    def test_prisoners_and_hidden_units(self) -> None:
        """Neither prisoners nor hidden units are there for the ENEMY."""

        def run(play: Play) -> None:
            where = LocationName("tJ6")
            assert [unit.id for unit in friends_at(play, where)] == ["V"]
            unit = play.state.units["V"]
            for gone in (replace(unit, guard="e1"), replace(unit, hidden=True)):
                play.emit(UnitChanged(gone, "set"))
                assert friends_at(play, where) == []

        game(units=FRIENDS, enemies=ENEMIES, run=run)

    def test_chance_of_a_nmc(self) -> None:
        """4 FP at +0: the Final DR of a NMC or better on the column of 4."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            attack = attack_by(play, ("e1",), LocationName("tJ6"))
            assert attack is not None
            # 15 of 36 DR are 6 or less; the double 3 cowers to the column of 2,
            # where a 6 is a PTC.
            assert p_nmc(play, attack) == Fraction(14, 36)

        game(units=FRIENDS, enemies={"e1": ("russian/4-4-7", "tJ9")}, run=run)
