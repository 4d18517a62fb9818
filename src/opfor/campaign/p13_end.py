"""CG.p13: how a campaign ends."""

from opfor.campaign.campaign import Campaign, Ending
from opfor.campaign.result import Outcome
from opfor.campaign.values import values

WORTH: dict[Outcome, float] = {"won": 1.0, "drawn": 0.5, "lost": 0.0}


def destroyed(campaign: Campaign) -> bool:
    """CG.p13: fewer than three squads that are fit.

    What comes back or is replaced after the Mission counts.
    """
    squads = sum(each.fit for each in campaign.company.squads())
    return squads < values().end.least_squads


def ended(campaign: Campaign) -> bool:
    """Whether all its Missions are played, or the company is no more."""
    return len(campaign.history) >= campaign.options.missions or destroyed(campaign)


def share(campaign: Campaign) -> float:
    """The share of its Missions that were won; a draw is half, one not played lost."""
    won = sum(WORTH[each.outcome] for each in campaign.history)
    return won / campaign.options.missions


def ending(campaign: Campaign) -> Ending:
    """CG.p13: how a campaign that is over has ended.

    With three quarters of its Missions won it is a great victory, with half of them a
    victory, with a third a draw; less is a defeat. A company that is no more has lost.
    """
    end = values().end
    won = share(campaign)
    if destroyed(campaign):
        return "destroyed"
    if won >= end.great:
        return "great victory"
    if won >= end.won:
        return "victory"
    return "draw" if won >= end.drawn - 0.01 else "defeat"
