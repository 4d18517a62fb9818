"""B25: wind, Flames and Blazes; E1 and E3: night and weather."""

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.modifier import total
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.b_terrain.b25_flames import (
    BURNING,
    burning,
    burns,
    ec_drm,
    spreads_to,
    wind_drm,
)
from opfor.rules.b_terrain.b25_kindling import kindling_drm, may_kindle
from opfor.rules.b_terrain.b25_wind import change, wind_change, wind_force
from opfor.rules.choices.orders import Kindle
from opfor.rules.e_miscellaneous.e01_night import seen_at_night
from opfor.rules.e_miscellaneous.e03_weather import low_visibility
from opfor.rules.orders.infantry.b25_flames import (
    burnt,
    fires_grow,
    grow,
    kindle,
    spread,
)
from opfor.state.events import MarkerAdded, WeaponAdded, WeatherChanged
from opfor.state.in_progress import (
    Weather,
)
from opfor.state.play import Play
from opfor.state.state import State
from opfor.state.units import (
    LocationName,
    Marker,
    MarkerKind,
    Weapon,
)
from tests.rules.given.phases import offered, phase, unit
from tests.rules.given.world import game

L = LocationName

BOARD = """
board: t
size: 20x10
woods: D4 D5
wooden building 1: K4
brush: P5
"""


def weathered(
    weather: Weather, run: Callable[[Play], object], *dice: str, **given: Any
) -> State:
    """The state after something was done in some weather."""

    def once(play: Play) -> None:
        play.emit(WeatherChanged(weather, "so"))
        run(play)

    return game(*dice, board=BOARD, run=once, **given).state


def fire(kind: MarkerKind, at: str) -> Marker:
    """A Flame or Blaze."""
    return Marker(id=f"{kind}A", kind=kind, location=L(at))


CALM = Weather()


class TestB25_63Force:
    """B25.63."""

    def test_dr(self) -> None:
        """1 to 3 none, 4 and 5 mild, 6 heavy."""
        found = [wind_force(die) for die in range(1, 7)]
        assert found == ["none"] * 3 + ["mild"] * 2 + ["heavy"]


class TestB25_65WindChange:
    """B25.65."""

    def test_nothing(self) -> None:
        """Neither 3 nor 11 changes anything."""
        for dice in ("1,2", "5,6"):
            state = weathered(CALM, wind_change, f"B25.65 DR {dice}")
            assert state.weather == CALM

    def test_gusts(self) -> None:
        """A 12 brings Gusts, which are over with the next DR."""
        state = weathered(CALM, wind_change, "B25.65 DR 6,6")
        assert state.weather.gusts
        state = weathered(Weather(gusts=True), wind_change, "B25.65 DR 3,4")
        assert not state.weather.gusts

    def test_change(self) -> None:
        """A 2 changes the wind."""
        dice = ("B25.65 DR 1,1", "B25.651 dr 5")
        assert weathered(CALM, wind_change, *dice).weather.wind == "mild"

    @pytest.mark.parametrize("first", ["FRIENDLY", "ENEMY"])
    def test_each_player_turn(self, first: str) -> None:
        """In the RPh of the first Player Turn and of the second."""
        state = weathered(CALM, wind_change, "B25.65 DR 6,6", first=first)
        assert state.weather.gusts


class TestB25_651Change:
    """B25.651."""

    @pytest.mark.parametrize(
        ("wind", "die", "after"),
        [
            ("none", 5, "mild"),
            ("mild", 5, "heavy"),
            ("heavy", 5, "heavy"),
            ("mild", 6, "none"),
            ("none", 6, "none"),
        ],
    )
    def test_force(self, wind: Any, die: int, after: str) -> None:
        """5 is more, 6 is less wind."""
        state = weathered(Weather(wind=wind), change, f"B25.651 dr {die}")
        assert state.weather.wind == after

    @pytest.mark.parametrize("die", [1, 4])
    def test_direction(self, die: int) -> None:
        """1 to 4 turns it, by a further dr."""
        dice = (f"B25.651 dr {die}", "B25.651 dr 6")
        assert weathered(CALM, change, *dice).weather.direction == 5


class TestB25_1Burns:
    """B25.1."""

    def test_terrain(self) -> None:
        """Woods, brush and buildings burn, Open Ground does not, nor what burns."""

        def run(play: Play) -> None:
            found = {at: burns(play, L(f"t{at}")) for at in ("D4", "P5", "K4/1", "A1")}
            numbers = {at: kind.kindling if kind else 0 for at, kind in found.items()}
            assert numbers == {"D4": 9, "P5": 9, "K4/1": 7, "A1": 0}
            play.emit(MarkerAdded(fire("flame", "tD4")))
            assert burns(play, L("tD4")) is None
            assert burning(play, L("tD4"))

        weathered(CALM, run)


class TestB25_5EC:
    """B25.5."""

    @pytest.mark.parametrize(
        ("ground", "drm"),
        [("dry", 1), ("moderate", 0), ("wet", -2), ("snow", -2), ("deep snow", -3)],
    )
    def test_ground(self, ground: Any, drm: int) -> None:
        """Dry ground helps a fire, wet ground and snow hinder it."""
        assert sum(mod.value for mod in ec_drm(Weather(ground=ground))) == drm


class TestB25_6Where:
    """B25.6."""

    def test_adjacent(self) -> None:
        """Into what burns next to it, and up and down in a building."""

        def run(play: Play) -> None:
            assert set(spreads_to(play, L("tD4"))) == {"tD5"}
            assert list(spreads_to(play, L("tK4"))) == ["tK4/1"]

        weathered(CALM, run)


class TestB25_61Wind:
    """B25.61."""

    @pytest.mark.parametrize(
        ("weather", "drm"),
        [
            (Weather(), 0),
            (Weather(wind="mild", direction=0), 1),
            (Weather(wind="heavy", direction=1), 2),
            (Weather(wind="mild", direction=3), -1),
            (Weather(gusts=True, direction=0), 1),
        ],
    )
    def test_ways(self, weather: Weather, drm: int) -> None:
        """Up the map: with the wind or beside it, and against it."""

        def run(play: Play) -> None:
            found = wind_drm(play, L("tD5"), L("tD4"))
            assert sum(mod.value for mod in found) == drm

        # The side is counted from the Location entered, so look the way it blows.
        def turned(play: Play) -> None:
            side = play.world.side_between(L("tD5"), L("tD4"))
            off = replace(weather, direction=(weather.direction + side) % 6)
            play.emit(WeatherChanged(off, "so"))
            run(play)

        weathered(weather, turned)


class TestB25_11Kindling:
    """B25.11."""

    @pytest.mark.parametrize(("dice", "burns_now"), [("4,4", False), ("4,5", True)])
    def test_number(self, dice: str, burns_now: bool) -> None:
        """The Kindling number of woods is 9."""
        state = weathered(
            CALM, lambda play: kindle(play, L("tD4"), "MOL"), f"B25.11 DR {dice}"
        )
        assert bool(state.markers) is burns_now

    def test_suspects(self) -> None:
        """A S? in the Location is checked when a Flame appears."""
        state = weathered(
            CALM,
            lambda play: kindle(play, L("tD4"), "MOL"),
            "B25.11 DR 6,6",
            "S5.1 dr 6",
            suspects={"S1": "tD4"},
        )
        assert not state.suspects

    def test_exc1_rain(self) -> None:
        """No DR in rain, nor where nothing burns."""
        rain = Weather(sky="rain")
        assert not weathered(rain, lambda play: kindle(play, L("tD4"), "MOL")).markers
        assert not weathered(CALM, lambda play: kindle(play, L("tA1"), "MOL")).markers


def tried(
    *dice: str,
    at: str = "tE5",
    weather: Weather = CALM,
    burns_there: MarkerKind | None = None,
    seen_from: str = "",
    **states: Any,
) -> State:
    """The state after a unit gave the order to set its Location ablaze."""

    def put(play: Play) -> None:
        play.emit(WeatherChanged(weather, "so"))
        if burns_there:
            play.emit(MarkerAdded(fire(burns_there, at)))

    units = [unit("a", at, **states), unit("l", at, "german/9-1")]
    if seen_from:
        units.append(unit("e1", seen_from))
    order = ("FRIENDLY", Kindle(("a",), "l"))
    return phase("PFPh", put, order, units=units, dice=dice).state


class TestB25_11_whoKindles:
    """B25.11/who."""

    @pytest.mark.parametrize(
        "states",
        [
            {"broken": True},
            {"berserk": True},
            {"melee": True},
            {"guard": "g"},
            {"unarmed": True},
            {"pinned": True},
            {"ti": True},
            {"fired": "prep"},
            {"fired": "opportunity"},
            {"deeds": ("direct",)},
        ],
    )
    def test_who(self, states: dict[str, Any]) -> None:
        """Good Order Infantry that is not pinned and has done nothing else."""
        with pytest.raises(Illegal, match=r"B25\.11"):
            tried(**states)

    def test_aboard(self) -> None:
        """Nobody kindles from a vehicle."""
        with pytest.raises(Illegal, match=r"D6\.1"):
            tried(aboard="tank", rides=True)

    def test_where(self) -> None:
        """Not in Open Ground, nor where a Flame or a Blaze is."""
        with pytest.raises(Illegal, match="can burn"):
            tried(at="tA1")
        for there in BURNING:
            with pytest.raises(Illegal, match="burns already"):
                tried(burns_there=there)

    @pytest.mark.parametrize("sky", ["rain", "heavy rain"])
    def test_rain(self, sky: Any) -> None:
        """Not in rain."""
        with pytest.raises(Illegal, match=r"B25\.5"):
            tried(weather=Weather(sky=sky))

    def test_sw(self) -> None:
        """Nor whose SW has fired."""
        fired = Weapon(id="m", counter="german/lmg", owner="a", fired="prep")

        def put(play: Play) -> None:
            play.emit(WeaponAdded(fired))
            with pytest.raises(Illegal, match="has fired"):
                may_kindle(play, play.state.units["a"])

        phase("PFPh", put, units=[unit("a", "tE5")])

    def test_offered(self) -> None:
        """To a leader in woods, and to squads with him; in their own PFPh alone."""
        units = [
            unit("a", "tE5"),
            unit("b", "tE5"),
            unit("p", "tE5", pinned=True),
            unit("c", "tE6"),
            unit("d", "tA1"),
            unit("l", "tE5", "german/8-1"),
            unit("e1", "tI2"),
        ]
        found: dict[str, list[Any]] = {}
        for name in ("PFPh", "AFPh"):
            ask = offered("FRIENDLY", Kindle)
            phase(name, lambda p, n=name, a=ask: found.update({n: a(p)}), units=units)
        alone = [Kindle(("l",)), Kindle(("a",), "l"), Kindle(("b",), "l")]
        assert found == {"PFPh": [*alone, Kindle(("a", "b"), "l")], "AFPh": []}


class TestB25_11_leader:
    """B25.11/leader."""

    @pytest.mark.parametrize(
        ("order", "why"),
        [
            (Kindle(("a",)), "no leader directs a"),
            (Kindle(("a",), "b"), "no leader directs a"),
            (Kindle(("a",), "e1"), "no leader directs a"),
            (Kindle(("a",), "far"), "not with a"),
            (Kindle(("a",), "p"), "pinned or TI"),
            (Kindle(("a", "far")), "of one Location"),
            (Kindle(("a", "l")), "of one Location"),
            (Kindle(("a", "a"), "l"), "once"),
        ],
    )
    def test_directed(self, order: Kindle, why: str) -> None:
        """MMC need a leader who is with them and free to act."""
        units = [
            unit("a", "tE5"),
            unit("b", "tE5"),
            unit("l", "tE5", "german/8-1"),
            unit("p", "tE5", "german/8-0", pinned=True),
            unit("far", "tE6", "german/9-1"),
            unit("e1", "tI2"),
        ]
        with pytest.raises(Illegal, match=why):
            phase("PFPh", ("FRIENDLY", order), units=units)

    def test_smc(self) -> None:
        """A SMC by himself, with nobody beside or over him."""
        units = [unit("l", "tE5", "german/8-1"), unit("m", "tE5", "german/9-1")]
        for order in (Kindle(("l",), "m"), Kindle(("l", "m"))):
            with pytest.raises(Illegal, match="by himself"):
                phase("PFPh", ("FRIENDLY", order), units=units)
        dice = ["A10.1 DR 3,3", "B25.11 DR 5,6"]
        done = phase("PFPh", ("FRIENDLY", Kindle(("l",))), units=units, dice=dice)
        assert done.state.markers


class TestB25_11_drm:
    """B25.11/drm."""

    def test_who(self) -> None:
        """A SMC -2, a HS or crew -1; a 9-1 gives +1, a 6+1 takes one; and EC."""
        units = [
            unit("a", "tE5"),
            unit("h", "tE5", "german/2-4-7"),
            unit("c", "tE5", "german/2-2-8"),
            unit("l", "tE5", "german/9-1"),
            unit("m", "tE5", "german/6+1"),
        ]

        def run(play: Play) -> None:
            def drm(who: str, led: str) -> int:
                of = play.state.units
                return total(kindling_drm(play, of[who], of[led]))

            found = [drm(who, "l") for who in ("a", "h", "c", "l")]
            assert found == [1, 0, 0, -2]
            assert drm("a", "m") == -1
            play.emit(WeatherChanged(Weather(ground="wet"), "so"))
            assert drm("a", "l") == -1

        phase("PFPh", run, units=units)


class TestB25_11_orderAttempt:
    """B25.11/order."""

    @pytest.mark.parametrize(
        ("at", "dice", "ground", "lit"),
        [
            ("tE5", "4,4", "moderate", True),
            ("tE5", "3,4", "moderate", False),
            ("tE5", "3,4", "dry", True),
            ("tE5", "4,5", "wet", False),
            ("tE5", "5,5", "wet", True),
            ("tH8", "3,3", "moderate", True),
            ("tH8", "2,3", "moderate", False),
        ],
    )
    def test_final(self, at: str, dice: str, ground: Any, lit: bool) -> None:
        """With a 9-1, a Flame one below the Kindling number, with the DRM of EC."""
        rolls = ("A10.1 DR 3,3", f"B25.11 DR {dice}")
        state = tried(*rolls, at=at, weather=Weather(ground=ground))
        found = [(m.kind, m.location) for m in state.markers.values()]
        assert found == [("flame", at)] * lit

    @pytest.mark.parametrize("dice", ["1,1", "6,6"])
    def test_cost(self, dice: str) -> None:
        """Both have Prep Fired, and are concealed no longer where the enemy sees it."""
        for seen_from in ("", "tF5"):
            rolls = ("A10.1 DR 3,3", f"B25.11 DR {dice}")
            after = tried(*rolls, seen_from=seen_from, concealed=True).units
            assert [after[id_].fired for id_ in ("a", "l")] == ["prep", "prep"]
            assert after["a"].concealed is not bool(seen_from)

    @pytest.mark.parametrize(("dice", "passed"), [("4,5", True), ("4,6", False)])
    def test_ntc(self, dice: str, passed: bool) -> None:
        """A leader who fails the NTC has Prep Fired, his squad has not."""
        rolls = [f"A10.1 DR {dice}", *["B25.11 DR 1,1"] * passed]
        after = tried(*rolls).units
        assert [after[id_].fired for id_ in ("a", "l")] == ["prep" * passed, "prep"]

    def test_several(self) -> None:
        """Each has a DR until something burns; all have Prep Fired, SW too."""
        units = [
            *(unit(id_, "tE5") for id_ in ("a", "b", "c")),
            unit("l", "tE5", "german/8-0"),
        ]

        def put(play: Play) -> None:
            play.emit(WeaponAdded(Weapon(id="m", counter="german/lmg", owner="c")))

        order = ("FRIENDLY", Kindle(("a", "b", "c"), "l"))
        dice = ["A10.1 DR 3,3", "B25.11 DR 1,1", "B25.11 DR 5,4"]
        state = phase("PFPh", put, order, units=units, dice=dice).state
        assert len(state.markers) == 1
        assert {state.units[id_].fired for id_ in ("a", "b", "c", "l")} == {"prep"}
        assert state.weapons["m"].fired == "prep"

    def test_once(self) -> None:
        """No second attempt in the Player Turn."""
        orders = [("FRIENDLY", Kindle(("a",), "l"))] * 2
        units = [unit("a", "tE5"), unit("l", "tE5", "german/8-0")]
        dice = ["A10.1 DR 3,3", "B25.11 DR 1,1"]
        with pytest.raises(Illegal, match="has fired"):
            phase("PFPh", *orders, units=units, dice=dice)


class TestB25_151Growth:
    """B25.151."""

    @pytest.mark.parametrize(("dice", "kind"), [("4,4", "flame"), ("4,5", "blaze")])
    def test_number(self, dice: str, kind: str) -> None:
        """A Flame in woods becomes a Blaze on 9, and takes the S? with it."""

        def run(play: Play) -> None:
            flame = fire("flame", "tD4")
            play.emit(MarkerAdded(flame))
            grow(play, flame)

        state = weathered(CALM, run, f"B25.151 DR {dice}", suspects={"S1": "tD4"})
        assert [marker.kind for marker in state.markers.values()] == [kind]
        assert bool(state.suspects) is (kind == "flame")


class TestB25_62Spread:
    """B25.62."""

    @pytest.mark.parametrize(("dice", "spreads"), [("3,3", False), ("3,4", True)])
    def test_number(self, dice: str, spreads: bool) -> None:
        """The Spread number of woods is 7."""

        def run(play: Play) -> None:
            blaze = fire("blaze", "tD4")
            play.emit(MarkerAdded(blaze))
            spread(play, blaze)

        state = weathered(CALM, run, f"B25.62 DR {dice}")
        assert (len(state.markers) == 2) is spreads


class TestB25_15EachAFPh:
    """B25.15."""

    def run(self, play: Play) -> None:
        """A Flame in a building, a Blaze in woods, and an AFPh."""
        play.emit(MarkerAdded(fire("flame", "tP5")))
        play.emit(MarkerAdded(fire("blaze", "tD4")))
        fires_grow(play)

    def test_order(self) -> None:
        """Blazes first; a new Flame does not grow in the same phase."""
        state = weathered(CALM, self.run, "B25.62 DR 6,6", "B25.151 DR 1,1")
        assert sorted(m.kind for m in state.markers.values()) == [
            "blaze",
            "flame",
            "flame",
        ]

    def test_exc1_rain(self) -> None:
        """Neither in rain."""
        assert len(weathered(Weather(sky="heavy rain"), self.run).markers) == 2


class TestB25_4Burnt:
    """B25.4."""

    def run(self, play: Play) -> None:
        """Both sides are in a Blaze at the end of a FRIENDLY APh."""
        play.emit(MarkerAdded(fire("blaze", "tD4")))
        burnt(play)

    def test_lost(self) -> None:
        """The ATTACKER's units there are lost."""
        state = weathered(CALM, self.run, units={"V": ("german/4-6-7", "tD4")})
        assert not state.units
        assert state.toll("ENEMY").cvp == 2

    def test_exc1_other_side(self) -> None:
        """The other side has time, and so has who is elsewhere."""
        state = weathered(
            CALM,
            self.run,
            units={"V": ("german/4-6-7", "tD5")},
            enemies={"R": ("russian/4-4-7", "tD4")},
        )
        assert set(state.units) == {"V", "R"}


class TestE3_1LowVisibility:
    """E3.1."""

    @pytest.mark.parametrize(
        ("sky", "near", "seven", "thirteen"),
        [
            ("clear", 0, 0, 0),
            ("overcast", 0, 0, 0),
            ("mist", 0, 1, 2),
            ("rain", 0, 1, 2),
            ("snow", 0, 1, 2),
            ("heavy rain", 1, 2, 3),
        ],
    )
    def test_ranges(self, sky: Any, near: int, seven: int, thirteen: int) -> None:
        """One for each six hexes beyond the first six."""

        def run(play: Play) -> None:
            for to, drm in (("G1", near), ("H1", seven), ("N1", thirteen), ("A1", 0)):
                mods = low_visibility(play, L("tA1"), L(f"t{to}"))
                assert sum(mod.value for mod in mods) == drm, to

        weathered(Weather(sky=sky), run)

    def test_night(self) -> None:
        """By night one more, but for the same hex."""

        def run(play: Play) -> None:
            assert sum(m.value for m in low_visibility(play, L("tA1"), L("tB1"))) == 1
            assert not low_visibility(play, L("tA1"), L("tA1"))

        weathered(Weather(night=3), run)


class TestE1_1Nvr:
    """E1.1."""

    @pytest.mark.parametrize(("nvr", "seen"), [(-1, True), (3, True), (2, False)])
    def test_range(self, nvr: int, seen: bool) -> None:
        """Nothing is seen beyond the NVR."""

        def run(play: Play) -> None:
            assert sees(play, L("tA1"), L("tD2")) is seen
            assert seen_at_night(play, L("tA1"), L("tD2")) is seen

        weathered(Weather(night=nvr), run)

    def test_exc1_adjacent(self) -> None:
        """The next hex is seen in any night."""

        def run(play: Play) -> None:
            assert sees(play, L("tA1"), L("tA2"))
            assert not sees(play, L("tA1"), L("tA3"))

        weathered(Weather(night=0), run)
