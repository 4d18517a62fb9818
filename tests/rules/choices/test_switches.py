"""Switches: each way of a point that no source gives is another way to play."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.a_infantry.a10_morale.a10_63_may_rally import self_rally
from opfor.rules.c_ordnance.c01_artillery.c01_3_spotting import place
from opfor.rules.choices.policies import EVERY
from opfor.rules.choices.switches import SWITCHES, switched, way
from opfor.rules.d_vehicles.d01_vehicles.d01_1_vehicles import unserved
from opfor.rules.s_solitaire.s02_2_random_events import _spent
from opfor.rules.s_solitaire.s12_random_events.s12_22_named_class import fresh_troops
from opfor.rules.s_solitaire.s12_random_events.s12_p3_event_clauses import (
    counter_attack,
)
from opfor.rules.s_solitaire.s14_artillery_and_aircraft import next_order, value
from opfor.rules.s_solitaire.s16_command_control import cmd_drm
from opfor.state.artillery import Battery
from opfor.state.events import (
    BatteryChanged,
    PhaseBegan,
    RandomEvent,
)
from opfor.state.play import FrozenView, Play
from opfor.state.units import LocationName, Unit
from tests.rules.given.armor import duel
from tests.rules.given.enemy_part import decided
from tests.rules.given.enemy_rph import rph, sw
from tests.rules.given.firing_range import (
    at,
)
from tests.rules.given.phases import unit
from tests.rules.given.random_events import came, happens
from tests.rules.given.stack import unit as one
from tests.rules.given.switches import set_to
from tests.rules.given.world import game

WOODS, OPEN = "tE5", "tC3"
CHIEF = "russian/8-1"


def broken(id_: str, where: str = WOODS, counter: str = "", **states: Any) -> Unit:
    """A broken ENEMY unit."""
    return unit(id_, where, counter, broken=True, **states)


class TestRally:
    """The Rally Phase."""

    @pytest.mark.parametrize(
        ("how", "dice"),
        [
            ("", ("A4.44 dr 1", "A10.6 DR 2,2")),
            ("rally first", ("A10.6 DR 2,2", "A4.44 dr 1")),
        ],
    )
    def test_p1_order(self, how: str, dice: tuple[str, ...]) -> None:
        """Recovery before rally, or after it."""
        units = unit("eA", "tL4"), broken("e1", "tE6"), unit("eL", "tE6", CHIEF)
        lying = [sw("m", "russian/lmg", at="tL4")]
        played = rph(*units, lying=lying, dice=dice, **set_to("S7.p1 order", how))
        assert played.state.weapons["m"].owner == "eA"

    @pytest.mark.parametrize(("how", "may"), [("", True), ("one", False)])
    def test_p2_number(self, how: str, may: bool) -> None:
        """After one MMC has tried a second one may Self-Rally, or not."""
        found: list[bool] = []

        def run(play: Play) -> None:
            done = replace(broken("e1"), deeds=("rally", "self rally"))
            state = play.state.units | {"e1": done, "e2": broken("e2")}
            after = replace(play.state, units=state, side="ENEMY", phase="RPh")
            found.append(self_rally(FrozenView(after, play.world), after.units["e2"]))

        game(run=run, **set_to("S7.p2 number", how))
        assert found == [may]

    @pytest.mark.parametrize(("how", "tried"), [("", False), ("any chance", True)])
    def test_p3_chance(self, how: str, tried: bool) -> None:
        """With less than 3 of 36 he waits, or tries all the same."""
        played = rph(
            unit("eL", OPEN, "russian/8-0"),
            broken("e1", OPEN, "russian/4-2-6", dm=True),
            dice=("A10.6 DR 6,5",) if tried else (),
            **set_to("S7.p3 chance", how),
        )
        assert bool(decided(played)) is tried

    @pytest.mark.parametrize(
        ("how", "where", "keeps"),
        [
            ("", "tE4", True),
            ("nobody", "tE4", False),
            ("", "tA1", False),
            ("everybody", "tA1", True),
        ],
    )
    def test_p4_dm(self, how: str, where: str, keeps: bool) -> None:
        """Who could rout to rally terrain keeps DM; or nobody; or everybody."""
        board = {"board": "board: t\nsize: 17x10\nwoods: O9"} if where == "tA1" else {}
        lost = broken("e1", where, "russian/4-2-6", dm=True)
        played = rph(lost, ends=True, **board, **set_to("S7.p4 DM", how))
        assert one(played, "e1").did("keep DM") is keeps

    @pytest.mark.parametrize(
        ("how", "seen", "takes"),
        [
            ("", False, False),
            ("any", False, True),
            ("none", True, False),
        ],
    )
    def test_p5_gun(self, how: str, seen: bool, takes: bool) -> None:
        """A squad takes a Gun with a Target; or any; or none."""
        gun = sw("g", "russian/45l-at-ptp-obr-32", at="tG5")
        foe = [unit("a", "tG2")] if seen else []
        dice = ("A4.44 dr 1",) if takes else ()
        played = rph(
            unit("e1", "tG5"), *foe, lying=[gun], dice=dice, **set_to("S7.p5 Gun", how)
        )
        assert bool(decided(played)) is takes

    @pytest.mark.parametrize("how", ["", "everybody"])
    def test_p6_repair(self, how: str) -> None:
        """Not beside a Target; or everybody."""
        bad = [sw("m", "russian/mmg", "e1", malfunctioned=True)]
        units = unit("e1", "tG5"), unit("a", "tG4")
        dice = ("A9.72 dr 1",) if how else ()
        played = rph(*units, lying=bad, dice=dice, **set_to("S7.p6 repair", how))
        assert played.state.weapons["m"].malfunctioned is not bool(how)

    @pytest.mark.parametrize("how", ["", "never"])
    def test_p7_recombining(self, how: str) -> None:
        """Two HS become a squad, or stay two."""
        pair = unit("e1", WOODS, "russian/2-3-7"), unit("e2", WOODS, "russian/2-3-7")
        leader = unit("eL", WOODS, CHIEF)
        played = rph(*pair, leader, **set_to("S7.p7 Recombining", how))
        assert ("e1" in played.state.units) is bool(how)

    @pytest.mark.parametrize(("how", "owner"), [("", "e1"), ("never", "eL")])
    def test_p8_transfer(self, how: str, owner: str) -> None:
        """A leader's SW goes to a squad, or stays with him."""
        units = unit("eL", WOODS, CHIEF), unit("e1", WOODS)
        lying = [sw("l", "russian/lmg", "eL")]
        played = rph(*units, lying=lying, **set_to("S7.p8 Transfer", how))
        assert played.state.weapons["l"].owner == owner


class TestRandomEvents:
    """Random Events."""

    @pytest.mark.parametrize(("how", "bold"), [("", 3), ("all", 4)])
    def test_p5_suspects(self, how: str, bold: int) -> None:
        """The three nearest S? counter-attack, or all."""
        played = happens(
            run=counter_attack,
            suspects={f"S{n}": f"tF{n}" for n in range(1, 5)},
            units={"V": ("german/4-6-7", "tA5")},
            **set_to("S12.p5 S?", how),
        )
        found = played.state.suspects.values()
        assert sum(each.attitude == "Advance" for each in found) == bold

    @pytest.mark.parametrize(
        ("how", "times", "spent"),
        [
            ("", 1, False),
            ("", 2, True),
            ("once", 1, True),
            ("any", 2, False),
        ],
    )
    def test_p6_number(self, how: str, times: int, spent: bool) -> None:
        """Human Waves come twice; or once; or as often as they are rolled."""
        found: list[bool] = []

        def run(play: Play) -> None:
            for _ in range(times):
                play.emit(RandomEvent("Human Wave"))
            rows = play.world.enemy.table("RE").rows
            row = next(r for r in rows if r.result["event"] == "Human Wave")
            found.append(_spent(play, row))

        happens(run=run, **set_to("S12.p6 number", how))
        assert found == [spent]

    @pytest.mark.parametrize("how", ["", "never"])
    def test_p12_miss(self, how: str) -> None:
        """The OBA of an event misses by a dr, or falls where it is meant."""
        dice = ["S12.p12 dr 1", *([] if how else ["S12.p12 dr 4", "S12.p12 dr 4"])]
        played = came(*dice, **set_to("S12.p12 miss", how))
        places = [mark.location for mark in played.state.markers.values()]
        assert places == ["tC5" if how else "tC7"]

    @pytest.mark.parametrize(
        ("how", "squads"), [("", {"6-6-7", "6-6-6"}), ("elite", {"6-6-7"})]
    )
    def test_22_class(self, how: str, squads: set[str]) -> None:
        """Where the elite is few the next best come too, or the elite alone."""
        found: list[frozenset[str]] = []
        happens(
            run=lambda play: found.append(fresh_troops(play)),
            enemy="american",
            date="1942-11",
            **set_to("S12.22 class", how),
        )
        assert found == [squads]


class TestArtillery:
    """OBA of Missions."""

    @pytest.mark.parametrize(
        ("how", "corrects"), [("", "convert"), ("any better", "correct")]
    )
    def test_p3_correct(
        self, how: str, corrects: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Corrected to what is worth twice as much, or more at all."""
        found: list[str] = []
        part = "opfor.rules.s_solitaire.s14_artillery_and_aircraft.allowed"
        monkeypatch.setattr(part, lambda *_: True)

        def run(play: Play) -> None:
            play.emit(PhaseBegan(1, "ENEMY", "PFPh"))
            battery = Battery(
                id="eoba1",
                side="ENEMY",
                calibre=80,
                device="offboard",
                post=LocationName("tQ5"),
                black=5,
                red=2,
                access=True,
                when="1 ENEMY PFPh",
                acted=("contact",),
            )
            play.emit(BatteryChanged(battery, "is there"))
            place(play, battery, "SR", at("J9"))
            play.emit(PhaseBegan(2, "ENEMY", "PFPh"))
            later = replace(play.state.batteries["eoba1"], when="2 ENEMY PFPh")
            play.emit(BatteryChanged(later, "has contact"))
            order = next_order(play, later)
            found.append(order.step if order else "")

        units = {
            **{f"V{n}": ("german/4-6-7", "tJ9") for n in range(2)},
            **{f"W{n}": ("german/4-6-7", "tC5") for n in range(3)},
        }
        came(run=run, units=units, enemies={}, **set_to("S14.p3 correct", how))
        assert found == [corrects]

    @pytest.mark.parametrize("how", ["", "never"])
    def test_p3_own(self, how: str) -> None:
        """Its own count twice against a hex, or rule it out."""
        found: list[int] = []

        def run(play: Play) -> None:
            found.append(value(play, LocationName("tF5")))

        units = {f"V{n}": ("german/4-6-7", "tF5") for n in range(3)}
        came(
            run=run,
            units=units,
            enemies={"e1": ("russian/1-2-7", "tF6")},
            **set_to("S14.p3 own", how),
        )
        assert (found[0] > 0) is not bool(how)


class TestCommandControl:
    """Command Control."""

    @pytest.mark.parametrize(("how", "drm"), [("", -1), ("hinder", 1)])
    def test_p2_signs(self, how: str, drm: int) -> None:
        """Motion helps a CMD DR, or hinders it."""
        found: list[int] = []

        def run(play: Play) -> None:
            tank = play.state.units["tank"]
            assert tank.vehicle
            going = replace(tank, vehicle=replace(tank.vehicle, motion=True))
            found.extend(
                mod.value for mod in cmd_drm(play, going) if mod.name == "non-Stopped"
            )

        duel(run, **set_to("S16.p2 signs", how))
        assert found == [drm]


class TestVehicles:
    """Vehicles."""

    @pytest.mark.parametrize(("how", "silent"), [("", True), ("as any other", False)])
    def test_served_turrets(self, how: str, silent: bool) -> None:
        """A RST turret is silent while CE, or fires as any other."""
        found: list[bool] = []

        def run(play: Play) -> None:
            tank, gun = play.state.units["tank"], play.state.weapons["tank.ma"]
            found.append(unserved(play, tank, gun))

        exposed = {"ce": True}
        kv = "russian/kv-1-m41"
        duel(run, counter=kv, tank=exposed, **set_to("D1.321 turrets", how))
        assert found == [silent]


# -- the list itself -----------------------------------------------------------------


def _tested() -> Iterator[str]:
    """Every switch that the tests name."""
    yield from re.findall(r'set_to\(\s*"([^"]+)"', _text())


def _text() -> str:
    """The tests of switches, all files."""
    files = sorted(Path(__file__).parent.glob("test_switches*.py"))
    return "\n".join(file.read_text("utf-8") for file in files)


ASKED = re.compile(r'\bway\([\w.]+, "([^"]+)"\)')
"""How rules ask for a switch."""


class TestList:
    """The switches as they are listed."""

    def test_each_is_used(self) -> None:
        """Rules ask for each switch, and for no other."""
        rules = Path(__file__).parents[3] / "src" / "opfor" / "rules"
        asked = {
            name
            for file in rules.rglob("*.py")
            for name in re.findall(
                r'\bway\([\w.]+, "([^"]+)"\)', file.read_text("utf-8")
            )
        }
        assert asked == {switch.name for switch in SWITCHES}

    def test_each_is_tested(self) -> None:
        """A test has each switch, and each of its ways is named."""
        text = _text()
        assert set(_tested()) == {switch.name for switch in SWITCHES}
        for switch in SWITCHES:
            for setting in switch.ways:
                assert f'"{setting}"' in text, (switch.name, setting)

    def test_names(self) -> None:
        """No name twice, and none that asks the player."""
        names = [policy.name for policy in EVERY]
        assert len(names) == len(set(names))
        assert all("ask" not in switch.settings for switch in SWITCHES)

    def test_of_a_rule(self) -> None:
        """A rule's switches are found by its number, its parts' too."""
        set_ = {"S8.p1 movers": "none", "S8.p11 Sustained Fire": "never"}
        found = [(s.name, how) for s, how in switched(set_, "S8.p1/afph")]
        assert found == [("S8.p1 movers", "none")]
        assert not list(switched({"S8.p1 movers": "default"}, "S8.p1"))

    def test_way(self) -> None:
        """What is not set is as usual."""
        found: list[str] = []
        game(run=lambda play: found.append(way(play, "S8.p7 tie")))
        assert found == ["default"]
