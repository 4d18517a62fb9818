"""S9.41: S? that leave the map."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire.s09_movement.command_clauses import way_out
from opfor.rules.s_solitaire.s09_movement.movers import NOWHERE, of_suspect
from opfor.rules.s_solitaire.s09_movement.next_step import after
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import (
    exit_edges,
    suspect_exits,
)
from opfor.rules.s_solitaire.s09_movement.s09_24_each_hex import roll_each_hex
from opfor.rules.s_solitaire.s09_movement.s09_26_prohibited import exit_bar
from opfor.state.events import PhaseBegan, SuspectPlaced, SuspectRemoved
from opfor.state.play import FrozenView, Play
from opfor.state.state import State
from opfor.state.units import OFFBOARD, Suspect
from tests.rules.given.moves import (
    PLAIN,
    SQUAD,
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

    @pytest.mark.parametrize(("dr", "off"), [(1, False), (2, True)])
    def test_out_of_a_corner(self, dr: int, *, off: bool) -> None:
        """Half hex A10 lies along two edges: F leads off the FBE, F-N off the north."""
        played = phase(f"S9.23 dr {dr}", enemies={"e1": "tA10"}, command=9)
        assert ("e1" not in played.state.units) == off
        assert bool(played.state.toll("ENEMY").exit_vp) == off

    @pytest.mark.parametrize(("dr", "off"), [(1, False), (2, True)])
    def test_out_of_a_corner_by_reh(self, dr: int, *, off: bool) -> None:
        """A REH ends at the north edge there, and leads off the FBE as a RAS does."""
        found: list[str] = []

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            found.append(roll_each_hex(play, mover("tA10", "Advance"), NOWHERE))

        game(
            f"S9.24 dr {dr}",
            board=PLAIN,
            fbe="bottom",
            enemies={"e1": (SQUAD, "tA10")},
            run=run,
        )
        assert found == [OFFBOARD if off else NOWHERE]

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

    @pytest.mark.parametrize(
        ("edge", "where"),
        [("north", "tT5"), ("north", "tS5"), ("", "tC10"), ("", "tC9"), ("", "tB9")],
    )
    def test_from_its_edge(self, edge: Any, where: str) -> None:
        """A S? that begins at its edge, or next to it, leaves in that MPh."""
        suspect = Suspect("S1", at(where), "Advance", edge=edge)
        played = phase(changed=lambda play: play.emit(SuspectPlaced(suspect)))
        assert not played.state.suspects
        assert played.state.toll("ENEMY").exit_vp == 2

    @pytest.mark.parametrize("where", ["tC10", "tC9"])
    def test_unit_from_the_fbe(self, where: str) -> None:
        """So does a squad whose Move Command has it make for the FBE."""
        played = phase(enemies={"e1": where}, command=3)
        assert "e1" not in played.state.units
        assert played.state.toll("ENEMY").exit_vp == 2

    def test_not_past_a_vpo(self) -> None:
        """D-235: not while there is a VPO to take."""
        more: Any = {"vpo": (at("tS9"),), "held_by": "FRIENDLY"}
        played = phase(enemies={"e1": "tC10"}, command=3, **more)
        assert "e1" in played.state.units

    def test_its_edge_by_a_command(self) -> None:
        """In sight too "the FBE" of a Command is the edge that a S? makes for."""
        suspect = Suspect("S1", at("tR5"), "Advance", edge="north")
        view = scene(suspects={"S1": suspect})
        assert way_out(view, of_suspect(suspect))[0].startswith("tT")
        assert way_out(view, mover("tR5"))[0] == "tA10"

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
