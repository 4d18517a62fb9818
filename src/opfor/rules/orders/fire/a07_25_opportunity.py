"""A7.25 in play: the order to wait for Opportunity Fire."""

from opfor.rules.a_infantry.a07_fire.a07_1_prep_offers import (
    check_opportunity,
    offer_opportunity,
)
from opfor.rules.a_infantry.a07_fire.a07_25_opportunity_fire import do_opportunity
from opfor.rules.choices.orders import Opportunity
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import UNITS, Verb

OPPORTUNITY = OrderKind(
    order=Opportunity,
    rule="A7.25",
    when=(When("PFPh", ATTACKER, 30),),
    offer=offer_opportunity,
    check=check_opportunity,
    do=do_opportunity,
    label="Opportunity Fire",
    verbs={"opportunity": Verb((UNITS,), "wait for Opportunity Fire")},
    listed=40,
)
