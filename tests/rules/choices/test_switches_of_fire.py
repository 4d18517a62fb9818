"""Switches of S8: each way of a point of the ENEMY's fire is another way to play."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a08_first_fire.a08_1_window import open_window
from opfor.rules.s_solitaire.s06_actions.s06_23_command_to_fire import fire_command
from opfor.rules.s_solitaire.s08_fire.command_clauses import tie_lines
from opfor.rules.s_solitaire.s08_fire.planned_attack import things_of
from opfor.rules.s_solitaire.s08_fire.s08_p1_afph_advancing_fire import advancing_fire
from opfor.rules.s_solitaire.s08_fire.s08_p2_targets import Aiming, targets_of
from opfor.rules.s_solitaire.s08_fire.s08_p3_target_choice import attack_table
from opfor.rules.s_solitaire.s08_fire.s08_p4_order_of_firing import firing_rank
from opfor.rules.s_solitaire.s08_fire.s08_p6_keeping_targets import unspent
from opfor.rules.s_solitaire.s08_fire.s08_p9_use_of_sw import weapons_used
from opfor.rules.s_solitaire.s08_fire.s08_p11_sustained_fire import spared
from opfor.rules.s_solitaire.s08_fire.s08_p12_fire_groups import fire_group
from opfor.rules.s_solitaire.s08_fire.s08_p13_spraying_fire import spraying
from opfor.rules.s_solitaire.s08_fire.s08_p15_holding_fire import laned
from opfor.rules.s_solitaire.s08_fire.s08_p17_phases import final_fire
from opfor.rules.s_solitaire.s08_fire.s08_p19_vehicle_evasion import (
    smokes,
    tries_motion,
)
from opfor.state.events import (
    MoveChanged,
    PhaseBegan,
    ShotFired,
    UnitChanged,
    WeaponChanged,
)
from opfor.state.in_progress import Move, Shot
from opfor.state.play import Play
from tests.rules.given.armor import duel
from tests.rules.given.firing_range import (
    FOE,
    LEADER,
    SQUAD,
    TWO,
    at,
    group_of,
    moving,
    part_played,
    shoot,
    shot_of,
    shots,
)
from tests.rules.given.switches import set_to
from tests.rules.given.waiting_to_fire import why
from tests.rules.given.world import game

NONE = "A7.3 DR 6,5"
E1 = {"e1": (SQUAD, "M6")}


class TestFire:
    """The ENEMY's fire."""

    @pytest.mark.parametrize(
        ("how", "where", "attacks"),
        [
            ("", "J6", 1),
            ("none", "J6", 0),
            ("", "J3", 0),
            ("all", "J3", 1),
        ],
    )
    def test_p1_movers(self, how: str, where: str, attacks: int) -> None:
        """Who moved fires at 1/6; or nobody; or everybody who can do harm."""
        moved = {"moved": True, "attitude": "Advance", "action": "Move"}
        played = part_played(
            advancing_fire,
            *[NONE] * attacks,
            times=attacks,
            phase="AFPh",
            units={"V": (FOE, where)},
            changes={"e1": moved},
            **set_to("S8.p1 movers", how),
        )
        assert len(shots(played)) == attacks

    @pytest.mark.parametrize(
        ("how", "name"), [("", "A3b"), ("no Infantry Target", "A3a")]
    )
    def test_p3_table(self, how: str, name: str) -> None:
        """An A-T Weapon brings {A3b}, or only the want of other Targets does."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            things = things_of(play, [play.state.units["e"]])
            group = group_of(play, "e")
            found.append(attack_table(play, group, targets_of(play, things)))

        game(
            board="board: t\nsize: 20x10\nwoods: B2\n",
            vehicles={"tank": ("russian/t-34-m43", "tK5", {"vca": 0, "tca": 0})},
            enemies={"e": ("german/4-6-7", "tK4")},
            units={"a": ("russian/4-4-7", "tK5")},
            run=run,
            date="1944-06",
            enemy="german",
            friendly="russian",
            **set_to("S8.p3 table", how),
        )
        assert found == [name]

    @pytest.mark.parametrize("how", ["", "S6.1"])
    def test_p4_order(self, how: str) -> None:
        """By what they fire, or all alike."""
        ranks: set[int] = set()

        def run(play: Play) -> None:
            ranks.update(firing_rank(play, group_of(play, id_)) for id_ in ("e1", "e2"))

        shoot(
            run=run,
            enemies={"e1": (SQUAD, "M6"), "e2": (SQUAD, "M7")},
            units=TWO,
            weapons={"mg": ("russian/hmg", "e2")},
            **set_to("S8.p4 order", how),
        )
        assert len(ranks) == (1 if how else 2)

    @pytest.mark.parametrize(
        ("how", "dice"), [("", ()), ("new DR", ("S6.23/command DR 4,5",))]
    )
    def test_p6_target(self, how: str, dice: tuple[str, ...]) -> None:
        """A kept ROF stays at its Target, or there is a new DR."""

        def run(play: Play) -> None:
            again = replace(play.state.weapons["mg"], fired="prep", rof=True)
            play.emit(WeaponChanged(again, "keeps its ROF"))
            tired = replace(play.state.units["e1"], fired="prep")
            play.emit(UnitChanged(tired, "fired"))
            play.emit(ShotFired(Shot("ENEMY", at("H6"), (at("M6"),), ("mg",))))
            assert fire_command(play, group_of(play, "e1"))

        shoot(
            *dice,
            NONE,
            run=run,
            enemies=E1,
            units=TWO,
            weapons={"mg": ("russian/mmg", "e1")},
            **set_to("S8.p6 Target", how),
        )

    @pytest.mark.parametrize(
        ("how", "left"), [("", ["tJ6"]), ("never", ["tJ6", "tH6"])]
    )
    def test_p6_spent(self, how: str, left: list[str]) -> None:
        """A pinned Target that was attacked is passed over, or not."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(ShotFired(Shot("ENEMY", at("H6"), (at("M9"),), ("e9",))))
            aiming = Aiming(play, at("M6"))
            found.extend(t.where for t in unspent(aiming, targets_of(play, ("e1",))))

        pinned = {"W": {"pinned": True}}
        shoot(
            run=run, enemies=E1, units=TWO, changes=pinned, **set_to("S8.p6 spent", how)
        )
        assert found == left

    @pytest.mark.parametrize(("how", "target"), [("", "tH6"), ("closest", "tJ6")])
    def test_p7_tie(self, how: str, target: str) -> None:
        """A Known Target goes before a nearer concealed one, or the closest does."""
        found: list[str] = []

        def run(play: Play) -> None:
            lines = tie_lines(Aiming(play, at("M6")))
            left = lines[0].narrow(targets_of(play, ("e1",)))
            found.extend(each.where for each in left)

        hidden = {"V": {"concealed": True}}
        shoot(
            run=run, enemies=E1, units=TWO, changes=hidden, **set_to("S8.p7 tie", how)
        )
        assert found == [target]

    @pytest.mark.parametrize(
        ("how", "where", "used"),
        [
            ("", "J6", True),
            ("never", "J6", False),
            ("", "J3", False),
            ("any chance", "J3", True),
        ],
    )
    def test_p8_sw(self, how: str, where: str, used: bool) -> None:
        """A leader alone mans a MG at 1/4; or never; or at any chance."""
        found: list[bool] = []

        def run(play: Play) -> None:
            found.append("mg" in weapons_used(play, ("l", "mg"), at(where)))

        shoot(
            run=run,
            enemies={"l": (LEADER, "M6")},
            units={"V": (FOE, where)},
            weapons={"mg": ("russian/hmg", "l")},
            **set_to("S8.p8 SW", how),
        )
        assert found == [used]

    @pytest.mark.parametrize(
        ("how", "where", "fires_"),
        [
            ("", "J6", False),
            ("always", "J6", True),
            ("", "L6", True),
            ("never", "L6", False),
        ],
    )
    def test_p11_sustained_fire(self, how: str, where: str, fires_: bool) -> None:
        """A frail MG sustains at 7/12; or always; or never."""
        found: list[bool] = []

        def run(play: Play) -> None:
            weapon = replace(play.state.weapons["mg"], fired="first")
            shot = shot_of(play, where, "mg")
            found.append(spared(play, play.state.units["e1"], weapon, shot))

        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, where)},
            weapons={"mg": ("russian/mmg", "e1")},
            **set_to("S8.p11 Sustained Fire", how),
        )
        assert found == [fires_]

    @pytest.mark.parametrize(
        ("how", "places", "firers"),
        [
            ("", {"e1": "M6", "e2": "M7"}, 2),
            ("the row", {"e1": "M6", "e2": "M7"}, 1),
            ("largest", {"e1": "M6", "e2": "M7", "e3": "M8"}, 3),
        ],
    )
    def test_p12_fire_group(
        self, how: str, places: dict[str, str], firers: int
    ) -> None:
        """A FG where it is better; or only where the row says so; or the largest."""
        found: list[int] = []

        def run(play: Play) -> None:
            first, *others = [shot_of(play, "J6", id_) for id_ in places]
            found.append(len(fire_group(play, first, others).order.firers))

        enemies = {id_: (SQUAD, where) for id_, where in places.items()}
        switch = set_to("S8.p12 Fire Group", how)
        shoot(run=run, enemies=enemies, units={"V": (FOE, "J6")}, **switch)
        assert found == [firers]

    @pytest.mark.parametrize(
        ("how", "near", "sprays"),
        [
            ("", True, True),
            ("never", True, False),
            ("", False, False),
            ("any", False, True),
        ],
    )
    def test_p13_spraying_fire(self, how: str, near: bool, sprays: bool) -> None:
        """Sprayed where each half has 1/6; or never; or for any effect."""
        found: list[bool] = []
        first, second = ("L6", "L7") if near else ("J3", "J4")

        def run(play: Play) -> None:
            shot = shot_of(play, first, "e1")
            found.append(spraying(play, shot, at(first)) is not None)

        units = {"V": (FOE, first), "W": (FOE, second)}
        enemies = {"e1": ("russian/6-2-8", "M7" if near else "L4")}
        switch = set_to("S8.p13 Spraying Fire", how)
        shoot(run=run, enemies=enemies, units=units, **switch)
        assert found == [sprays]

    @pytest.mark.parametrize("how", ["", "odds alone"])
    def test_p14_lines(self, how: str) -> None:
        """Beside a VPO at 1/4, or by the discipline alone."""
        still = {"assault": True, "stopped": True}
        switch = set_to("S8.p14 lines", how)
        said = why("H6", how=still, vpo=(at("H6"),), **switch)
        assert bool(said) is not bool(how)

    @pytest.mark.parametrize("how", ["", "never"])
    def test_p15_fire_lane(self, how: str) -> None:
        """A HMG lays a Fire Lane, or none does."""
        found: list[bool] = []

        def run(play: Play) -> None:
            moving(play, "V")
            found.append(laned(play, shot_of(play, "M3", "e1", "mg")).order.lane)

        shoot(
            run=run,
            enemies=E1,
            units={"V": (FOE, "M3"), "W1": (FOE, "K3"), "W2": (FOE, "K4")},
            weapons={"mg": ("russian/hmg", "e1")},
            phase="MPh",
            turn="FRIENDLY",
            vpo=(at("P3"),),
            **set_to("S8.p15 Fire Lane", how),
        )
        assert found == [not how]

    @pytest.mark.parametrize(
        ("how", "where", "fires_"),
        [
            ("", "L6", True),
            ("TPBF", "L6", False),
            ("TPBF", "M6", True),
            ("never", "M6", False),
        ],
    )
    def test_p16_fpf(self, how: str, where: str, fires_: bool) -> None:
        """FPF at good odds; or at TPBF alone; or never."""
        fired = {"e1": {"fired": "final"}}
        said = why(where, changes=fired, mf=3, **set_to("S8.p16 FPF", how))
        assert bool(said) is fires_

    @pytest.mark.parametrize(("how", "attacks"), [("", 1), ("discipline", 0)])
    def test_p17_odds(self, how: str, attacks: int) -> None:
        """Everybody with a Target fires in the DFPh, or at the discipline's odds."""
        played = part_played(
            final_fire,
            *[NONE] * attacks,
            times=attacks,
            phase="DFPh",
            turn="FRIENDLY",
            units={"V": (FOE, "J3")},
            **set_to("S8.p17 odds", how),
        )
        assert len(shots(played)) == attacks

    @pytest.mark.parametrize(
        ("how", "where", "fires_"),
        [
            ("", "K6", True),
            ("ADJACENT", "K6", False),
            ("ADJACENT", "L6", True),
        ],
    )
    def test_p18_range(self, how: str, where: str, fires_: bool) -> None:
        """A Human Wave fires within two hexes, or ADJACENT alone."""
        wave = {"e1": {"wave": "wave1"}}
        assert bool(why(where, changes=wave, **set_to("S8.p18 range", how))) is fires_

    @pytest.mark.parametrize("how", ["", "never"])
    def test_p19_motion(self, how: str) -> None:
        """An armored car tries for Motion before a Tiger, or stays."""
        dice = () if how else ("D2.401/dr dr 1",)
        assert _threatened(
            tries_motion, *dice, enemy="russian/ba-6", **set_to("S8.p19 Motion", how)
        ) is not bool(how)

    @pytest.mark.parametrize("how", ["", "never"])
    def test_p10_dispenser(self, how: str) -> None:
        """A Sherman smokes before a Tiger, or does not."""
        dice = () if how else ("D13.31 DR 1,2",)
        assert _threatened(
            smokes, *dice, enemy="american/m4a2", **set_to("S8.p10 dispenser", how)
        ) is not bool(how)


def _threatened(does: Any, *dice: str, enemy: str, **more: Any) -> bool:
    """Whether an ENEMY vehicle does something as a Tiger comes in sight."""
    found: list[bool] = []

    def run(play: Play) -> None:
        move = {"here": 4, "spent": 4, "allotment": 40, "steps": 1, "entry_side": -1}
        play.emit(MoveChanged(Move(units=("tank",), **move)))
        open_window(play)
        found.append(does(play))

    duel(
        run,
        *dice,
        phase="MPh",
        counter="german/pzkpfw-vie",
        enemy_counter=enemy,
        date="1944-06",
        **more,
    )
    return found[0]
