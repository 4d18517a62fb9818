"""S9.26 to S9.41: where the ENEMY does not go, stairs, and the way off the map."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement.exit_vp import suspect_exits
from opfor.rules.s_solitaire.s09_movement.movers import after, exit_edges, of_suspect
from opfor.rules.s_solitaire.s09_movement.prohibited import exit_bar, prohibited
from opfor.rules.s_solitaire.s09_movement.random_direction import (
    NOWHERE,
    headings,
    leads,
)
from opfor.state.artillery import Battery
from opfor.state.events import (
    SuspectPlaced,
    SuspectRemoved,
)
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import (
    OFFBOARD,
    Fortification,
    Marker,
    Suspect,
    Unit,
)
from tests.rules.given.moves import (
    PLAIN,
    WORLD,
    at,
    enemy,
    entered,
    friend,
    mover,
    phase,
    scene,
)
from tests.rules.given.world import MISSION, events, game


class TestS9_26Prohibited:
    """S9.26."""

    def test_open_ground(self) -> None:
        """Nothing keeps it out of Open Ground."""
        assert prohibited(scene(enemy("tC3")), mover("tC3"), at("tC4")) == ""

    def test_b5_water(self) -> None:
        """A Water Obstacle."""
        assert prohibited(scene(enemy("tP4")), mover("tP4"), at("tP5"))

    @pytest.mark.parametrize(("where", "barred"), [("tC5", True), ("tC6", False)])
    def test_b1_blast_area(self, where: str, barred: bool) -> None:
        """Beside the hex of a FFE, not two hexes from it."""
        ffe = Marker(id="f", kind="FFE:1", location=at(where), side="FRIENDLY", of="b")
        guns = {"b": Battery(id="b", side="FRIENDLY", calibre=105)}
        view = scene(enemy("tC3"), markers={"f": ffe}, batteries=guns)
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    @pytest.mark.parametrize(("count", "barred"), [(2, False), (3, True)])
    def test_b3_overstacked(self, count: int, barred: bool) -> None:
        """Where it would be the fourth squad."""
        there = [enemy("tC4", f"c{n}") for n in range(count)]
        view = scene(enemy("tC3"), *there)
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    def test_b6_offboard(self) -> None:
        """Off the map, but where it may leave it."""
        assert prohibited(scene(enemy("tT4")), mover("tT4"), OFFBOARD)

    @pytest.mark.parametrize(("fp", "barred"), [(3, False), (4, True)])
    def test_b4_residual(self, fp: int, barred: bool) -> None:
        """4 FP of Residual Fire, not 3."""
        fire = Marker(id="r", kind="residual", location=at("tC4"), fp=fp)
        view = scene(enemy("tC3"), markers={"r": fire})
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    def test_b2_minefield(self) -> None:
        """A Known Minefield, not a hidden one."""
        mines = Fortification(id="m", kind="minefield", location=at("tC4"), fp=6)
        view = scene(enemy("tC3"), fortifications={"m": mines})
        assert prohibited(view, mover("tC3"), at("tC4"))
        unknown = scene(enemy("tC3"), fortifications={"m": replace(mines, hidden=True)})
        assert not prohibited(unknown, mover("tC3"), at("tC4"))

    def test_exc1_minefield_near_a_vpo(self) -> None:
        """EXC: in or ADJACENT to a FRIENDLY Controlled VPO (D-023)."""
        mines = Fortification(id="m", kind="minefield", location=at("tH5"), fp=6)
        view = scene(enemy("tH6"), fortifications={"m": mines}, vpo=("tH4",))
        assert not prohibited(view, mover("tH6"), at("tH5"))

    def test_exc2_fire_near_a_vpo(self) -> None:
        """EXC: 4 FP next to a FRIENDLY Controlled VPO."""
        fire = Marker(id="r", kind="residual", location=at("tH5"), fp=8)
        view = scene(enemy("tH6"), markers={"r": fire}, vpo=("tH4",))
        assert not prohibited(view, mover("tH6"), at("tH5"))

    def test_exc3_offboard(self) -> None:
        """EXC: off the FBE and no other edge."""
        view = scene(enemy("tC10"))
        assert not prohibited(view, mover("tC10"), OFFBOARD)
        assert prohibited(view, mover("tT4"), OFFBOARD)


class TestS6_223Overstacking:
    """S6.223."""

    def crowd(self, count: int) -> list[Unit]:
        """So many squads in C4."""
        return [enemy("tC4", f"c{n}") for n in range(count)]

    @pytest.mark.parametrize(("count", "barred"), [(2, False), (3, True)])
    def test_three_squads(self, count: int, barred: bool) -> None:
        """Three squads are as many as there may be."""
        view = scene(enemy("tC3"), *self.crowd(count))
        assert bool(prohibited(view, mover("tC3"), at("tC4"))) is barred

    def test_suspects_count(self) -> None:
        """A S? is a squad."""
        suspects = {f"S{n}": Suspect(f"S{n}", at("tC4"), "Hold") for n in range(3)}
        view = scene(enemy("tC3"), suspects=suspects)
        assert prohibited(view, mover("tC3"), at("tC4"))

    def test_exc1_human_wave(self) -> None:
        """EXC: not a Human Wave."""
        view = scene(enemy("tC3", wave="w"), *self.crowd(3))
        assert not prohibited(view, mover("tC3"), at("tC4"))

    def test_exc2_rout(self) -> None:
        """EXC: a broken unit may: its rout does not ask this rule."""
        view = scene(enemy("tC3", broken=True), *self.crowd(2))
        assert not prohibited(view, mover("tC3"), at("tC4"))


class TestS9_27Stairs:
    """S9.27."""

    def test_down_to_go_on(self) -> None:
        """From upstairs the way on leads down the stairs."""
        view = scene(enemy("tM5/1"))
        assert (
            leads(
                view,
                mover("tM5/1", "Advance"),
                headings(view, mover("tM5/1", "Advance"))[0],
            )
            == "tM5"
        )

    def test_not_if_the_way_is_open(self) -> None:
        """On the ground the next hex is entered."""
        view = scene(enemy("tM5"))
        ends = {leads(view, mover("tM5"), h) for h in headings(view, mover("tM5"))}
        assert "tM5/1" not in ends
        assert NOWHERE not in ends


class TestS9_4Exit:
    """S9.4."""

    def test_off_the_fbe_alone(self) -> None:
        """By the FBE, from upstairs not, and by no other edge."""
        view = scene(enemy("tC10"))
        assert exit_bar(view, mover("tC10")) == ""
        assert exit_bar(view, mover("tT4"))
        assert exit_bar(view, mover("tC1"))

    def test_halted_at_another_edge(self) -> None:
        """A RAS that leads off the north edge ends in the last hex."""
        played = phase("S9.23 dr 1", enemies={"e1": "tB4"}, attitude="Hold", command=12)
        assert entered(played)[-1][1] == "A"
        assert "e1" in played.state.units

    @pytest.mark.parametrize(
        ("edge", "where", "off"),
        [
            ("", "tC10", True),
            ("", "tT4", False),
            ("north", "tT4", True),
            ("north", "tA4", False),
            ("south", "tA4", True),
            ("south", "tC10", True),
        ],
    )
    def test_exc1_side_edges(self, edge: Any, where: str, *, off: bool) -> None:
        """EXC: an Advance S? from a side edge leaves by the opposite one too."""
        suspect = Suspect("S1", at(where), "Advance", edge=edge)
        view = scene(suspects={"S1": suspect})
        assert (exit_bar(view, of_suspect(suspect)) == "") == off
        assert (after(view, of_suspect(suspect), OFFBOARD) is not None) == off

    def test_exc1hold(self) -> None:
        """EXC: one in Hold Attitude leaves by the FBE alone."""
        suspect = Suspect("S1", at("tT4"), "Hold", edge="north")
        assert exit_bar(scene(suspects={"S1": suspect}), of_suspect(suspect))

    def test_exc1_crosses_the_map(self) -> None:
        """EXC: with no VPO to take it makes for the opposite edge, and leaves by it."""
        suspect = Suspect("S1", at("tR5"), "Advance", edge="north")
        played = phase(changed=lambda play: play.emit(SuspectPlaced(suspect)))
        assert not played.state.suspects
        assert played.state.toll("ENEMY").exit_vp == 2

    def test_exc1_mission(self) -> None:
        """EXC: the edges that the Mission names."""
        mission = replace(MISSION, enemy_exits=("north",))
        view = FrozenView(State(mission=mission), WORLD)
        assert exit_edges(view, mover("tC10")) == ("north",)
        assert exit_bar(view, mover("tC10"))
        assert exit_bar(view, mover("tA4")) == ""

    def test_exc1_to_the_rear(self) -> None:
        """EXC: unarmed MMC and Guards by the EBE, others not."""
        held = friend("tC1", guard="e1", unarmed=True)
        for units in ([enemy("tC1", unarmed=True)], [enemy("tC1"), held]):
            assert exit_bar(scene(*units), mover("tC1")) == ""
        assert exit_bar(scene(enemy("tC1")), mover("tC1"))


class TestS9_41ExitVp:
    """S9.41."""

    @pytest.mark.parametrize(("wave", "points"), [(False, 2), (True, 4)])
    def test_of_a_suspect(self, wave: bool, points: int) -> None:
        """Two Exit VP for a S? that leaves by the FBE."""

        def run(play: Play) -> None:
            suspect = Suspect("S1", at("tC10"), "Advance", human_wave=wave)
            play.emit(SuspectPlaced(suspect))
            suspect_exits(play, suspect)

        played = game(board=PLAIN, fbe="bottom", run=run)
        assert played.state.toll("ENEMY").exit_vp == points
        assert events(played, SuspectRemoved)

    def test_exc1_human_wave(self) -> None:
        """EXC: four in a Human Wave."""
        assert Suspect("S1", at("tC10"), human_wave=True).exit_vp == 4

    def test_of_a_squad(self) -> None:
        """A squad that a RAS takes off the map gives its Exit VP (A26.23)."""
        played = phase("S9.23 dr 2", enemies={"e1": "tC9"}, command=9)
        assert "e1" not in played.state.units
        assert played.state.toll("ENEMY").exit_vp == 2
