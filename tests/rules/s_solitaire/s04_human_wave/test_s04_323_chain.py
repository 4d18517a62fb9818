"""S4.322, S4.323: who is part of a Human Wave, and how it closes its gaps."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s04_human_wave.s04_323_chain import renew_wave, thin_waves
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.rules.sequence.s02_turn import begin_phase
from opfor.state.play import Play
from opfor.state.units import Side, Suspect, Unit, Weapon
from tests.rules.given.setting import at
from tests.rules.given.waves import german, mine, seen, suspect


class TestS4_323SubsequentTurns:
    """S4.323."""

    @staticmethod
    def line(*hexes: str, each: int = 2, start: int = 0) -> list[Unit]:
        """MMC of the wave, so many in each hex."""
        return [
            mine(f"e{start + n}", "4-4-7", hex_)
            for n, hex_ in enumerate(h for h in hexes for _ in range(each))
        ]

    def renewed(self, *who: Suspect | Unit, **more: Any) -> list[str]:
        """Who is in the wave after it was renewed."""
        found: list[str] = seen(lambda play: renew_wave(play, "wave1"), *who, **more)[0]
        return sorted(found)

    def test_three_hexes_with_two_mmc_each(self) -> None:
        """The least chain goes on; no leader is needed."""
        assert len(self.renewed(*self.line("tF5", "tG5", "tH5"))) == 6

    def test_two_hexes_are_no_chain(self) -> None:
        """Two hexes, however full, end the wave."""
        assert self.renewed(*self.line("tF5", "tG5", each=3)) == []

    def test_the_average_counts(self) -> None:
        """Four, one and one MMC are two a hex; three, one and one are not."""
        ends = (mine("e8", "4-4-7", "tG5"), mine("e9", "4-4-7", "tH5"))
        assert len(self.renewed(*self.line("tF5", each=4), *ends)) == 6
        assert self.renewed(*self.line("tF5", each=3), *ends) == []

    def test_smc_do_not_count_in_the_average(self) -> None:
        """Five MMC and a leader in three hexes are too few."""
        line = self.line("tF5", "tG5", "tH5")[:5]
        assert self.renewed(*line, mine("eL", "8-0", "tH5")) == []

    @pytest.mark.parametrize(("counts", "left"), [(1, 0), (2, 3)])
    def test_suspects_in_the_average(self, counts: int, left: int) -> None:
        """D-017: a S? counts one; a Mission may let it count two."""
        line = [
            suspect(f"S{n}", hex_) for n, hex_ in enumerate(at("tF5", "tG5", "tH5"))
        ]
        assert len(self.renewed(*line, wave_chain=counts)) == left

    def test_a_thin_end_is_left_out(self) -> None:
        """D-068: a lone MMC at the end leaves the wave, the rest goes on."""
        line = self.line("tF5", "tG5", "tH5")
        assert "eX" not in self.renewed(*line, mine("eX", "4-4-7", "tI5"))

    def test_broken_ones_leave(self) -> None:
        """A broken unit is in the wave no more."""
        line = self.line("tF5", "tG5", "tH5")
        found = self.renewed(*line, mine("eX", "4-4-7", "tG5", broken=True))
        assert "eX" not in found
        assert len(found) == 6

    def test_with_a_known_enemy_they_leave(self) -> None:
        """Who has entered a Known FRIENDLY unit's Location leaves; concealed not."""
        line = self.line("tF5", "tG5", "tH5", "tI5")
        assert len(self.renewed(*line, german("V", "tI5"))) == 6
        assert len(self.renewed(*line, german("V", "tI5", concealed=True))) == 8

    def test_a_guard_leaves(self) -> None:
        """D-396: who guards a prisoner leaves; others beside the prisoner stay."""
        line = self.line("tF5", "tG5", "tH5", "tI5")
        held = german("V", "tI5", guard="e7", unarmed=True)
        found = self.renewed(*line, mine("e9", "4-4-7", "tI5"), held)
        assert "e7" not in found
        assert len(found) == 8

    def test_before_it_enters_there_is_no_chain_to_keep(self) -> None:
        """S? that have yet to enter are in the wave, one a hex or not."""
        waiting = [suspect("S1", "", enters="tG10"), suspect("S2", "", enters="tH10")]
        assert len(self.renewed(*waiting)) == 2

    @pytest.mark.parametrize(("side", "left"), [("ENEMY", 0), ("FRIENDLY", 2)])
    def test_as_the_phase_begins(self, side: Side, left: int) -> None:
        """D-396: a wave is looked over as the ENEMY's PFPh begins, in no other."""

        def begins(play: Play) -> None:
            begin_phase(play, 2, side, "PFPh")

        _, state, _ = seen(begins, *self.line("tF5", "tG5", each=1))
        assert sum(unit.wave != "" for unit in state.units.values()) == left

    def test_before_anybody_rallies(self) -> None:
        """D-396: who is broken as a RPh begins is in no wave, also when he rallies."""
        broken = mine("eX", "4-4-7", "tG5", broken=True)
        _, state, _ = seen(thin_waves, *self.line("tF5"), broken)
        assert state.units["eX"].wave == ""
        assert state.units["e0"].wave == "wave1"
        assert thin_waves in OF_PHASE["RPh"].begins

    def test_infantry_in_position_joins(self) -> None:
        """D-068: a squad in a hex of the wave joins, and one next to it if dense."""
        line = self.line("tF5", "tG5", "tH5", each=3)
        inside = mine("eX", "4-4-7", "tG5", wave="")
        beside = mine("eY", "4-4-7", "tI5", wave="")
        far = mine("eZ", "4-4-7", "tL5", wave="")
        found = self.renewed(*line, inside, beside, far)
        assert {"eX", "eY"} <= set(found)
        assert "eZ" not in found

    @pytest.mark.parametrize("which", ["wave1", "wave2"])
    def test_who_is_left_out_of_another_wave_joins(self, which: str) -> None:
        """D-068: in a hex of a wave or next to it, whichever was looked over first.

        Two hexes of the other wave are no chain; the one too far off is in none then.
        """
        other = "wave2" if which == "wave1" else "wave1"
        line = [
            replace(unit, wave=which) for unit in self.line("tF5", "tG5", "tH5", each=3)
        ]
        inside = mine("eX", "4-4-7", "tH5", wave=other)
        beside = [mine(f"eY{n}", "4-4-7", "tI5", wave=other) for n in range(2)]
        far = mine("eZ", "4-4-7", "tL5", wave=other)

        def begins(play: Play) -> None:
            begin_phase(play, 2, "ENEMY", "PFPh")

        _, state, _ = seen(begins, *line, inside, *beside, far)
        waves = {unit.id: unit.wave for unit in state.units.values()}
        assert waves.pop("eZ") == ""
        assert set(waves.values()) == {which}

    def test_a_friendly_unit_does_not_join(self) -> None:
        """Only the ENEMY's Infantry, in Good Order, joins."""
        line = self.line("tF5", "tG5", "tH5")
        broken = mine("eX", "4-4-7", "tG5", wave="", broken=True)
        found = self.renewed(*line, broken, german("V", "tG4"))
        assert len(found) == 6

    def test_exc1_sw(self) -> None:
        """A squad with a LMG does not join."""
        line = self.line("tF5", "tG5", "tH5")
        armed = mine("eX", "4-4-7", "tG5", wave="")
        lmg = Weapon(id="elmgA", counter="russian/lmg", owner="eX")
        assert "eX" in self.renewed(*line, armed)
        assert "eX" not in self.renewed(*line, armed, weapons=(lmg,))
        broken_down = replace(lmg, malfunctioned=True)
        assert "eX" in self.renewed(*line, armed, weapons=(broken_down,))
        dm = Weapon(id="emmgA", counter="russian/mmg", owner="eX", dm=True)
        assert "eX" not in self.renewed(*line, armed, weapons=(dm,))

    def test_a_leader_whom_the_broken_need(self) -> None:
        """D-395: he stays with a broken unit without Self-Rally; with none he joins."""
        line = self.line("tF5", "tG5", "tH5", each=3)
        leader = mine("eL", "8-1", "tG5", wave="")
        broken = mine("eX", "4-2-6", "tG5", wave="", broken=True)
        assert "eL" in self.renewed(*line, leader)
        assert "eL" not in self.renewed(*line, leader, broken)
        assert "eL" not in self.renewed(*line, leader, replace(broken, location="tG8"))
        # no call for who is broken elsewhere than within five hexes
        assert "eL" in self.renewed(*line, leader, replace(broken, location="tP5"))

    def test_recruits_crowd_out_nobody(self) -> None:
        """Beside four, one and one a lone squad cannot join: one of the wave would go.

        Two of them together keep the average, and join; so does one who brings it up.
        """
        line = [*self.line("tF5", each=4)]
        line += [mine("e8", "4-4-7", "tE5"), mine("e9", "4-4-7", "tG5")]
        near = [mine(f"eX{n}", "4-4-7", "tH5", wave="") for n in range(2)]
        beside = mine("eY", "4-4-7", "tD5", wave="")
        own = sorted(unit.id for unit in line)
        assert self.renewed(*line, near[0]) == own
        assert self.renewed(*line, *near) == sorted([*own, "eX0", "eX1"])
        assert self.renewed(*line, *near, beside) == sorted([*own, "eX0", "eX1"])
        assert "eX0" in self.renewed(*line[1:], *near)

    def test_nor_do_those_in_its_hexes(self) -> None:
        """One, one, three, two, one: the last three are the chain, who joins ahead.

        A squad more in the first hex would have the last one left out.
        """
        hexes = ("tE5", "tF5", "tG5", "tG5", "tG5", "tH5", "tH5", "tI5")
        line = [mine(f"e{n}", "4-4-7", hex_) for n, hex_ in enumerate(hexes)]
        assert self.renewed(*line) == ["e2", "e3", "e4", "e5", "e6", "e7"]
        recruit = mine("eX", "4-4-7", "tE5", wave="")
        assert "e7" in self.renewed(*line, recruit)

    def test_a_hex_without_mmc_is_no_link(self) -> None:
        """A25.23: a leader by himself makes no third hex, and joins no two parts."""
        leader = mine("eL", "8-0", "tG5")
        assert self.renewed(*self.line("tF5", "tH5", each=3), leader) == []
        beside = mine("eM", "8-0", "tI5", wave="")
        line = self.line("tF5", "tG5", "tH5")
        assert len(self.renewed(*line, beside)) == 6

    def test_whoever_leaves_takes_it(self) -> None:
        """Also out of its chain, or broken, a unit of the wave is in no Advance."""
        who = [
            mine(id_, "4-4-7", hex_, attitude="Advance", broken=id_ == "eC")
            for id_, hex_ in (("eA", "tG5"), ("eB", "tH5"), ("eC", "tI5"))
        ]
        state = seen(lambda play: renew_wave(play, "wave1"), *who)[1]
        assert [unit.attitude for unit in state.units.values()] == ["", "", ""]
