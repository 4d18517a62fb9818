"""Offers that are found once and listed from memory."""

from collections.abc import Iterator

from opfor.rules.choices.offer import LazyOffers, Offer
from opfor.rules.choices.orders import EndPhase


class TestUnfolding:
    """What is kept of a row of offers."""

    def test_each_is_found_once_and_only_when_asked_for(self) -> None:
        """A first look takes one, a second one all, and each was worked out once."""
        made: list[int] = []

        def offers() -> Iterator[Offer]:
            for number in range(3):
                made.append(number)
                yield Offer(EndPhase(), str(number))

        kept = LazyOffers(offers())
        assert next(iter(kept)).label == "0"
        assert made == [0]
        assert [offer.label for offer in kept] == ["0", "1", "2"]
        assert [offer.label for offer in kept] == ["0", "1", "2"]
        assert made == [0, 1, 2]

    def test_two_readers_do_not_hinder_each_other(self) -> None:
        """Who reads in between gets all of them as well."""
        kept = LazyOffers(iter([Offer(EndPhase(), name) for name in "abc"]))
        slow = iter(kept)
        assert next(slow).label == "a"
        assert [offer.label for offer in kept] == ["a", "b", "c"]
        assert [offer.label for offer in slow] == ["b", "c"]
