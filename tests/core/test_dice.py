"""Dice: the seeded stream, scripts, typed dice, selection by dice."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.ask import Asked, Choose, Context, Draw, Option, Roll
from opfor.core.dice import (
    DR,
    Rolled,
    Scripted,
    Seeded,
    dice_roll,
    die_roll,
    draw_letter,
    random_dr,
    random_selection,
    read_dice,
    uniform,
)
from opfor.core.errors import OpforError
from opfor.core.event import Emitted, RollMade
from opfor.core.fact import fact
from opfor.core.game import Game
from opfor.core.modifier import Mod, breakdown
from opfor.core.rule import part_of_rule
from opfor.views.text.purposes import purpose_of
from tests.core.toy import Race, new_game

GOLDEN = [4, 2, 2, 2, 1, 1, 6, 4, 5, 1, 1, 6, 3, 6, 6, 5, 5, 1, 4, 5]
GOLDEN_WIDE = [196, 76, 246, 261]

SEVENTHS = {
    "11-15": "a", "16-24": "b", "25-33": "c", "34-42": "d",
    "43-51": "e", "52-56": "f", "61-65": "g",
}.items()  # fmt: skip
"""Which DR mean which of seven options."""

AGAIN = "any other again"


def game(*script: str) -> Game[Race]:
    """A game whose dice are written down."""
    return new_game(dice=Scripted(*script))


def asked(request: Roll | Draw, rule: str = "S1.1") -> Asked:
    """A request as a game would put it."""
    return Asked(1, (rule,), 0, request)


class TestSeededStream:
    """The dice that follow from a seed."""

    def test_golden_values(self) -> None:
        """The stream never changes: saves and shared seeds depend on it."""
        dice = [1 + uniform("1", "S5.1", n, 6) for n in range(20)]
        assert dice == GOLDEN
        assert [uniform("x" * 65, "ä", n, 300) for n in range(4)] == GOLDEN_WIDE

    def test_dice_are_fair(self) -> None:
        """Over 60,000 dice each face, and each pair in a row, comes equally often."""
        dice = [uniform("fair", "s", n, 6) for n in range(60_000)]
        expected = len(dice) / 6
        chi = sum((n - expected) ** 2 / expected for n in Counter(dice).values())
        assert chi < 20.5  # 5 degrees of freedom, p = 0.001
        pairs = Counter(zip(dice[::2], dice[1::2], strict=True))
        expected = len(dice) / 72
        chi = sum((n - expected) ** 2 / expected for n in pairs.values())
        assert len(pairs) == 36
        assert chi < 66.6  # 35 degrees of freedom, p = 0.001

    def test_streams_and_seeds_differ(self) -> None:
        """Another stream or another seed gives other dice."""
        runs = [("1", "S5.1"), ("2", "S5.1"), ("1", "S5.2")]
        dice = [tuple(uniform(k, s, n, 6) for n in range(30)) for k, s in runs]
        assert len(set(dice)) == 3

    def test_goes_on_where_the_stream_is(self) -> None:
        """A roll takes the dice after those that the stream has given."""
        roll = Roll(purpose="x", kind="DR")
        source = Seeded(1)
        first = source.answer(asked(roll, "S5.1"), Context(None, 0))
        second = source.answer(asked(roll, "S5.1"), Context(None, 2))
        assert (*first, *second) == tuple(GOLDEN[:4])  # type: ignore[misc]

    def test_draws_chits(self) -> None:
        """A draw gives one of the chits, the same for the same place in the stream."""
        draw = asked(Draw(purpose="x", chits=("A", "B", "C")))
        chits = {Seeded(1).answer(draw, Context(None, n)) for n in range(40)}
        assert chits == {"A", "B", "C"}

    def test_answers_dice_only(self) -> None:
        """Dice cannot answer a choice."""
        choose = Asked(1, (), 0, Choose(purpose="x", options=(Option("a"),)))
        with pytest.raises(OpforError, match="dice cannot answer"):
            Seeded(1).answer(choose, Context(None))


class TestRolls:
    """A roll with its modifiers."""

    def test_original_and_final(self) -> None:
        """Original, Final and the breakdown are kept apart."""
        mods = (Mod("stone building", 3, "B23.3"), Mod("leader", -1))
        rolled = Rolled((5, 2), mods)
        assert (rolled.original, rolled.final) == (7, 9)
        assert rolled.pair == DR(5, 2)
        assert DR(5, 2).total == 7
        assert not rolled.doubles
        assert DR(2, 2).doubles
        assert str(rolled) == "5,2 = 9 (+3 stone building (B23.3), -1 leader)"
        assert rolled.with_mods(Mod("cx", 1)).final == 10
        assert breakdown(()) == "none"

    def test_a_roll_is_told(self) -> None:
        """Each roll is an event with its dice and modifiers, and changes no state."""
        one = game("S1.1 dr 3", "S1.1 DR 6,1")
        with part_of_rule("S1.1"):
            assert die_roll(one, "a", [Mod("m", 1)]).final == 4
            assert dice_roll(one, "b").pair == DR(6, 1)
        told = RollMade("a", dice=(3,), mods=(Mod("m", 1),))
        assert one.events[0] == Emitted(1, ("S1.1",), told)
        assert str(told) == "a: 3 = 4 (mods: +1 m)"
        assert one.state == Race()

    def test_drm_by_the_dice(self) -> None:
        """DRM may be a function of the dice as they fell."""
        one = game("S1.1 DR 6,2")
        with part_of_rule("S1.1"):
            rolled = dice_roll(one, "a", lambda dice: [Mod("lower", min(dice))])
        assert (rolled.original, rolled.final) == (8, 10)
        assert one.events[0].event == RollMade("a", (6, 2), (Mod("lower", 2),))


class TestScripted:
    """Dice written down beforehand."""

    @pytest.mark.parametrize(
        ("entry", "fault"),
        [
            ("S2.2 dr 3", "S1.1, not S2.2"),
            ("S1.1 DR 3,3", "the roll is dr, not DR"),
            ('S1.1 dr 3 "other"', "the purpose is 'x', not 'other'"),
        ],
    )
    def test_a_wrong_order_fails(self, entry: str, fault: str) -> None:
        """A roll for another rule, kind or purpose is an error that names both."""
        with pytest.raises(OpforError, match=fault), part_of_rule("S1.1"):
            die_roll(game(entry), "x")

    def test_used_up(self) -> None:
        """A roll after the last entry is an error, and what is left can be seen."""
        source = Scripted("S1.1 dr 3")
        one = new_game(dice=source)
        assert [str(entry) for entry in source.left] == ["S1.1 dr 3"]
        with part_of_rule("S1.1"):
            die_roll(one, "x")
            assert source.left == ()
            with pytest.raises(OpforError, match="used up"):
                die_roll(one, "x")

    @pytest.mark.parametrize(
        "entry", ["", "S1.1", "S1.1 dr", "S1.1 dr 7", "S1.1 DR 3", "S1.1 2d6 3,3"]
    )
    def test_malformed_entries(self, entry: str) -> None:
        """An entry that cannot be read is refused at once."""
        with pytest.raises(OpforError):
            Scripted(entry)


class TestTypedDice:
    """Dice as a person types them."""

    @pytest.mark.parametrize("text", ["5 2", "52", "5,2", " 5 , 2 ", "5/2"])
    def test_ways_to_type(self, text: str) -> None:
        """Dice can be typed with or without something between them."""
        assert read_dice(text, 2) == (5, 2)

    @pytest.mark.parametrize("text", ["", "7 1", "5", "5 2 1", "a", "5.2", "٣ ٣"])
    def test_mistyped(self, text: str) -> None:
        """Anything else says what is wanted."""
        with pytest.raises(OpforError, match=r"1 to 6|2 dice"):
            read_dice(text, 2)


class TestSelection:
    """Choosing by dice."""

    def test_random_selection(self) -> None:
        """The highest dr is selected, and ties are all selected."""
        one = game("S1.1 random 4 5 5 1")
        with part_of_rule("S1.1"):
            assert random_selection(one, "abcd", purpose="x") == ("b", "c")

    def test_one_candidate_rolls_nothing(self) -> None:
        """A single candidate is selected without dice."""
        assert random_selection(game(), ["a"], purpose="x") == ("a",)
        assert random_dr(game(), ["a"], purpose="x") == "a"

    @pytest.mark.parametrize(
        ("options", "script", "chosen"),
        [
            ("ab", ["dr 3"], "a"),
            ("ab", ["dr 4"], "b"),
            ("abc", ["dr 4"], "b"),
            ("abcd", ["dr 5", "dr 6", "dr 4"], "d"),
            ("abcdef", ["dr 6"], "f"),
            ("abcdefg", ["DR 1,6"], "b"),
            ("abcdefg", ["DR 6,6", "DR 6,5"], "g"),
            ("a" * 36 + "b", ["random 6 6 6", "random 6 1 1"], "b"),
        ],
    )
    def test_random_dr(self, options: str, script: list[str], chosen: str) -> None:
        """Options share the numbers equally, in order; left-over numbers roll again."""
        one = game(*(f"S1.1 {line}" for line in script))
        with part_of_rule("S1.1"):
            assert random_dr(one, options, purpose="x") == chosen

    @pytest.mark.parametrize(
        ("options", "script", "whom"),
        [
            ("ab", "dr 3", ("1-3 a", "4-6 b")),
            ("abc", "dr 3", ("1-2 a", "3-4 b", "5-6 c")),
            ("abcde", "dr 3", ("1 a", "2 b", "3 c", "4 d", "5 e", AGAIN)),
            ("abcdefg", "DR 1,6", (*(f"{n} {x}" for n, x in SEVENTHS), AGAIN)),
        ],
    )
    def test_whom_numbers_mean(
        self, options: str, script: str, whom: tuple[str, ...]
    ) -> None:
        """What a Random dr is for tells the numbers of each option."""
        one = game(f"S1.1 {script}")
        with part_of_rule("S1.1"):
            random_dr(one, options, purpose=fact("which"))
        request = one.journal[0].asked.request
        assert isinstance(request, Roll)
        assert request.purpose == fact("which")
        assert request.meaning == fact("by_number", whom=whom)

    def test_whom_dice_mean(self) -> None:
        """Of Random Selection there is a die each; what is told of it is the roll."""
        one = game("S1.1 random 4 5 1")
        with part_of_rule("S1.1"):
            random_selection(one, "abc", purpose=fact("which"))
        request = one.journal[0].asked.request
        assert purpose_of(request) == "which: a die each for a, b, c"
        assert [emitted.event for emitted in one.events] == [
            RollMade(fact("which"), (4, 5, 1), (), ("a", "b", "c"))
        ]

    def test_what_is_added(self) -> None:
        """A question tells the DRM that are known before the dice fall."""
        one = game("S1.1 DR 2,3", "S1.1 dr 4")
        drm = (Mod("leader", -1, "A10.7"), Mod("in the open", -1, "A4.6", "FFMO"))
        with part_of_rule("S1.1"):
            assert dice_roll(one, fact("which"), drm).final == 3
            assert die_roll(one, fact("which"), drm[:1]).final == 3
        asked = [purpose_of(entry.asked.request) for entry in one.journal]
        assert asked == [
            "which; DRM -2 (-1 leader, -1 FFMO)",
            "which; drm -1 (-1 leader)",
        ]

    def test_what_follows_from_the_dice(self) -> None:
        """DRM that the dice themselves decide are not told before they fall."""
        one = game("S1.1 DR 2,3")
        with part_of_rule("S1.1"):
            rolled = dice_roll(one, fact("which"), lambda dr: [Mod("low", dr.coloured)])
        assert rolled.final == 7
        assert purpose_of(one.journal[0].asked.request) == "which"

    def test_what_a_dr_means(self) -> None:
        """A dr on a list tells what each number means, and is told as before."""
        one = game("S1.1 dr 2")
        with part_of_rule("S1.1"):
            assert die_roll(one, fact("which"), means=["P7", "I4"]).final == 2
        request = one.journal[0].asked.request
        assert purpose_of(request) == "which: 1 P7, 2 I4"
        assert [each.event for each in one.events] == [RollMade(fact("which"), (2,))]

    def test_who_has_no_name(self) -> None:
        """Where one has none, nobody is named."""
        one = game("S1.1 dr 4")
        with part_of_rule("S1.1"):
            random_dr(one, [object(), "a"], purpose=fact("which"))
        assert one.journal[0].asked.request.purpose == fact("which")

    @settings(max_examples=30)
    @given(st.integers(1, 40), st.integers(0, 1000))
    def test_random_dr_always_chooses(self, size: int, seed: int) -> None:
        """Any number of options gets a choice among them."""
        assert random_dr(new_game(seed=seed), range(size), purpose="x") in range(size)

    def test_random_dr_is_even(self) -> None:
        """Each of four options is chosen about equally often."""
        one = new_game(seed=3)
        counts = Counter(random_dr(one, "abcd", purpose="x") for _ in range(2000))
        assert all(430 < counts[option] < 570 for option in "abcd")

    def test_nothing_to_choose(self) -> None:
        """No options is an error."""
        with pytest.raises(OpforError, match="nothing to choose"):
            random_dr(game(), [], purpose="x")

    def test_letter(self) -> None:
        """A Letter Chit comes out of the cup that is offered."""
        one = game("S3.2 chit K")
        with part_of_rule("S3.2"):
            assert draw_letter(one, purpose="x") == "K"
        with part_of_rule("S3.2"), pytest.raises(OpforError, match="not in the cup"):
            draw_letter(game("S3.2 chit K"), "ABC", purpose="x")
