"""What an example may expect: each key passes when it is true and misses when not."""

import pytest

from opfor.core.errors import OpforError
from opfor.ports.examples import report, summary
from tests.ports.examples.small import GIVENS, MOVE, played, results

LOOK = '[[case]]\nwhat = "A row."\n'
LONG = '{ is = "suspect removed", id = "S1" }'

TRUE_AND_FALSE = [
    ("left", "[]", '["S1"]'),
    ("left", "0", "1"),
    ("suspects_in", "[]", '["O6"]'),
    ("entering", "[]", '["A1"]'),
    ("suspects.S1", '"gone"', '"Hold in O6"'),
    ("units.V", '"pinned 4-6-7 with LMG in K6"', '"not pinned"'),
    ("units.V", '"with LMG"', '"with nothing"'),
    ("units.V", '"in K6"', '"in J6"'),
    ("units.V", '"4-6-7"', '"4-6-8"'),
    ("units.L", '"not broken 8-0 with nothing in J6"', '"gone"'),
    ("units.X", '"gone"', '"in K6"'),
    ("at.O6", '["4-4-7"]', "[]"),
    ("at.K6", '["4-6-7"]', '["4-6-7", "8-0"]'),
    ("fortifications", "[]", '["foxhole for 1 in O6"]'),
    ("events", f'[{{ is = "moved" }}, {LONG}]', f'[{LONG}, {{ is = "moved" }}]'),
    ("also", f'[{LONG}, {{ is = "moved" }}]', '[{ is = "game ended" }]'),
    ("no_events", '[{ is = "game ended" }]', f"[{LONG}]"),
    (
        "events",
        '[{ is = "unit added", unit = { counter = "4-4-7", location = "O6" } }]',
        '[{ is = "unit added", unit = { counter = "4-4-7", location = "O7" } }]',
    ),
    ("events", '[{ is = "moved", rule = "A3.3" }]', '[{ is = "moved", rule = "A4" }]'),
    ("notes", '["first fires", "4 FP"]', '["first fires", "8 FP"]'),
    ("no_notes", '"Long Range"', '"First Fires"'),
    ("decided", '[{ chosen = "S1" }]', '[{ chosen = "S1", by = "closest" }]'),
    ("decided", '[{ among = ["S1"] }]', '[{ among = ["S1", "S2"] }]'),
    ("may", '"L move J5"', '"V move L6"'),
    ("may_not", '{ "V move L6" = "A4.1" }', '{ "L move J5" = "A4.1" }'),
    ("may_not", '{ "V move L6" = "A4.1" }', '{ "V move L6" = "A4.2" }'),
    ("ac", "3", "4"),
    ("turn", "1", "2"),
    ("phase", '"FRIENDLY MPh"', '"ENEMY MPh"'),
    ("over", "false", "true"),
]


class TestExpect:
    """Every key of `expect`."""

    @pytest.mark.parametrize(("key", "true", "false"), TRUE_AND_FALSE)
    def test_true_and_false(self, key: str, true: str, false: str) -> None:
        """What is true passes; what is not fails, by its own key and line."""
        assert played(f"{MOVE}expect.{key} = {true}").status == "passed"
        failed = played(f"{MOVE}expect.{key} = {false}")
        assert failed.status == "failed"
        (miss,) = failed.misses
        assert miss.key.startswith(f"expect.{key}")
        assert miss.line == (GIVENS + MOVE).count("\n") + 1

    def test_weapons(self) -> None:
        """A SW that nobody possesses is found where it lies."""
        loose = GIVENS.replace(
            "[suspects]", '[weapons]\nM = "dm MMG in J6"\n[suspects]'
        )
        assert played(f'{MOVE}expect.weapons.M = "dm MMG in J6"', loose).status == (
            "passed"
        )
        for wrong in ("MMG in J6", "dm HMG in J6", "dm MMG in J7", "gone"):
            text = f'{MOVE}expect.weapons.M = "{wrong}"'
            assert played(text, loose).status == "failed"

    def test_fortification(self) -> None:
        """A fortification is compared with its kind, room, TEM and Location."""
        fort = GIVENS + '[fortifications]\nF = "pillbox for 1 +3+5 in J6"\n'
        good = f'{MOVE}expect.fortifications = ["pillbox for 1 +3+5 in J6"]'
        assert played(good, fort).status == "passed"
        assert played(good.replace("+5", "+7"), fort).status == "failed"


class TestMore:
    """Fields that words have no place for, in a table beside the words."""

    def test_given_and_expected(self) -> None:
        """Every field of a piece can be given, and looked at afterwards."""
        given = GIVENS.replace(
            '"in O6"', '{ is = "Advance red in O6", enters = "A5", human_wave = true }'
        ).replace('"8-0 in J6"', '{ is = "8-0 in J6", moved = true }')
        view = '[[case]]\nwhat = "x"\nrange = ["A1", "A2"]\n'
        good = 'expect.suspects.S1 = { is = "red in O6", enters = "tA5" }\n'
        good += 'expect.units.L = { is = "moved", side = "FRIENDLY" }\n'
        assert played(view + good, given).status == "passed"
        failed = played(view + good.replace("tA5", "tA6"), given)
        assert [miss.key for miss in failed.misses] == ["expect.suspects.S1.enters"]

    def test_unknown(self) -> None:
        """A field that no piece has is an error with a near name."""
        given = GIVENS.replace('"8-0 in J6"', '{ is = "8-0 in J6", movd = true }')
        with pytest.raises(OpforError, match=r"units\.L: .*did you mean moved"):
            played(MOVE, given)

    def test_msr(self) -> None:
        """Any key of a Mission file can be given, checked like one."""
        view = '[[case]]\nwhat = "x"\nrange = ["A1", "A2"]\n'
        assert played(f"{view}msr.turns = 3\n").status == "passed"
        for wrong in ("turnns = 3", 'turns = "three"', 'id = "x"'):
            with pytest.raises(OpforError, match="msr"):
                played(f"{view}msr.{wrong}\n")


class TestNotes:
    """The story that a player reads."""

    LOOK = '[[case]]\nwhat = "Nothing happens."\nrange = ["A1", "A2"]\n'

    @pytest.mark.parametrize("key", ["notes", "no_notes"])
    @pytest.mark.parametrize("empty", ['""', "[]", '["  "]'])
    def test_empty(self, key: str, empty: str) -> None:
        """A text or list that is empty could not fail, and is refused."""
        with pytest.raises(OpforError, match=r"small\.toml:29: expect\..*nothing"):
            played(f"{MOVE}expect.{key} = {empty}")

    def test_lines_of_the_log(self) -> None:
        """Lines that are no Note events are looked at too, and rolls in words."""
        text = '["Original 2", "S1", "V to K6 (2 MF", "V to t:K6"]'
        assert not played(f"{MOVE}expect.notes = {text}").misses
        assert played(f'{MOVE}expect.no_notes = "V to tK6"').misses

    def test_nothing_told(self) -> None:
        """no_notes where nothing at all was told is a miss with a hint."""
        (miss,) = played(f'{self.LOOK}expect.no_notes = "breaks"').misses
        assert "nothing was told" in miss.got
        assert "events, units or result" in miss.got


class TestRefused:
    """Orders that the rules forbid."""

    CASE = '[[case]]\nwhat = "Too far."\ndo = "V move M6"\n'

    def test_expected(self) -> None:
        """An order is refused by the rule and with the words that are named."""
        assert played(f'{self.CASE}expect.refused = "A4.2"').status == "passed"
        told = f'{self.CASE}expect.refused = ["A4.2", "cannot be entered"]'
        assert played(told).status == "passed"

    @pytest.mark.parametrize("wrong", ['"A4.1"', '["A4.2", "pinned"]'])
    def test_another_rule(self, wrong: str) -> None:
        """Another rule or other words are a miss."""
        failed = played(f"{self.CASE}expect.refused = {wrong}")
        assert [miss.key for miss in failed.misses] == ["expect.refused"]

    def test_not_expected(self) -> None:
        """A refusal that nobody expects is a miss, as is one that does not come."""
        (miss,) = played(self.CASE).misses
        assert "A4.2" in miss.got
        assert played(f'{MOVE}expect.refused = "A4.2"').status == "failed"

    def test_nothing_has_changed(self) -> None:
        """After a refused order the game goes on as if it had not been given."""
        steps = """
            [[case]]
            what = "Goes on."
            [[case.step]]
            do = "V move M6"
            expect.refused = "A4.2"
            [[case.step]]
            do = "V assault J5"
            dice = "S5.1 dr 6"
            expect.units.V = "in J5"
        """
        assert played(steps).status == "passed"

    def test_in_the_middle(self) -> None:
        """A refusal of an order before the last stops the case."""
        (miss,) = played(
            '[[case]]\nwhat = "x"\ndo = ["V move M6", "V move J5"]\n'
            'expect.refused = "A4.2"'
        ).misses
        assert miss.key == "do"


class TestDiceAndAnswers:
    """Dice and answers belong to a rule, in order, and are all used up."""

    @pytest.mark.parametrize(
        ("old", "new", "key", "got"),
        [
            ("S5.1 dr 2", "S5.2 dr 2", "do", "the rule is S5.1"),
            ("S5.1 dr 2", "S5.1 DR 2,2", "do", "the roll is dr"),
            (
                '"S5.72 DR 3,4"',
                "'S5.72 DR 3,4 \"leader\"'",
                "do",
                "the purpose is",
            ),
            (', "S5.72 DR 3,4"', "", "do", "used up"),
            ("S5.72 DR 3,4", 'S5.72 DR 3,4", "S5.1 dr 1', "dice", "S5.1 dr 1"),
            ("S5.3 pinned", "S5.31 pinned", "do", "the rule is S5.3"),
            ("S5.3 pinned", "S5.3 dead", "do", "is not one of"),
            ('answers = "S5.3 pinned"', "", "do", "has no answer"),
            ('"S5.3 pinned"', '["S5.3 none", "S5.3 none"]', "dice", "S5.3 none"),
        ],
    )
    def test_wrong(self, old: str, new: str, key: str, got: str) -> None:
        """A roll for another rule, one too few or one too many is a miss."""
        assert old in MOVE
        failed = played(MOVE.replace(old, new))
        assert failed.status == "failed"
        assert failed.misses[0].key == key
        assert got in failed.misses[0].got

    def test_the_question_named(self) -> None:
        """An answer may name its question, and its field."""
        text = "'S5.3 result = pinned \"what the attack did to V\"'"
        assert played(MOVE.replace('"S5.3 pinned"', text)).status == "passed"
        other = text.replace("to V", "to W")
        assert played(MOVE.replace('"S5.3 pinned"', other)).status == "failed"


class TestQuestions:
    """Rows of tables, rules alone, LOS and range."""

    @pytest.mark.parametrize(
        ("question", "true", "false"),
        [
            (
                'look_up = { table = "x1", number = 0, mover = "infantry" }',
                '{ case = "C", range = 4 }',
                '{ case = "C", range = 5 }',
            ),
            ('look_up = { table = "A1", number = 6 }', '["S"]', '["S", "L"]'),
            ('look_up = { table = "{russian/x2}", number = 7 }', '"4-4-7"', '"5-2-7"'),
            ('los = ["J6", "K6"]', '"clear 0"', '"blocked"'),
            ('los = ["K6", "S6"]', '"blocked O6"', '"clear"'),
            ('range = ["J6", "O6"]', "5", "6"),
            ('call = { rule = "S5.1/drm", suspect = "S1" }', "[]", '[{ name = "x" }]'),
            (
                'call = { rule = "S1", units = ["L"] }',
                "[]",
                '["J6"]',
            ),
        ],
    )
    def test_answer(self, question: str, true: str, false: str) -> None:
        """The answer is compared with the result that is expected."""
        for result, status in ((true, "passed"), (false, "failed")):
            text = f"{LOOK}{question}\nexpect.result = {result}"
            assert played(text).status == status

    def test_total(self) -> None:
        """Modifiers that a rule gives can be expected by their sum."""
        call = (
            'call = { rule = "A4.6", target = "J6", open_ = true, move.units = ["V"] }'
        )
        for total, status in ((-2, "passed"), (-1, "failed")):
            assert played(f"{LOOK}{call}\nexpect.total = {total}").status == status

    def test_no_row(self) -> None:
        """A column that the table has not is an error of the file."""
        with pytest.raises(OpforError, match=r"look_up\.mover.*no column"):
            played(f'{LOOK}look_up = {{ table = "x1", mover = "horse" }}')

    def test_a_rule_alone_goes_on(self) -> None:
        """What a rule called alone changes is there in the next step."""
        steps = """
            [[case]]
            what = "Generated, then met."
            [[case.step]]
            call = { rule = "S5.6", suspect = "S1" }
            dice = ["S5.6 DR 3,3", "S5.72 DR 1,1"]
            expect.result = ["e447A"]
            [[case.step]]
            do = ["V assault K6", { side = "ENEMY", type = "hold fire" }]
            dice = "S5.1 dr 6"
            expect.at.O6 = ["concealed 4-4-7"]
        """
        assert played(steps).status == "passed"


class TestRows:
    """A case that is run once for each of its rows."""

    ROWS = """
        [[case]]
        what = "The AC# decides."
        call = { rule = "S5.1", suspect = "S1" }
        rows = [
          { ac = 2, dice = "S5.1 dr 2", expect.result = true },
          { ac = 1, dice = "S5.1 dr 2", expect.result = LAST },
        ]
    """

    def test_all(self) -> None:
        """All rows must be true; the story tells them apart."""
        passed = played(self.ROWS.replace("LAST", "false"))
        assert passed.status == "passed"
        assert passed.story.count("row 2") == 1

    def test_one_misses(self) -> None:
        """A row that is not true fails the case at its own line."""
        failed = played(self.ROWS.replace("LAST", "true"))
        assert failed.status == "failed"
        assert failed.misses[0].line == (GIVENS + self.ROWS).count("\n") - 1

    def test_givens_for_steps(self) -> None:
        """Rows beside steps change what is given."""
        text = """
            [[case]]
            what = "Both ways."
            rows = [{ units.V = "4-6-7 in J6" }, { units.V = "4-6-8 in J6" }]
            [[case.step]]
            do = "V assault J5"
            dice = "S5.1 dr 6"
            expect.units.V = "in J5"
        """
        assert played(text).status == "passed"


class TestSetUp:
    """A game from its beginning."""

    def test_run(self) -> None:
        """The set-up places S? by the Mission's cases; then the first turn begins."""
        text = GIVENS.replace(
            "ac = 3", 'ac = 2\nphase = "set-up"\nmsr.placement = ["a"]'
        )
        case = '[[case]]\nwhat = "Set up."\ndo = "run"\nexpect.turn = 1\n'
        case += 'dice = ["B25.65 DR 3,4"]\n'
        case += 'expect.left = ["S1", "S2", "S3"]\nexpect.suspects.S3 = "in O6/1"'
        assert played(case, text).status == "passed"

    def test_where_they_are(self) -> None:
        """The S? of a case by Location; a miss tells only where they differ."""
        text = GIVENS.replace("ac = 3", 'ac = 3\nmsr.placement = ["a"]')
        case = '[[case]]\nwhat = "Placed."\ncall.rule = "S4.1"\n'
        case += "expect.suspects_in = "
        assert played(case + '["O6", "O6", "O6/1"]', text).status == "passed"
        (miss,) = played(case + '["O6", "O6", "K6"]', text).misses
        assert miss.expected == "3 S?, also in [tK6]"
        assert miss.got == "3 S?, also in [tO6/1]"

    def test_entering(self) -> None:
        """S? that wait offboard are told by the hexes that they are to enter."""
        case = '[[case]]\nwhat = "They come."\ndice = ["S4.22 dr 1", "S4.22 dr 4"]\n'
        case += 'call = { rule = "S4.2", number = 2 }\n'
        case += 'expect.suspects.S2 = { is = "in offboard", enters = "T3" }\n'
        assert played(case + 'expect.entering = ["T3", "T6"]').status == "passed"
        (miss,) = played(case + 'expect.entering = ["T6", "T3"]').misses
        assert miss.key == "expect.entering"

    def test_to_the_end(self) -> None:
        """The game ends after the last turn, when every part of it is ended."""
        case = '[[case]]\nwhat = "Over."\nmsr.turns = 1\n'
        case += 'dice = ["B25.65 DR 3,4"]\n'
        case += 'do = ["end", "end", "end", "end", "run"]\nexpect.over = true'
        assert played(case).status == "passed"
        more = case.replace('"run"]', '"run", "end"]')
        assert "over" in played(more).misses[0].got

    def test_mission(self) -> None:
        """A Mission that ships gives what the file does not."""
        text = 'mission = "first-contact"\n[[case]]\nwhat = "A1 is on its map."\n'
        (result,) = results(text + 'range = ["A1", "B1"]\nexpect.result = 1')
        assert result.status == "passed"


class TestReport:
    """What the player reads."""

    def test_miss(self) -> None:
        """A miss tells the line, both values, and the story with rule numbers."""
        result = played(f"{MOVE}expect.ac = 5")
        text = "\n".join(report(result))
        for part in ("failed", "small.toml:25", "expected  5", "got       3", "S5.72"):
            assert part in text

    def test_passed(self) -> None:
        """Of a case that passed only --verbose tells, and then all."""
        result = played(MOVE)
        assert list(report(result)) == []
        assert any("First Fires" in line for line in report(result, verbose=True))

    def test_skipped(self) -> None:
        """A missing board skips a case and says which."""
        text = GIVENS.replace('map = """', 'map = "no-such"\nnote = """')
        result = played(MOVE, text)
        assert result.status == "skipped"
        assert "no-such" in result.why
        assert (
            summary([result, result]) == "0 passed, 0 failed, 0 unreadable, 2 skipped"
        )
