"""One rule called alone, with every kind of thing that a rule may want."""

import pytest

from opfor.core.ask import Adjudicate, Asked, Choose, Draw, Field, Option, Place
from opfor.core.errors import OpforError
from opfor.ports.examples.script import ScriptedAnswer
from tests.ports.examples.small import GIVENS, played

HEAD = '[[case]]\nwhat = "A rule alone."\n'
ENEMY = GIVENS + '[enemies]\nE = "concealed 4-4-7 with LMG in O6"\n'

CALLS = [
    # the call, what else is in the case, and its result
    ('rule = "S4.11", location = "B5"', "", "true"),
    ('rule = "S4.11", location = "J6"', "", "false"),
    ('rule = "S3.31a", where = "O6", by = "J6"', 'dice = "S5.1 dr 6"', "[]"),
    ('rule = "S5.72", suspect = "S1"', 'dice = "S5.72 DR 3,4"', '["e447A"]'),
    (
        'rule = "S5.72", suspect = "S1", half = true',
        'dice = "S5.72 DR 3,4"',
        '["e447A"]',
    ),
    ('rule = "S5.751", suspect = "S1"', "", '"E"'),
    ('rule = "S5.752", sw = "50* MTR"', "", "true"),
    ('rule = "S1", units = ["E"]', "", '["tJ6"]'),
    (
        'rule = "A1.24", units = ["V", "L"]',
        "",
        "4",
    ),
    (
        'rule = "A4.2", order = "V + L double time J5"',
        "",
        '{ units = ["V", "L"], double_time = true, spent = 4 }',
    ),
]


class TestCall:
    """call = { rule = …, … }."""

    @pytest.mark.parametrize(("call", "more", "result"), CALLS)
    def test_result(self, call: str, more: str, result: str) -> None:
        """The rule is run with what is named, and its result compared."""
        case = f"{HEAD}call = {{ {call} }}\n{more}\nexpect.result = {result}\n"
        assert played(case, ENEMY).misses == ()

    def test_changes(self) -> None:
        """What a rule changes is seen."""
        case = f'{HEAD}call = {{ rule = "S5.3", activated = ["E"] }}\n'
        case += 'expect.at.O6 = ["concealed 4-4-7 with LMG"]\n'
        assert played(case, ENEMY).status == "passed"  # nobody is on the move

    @pytest.mark.parametrize(
        ("call", "error"),
        [
            ('rule = "S4.11", location = 3', "'3' is no Location"),
            (
                'rule = "S4.2", number = 1, quarter = "west"',
                "'west' is none of them; write one of FBE, north, EBE, south",
            ),
            ('rule = "S5.72", suspect = "S1", half = 1', "'1' is no true or false"),
            ('rule = "S1", units = { L = 1 }', "units is a list"),
            ('rule = "S1", units = ["X"]', "'X' is no unit"),
            ('rule = "S5.752", sw = "4-4-7"', "4-4-7 is no SW"),
            ('rule = "A4.2", order = "halt"', "'halt' is no order to move"),
            (
                'rule = "S3.31b", target = "K6", move.unts = []',
                "there is no 'unts'; did you mean units",
            ),
        ],
    )
    def test_wrong(self, call: str, error: str) -> None:
        """A thing of the wrong kind is an error of the file."""
        with pytest.raises(OpforError, match=rf"call\.\w+: .*{error}|{error}"):
            played(f"{HEAD}call = {{ {call} }}\n", ENEMY)


class TestAnswer:
    """Answers to the kinds of question that rules may ask."""

    @staticmethod
    def to(text: str, request: object) -> object:
        """The raw answer of a text to a request."""
        asked = Asked(1, ("S1",), 0, request)  # type: ignore[arg-type] # any request
        return ScriptedAnswer.parse(f"S1 {text}", "here").to(asked)

    def test_choose(self) -> None:
        """An option by its key, which may have several words."""
        options = (Option("stay"), Option("move K6"))
        choose = Choose(purpose="what", options=options)
        assert self.to("move K6", choose) == "move K6"

    def test_place(self) -> None:
        """Things with their places."""
        place = Place(purpose="where", things=("V", "W"))
        assert self.to("V = K6, W = K7", place) == {"V": "K6", "W": "K7"}

    def test_form(self) -> None:
        """A form field by field: numbers, yes or no, texts."""
        form = (Field("mf", kind="number"), Field("hit", kind="yes"), Field("how"))
        ask = Adjudicate(purpose="what", form=form)
        filled = {"mf": 2, "hit": True, "how": "by luck"}
        assert self.to("mf = 2, hit = yes, how = by luck", ask) == filled
        assert self.to("3", Adjudicate(purpose="what", form=form[:1])) == {"mf": 3}

    def test_luck(self) -> None:
        """Chits are dice, not answers."""
        with pytest.raises(OpforError, match="cannot answer"):
            self.to("K", Draw(purpose="chit", chits=("K",)))
