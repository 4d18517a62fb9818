"""The tree of commands."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opfor.core.errors import OpforError
from opfor.vasl.saves.commands import (
    ESC,
    AddPiece,
    ChangePiece,
    Chat,
    Command,
    Log,
    MovePiece,
    Node,
    Other,
    RemovePiece,
    SetBoards,
    in_order,
    read_commands,
    saved_game,
    setup_part,
    tree,
    write_command,
    write_commands,
)

TEXTS = st.text(alphabet="ab;/\\'\t-0", max_size=10)
NUMBERS = st.integers(-5000, 5000)
COMMANDS = st.one_of(
    st.builds(AddPiece, TEXTS.filter(lambda t: t != "null"), TEXTS, TEXTS),
    st.builds(RemovePiece, TEXTS),
    st.builds(ChangePiece, TEXTS, TEXTS, st.none() | TEXTS),
    st.builds(
        MovePiece,
        TEXTS,
        TEXTS,
        NUMBERS,
        NUMBERS,
        TEXTS,
        TEXTS,
        NUMBERS,
        NUMBERS,
        TEXTS,
        TEXTS,
    ),
    st.builds(Chat, TEXTS),
    st.builds(SetBoards, TEXTS),
)
TREES = st.recursive(
    st.builds(Node, COMMANDS),
    lambda nodes: st.builds(Node, COMMANDS, st.lists(nodes, max_size=3).map(tuple)),
    max_leaves=8,
)


class TestCommands:
    """Each kind, read and written."""

    @pytest.mark.parametrize(
        ("text", "command"),
        [
            ("+/12/stack/Main Map;1;2;3", AddPiece("12", "stack", "Main Map;1;2;3")),
            ("+/null/a\\/b/c", AddPiece("", "a/b", "c")),
            ("-/12", RemovePiece("12")),
            ("D/12/new/old", ChangePiece("12", "new", "old")),
            ("D/12/new", ChangePiece("12", "new")),
            (
                "M/1/Main Map/5/6/null/Main Map/3/4/2/me",
                MovePiece("1", "Main Map", 5, 6, "null", "Main Map", 3, 4, "2", "me"),
            ),
            ("CHAT* hello *", Chat("* hello *")),
            ("LOG\t-/12", Log(RemovePiece("12"))),
            ("bd\t0\t0\t04", SetBoards("0\t0\t04")),
            ("INFO\tAxis", Other("INFO\tAxis")),
            ("M/1/Main Map", Other("M/1/Main Map")),
            ("+/1/2", Other("+/1/2")),
            ("D/1", Other("D/1")),
            ("", Other("")),
        ],
    )
    def test_kinds(self, text: str, command: Command) -> None:
        """What does not have the form of its kind is kept as it is."""
        assert read_commands(text) == Node(command)
        assert write_command(command) == text

    def test_steps(self) -> None:
        """Several commands that are one step of a log stay one."""
        step = Node(Log(RemovePiece("1")), (Node(Log(Chat("gone"))),))
        game = saved_game([Node(SetBoards(""))], [step])
        text = write_commands(game)
        assert f"LOG\t-/1\\{ESC}LOG\tCHATgone" in text
        start, steps = setup_part(read_commands(text))
        assert steps == (step,)
        assert [each.command for each in start][-1] == Node(Other("")).command

    def test_order(self) -> None:
        """A command comes before those that follow from it."""
        node = tree([Chat("1"), Chat("2")])
        assert list(in_order(node)) == [Chat("1"), Chat("2")]


class TestRoundTrip:
    """To the byte."""

    @given(TREES)
    def test_trees(self, node: Node) -> None:
        """Any tree comes back the same, and so does its text."""
        text = write_commands(node)
        read = read_commands(text)
        assert write_commands(read) == text

    @given(st.text(alphabet=f"ab/+D\\'\t{ESC}", max_size=40))
    def test_texts(self, text: str) -> None:
        """Any text is written as it was read."""
        assert write_commands(read_commands(text)) == text


class TestHostile:
    """Beyond what a game can have."""

    def test_depth(self) -> None:
        """Endless nesting is refused."""
        text = "a"
        for _ in range(40):
            text = f"x{ESC}" + text.replace(ESC, "\\" + ESC)
        with pytest.raises(OpforError, match="nested"):
            read_commands(text)

    def test_number(self) -> None:
        """So are commands without end."""
        with pytest.raises(OpforError, match="commands"):
            read_commands(ESC * 300_000)
