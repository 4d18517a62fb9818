"""S2.2, S12: Random Events, and what they do."""

from typing import Any

import pytest
from msgspec.structs import replace

from opfor.core.game import Game
from opfor.rules.s_solitaire import s02_random_events as re
from opfor.rules.s_solitaire import s12_reinforcements as entry
from opfor.rules.s_solitaire.s12_effects import of_the_class
from opfor.rules.s_solitaire.s12_random_events import CLAUSES
from opfor.rules.sequence.player_turn import OF_PHASE
from opfor.state.events import (
    EffectsChanged,
    LossesChanged,
    PhaseBegan,
    RandomEvent,
    UnitChanged,
    WeatherChanged,
)
from opfor.state.in_progress import Effect, SideLosses, Weather
from opfor.state.mission import load_mission
from opfor.state.play import Play
from opfor.state.state import State
from tests.rules.given.world import events, game, notes

BOARD = "board: t\nsize: 17x10\nwoods: H5"
FRIEND = {"V": ("german/4-6-7", "tC5")}
CALM = "B25.65 DR 3,4"
SQUAD = {"e1": ("russian/4-4-7", "tF5")}


def happens(*dice: str, attitude: str = "Hold", **more: Any) -> Game[State]:
    """A Random Event."""
    run = more.pop("run", re.random_event)
    setting: dict[str, Any] = {"board": BOARD, "attitude": attitude, **more}
    return game(*dice, run=run, **setting)


def words(played: Game[State]) -> list[str]:
    """What happened."""
    return [event.words for event in events(played, RandomEvent)]


def rph(turn: int, side: str, *effects: Effect) -> Any:
    """What begins a RPh, with effects of earlier events."""

    def run(play: Play) -> None:
        play.emit(EffectsChanged(effects, "as given"))
        play.emit(PhaseBegan(turn, side, "RPh"))  # type: ignore[arg-type] # a test's word
        for automatic in OF_PHASE["RPh"].begins:
            automatic(play)

    return run


class TestS2_2TheDR:
    """S2.2."""

    @pytest.mark.parametrize(("dice", "event"), [("3,4", True), ("3,3", False)])
    def test_number(self, dice: str, event: bool) -> None:
        """It happens on the RE# of the Mission, and on no other DR."""
        more = ("S2.2 DR 3,3",) if event else ()
        wind = f"B25.65 DR {dice}"
        played = happens(wind, *more, run=rph(1, "FRIENDLY"), re=7)
        assert words(played) == (["AC# +1"] if event else [])

    @pytest.mark.parametrize("side", ["FRIENDLY", "ENEMY"])
    def test_each_rph(self, side: str) -> None:
        """In the RPh of either Player Turn."""
        dice = ("B25.65 DR 3,4", "S2.2 DR 3,3")
        assert words(happens(*dice, run=rph(2, side), re=7)) == ["AC# +1"]

    def test_rows(self) -> None:
        """A row that does not count in the Mission brings nothing."""
        dice = ("B25.65 DR 3,4", "S2.2 DR 3,3")
        played = happens(*dice, run=rph(1, "FRIENDLY"), re=7, re_rows=(7, 8))
        assert words(played) == []
        played = happens(*dice, run=rph(1, "FRIENDLY"), re=7, re_rows=(6,))
        assert words(played) == ["AC# +1"]

    def test_shipped(self) -> None:
        """The four Missions have Random Events."""
        for name in ("first-contact", "bunker-busting", "enemy-offensive"):
            assert load_mission(name).re in (6, 7)
        assert load_mission("human-wave").re == 8

    def test_none(self) -> None:
        """Without a RE# there are no events."""
        played = happens("B25.65 DR 3,4", run=rph(1, "FRIENDLY"))
        assert words(played) == []

    def test_column(self) -> None:
        """The column is that of the Prevailing Attitude."""
        dice = "S2.2 DR 1,1"
        assert words(happens(dice)) == ["AC# +1; fresh troops"]
        found = words(happens(dice, attitude="Advance"))
        assert found == ["AC# +1; fresh troops; better leaders"]

    def test_once(self) -> None:
        """What comes but once is a Sniper the second time."""

        def twice(play: Play) -> None:
            re.random_event(play)
            re.random_event(play)

        played = happens("S2.2 DR 1,1", "S2.2 DR 1,1", run=twice)
        assert words(played) == ["AC# +1; fresh troops", "Sniper"]
        assert played.state.ac_number == 4

    @pytest.mark.parametrize("dice", ["1,2", "2,2"])
    def test_impossible(self, dice: str) -> None:
        """Vehicles beyond its number, or OBA without a target: a Sniper instead."""
        played = happens(f"S2.2 DR {dice}", heavy_cap=0)
        assert words(played) == ["Sniper"]
        assert any("that cannot be" in note for note in notes(played))

    def test_every_clause(self) -> None:
        """Each clause of the table is known."""
        found: list[str] = []

        def view(play: Play) -> None:
            for row in play.world.enemy.table("RE").rows:
                found.extend(str(row.result["event"]).split("; "))

        happens(run=view)
        assert set(found) == set(CLAUSES)


class TestS12Reinforcements:
    """S12."""

    def test_announced(self) -> None:
        """How many, when, by which edge, and how spread."""
        dice = ["S12 dr 6", "S12 dr 3", "S12 dr 5", "S12 dr 4"]
        played = happens("S2.2 DR 2,3", *dice)
        (effect,) = played.state.effects
        assert (effect.number, effect.turn) == (6, 2)
        assert (effect.edge, effect.spread) == ("north", "pairs")

    def test_more(self) -> None:
        """In Advance Attitude one more on the dr."""
        dice = ["S12 dr 1", "S12 dr 1", "S12 dr 1", "S12 dr 1"]
        played = happens("S2.2 DR 2,3", *dice, attitude="Advance")
        assert played.state.effects[0].number == 3


def coming(turn: int = 1, **fields: Any) -> Effect:
    """Reinforcements on their way."""
    given: dict[str, Any] = {"number": 2, "edge": "EBE", "spread": "each"}
    return Effect(kind="reinforcement", turn=turn, **(given | fields))


class TestS12_p1When:
    """S12.p1."""

    DRAWS = ("S4.22 dr 1", "S4.22 dr 3")

    def test_due(self) -> None:
        """They are set up offboard in the ENEMY RPh of their turn, white."""
        played = happens(CALM, *self.DRAWS, run=rph(1, "ENEMY", coming()))
        found = list(played.state.suspects.values())
        assert [s.colour for s in found] == ["white", "white"]
        assert all(s.attitude == "Advance" and s.enters for s in found)
        assert not played.state.effects

    def test_not_yet(self) -> None:
        """Neither before their turn nor in the other side's."""
        played = happens(CALM, run=rph(1, "ENEMY", coming(2)))
        assert not played.state.suspects
        played = happens(CALM, run=rph(1, "FRIENDLY", coming()))
        assert len(played.state.effects) == 1

    def test_put_off(self) -> None:
        """A turn without entry puts them off."""
        shut = Effect(kind="no entry", turn=1)
        played = happens(CALM, run=rph(1, "ENEMY", coming(), shut))
        assert not played.state.suspects
        assert coming(2) in played.state.effects

    def test_over(self) -> None:
        """What has passed is dropped."""
        old = Effect(kind="fresh troops", turn=1)
        assert not happens(CALM, run=rph(2, "ENEMY", old)).state.effects


class TestS12_p2Spread:
    """S12.p2."""

    def entered(self, *dice: str, **fields: Any) -> list[str]:
        """Where they are to enter."""
        effect = coming(**fields)
        played = happens(*dice, run=lambda play: entry.enter(play, effect))
        return [s.enters for s in played.state.suspects.values()]

    def test_pairs(self) -> None:
        """Two at a hex, and what is left alone."""
        found = self.entered("S4.22 dr 1", "S4.22 dr 4", number=3, spread="pairs")
        assert found[0] == found[1] != found[2]

    def test_together(self) -> None:
        """Side by side from one draw."""
        found = self.entered("S4.22 dr 2", number=3, spread="together")
        assert len(set(found)) == 3

    def test_half_near_the_ebe(self) -> None:
        """By the north edge only on the half nearer the EBE."""
        far, near = "S4.21 chit B", "S4.21 chit N"
        found = self.entered(far, near, number=1, edge="north")
        assert found[0].startswith("tN")


class TestS12_22Class:
    """S12.22."""

    @pytest.mark.parametrize(("name", "fits"), [("4-5-8", True), ("4-4-7", False)])
    def test_elite(self, name: str, fits: bool) -> None:
        """While fresh troops come, only elite squads will do."""
        found: list[bool] = []

        def view(play: Play) -> None:
            found.append(of_the_class(play, "4-4-7"))
            fresh = Effect(kind="fresh troops", turn=play.state.turn)
            play.emit(EffectsChanged((fresh,), "as given"))
            found.append(of_the_class(play, name))

        happens(run=view)
        assert found == [True, fits]


class TestS12_p10EitherPlayerTurn:
    """S12.p10."""

    @pytest.mark.parametrize(
        ("first", "side", "until"),
        [
            ("FRIENDLY", "FRIENDLY", (3, "ENEMY")),
            ("FRIENDLY", "ENEMY", (4, "FRIENDLY")),
            ("ENEMY", "ENEMY", (3, "FRIENDLY")),
            ("ENEMY", "FRIENDLY", (4, "ENEMY")),
        ],
    )
    def test_until_the_next_ends(self, first: str, side: str, until: Any) -> None:
        """What comes in either Player Turn lasts until the one after it ends."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(3, side, "RPh"))  # type: ignore[arg-type] # a test's word
            re.random_event(play)

        played = happens("S2.2 DR 1,1", run=run, first=first)
        (effect,) = played.state.effects
        assert (effect.turn, effect.side) == until

    @pytest.mark.parametrize(
        ("turn", "side", "kept"),
        [(3, "ENEMY", 1), (4, "FRIENDLY", 1), (4, "ENEMY", 0), (5, "FRIENDLY", 0)],
    )
    def test_over(self, turn: int, side: str, kept: int) -> None:
        """It is over as the Player Turn after that begins."""
        fresh = Effect(kind="fresh troops", turn=4, side="FRIENDLY")
        played = happens(CALM, run=rph(turn, side, fresh))
        assert len(played.state.effects) == kept

    @pytest.mark.parametrize(
        ("side", "until"), [("FRIENDLY", (5, "ENEMY")), ("ENEMY", (6, "FRIENDLY"))]
    )
    def test_mist(self, side: str, until: Any) -> None:
        """Mist lasts for six Player Turns, with that of the event."""

        def run(play: Play) -> None:
            play.emit(PhaseBegan(3, side, "RPh"))  # type: ignore[arg-type] # a test's word
            re.random_event(play)

        played = happens("S2.2 DR 5,5", "S12.p9 dr 2", run=run)
        (effect,) = played.state.effects
        assert (effect.turn, effect.side) == until

    @pytest.mark.parametrize(("first", "turn"), [("FRIENDLY", 1), ("ENEMY", 2)])
    def test_entry(self, first: str, turn: int) -> None:
        """Turns of delay count from the ENEMY's next RPh."""
        dice = ["S12 dr 6", "S12 dr 1", "S12 dr 5", "S12 dr 4"]
        found = happens("S2.2 DR 2,3", *dice, first=first, run=self.friendly_rph)
        assert found.state.effects[0].turn == turn

    @staticmethod
    def friendly_rph(play: Play) -> None:
        """An event in the FRIENDLY RPh of the first Game Turn."""
        play.emit(PhaseBegan(1, "FRIENDLY", "RPh"))
        re.random_event(play)


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

    def test_otherwise(self) -> None:
        """Who has none gets reinforcements at once."""
        dice = ["S12 dr 1", "S12 dr 1", "S12 dr 1"]
        more: Any = {"attitude": "Advance", "enemy": "finnish", "friendly": "russian"}
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
