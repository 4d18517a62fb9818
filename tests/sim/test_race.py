"""Which plan is best: poor ones are dropped early, and none wins by luck alone."""

from hypothesis import given
from hypothesis import strategies as st

from opfor.sim.race import Budget, best, found, gain, race


def test_poor_ones_are_dropped() -> None:
    """The worse a plan the fewer its playouts; the usual one is in every round."""
    worth = (0.5, 0.9, 0.3, 0.1, 0.2)
    made = race(5, lambda plan, _: worth[plan], Budget(games=60))
    played = [len(values) for values in made]
    assert played[0] == played[1] == max(played)
    assert min(played) == played[3] < played[0]
    assert best(made) == 1
    assert sum(played) <= 60 + 5 * 4


def test_the_same() -> None:
    """What comes to the very same each time is played no more, if nobody wants it."""

    def play(plan: int, nth: int) -> float:
        return nth % 3 / 4 + (plan == 2) / 8

    played = [len(made) for made in race(4, play, Budget(games=60), drop_same=True)]
    assert played[1] == played[3] < played[0] == played[2]
    alike = race(4, lambda _, nth: play(0, nth), Budget(games=60), drop_same=True)
    assert [len(made) for made in alike] == [played[1]] * 4
    usual = race(4, lambda _, nth: play(0, nth), Budget(games=60))
    assert len(usual[0]) > played[1]


def test_what_is_behind() -> None:
    """Half the race is enough to drop what is not ahead, if nobody wants it."""
    worth = (0.5, 0.6, 0.5, 0.4)

    def lengths(*plans: int) -> list[int]:
        made = race(
            len(plans),
            lambda plan, _: worth[plans[plan]],
            Budget(games=16 * len(plans)),
            drop_behind=True,
        )
        return [len(values) for values in made]

    assert lengths(0, 3) == lengths(0, 2) == [8, 8]  # the race ends
    assert lengths(0, 1) == [16, 16]
    own, ahead, same, behind = lengths(0, 1, 2, 3)
    assert own == ahead > same == behind


def test_what_is_not_clear_stays_as_it_is() -> None:
    """A plan that is no better than the noise does not take the usual one's place."""
    same = [(7 * n % 40) / 40 for n in range(40)]
    assert best([same, list(same)]) == 0
    assert best([same, [value + 0.01 for value in same]]) == 1
    assert best([same, [0.9, 0.9, 0.9]]) == 0  # too few playouts to say


def test_what_cannot_be_played() -> None:
    """A plan that what was drawn forbids counts where it could be played."""
    made = race(2, lambda plan, n: None if plan and n % 2 else 0.5 + plan / 4, Budget())
    assert gain(made[1], made[0]) == (0.25, 0.0)
    assert best(made) == 1
    never = race(2, lambda plan, _: None if plan else 0.5, Budget(games=16))
    assert best(never) == 0


def test_stopped() -> None:
    """Whoever does not want to know any more is not kept waiting."""
    left = iter([False] * 5 + [True] * 99)
    made = race(2, lambda _plan, _nth: 0.5, Budget(), stop=lambda: next(left))
    assert sum(map(len, made)) == 5


@given(st.lists(st.floats(0, 1) | st.none(), max_size=60))
def test_interval(values: list[float | None]) -> None:
    """The chance lies within its interval, and that within 0 and 1."""
    known = found(values)
    assert 0 <= known.low <= known.high <= 1
    assert known.low - 1e-9 <= known.chance <= known.high + 1e-9
