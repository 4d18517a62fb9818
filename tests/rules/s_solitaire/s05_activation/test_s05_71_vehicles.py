"""S5.71 to S5.713: vehicles, out of a S? or as reinforcements."""

import pytest

from opfor.core.event import RollMade
from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.group import ActivatedGroup
from opfor.rules.s_solitaire.s05_activation.s05_71_vehicles import (
    armor_crews,
    bog_drm,
    optional_equipment,
    slow_turret,
    vehicle,
)
from opfor.state.counter_lists import counter
from opfor.state.counters import Vehicle
from opfor.state.events import MoveChanged, PhaseBegan, UnitAdded
from opfor.state.in_progress import Move
from opfor.state.nations import load_nation
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import Attitude, LocationName, Suspect, Unit, VehicleState
from tests.rules.given.activated import (
    BOARD,
    activated,
    brought,
    told,
    units,
    with_table,
)
from tests.rules.given.world import events, game


def state_of(unit: Unit) -> VehicleState:
    """What a unit has as a vehicle."""
    assert unit.vehicle is not None
    return unit.vehicle


def type_(name: str) -> Vehicle:
    """A vehicle type."""
    found = counter(name)
    assert isinstance(found, Vehicle)
    return found


class TestS5_71VehicleGeneration:
    """S5.71."""

    def test_from_a1(self) -> None:
        """S, S, L, AFV: the AFV comes last, concealed, where the S? stood."""
        play = activated(
            "S5.6 DR 1,1",
            "S5.72 DR 3,3",
            "S5.72 DR 3,3",
            "S5.73 DR 6,6",
            "S5.71 DR 5,5",
        )
        afv = units(play)[-1]
        assert (afv.counter, afv.location) == ("russian/ba-6", "tE3")
        assert afv.concealed
        assert play.state.heavy == 1

    def test_no_drm(self) -> None:
        """The DR on x6 has no modifier."""
        play = brought("S5.71 DR 5,5")
        assert [roll.mods for roll in events(play, RollMade)] == [()]

    def test_ce_and_stopped(self) -> None:
        """A vehicle is CE and stopped, in either Attitude."""
        for attitude in ("Hold", "Advance"):
            (afv,) = units(brought("S5.71 DR 5,5", attitude=attitude))
            assert state_of(afv).ce
            assert not state_of(afv).motion

    @pytest.mark.parametrize(
        ("enemy", "date", "kind", "table"),
        [
            ("german", "1943-06", "AFV", "x6"),
            ("german", "1943-06", "SPG", "x6a"),
            ("german", "1943-06", "TD", "x6c"),
            ("russian", "1941-08", "SPG", "x6"),
            ("russian", "1943-06", "TD", "x6"),
            ("russian", "1943-09", "TD", "x6c"),
            ("french", "1940-05", "SPG", "x6"),
        ],
    )
    def test_tables(self, enemy: str, date: str, kind: str, table: str) -> None:
        """SPG by x6a, TD by x6c, and x6 where those do not apply to nation or date."""
        both = enemy == "german" and kind == "SPG"  # D-595: a dr between x6a and x6c
        dice = ["S5.71 dr 3"] * both + ["S5.71 DR 3,4"]
        play = brought(*dice, kind=kind, enemy=enemy, date=date)
        (found,) = units(play)
        pack = load_nation(enemy)
        row = pack.in_use(table, 7, date=date)
        assert found.counter == pack.counter(row.result).id

    @pytest.mark.parametrize(
        ("dr", "by"), [(1, "x6a"), (3, "x6a"), (4, "x6c"), (6, "x6c")]
    )
    def test_d550_gun_or_tank_destroyer(self, dr: int, by: str) -> None:
        """A SPG is one of x6a or, by a dr of 4 to 6, of x6c where both apply."""
        dice = f"S5.71 dr {dr}", "S5.71 DR 3,4"
        play = brought(*dice, kind="SPG", enemy="german", date="1943-08")
        (found,) = units(play)
        german = load_nation("german")
        row = german.in_use(by, 7, date="1943-08")
        assert found.counter == german.counter(row.result).id

    def test_d550_the_only_one(self) -> None:
        """Where only x6c applies a SPG is one of it, without a dr."""
        (found,) = units(
            brought("S5.71 DR 3,4", kind="SPG", enemy="romanian", date="1943-08")
        )
        assert found.counter == "axis-minor/tacam-t-60-r"

    def test_no_table(self) -> None:
        """A nation without vehicles brings one more squad."""
        play = activated(
            "S5.6 DR 1,1",
            "S5.72 DR 3,3",
            "S5.72 DR 3,3",
            "S5.73 DR 6,6",
            "S5.72 DR 3,3",
            enemy="partisan",
            date="1943-06",
        )
        assert [u.counter for u in units(play)] == ["partisan/3-3-7"] * 3

    def test_mission_without_vehicles(self) -> None:
        """Beyond the Mission's cap the item is ignored without a DR."""
        assert told(brought(heavy_cap=0), "ignored") == ["S5.71"]


class TestS5_71_exc1BU:
    """S5.71 EXC."""

    @pytest.mark.parametrize(
        ("name", "slow"),
        [
            ("russian/t-26-m33", True),
            ("russian/t-70", True),
            ("russian/ot-34", True),
            ("russian/ba-6", False),
            ("russian/ba-64b", False),
            ("russian/t-34-85", False),
        ],
    )
    def test_turrets(self, name: str, slow: bool) -> None:
        """1MT and RST tanks, no armored cars with such turrets, no faster turrets."""
        assert slow_turret(type_(name)) == slow

    def test_rst_is_bu(self) -> None:
        """A T-26 out of a S? is BU."""
        (afv,) = units(brought("S5.71 DR 3,4"))
        assert not state_of(afv).ce

    def test_inside_is_bu(self) -> None:
        """Any AFV in a building is BU (D-926)."""
        play = brought("S5.71 DR 5,6", at="tH4", date="1941-08")
        assert [state_of(u).ce for u in units(play)] == [False]


class TestS5_711ArmorCrews:
    """S5.711."""

    @staticmethod
    def crews(*dice: str, afv: tuple[str, ...]) -> list[VehicleState]:
        """The AFV after their armor leader DR."""

        def run(play: Play) -> None:
            for number, name in enumerate(afv):
                unit = Unit(
                    id=f"v{number}",
                    side="ENEMY",
                    counter=f"russian/{name}",
                    vehicle=VehicleState(),
                )
                play.emit(UnitAdded(unit))
            armor_crews(play, [f"v{number}" for number in range(len(afv))])

        play = game(*dice, board=BOARD, run=run, date="1943-09")
        return [state_of(unit) for unit in play.state.units.values()]

    def test_best_afv(self) -> None:
        """The leader goes to the AFV with the most armor."""
        found = self.crews("S5.711 DR 1,1", afv=("t-70", "t-34-m43", "t-70"))
        assert [bool(v.leader) for v in found] == [False, True, False]

    def test_groups_of_three(self) -> None:
        """Four armed AFV make two DR: one for three, one for what is left."""
        found = self.crews("S5.711 DR 3,4", "S5.711 DR 1,1", afv=("t-34-m43",) * 4)
        assert [bool(v.leader) for v in found] == [False, False, False, True]

    def test_inexperienced(self) -> None:
        """Inexperienced Crew: each AFV that must use platoon movement."""
        found = self.crews("S5.711 DR 6,6", afv=("t-70", "t-34-m43"))
        assert [v.inexperienced for v in found] == [True, False]

    def test_middling(self) -> None:
        """The middle of the column gives neither."""
        (found,) = self.crews("S5.711 DR 3,4", afv=("t-70",))
        assert not found.leader
        assert not found.inexperienced


class TestS5_712BogTerrain:
    """S5.712."""

    def test_hold_has_passed(self) -> None:
        """From a Hold S? the Bog DR counts as passed; a partial TB shows the way in."""
        play = brought("S5.71 DR 3,4", "S5.712 dr 3", at="tL8")
        (afv,) = units(play)
        assert not state_of(afv).bogged
        (marker,) = play.state.markers.values()
        assert (marker.kind, marker.location) == ("trail break", "tL8")
        vca = state_of(afv).vca
        assert marker.sides[0] in {(vca + 2) % 6, (vca + 3) % 6}

    def test_open_ground(self) -> None:
        """Open Ground needs no Bog DR and has no TB."""
        play = brought("S5.71 DR 3,4", attitude="Advance")
        assert not play.state.markers
        assert not told(play, "Bog")

    def test_road(self) -> None:
        """D-034: a vehicle may have come by the road that leads in."""
        play = brought("S5.71 DR 3,4", at="tB3", attitude="Advance")
        assert not told(play, "Bog")


class TestS5_712_exc1Advance:
    """S5.712 EXC."""

    @pytest.mark.parametrize(("dr", "bogged"), [("5,5", False), ("5,6", True)])
    def test_bog_dr(self, dr: str, bogged: bool) -> None:
        """From an Advance S? a Final DR of 12 bogs it; the Trail Break comes after."""
        play = brought(
            "S5.71 DR 3,4",
            f"S5.712 DR {dr}",
            "S5.712 dr 3",
            at="tL8",
            attitude="Advance",
        )
        (afv,) = units(play)
        assert state_of(afv).bogged == bogged

    @pytest.mark.parametrize(
        ("name", "at", "value"),
        [
            ("russian/t-34-m43", "tL8", 1),
            ("russian/t-70", "tL8", 0),
            ("russian/ba-6", "tL8", 3),
            ("russian/ba-20", "tL8", 4),
            ("russian/ba-6", "tR3", 5),
        ],
    )
    def test_drm(self, name: str, at: str, value: int) -> None:
        """Ground pressure, wheels and truck-type count; half MP does not (D-034)."""
        found: list[int] = []

        def run(play: Play) -> None:
            mods = bog_drm(play, LocationName(at), type_(name))
            found.append(sum(mod.value for mod in mods))

        game(board=BOARD, run=run)
        assert found == [value]


class TestS5_712_enteredWithAllMP:
    """S5.712/entered."""

    @staticmethod
    def state(attitude: Attitude, *, moves: bool, moved: bool) -> VehicleState:
        """What a T-34 out of such a S? is like."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "MPh"))
            suspect = Suspect("S1", LocationName("tB3"), attitude, moved=moved)
            play.emit(MoveChanged(Move(units=("S1",) if moves else ("S2",))))
            vehicle(play, ActivatedGroup(suspect=suspect), "AFV")

        played = game("S5.71 DR 3,4", board=BOARD, date="1943-10", run=run)
        (afv,) = units(played)
        return state_of(afv)

    @pytest.mark.parametrize(("moves", "moved"), [(True, False), (False, True)])
    def test_came_in(self, *, moves: bool, moved: bool) -> None:
        """It has entered a hex with all its MP there, and is stopped (D-836)."""
        state = self.state("Advance", moves=moves, moved=moved)
        assert (state.entered, state.motion) == (True, False)
        ((where, quarters),) = state.trail
        assert (where, quarters >= 40) == ("tB3", True)

    @pytest.mark.parametrize("attitude", ["Hold", "Advance"])
    def test_stood_there(self, attitude: Attitude) -> None:
        """One out of a S? that does not move has not."""
        state = self.state(attitude, moves=False, moved=False)
        assert not state.entered
        assert not state.trail


class TestS5_713OptionalEquipment:
    """S5.713."""

    TABLE = """
id = "equipment"
title = "Optional equipment"
key = "none"
source = "project"
axes = { vehicle = ["M4/76(a)", "T-70"], item = ["Gyrostabilizer"] }
rows = [
  { vehicle = "M4/76(a)", item = "Gyrostabilizer", result = 4 },
  { vehicle = "T-70", item = "Gyrostabilizer", result = 0 },
]
"""

    @staticmethod
    def equipped(*dice: str, table: str = "") -> Game[State]:
        """A M4/76(a) after its Availability DR."""

        def run(play: Play) -> None:
            if table:
                play.world.enemy = with_table(play.world.enemy, table)
            unit = Unit(
                id="v",
                side="ENEMY",
                counter="russian/m4-76-a",
                vehicle=VehicleState(),
            )
            play.emit(UnitAdded(unit))
            optional_equipment(play, "v")

        return game(*dice, board=BOARD, run=run, date="1944-10")

    @pytest.mark.parametrize(("dr", "has"), [("2,2", ("Gyrostabilizer",)), ("2,3", ())])
    def test_availability(self, dr: str, has: tuple[str, ...]) -> None:
        """With a table the item is there on its DR or less."""
        play = self.equipped(f"S5.713 DR {dr}", table=self.TABLE)
        assert state_of(play.state.units["v"]).equipment == has

    def test_without_a_table(self) -> None:
        """Without one it is left out, and told."""
        play = self.equipped()
        assert told(play, "Gyrostabilizer") == ["S5.713"]
