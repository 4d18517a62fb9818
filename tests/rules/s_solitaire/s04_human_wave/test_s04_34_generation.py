"""S4.34: what the S? of a Human Wave turn out to be."""

import pytest

from opfor.rules.a_infantry.a04_movement.a04_2_infantry_movement import plan
from opfor.rules.choices.orders import MoveTo
from opfor.rules.s_solitaire.s03_activation.s03_3_hold import threats
from opfor.rules.s_solitaire.s05_activation.s05_31_continuing_attacks import (
    check_activations,
)
from opfor.state.events import Moved
from opfor.state.in_progress import Move
from opfor.state.play import Play
from opfor.state.units import LocationName, Suspect, Unit
from tests.rules.given.setting import at, flat, played
from tests.rules.given.waves import german, wave_activated

FLAT = flat()
SQUADS = ("S5.72 DR 4,4", "S5.72 DR 4,4")
LEADER = ("S5.73 DR 3,3", "S5.73 dr 4")


class TestS4_34Generation:
    """S4.34."""

    def test_by_x10_without_an_ac(self) -> None:
        """A dr on {x10} and squads by {x2}; no AC dr, no {A1}; the S? is gone."""
        game = wave_activated("S4.34 dr 4", *SQUADS)
        assert len(game.state.units) == 2
        assert game.state.suspects == {}
        assert {unit.wave for unit in game.state.units.values()} == {"wave1"}

    @pytest.mark.parametrize("dr", range(1, 7))
    def test_never_a_dummy(self, dr: int) -> None:
        """Every dr of a Russian wave brings at least two squads."""
        more = {1: (*SQUADS, SQUADS[0], *LEADER), 2: (*SQUADS, *LEADER)}
        dice = more.get(dr, (*SQUADS, SQUADS[0]) if dr == 3 else SQUADS)
        assert len(wave_activated(f"S4.34 dr {dr}", *dice).state.units) >= 2

    def test_out_of_its_wave_too(self) -> None:
        """A S? that left its wave uses {x10} all the same; its units are in no wave."""
        game = wave_activated("S4.34 dr 4", *SQUADS, inside="")
        assert {unit.wave for unit in game.state.units.values()} == {""}

    def test_needs_no_ac_when_approached(self) -> None:
        """A wave's S? that a mover makes eligible Activates for certain."""
        suspect = Suspect("S1", at("tG5")[0], human_wave=True, wave="wave1")
        chances: list[int] = []

        def view(play: Play) -> None:
            move = Move(units=("V",))
            found = threats(play, LocationName("tG6"), move)
            chances.extend(threat.chance for threat in found)

        unit = Unit(id="V", side="FRIENDLY", counter="german/4-6-7")
        played(FLAT, run=view, suspects=(suspect,), units=(unit,), fbe="top")
        assert chances == [6]

    def test_no_ac_dr_is_made(self) -> None:
        """A squad that moves next to a wave's S? meets units, without an AC dr."""
        suspect = Suspect("S1", at("tG5")[0], "Advance", human_wave=True, wave="wave1")

        def enter(play: Play) -> None:
            order = MoveTo(("V",), LocationName("tG6"))
            play.emit(Moved(order.to, plan(play, order)))
            check_activations(play)

        unit = german("V", "tG7")
        dice = ("S4.34 dr 4", *SQUADS)
        game = played(
            FLAT, *dice, run=enter, suspects=(suspect,), units=(unit,), fbe="top"
        )
        squads = [u for u in game.state.units.values() if u.side == "ENEMY"]
        assert [squad.wave for squad in squads] == ["wave1", "wave1"]
