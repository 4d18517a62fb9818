"""S2.2: Random Events: when one happens, which, and what it does."""

import pytest

from opfor.rules.s_solitaire import s02_2_random_events as re
from opfor.rules.s_solitaire.s12_random_events.s12_p3_event_clauses import CLAUSES
from opfor.state.mission import load_mission
from opfor.state.play import Play
from tests.rules.given.random_events import happens, rph, words
from tests.rules.given.world import notes


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
