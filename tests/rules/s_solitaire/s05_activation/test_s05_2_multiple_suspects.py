"""S5.2: which of several S? is checked next."""

from opfor.core.explain import Decided
from opfor.core.game import Game
from opfor.rules.s_solitaire.s05_activation.s05_1_activation_check import chance
from opfor.state.state import State
from tests.rules.given.checks import entering, fates, on_table
from tests.rules.given.world import events, notes

FLAT = "board: t\nsize: 24x10\n"


def two_in_one_location(*dice: str) -> Game[State]:
    """A squad comes into the sight of two S? of one Location."""
    return on_table(
        *dice,
        suspects={"S1": "tO6", "S2": "tO6"},
        units={"V": ("german/4-6-7", "tJ6")},
        run=entering("tK6"),
    )


class TestS5_2MultipleSuspects:
    """S5.2."""

    def test_t11_the_likelier_first(self) -> None:
        """T11: the S? on the first level (-1 drm) is checked first; 4 is no success."""
        play = on_table(
            "S5.1 dr 5",
            "S5.1 dr 4",
            suspects={"S1": "tO6", "S2": "tO6/1"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert list(fates(play)) == ["S2", "S1"]
        assert "Final 4 against AC# 3" in fates(play)["S2"]

    def test_the_closest_of_the_likeliest(self) -> None:
        """Of two equally likely S? the closer one comes first."""
        play = on_table(
            "S5.1 dr 5",
            "S5.1 dr 5",
            board=FLAT,
            suspects={"S1": "tK5", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5")},
            run=entering("tF5"),
        )
        assert list(fates(play)) == ["S2", "S1"]

    def test_a_tie_is_a_random_dr(self) -> None:
        """What likelihood and range leave undecided goes to a Random dr."""
        play = on_table(
            "S5.2 dr 5",
            "S5.1 dr 5",
            "S5.1 dr 5",
            board=FLAT,
            suspects={"S1": "tJ4", "S2": "tJ5"},
            units={"V": ("german/4-6-7", "tE5")},
            run=entering("tF5"),
        )
        assert list(fates(play)) == ["S2", "S1"]
        told = events(play, Decided)[0]
        assert told.candidates == ("S1", "S2")
        assert told.chosen == "S2"

    def test_told_is_who_is_checked(self) -> None:
        """Of two alike in one Location the log names the one checked first."""
        play = on_table(
            *["S5.1 dr 5"] * 3,
            suspects={"S1": "tO6/1", "S2": "tO6/1", "S3": "tO6"},
            units={"V": ("german/4-6-7", "tJ6")},
            run=entering("tK6"),
        )
        assert events(play, Decided)[0].chosen == next(iter(fates(play))) == "S1"

    def test_all_of_a_location_before_any_fires(self) -> None:
        """D-008: two S? of one Location are both checked before either fires."""
        play = two_in_one_location(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
        )
        attacks = [note for note in notes(play) if "First Fires" in note]
        assert len(attacks) == 1
        assert attacks[0].count("4-4-7") == 2

    def test_the_first_of_a_location_helps_the_second(self) -> None:
        """A S? Activated in the same Location just before is worth -1 (x1)."""
        play = two_in_one_location(
            "S5.1 dr 1",
            "S5.6 DR 3,3",
            "S5.72 DR 3,3",
            "S5.1 dr 4",
            "S5.6 DR 4,3",
        )
        assert "Final 3 against AC# 3" in fates(play)["S2"]

    def test_likelihood_is_clipped(self) -> None:
        """D-007: drm that no longer change the odds do not make a S? likelier."""
        assert chance(-4, 3) == chance(-9, 3) == 5
        assert chance(4, 3) == 1


class TestS5_2_exc1OneLocation:
    """S5.2 EXC."""

    def test_no_random_dr_within_a_location(self) -> None:
        """S? of one Location are each checked; no dr says which of them is first."""
        play = two_in_one_location(
            "S5.1 dr 5",
            "S5.1 dr 4",
        )
        assert len(fates(play)) == 2
