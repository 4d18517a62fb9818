"""The whole aftermath of a Mission, clause after clause."""

from opfor.campaign.aftermath.circumstances import Circumstances
from opfor.campaign.aftermath.p03_losses import losses
from opfor.campaign.aftermath.p04_wounds import returns, wounds
from opfor.campaign.aftermath.p05_replacements import replacements
from opfor.campaign.aftermath.p06_experience import elr, experience
from opfor.campaign.aftermath.p08_promotions import medals, new_leaders, promotions
from opfor.campaign.aftermath.p10_weapons import weapons
from opfor.campaign.company import Company
from opfor.campaign.result import Order


def aftermath(company: Company, sent: Order, now: Circumstances) -> Company:
    """What a company is after a Mission; what happened to it is in the notes.

    Args:
        company: as it went into the Mission.
        sent: who and what was in it.
        now: what happened there, dice and options.
    """
    found = returns(company, now)
    found = losses(found, now)
    found = wounds(found, now)
    before = found
    found = experience(found, now)
    found = promotions(found, before, now)
    found = medals(found, now)
    found = weapons(found, sent, now)
    found = replacements(found, now)
    found = new_leaders(found, now)
    return elr(found, now)
