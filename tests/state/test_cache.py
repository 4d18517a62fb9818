"""What is worked out once and kept."""

from opfor.state.cache import MOMENTS, LazyDict, StateCache


def test_once() -> None:
    """What follows from a state is worked out once, and again for another state."""
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    kept, one, two = StateCache(), object(), object()
    assert [kept.once(one, "a", make) for _ in range(3)] == [1, 1, 1]
    assert kept.once(one, "b", make) == 2
    assert kept.once(two, "a", make) == 3
    assert kept.once(one, "a", make) == 1


def test_once_forgets() -> None:
    """Of a state that many others were asked about since, nothing is kept."""
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    kept, states = StateCache(), [object() for _ in range(MOMENTS + 2)]
    assert [kept.once(state, "a", make) for state in states] == [*range(1, 6)]
    assert kept.once(states[1], "a", make) == 2
    assert kept.once(states[0], "a", make) == 6


def test_lasting() -> None:
    """It is worked out anew only when what it follows from has another value."""
    made: list[int] = []

    def make() -> int:
        made.append(1)
        return len(made)

    kept = StateCache()
    assert [kept.lasting("a", (1, "x"), make) for _ in range(2)] == [1, 1]
    assert kept.lasting("a", (2, "x"), make) == 2
    assert kept.lasting("b", (2, "x"), make) == 3
    assert kept.lasting("a", (2, "x"), make) == 2


def test_kept() -> None:
    """A key is looked up, and what it stands for is made but once."""
    asked: list[str] = []

    def length(word: str) -> int:
        asked.append(word)
        return len(word)

    kept = LazyDict(length)
    assert [kept["four"], kept["four"], kept["fifth"]] == [4, 4, 5]
    assert asked == ["four", "fifth"]
