"""B9.32 in play: the order to claim Wall Advantage, or to give it up."""

from opfor.rules.b_terrain.b09_walls.b09_3_walls import check_wall, do_wall, offer_wall
from opfor.rules.choices.orders import ClaimWall
from opfor.rules.orders.order_kind import ATTACKER, BOTH, OrderKind, When
from opfor.rules.orders.verbs import Slot, Verb

WALL = OrderKind(
    order=ClaimWall,
    rule="B9.32",
    when=(
        When("RPh", BOTH, 80, minor=True),
        When("MPh", ATTACKER, 20),
        When("APh", ATTACKER, 30),
    ),
    offer=offer_wall,
    check=check_wall,
    do=do_wall,
    label="Wall Advantage",
    verbs={
        "wall": Verb((Slot("at", "place"),), "claim Wall Advantage"),
        "unwall": Verb(
            (Slot("at", "place"),), "give Wall Advantage up", fixed={"claim": False}
        ),
    },
    listed=140,
)
