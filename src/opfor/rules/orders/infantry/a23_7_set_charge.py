"""A23.7 in play: the order to set a DC."""

from opfor.rules.a_infantry.a23_demolition.a23_7_set import (
    check_set_charge,
    do_set_charge,
    offer_set_charge,
)
from opfor.rules.choices.orders import SetCharge
from opfor.rules.orders.order_kind import ATTACKER, OrderKind, When
from opfor.rules.orders.verbs import WEAPON, Verb

SET_CHARGE = OrderKind(
    order=SetCharge,
    rule="A23.7",
    when=(When("PFPh", ATTACKER, 50),),
    offer=offer_set_charge,
    check=check_set_charge,
    do=do_set_charge,
    label="Set DC",
    verbs={"set": Verb((WEAPON,), "set a DC here, to be fired later")},
    listed=210,
)
