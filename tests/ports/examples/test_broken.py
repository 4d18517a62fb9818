"""Files that are wrong: the error names file, line and key, and what to write."""

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.ports.examples import Runner, read_example
from opfor.ports.examples.run import BROKEN
from tests.ports.examples.small import GIVENS, MOVE, results

FOLDER = Path(__file__).parents[2] / "examples"

WRONG = [
    # what is written, in place of what, and what the error says
    ("ac = 3", "acc = 3", r"small\.toml:4: acc: there is no key 'acc' here; .* ac"),
    ("ac = 3", "ac = 300", r"small\.toml:4: ac: "),
    ("ac = 3", "ac =", r"not TOML"),
    (
        '"4-6-7 with LMG in J6"',
        '{ is = "PzKpfw IVH in J6", vehicle = { tca = 65535 } }',
        r"small\.toml:14: units\.V: .*tca: .*<= 5",
    ),
    (
        '"4-6-7 with LMG in J6"',
        '{ is = "PzKpfw IVH in J6", vca = -2147483648 }',
        r"small\.toml:14: units\.V: vca: .*>= -1",
    ),
    ('"1941-08"', '"august"', r"small\.toml:1: date: "),
    ('"1941-08"', '"1931-08"', r"no tables for 1931-08"),
    ('"German"', '"Germann"', r"small\.toml:2: friendly: .*german"),
    ('fbe = "left"', 'fbe = "west"', r"small\.toml:5: fbe: "),
    ("brush: K6", "brsh: K6", r"small\.toml:6: map: .*brsh.*brush"),
    ("4-6-7 with LMG in J6", "4-6-9 in J6", r"small\.toml:14: units\.V: '4-6-9'"),
    ("4-6-7 with LMG in J6", "4-6-7 with XMG in J6", r"small\.toml:14: units\.V: "),
    ("4-6-7 with LMG in J6", "4-6-7 with 4-6-7 in J6", r"4-6-7 is no SW"),
    ("4-6-7 with LMG in J6", "pinned in J6", r"small\.toml:14: .* no counter"),
    ("4-6-7 with LMG in J6", "4-6-7 in ZZ9", r"small\.toml:14: units\.V: .*ZZ9"),
    ("4-6-7 with LMG in J6", "4-6-7 in J6/4", r"small\.toml:14: units\.V: "),
    ('"8-0 in J6"', "3", r"small\.toml:15: units\.L: this must be a text"),
    ('"in O6"', '"O6"', r"small\.toml:18: suspects\.S1: no Location"),
    ('"in O6"', '"Hold still red in O6"', r"small\.toml:18: suspects\.S1: "),
    ("S1 =", "V =", r"units\.V: 'V' is there twice"),
    ("A1 =", "A111 =", r"small\.toml:21: tables\.A111: there is no table"),
    ('["S"]', '["Q"]', r"small\.toml:21: tables\.A1: .*Q"),
    ('["S"]', '["S"], whenn = 3', r"small\.toml:21: tables\.A1: .*whenn"),
    ("[units]", "[unist]", r"small\.toml:13: unist: .* units"),
    ("what =", "that =", r"small\.toml:2\d: case\.that: .* what"),
    ("V assault K6", "V asault K6", r"small\.toml:26: do: 'V asault K6' is no order"),
    ("V assault K6", "V assault K66", r"small\.toml:26: do: .*K66"),
    ('"V assault K6"', "[3]", r"small\.toml:26: case\.do: "),
    ("S5.1 dr 2", "S5.1 dr 7", r"small\.toml:27: dice: 'S5.1 dr 7'"),
    ("S5.1 dr 2", "a two", r"small\.toml:27: dice: 'a two'"),
    ("S5.3 pinned", "pinned", r"small\.toml:28: answers: .* is no answer"),
]

EXPECTED = [
    ("expect.lefft = []", r"small\.toml:29: case\.expect\.lefft: .* left"),
    ('expect.left = "S1"', r"small\.toml:29: case\.expect\.left: "),
    ('expect.events = [{ is = "movd" }]', r"small\.toml:29: events: .* moved"),
    ('expect.also = [{ is = "moved", too = 1 }]', r"small\.toml:29: also: .*'too'"),
    ('expect.at.QQ1 = ["4-4-7"]', r"small\.toml:29: at\.QQ1: "),
    ('expect.units.V = "in QQ1"', r"small\.toml:29: units\.V: .*QQ1"),
    ("expect.units.V = 3", r"small\.toml:29: units\.V: "),
    ('expect.may = "run"', r"small\.toml:29: may: "),
    ('expect.may_not = { "V flies" = "A4.2" }', r"small\.toml:29: may_not\.V flies: "),
    ('expect.fortifications = ["bunker in O6"]', r"small\.toml:29: fortifications: "),
    ('look_up = { table = "x1" }', r"do stands beside look_up"),
    ("[[case.step]]", r"small\.toml:2\d: do: the case has steps of its own"),
]

QUESTIONS = [
    ('look_up = { table = "x11" }', r"look_up\.table: there is no table .* x1"),
    ('look_up = { table = "A1", number = "7" }', r"look_up\.number: this is no"),
    ("look_up = { number = 7 }", r"look_up: no table is named"),
    ('call = { suspect = "S1" }', r"call: no rule is named"),
    ('call = { rule = "S5.111" }', r"call\.rule: no rule of this number"),
    ('call = { rule = "S5.6" }', r"call: S5.6 needs suspect"),
    ('call = { rule = "S5.6", suspct = "S1" }', r"call\.suspct: .* suspect"),
    (
        'call = { rule = "S5.6", suspect = "S9" }',
        r"call\.suspect: 'S9' is no S\?",
    ),
    ('call = { rule = "S5.6", suspect = ["S1"] }', r"call\.suspect: .* is no S\? on"),
    ('los = ["J6"]', r"los: two Locations are wanted"),
    ('range = ["J6", "QQ1"]', r"range: .*QQ1"),
]


class TestErrors:
    """What the player reads."""

    @pytest.mark.parametrize(("old", "new", "error"), WRONG)
    def test_wrong(self, old: str, new: str, error: str) -> None:
        """Each mistake is told with its line and key."""
        text = GIVENS + MOVE
        assert old in text
        self.fails(text.replace(old, new, 1), error)

    @pytest.mark.parametrize(("line", "error"), EXPECTED)
    def test_expected(self, line: str, error: str) -> None:
        """So is a mistake in what is expected."""
        self.fails(f"{GIVENS}{MOVE}{line}\n", error)

    @pytest.mark.parametrize(("line", "error"), QUESTIONS)
    def test_question(self, line: str, error: str) -> None:
        """So is a question that cannot be asked."""
        self.fails(f'{GIVENS}[[case]]\nwhat = "x"\n{line}\n', f"small.toml:26: {error}")

    @staticmethod
    def fails(text: str, error: str) -> None:
        """Running the text gives an error of one line that fits the pattern."""
        with pytest.raises(OpforError) as raised:
            results(text)
        assert re.search(error, str(raised.value)), str(raised.value)

    def test_not_text(self) -> None:
        """Bytes that are no text, or too many, are told."""
        for data in (b"\xff\xfe", b"#" * 2_000_000, b"a = " + b"[" * 50 + b"]" * 50):
            with pytest.raises(OpforError, match="small"):
                read_example(data, "small.toml")

    def test_nothing_given(self) -> None:
        """A key that is needed and that no Mission gives is asked for."""
        with pytest.raises(OpforError, match="map is not given; write map"):
            results('[[case]]\nwhat = "Nothing is given."\n')


# -- anything at all ------------------------------------------------------------------

SHIPPED = [
    path.read_bytes()
    for path in sorted(FOLDER.glob("s5-[37]*.toml"))
    if b'map = "33"' not in path.read_bytes()
]
SCRAPS = st.sampled_from(
    [
        *b"0|S1|S2|K6|V|in|with|dm|A1|x3|[|]|{|}|'|=|,|.|-9|1e9|true|none".split(b"|"),
        *b"S5.6|S5.3|S5.31|S5.75|S2.2|end|halt|run|dr|DR|step|rows|7-0|gone".split(
            b"|"
        ),
        *(b"", b"\n", b"\xff", b'"', b" with ", b" in ", b"expect."),
    ]
)
RUNNER = Runner()


def broken(data: bytes) -> list[str]:
    """The results of a file that neither fit it nor explain what is wrong: none."""
    with contextlib.suppress(OpforError):
        results_ = RUNNER.run(read_example(data, "fuzz.toml"))
        misses = [str(result.misses) for result in results_]
        return [text for text in misses if BROKEN in text]
    return []


class TestFuzz:
    """Nothing but an OpforError comes out of a file, whatever is in it."""

    @settings(max_examples=100, deadline=None)
    @given(st.binary(max_size=200))
    def test_any_bytes(self, data: bytes) -> None:
        """Any bytes at all."""
        assert broken(data) == []

    @settings(max_examples=150, deadline=None)
    @given(st.sampled_from(SHIPPED), st.data())
    def test_changed_files(self, data: bytes, draw: st.DataObject) -> None:
        """A file that ships with a few words put elsewhere or left out."""
        for _ in range(draw.draw(st.integers(1, 3))):
            words = [match.span() for match in re.finditer(rb"[\w.+?/-]+|\S", data)]
            start, end = draw.draw(st.sampled_from(words))
            spot = draw.draw(st.sampled_from(words))
            other = st.just(data[slice(*spot)])
            data = data[:start] + draw.draw(other | SCRAPS) + data[end:]
        assert broken(data) == []

    @settings(max_examples=100, deadline=None)
    @given(
        st.sampled_from(["S5.3", "S5.6", "S5.72", "S5.75", "A4.2", "A7.2", "S4.11"]),
        st.dictionaries(
            st.sampled_from(["suspect", "activated", "firers", "target", "order"]),
            st.sampled_from(['"S1"', '["V"]', '["e"]', '"K6"', '"V move K6"', "3"]),
        ),
    )
    def test_any_call(self, rule: str, terms: dict[str, str]) -> None:
        """A rule called with anything."""
        given_ = "".join(f", {name} = {value}" for name, value in terms.items())
        call = f'[[case]]\nwhat = "x"\ncall = {{ rule = "{rule}"{given_} }}\n'
        assert broken((GIVENS + call).encode()) == []
