"""Golden replays: whole games that tell the same story again."""

import os

import pytest

from tests.replays import GAMES, GOLDEN, path, play, replay

RENEW = "OPFOR_GOLDEN"


@pytest.mark.parametrize("name", GAMES)
def test_same_story(name: str) -> None:
    """The answers of a recorded game tell its story; $OPFOR_GOLDEN=1 plays it anew."""
    if os.environ.get(RENEW):
        path(name).write_text(play(GAMES[name]), "utf-8")
    text = path(name).read_text("utf-8")
    assert replay(text).splitlines() == text.splitlines()


def test_all_there() -> None:
    """Each file is a game of the list, and each game a file."""
    assert sorted(GAMES) == sorted(found.stem for found in GOLDEN.glob("*.txt"))


def test_all_end() -> None:
    """Each recorded game came to its end."""
    for name in GAMES:
        last = path(name).read_text("utf-8").splitlines()[-2]
        assert last.startswith("A3 the game is over: "), name
