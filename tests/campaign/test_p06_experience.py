"""CG.p6 and CG.p7: experience, class and ELR."""

from opfor.campaign.aftermath.p06_experience import elr, experience
from opfor.campaign.company import Options
from opfor.campaign.result import Fate
from tests.campaign.companies import company, leader, now, squad, told

STANDS = (Fate(1, "stands", ("german/4-6-7",), kills=5),)


class TestExperience:
    """CG.p6."""

    def test_points(self) -> None:
        """One for the Mission, one if it was won, up to three for kills."""
        (one,) = experience(company(leader(1)), now(fates=STANDS)).people
        assert one.experience == 5
        (one,) = experience(
            company(leader(1)), now(fates=STANDS, outcome="lost")
        ).people
        assert one.experience == 4

    def test_better(self) -> None:
        """At 5 points a squad has the next class on a DR of 8; a 9 is too much."""
        for dice, counter in (((4, 4), "4-6-8"), ((4, 5), "4-6-7")):
            (one,) = experience(company(squad()), now(dice, fates=STANDS)).people
            assert one.counter == counter
        assert one.experience == 5

    def test_between(self) -> None:
        """Between two steps nobody rolls."""
        (one,) = experience(company(squad(experience=1)), now(fates=STANDS[:0])).people
        assert one.experience == 1
        then = now(fates=(Fate(1, "stands", ("german/4-6-7",)),))
        assert experience(company(squad(experience=5)), then).people[0].experience == 7

    def test_gone(self) -> None:
        """The dead learn nothing."""
        dead = company(squad(standing="killed"))
        assert experience(dead, now(fates=STANDS)) == dead

    def test_off(self) -> None:
        """Switched off, nobody learns."""
        then = now(fates=STANDS, options=Options(without=("experience",)))
        assert experience(company(squad()), then) == company(squad())


class TestElr:
    """CG.p7: the German ELR of 1941-08 is 4."""

    def test_veterans(self) -> None:
        """8 points a head: one higher."""
        old = company(squad(1, experience=8), squad(2, experience=8))
        assert elr(old, now()).elr == 5

    def test_diluted(self) -> None:
        """Half of the squads of a lower class: one lower; fewer: the nation's."""
        half = company(squad(1), squad(2, "4-4-7"))
        then = now()
        assert elr(half, then).elr == 3
        assert told(then) == ["co_elr"]
        assert elr(company(squad(1), squad(2), squad(3, "4-4-7")), now()).elr == 4

    def test_off(self) -> None:
        """Without experience it is the nation's."""
        then = now(options=Options(without=("experience",)))
        assert elr(company(squad(1, "4-4-7")), then).elr == 4
