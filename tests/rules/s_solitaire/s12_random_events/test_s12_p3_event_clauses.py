"""S12.p3 to S12.p9: what each clause of a Random Event does."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.rules.s_solitaire import s02_2_random_events as re
from opfor.state.events import (
    LossesChanged,
    UnitChanged,
    WeatherChanged,
)
from opfor.state.in_progress import Effect, SideLosses, Weather
from opfor.state.play import Play
from tests.rules.given.random_events import happens, rph, words

FRIEND = {"V": ("german/4-6-7", "tC5")}
CALM = "B25.65 DR 3,4"
SQUAD = {"e1": ("russian/4-4-7", "tF5")}


class TestS12_p3AcNumber:
    """S12.p3."""

    @pytest.mark.parametrize(
        ("ac", "dice", "after"),
        [(3, "3,3", 4), (5, "3,3", 5), (6, "3,3", 6), (3, "4,4", 2), (1, "4,4", 1)],
    )
    def test_limits(self, ac: int, dice: str, after: int) -> None:
        """One up or down, not above five nor below one."""
        assert happens(f"S2.2 DR {dice}", ac=ac).state.ac_number == after

    def test_impossible(self) -> None:
        """An AC# at the end of its track cannot change: a Sniper instead."""
        assert words(happens("S2.2 DR 3,3", ac=5)) == ["Sniper"]
        assert words(happens("S2.2 DR 4,4", ac=1)) == ["Sniper"]


class TestS12_p4Sniper:
    """S12.p4."""

    @pytest.mark.parametrize(("san", "rolls"), [(1, 0), (2, 1)])
    def test_san(self, san: int, rolls: int) -> None:
        """The Sniper dr, from a SAN of two."""

        def run(play: Play) -> None:
            play.emit(LossesChanged("ENEMY", SideLosses(san=san), "as given"))
            re.random_event(play)

        dice = ["A14.2 dr 5"] * rolls
        assert words(happens("S2.2 DR 3,4", *dice, run=run, units=FRIEND)) == ["Sniper"]


class TestS12_p5CounterAttack:
    """S12.p5."""

    def test_three(self) -> None:
        """The three S? nearest, and the units near them, take Advance."""
        places = {"S1": "tF5", "S2": "tG5", "S3": "tH5", "S4": "tP5"}
        near = {"e1": ("russian/4-4-7", "tG6"), "e2": ("russian/4-4-7", "tQ5")}
        played = happens("S2.2 DR 5,6", suspects=places, units=FRIEND, enemies=near)
        bold = [s.id for s in played.state.suspects.values() if s.attitude == "Advance"]
        assert bold == ["S1", "S2", "S3"]
        assert played.state.units["e1"].attitude == "Advance"
        assert played.state.units["e2"].attitude == ""

    def test_impossible(self) -> None:
        """Without S? it cannot be."""
        assert words(happens("S2.2 DR 5,6", units=FRIEND)) == ["Sniper"]


class TestS12_p6HumanWave:
    """S12.p6."""

    def test_next_turn(self) -> None:
        """Russians send one next turn."""
        played = happens("S2.2 DR 5,6", attitude="Advance")
        assert played.state.effects == (Effect(kind="Human Wave", turn=2),)

    @pytest.mark.parametrize("enemy", ["russian-guards", "red-chinese", "chinese"])
    def test_of_the_base(self, enemy: str) -> None:
        """Whose base has the table makes them too."""
        more: Any = {"attitude": "Advance", "enemy": enemy, "date": "1942-08"}
        played = happens("S2.2 DR 5,6", **more)
        assert played.state.effects == (Effect(kind="Human Wave", turn=2),)

    @pytest.mark.parametrize("enemy", ["finnish", "german", "japanese"])
    def test_otherwise(self, enemy: str) -> None:
        """Who makes none gets reinforcements at once, whatever tables he has."""
        dice = ["S12 dr 1", "S12 dr 1", "S12 dr 1"]
        more: Any = {"attitude": "Advance", "enemy": enemy, "friendly": "russian"}
        played = happens("S2.2 DR 5,6", *dice, **more)
        (effect,) = played.state.effects
        assert (effect.kind, effect.turn, effect.number) == ("reinforcement", 1, 3)

    def test_twice(self) -> None:
        """Twice a Mission at the most."""

        def thrice(play: Play) -> None:
            for _ in range(3):
                re.random_event(play)

        dice = ["S2.2 DR 5,6"] * 3
        found = words(happens(*dice, attitude="Advance", run=thrice))
        assert found == ["Human Wave", "Human Wave", "Sniper"]


class TestS12_p7Falters:
    """S12.p7."""

    def test_pinned(self) -> None:
        """Who fails his NTC is pinned; the AC# is one lower."""
        dice = ["S2.2 DR 6,6", "A10.1 DR 5,5"]
        played = happens(*dice, units=FRIEND, enemies=SQUAD)
        assert played.state.units["e1"].pinned
        assert played.state.ac_number == 2

    def test_no_entry(self) -> None:
        """In Advance Attitude no S? enters this turn."""
        dice = ["S2.2 DR 6,6", "A10.1 DR 1,2"]
        played = happens(*dice, units=FRIEND, enemies=SQUAD, attitude="Advance")
        assert not played.state.units["e1"].pinned
        assert played.state.effects[0].kind == "no entry"

    def test_impossible(self) -> None:
        """Without anybody to falter it cannot be."""
        assert words(happens("S2.2 DR 6,6", enemies=SQUAD)) == ["Sniper"]


class TestS12_p8Luck:
    """S12.p8."""

    def test_squad(self) -> None:
        """A squad, and a leader if there is one, come along the FBE."""
        dice = ["S12.p8 dr 1", "S12.p8 DR 3,4", "S12.p8 DR 3,3"]
        played = happens("S2.2 DR 4,5", *dice)
        found = [u.side for u in played.state.units.values() if not u.location]
        assert found[0] == "FRIENDLY"

    def test_sw(self) -> None:
        """A SW for a Good Order MMC."""
        dice = ["S12.p8 dr 3", "S12.p8 DR 3,4"]
        played = happens("S2.2 DR 4,5", *dice, units=FRIEND)
        assert [w.owner for w in played.state.weapons.values()] == ["V"]

    def test_rally(self) -> None:
        """A broken MMC rallies; without one a Sniper acts."""

        def run(play: Play) -> None:
            broken = replace(play.state.units["V"], broken=True, dm=True)
            play.emit(UnitChanged(broken, "as given"))
            re.random_event(play)

        played = happens("S2.2 DR 4,5", "S12.p8 dr 6", units=FRIEND, run=run)
        assert not played.state.units["V"].broken
        played = happens("S2.2 DR 4,5", "S12.p8 dr 6", units=FRIEND)
        assert words(played) == ["Sniper"]

    def test_attacked(self) -> None:
        """While the ENEMY attacks, OBA in place of a SW; a Sniper without a target."""
        more: Any = {"attitude": "Advance", "units": FRIEND}
        played = happens("S2.2 DR 4,5", "S12.p8 dr 4", **more)
        assert words(played) == ["Sniper"]
        played = happens("S2.2 DR 4,5", "S12.p8 dr 2", "S12.p8 DR 3,4", **more)
        assert played.state.weapons


class TestS12_p9Weather:
    """S12.p9."""

    @pytest.mark.parametrize(
        ("dr", "before", "after"),
        [
            (1, Weather(), Weather(sky="rain")),
            (1, Weather(sky="rain"), Weather()),
            (2, Weather(), Weather(sky="mist")),
            (3, Weather(), Weather(sky="mist")),
            (4, Weather(), Weather(gusts=True)),
            (5, Weather(), Weather(wind="mild")),
            (5, Weather(wind="heavy"), Weather(wind="heavy")),
            (6, Weather(sky="mist"), Weather()),
        ],
    )
    def test_changes(self, dr: int, before: Weather, after: Weather) -> None:
        """What each dr does."""

        def run(play: Play) -> None:
            play.emit(WeatherChanged(before, "as given"))
            re.random_event(play)

        played = happens("S2.2 DR 5,5", f"S12.p9 dr {dr}", run=run)
        assert played.state.weather == after

    def test_snow(self) -> None:
        """In winter snow falls instead of rain."""
        played = happens("S2.2 DR 5,5", "S12.p9 dr 1", date="1942-01")
        assert played.state.weather.sky == "snow"

    @pytest.mark.parametrize("where", ["pto", "no_snow"])
    def test_no_snow(self, where: str) -> None:
        """In the Pacific, and where the Mission says so, it is rain in winter too."""
        mission = {"date": "1942-12", where: True}
        played = happens("S2.2 DR 5,5", "S12.p9 dr 1", **mission)
        assert played.state.weather.sky == "rain"

    def test_mist_lifts(self) -> None:
        """After three turns."""
        mist = Effect(kind="mist", turn=3)

        def then(turn: int) -> Any:
            def run(play: Play) -> None:
                play.emit(WeatherChanged(Weather(sky="mist"), "as given"))
                rph(turn, "ENEMY", mist)(play)

            return run

        assert happens(CALM, run=then(3)).state.weather.sky == "mist"
        assert happens(CALM, run=then(4)).state.weather.sky == "clear"
