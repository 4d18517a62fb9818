"""A20.4 in play: the order to Massacre prisoners."""

from opfor.rules.a_infantry.a20_prisoners.a20_4_massacre import (
    check_massacre,
    do_massacre,
    offer_massacre,
)
from opfor.rules.choices.orders import Massacre
from opfor.rules.orders.order_kind import ATTACKER, DEFENDER, OrderKind, When
from opfor.rules.orders.verbs import UNIT, Verb

MASSACRE = OrderKind(
    order=Massacre,
    rule="A20.4",
    when=(
        When("PFPh", ATTACKER, 90, minor=True),
        When("DFPh", DEFENDER, 20, minor=True),
    ),
    offer=offer_massacre,
    check=check_massacre,
    do=do_massacre,
    label="Massacre",
    verbs={"massacre": Verb((UNIT,), "massacre the prisoners of a Guard")},
    listed=240,
)
