"""How the words of a command line are read."""

from pathlib import Path

import pytest

from opfor.core.errors import OpforError
from opfor.ports.commands import COMMANDS, read_number, read_place, read_words
from opfor.ports.read_answer import pick
from tests.ports.playing import Terminal, session


@pytest.fixture(scope="module")
def terminal(tmp_path_factory: pytest.TempPathFactory) -> Terminal:
    """A game at its first prompt, in which these tests change nothing."""
    return Terminal(session(tmp_path_factory.mktemp("game") / "a.opfor"))


class TestWords:
    """A command may be cut short as long as one command begins so."""

    @pytest.mark.parametrize("name", COMMANDS)
    def test_whole(self, name: str) -> None:
        """Every command is found by its whole name, in capitals too."""
        assert read_words(name.upper()).command == name

    @pytest.mark.parametrize(
        ("line", "command", "rest"),
        [
            ("m 467A Q9", "move", ["467A", "Q9"]),
            ("  THR  467a   q9 ", "threats", ["467a", "q9"]),
            ("bo", "board", []),
            ("w 5", "why", ["5"]),
            ("lo", "", []),
            ("move 467A , 467B Q9", "move", ["467A,467B", "Q9"]),
            ("?", "?", []),
        ],
    )
    def test_beginnings(self, line: str, command: str, rest: list[str]) -> None:
        """A unique beginning is enough, and commas may have spaces around them."""
        if command:
            assert read_words(line) == (command, rest)
        else:
            with pytest.raises(OpforError, match="could be look, los, log"):
                read_words(line)

    def test_unknown(self) -> None:
        """An unknown command names one that is spelt nearly so."""
        with pytest.raises(OpforError, match=r"no command 'moev'; did you mean move\?"):
            read_words("moev Q9")

    def test_endless(self) -> None:
        """A line without end is refused, not worked on."""
        with pytest.raises(OpforError, match="at most 500 signs"):
            read_words("move " * 1000)


class TestPick:
    """Names are found by what they begin with."""

    def test_exact_before_longer(self) -> None:
        """A whole name wins over a longer one that begins with it."""
        assert pick("S1", {"S1": "a", "S10": "b"}, "S?") == "a"

    def test_one_meaning(self) -> None:
        """Two names of the same thing are no contradiction."""
        assert pick("n", {"none": "none", "no effect": "none"}, "result") == "none"


class TestPlaces:
    """Hexes are known by their labels, in any case, with or without the board."""

    @pytest.mark.parametrize("text", ["Q6", "q6", "o1Q6", "O1q6"])
    def test_names(self, terminal: Terminal, text: str) -> None:
        """All of these are the same hex."""
        assert read_place(terminal.session.world, text) == "o1Q6"

    def test_level(self, terminal: Terminal) -> None:
        """A level follows a stroke."""
        assert read_place(terminal.session.world, "r4/2") == "o1R4/2"

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("Q99", "there is no hex 'Q99'; did you mean"),
            ("", "there is no hex ''; hexes run from A1 to GG10"),
            ("7", "there is no hex '7'"),
            ("Q6/5", "o1Q6 has no level 5"),
            ("Q6/x", "has no level after the /"),
            ("Q6/", "has no level after the /"),
            ("33Q6", "there is no hex '33Q6'"),
            ("Q6" * 50, "there is no hex 'Q6Q6Q6Q6Q6Q6Q6Q6Q6Q6'"),
        ],
    )
    def test_wrong(self, terminal: Terminal, text: str, said: str) -> None:
        """What is no Location is refused in one sentence."""
        with pytest.raises(OpforError) as refused:
            read_place(terminal.session.world, text)
        assert said in str(refused.value)


@pytest.mark.parametrize("text", ["0", "-1", "x", "", "11", "²", "9" * 5000])
def test_numbers(text: str) -> None:
    """Only 1 to the most is a count."""
    with pytest.raises(OpforError, match="no number from 1 to 10"):
        read_number(text, 10)


BAD = [
    ("fly 467A Q9", "there is no command 'fly'"),
    ("move", "no unit is named"),
    ("move 467A", "no hex is named"),
    ("move 999 Q10", "there is no unit of yours '999'"),
    ("move 467 Q10", "467 could be 467A, 467B"),
    ("move 467A Q99", "there is no hex 'Q99'"),
    ("move 467A Q5", "A4.2: Q5 cannot be entered: it is not along the FBE"),
    ("move all Q10", "all is written `all at HEX`"),
    ("move all at Q5 Q6", "nobody of yours in Q5 may move"),
    ("assault 467A", "no hex is named"),
    ("halt", "A3.3: no move is in hand"),
    ("halt now", "halt is written `halt`"),
    ("board Q6 99", "'99' is no number from 1 to 30"),
    ("los Q6", "los is written `los HEX HEX`"),
    ("range Q6 Q6 Q6", "range is written `range HEX HEX`"),
    ("threats 467A", "threats is written `threats UNIT HEX`"),
    ("look", "look is written `look HEX`"),
    ("why x", "'x' is no number"),
    ("log -5", "'-5' is no number"),
    ("undo", "there is nothing to take back"),
    ("undo 0", "'0' is no number"),
    ("dice theirs", "there is no way to roll 'theirs'"),
    ("resume nowhere.opfor", "nowhere.opfor: cannot be read"),
    ("picture board.txt", "a picture is .png or .svg"),
    ("picture /no/such/folder/x.svg", "cannot be written"),
    ("help me", "there is no command 'me'"),
]


@pytest.mark.parametrize(("line", "said"), BAD, ids=[line for line, _ in BAD])
def test_bad_input(terminal: Terminal, line: str, said: str) -> None:
    """Each mistake is told in one sentence, and the game stands where it stood."""
    before = terminal.session.game.fingerprint()
    shown = " ".join(terminal.type(line).split())
    assert said in shown
    assert shown.count("\n") == 0
    assert terminal.session.game.fingerprint() == before


def test_save_over_a_file(terminal: Terminal, tmp_path: Path) -> None:
    """A copy never takes the place of another file."""
    there = tmp_path / "there"
    there.write_text("mine")
    assert "exists already" in " ".join(terminal.type(f"save {there}").split())
    assert there.read_text() == "mine"
