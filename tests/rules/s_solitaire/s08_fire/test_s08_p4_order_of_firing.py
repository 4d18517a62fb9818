"""S8: in which order the ENEMY fires."""

from msgspec.structs import replace

from opfor.rules.s_solitaire.s08_fire.s08_p1_afph_advancing_fire import advancing_fire
from opfor.rules.s_solitaire.s08_fire.s08_p4_order_of_firing import firing_rank
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import ready_units
from opfor.state.events import ShotFired, WeaponChanged
from opfor.state.in_progress import Shot
from opfor.state.play import Play
from opfor.state.units import Unit
from tests.rules.given.firing_range import FOE, SQUAD, at, group_of, shoot, shots

E1 = {"e1": (SQUAD, "M6")}


TWO = {"V": (FOE, "J6"), "W": (FOE, "H6")}


class TestS8_p4Order:
    """S8.p4."""

    def test_ranks(self) -> None:
        """Who strips concealment, then MMG and HMG, groups, lone units."""
        ranks: list[int] = []

        def run(play: Play) -> None:
            groups = (("e1",), ("e2",), ("e3", "e4"))
            ranks.extend(firing_rank(play, group_of(play, *ids)) for ids in groups)

        shoot(
            run=run,
            enemies={
                "e1": (SQUAD, "M6"),
                "e2": (SQUAD, "M7"),
                "e3": (SQUAD, "M8"),
                "e4": (SQUAD, "M8"),
            },
            units=TWO,
            weapons={"mg": ("russian/hmg", "e2")},
        )
        assert ranks[1] < ranks[2] < ranks[0]

    def test_concealed_first(self) -> None:
        """One with concealed Targets only goes before all others."""

        def run(play: Play) -> None:
            assert firing_rank(play, group_of(play, "e1")) == 0

        hidden = {"V": {"concealed": True}, "W": {"concealed": True}}
        shoot(run=run, enemies=E1, units=TWO, changes=hidden)


class TestS8_p4Flamethrowers:
    """S8.p4: a FT fires before a FG takes its user along (S6.306, D-865)."""

    ENEMIES = {"e1": (SQUAD, "K6"), "e2": (SQUAD, "K7"), "e3": (SQUAD, "K7")}  # noqa: RUF012
    FT = {"ft": ("russian/ft", "e1")}  # noqa: RUF012

    def test_before_the_group(self) -> None:
        """AFPh: the FT, then one FG of all three, the squad with the FT too."""
        moved = {"moved": True, "attitude": "Advance", "action": "Move"}

        def run(play: Play) -> None:
            while advancing_fire(play):
                pass

        game = shoot(
            "A7.3 DR 6,5",
            "A10.1 DR 1,3",
            "A7.3 DR 6,5",
            run=run,
            phase="AFPh",
            enemies=self.ENEMIES,
            units={"V": (FOE, "J6")},
            weapons=self.FT,
            changes=dict.fromkeys(self.ENEMIES, moved),
        )
        first, second = shots(game)
        assert first == ("ft",)
        assert set(second) == {"e1", "e2", "e3"}

    def test_without_a_target(self) -> None:
        """One that reaches nobody has the place that its squad has without it."""
        ranks: list[int] = []

        def run(play: Play) -> None:
            ranks.append(firing_rank(play, group_of(play, "e1")))

        for where in ("J6", "F6"):
            units = {"V": (FOE, where)}
            shoot(run=run, enemies=self.ENEMIES, units=units, weapons=self.FT)
        assert ranks == [1, 4]

    def test_left_to_fire(self) -> None:
        """Who has fired his own FP in a FG has a turn of his own for the FT."""
        ready: list[list[Unit]] = []

        def run(play: Play) -> None:
            play.emit(ShotFired(Shot("ENEMY", at("J6"), (at("K6"),), ("e1",))))
            ready.append(ready_units(play, lambda _, unit: unit.id == "e1"))
            used = replace(play.state.weapons["ft"], fired="prep")
            play.emit(WeaponChanged(used, "set"))
            ready.append(ready_units(play, lambda _, unit: unit.id == "e1"))

        shoot(
            run=run,
            phase="AFPh",
            enemies=self.ENEMIES,
            units={"V": (FOE, "J6")},
            weapons=self.FT,
            changes={"e1": {"fired": "prep", "moved": True}},
        )
        assert [[unit.id for unit in units] for units in ready] == [["e1"], []]
