"""CG.p3 and CG.p4: losses and wounds."""

from opfor.campaign.aftermath.p03_losses import losses
from opfor.campaign.aftermath.p04_wounds import returns, wounds
from opfor.campaign.company import Options
from opfor.campaign.result import Fate
from tests.campaign.companies import company, leader, now, squad, told

LMG = "german/4-6-7"


class TestLosses:
    """CG.p3."""

    def test_killed(self) -> None:
        """Who is eliminated is killed on a DR of more than 5."""
        then = now((1, 5), fates=(Fate(1, "lost", kills=2),))
        (one,) = losses(company(squad()), then).people
        assert (one.standing, one.record.missions, one.record.kills) == ("killed", 1, 2)
        assert told(then) == ["co_killed"]

    def test_lives(self) -> None:
        """On a 5 or less he lives with a heavy wound, and his squad is reduced."""
        then = now((1, 4), fates=(Fate(1, "lost"),))
        (one,) = losses(company(squad()), then).people
        assert (one.standing, one.away, one.reduced) == ("wounded", 2, True)
        assert one.record.wounds == 1

    def test_no_wounds(self) -> None:
        """Without wounds nobody rolls: he is killed."""
        then = now(fates=(Fate(1, "lost"),), options=Options(without=("wounds",)))
        (one,) = losses(company(leader(1)), then).people
        assert one.standing == "killed"

    def test_prisoner(self) -> None:
        """A prisoner is missing, without a roll."""
        then = now(fates=(Fate(1, "captured"),))
        (one,) = losses(company(leader(1)), then).people
        assert one.standing == "missing"

    def test_reduced(self) -> None:
        """A HS is what is left of its squad; two of them are a squad."""
        then = now(fates=(Fate(1, "stands", ("german/2-4-7",)),))
        (one,) = losses(company(squad()), then).people
        assert (one.counter, one.reduced) == ("4-6-7", True)
        then = now(fates=(Fate(1, "stands", ("german/2-4-7",) * 2),))
        (one,) = losses(company(squad()), then).people
        assert not one.reduced

    def test_class(self) -> None:
        """A lower class stays on a dr of 5, and is made good on a 4."""
        fates = (Fate(1, "stands", ("german/4-4-7",)),)
        for dr, counter in ((5, "4-4-7"), (4, "4-6-7")):
            (one,) = losses(company(squad()), now(dr, fates=fates)).people
            assert one.counter == counter

    def test_stays_behind(self) -> None:
        """Who was not there has nothing in his record."""
        found = losses(
            company(squad(1), squad(2)), now(fates=(Fate(1, "stands", (LMG,)),))
        )
        assert [each.record.missions for each in found.people] == [1, 0]


class TestWounds:
    """CG.p4."""

    def test_dr(self) -> None:
        """To 7 a scratch, to 10 a Mission, at 11 two, a 12 is death."""
        fates = (Fate(1, "stands", ("german/8-1",), wounded=True),)
        for dice, standing, away in (
            ((3, 4), "fit", 0),
            ((2, 6), "wounded", 1),
            ((5, 5), "wounded", 1),
            ((5, 6), "wounded", 2),
            ((6, 6), "killed", 0),
        ):
            (one,) = wounds(company(leader(1)), now(dice, fates=fates)).people
            assert (one.standing, one.away, one.record.wounds) == (standing, away, 1)

    def test_off(self) -> None:
        """Switched off, nobody is wounded after a Mission."""
        fates = (Fate(1, "stands", ("german/8-1",), wounded=True),)
        then = now(fates=fates, options=Options(without=("wounds",)))
        assert wounds(company(leader(1)), then).people[0].fit

    def test_returns(self) -> None:
        """Each Mission that he misses brings him nearer; after the last he is fit."""
        hurt = company(leader(1, standing="wounded", away=2))
        once = returns(hurt, now())
        assert once.people[0].away == 1
        assert returns(once, now()).people[0].fit
