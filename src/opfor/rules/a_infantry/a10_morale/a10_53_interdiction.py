"""A10.53: who Interdicts a rout."""

from opfor.core.errors import Illegal
from opfor.core.rule import rule
from opfor.geo.terrain_chart import MF
from opfor.rules.a_infantry.a01_personnel.a01_24_units import armed, known_to_other_side
from opfor.rules.a_infantry.a10_morale.a10_5_rout import normal_range
from opfor.rules.a_infantry.a10_morale.a10_531_open_ground import in_the_open
from opfor.rules.d_vehicles.d01_vehicles.d01_8_mg_arcs import mg_turn
from opfor.rules.d_vehicles.d05_crews.d05_1_inherent_crew import crewed
from opfor.state.counters import SupportWeapon
from opfor.state.play import GameView
from opfor.state.units import LocationName, Side, Unit, Weapon

REFUGE = 2 * MF
"""MF to get into a fortification of a Location, and out again."""


@rule(
    "A10.53",
    "Interdiction",
    exc=(
        "not by a broken, pinned, CX or Encircled unit, or one in Melee",
        "nor by a vehicle whose crew can do nothing",
    ),
    cites=("A10.531", "A12.1", "C7.4"),
)
def interdictors(view: GameView, unit: Unit, at: LocationName) -> list[Unit]:
    """The enemy units that Interdict one that routs through a Location.

    Unhindered LOS to Open Ground within normal range, 16 hexes at the most. EXC: not
    by those that are broken, pinned, CX, Encircled or in Melee, nor by a vehicle that
    would have to change its CA. A concealed unit stays concealed, and Interdicts
    nobody (D-121).
    """
    if not view.world.ground.open_ground(view.world.locate(at)):
        return []
    return [
        enemy
        for enemy, reach in _watching(view, unit.side)
        if view.world.range(at, enemy.location) <= reach
        and in_the_open(view, enemy.location, at, unit.side)
        and (not enemy.vehicle or _bears(view, enemy, at))
    ]


def _bears(view: GameView, tank: Unit, at: LocationName) -> bool:
    """Whether a MG of a vehicle reaches a Location without a change of CA."""
    return any(_mg_bears(view, tank, arm, at) for arm in view.state.weapons_of(tank.id))


def _mg_bears(view: GameView, tank: Unit, arm: Weapon, at: LocationName) -> bool:
    kind = view.world.counter(arm.counter)
    if not isinstance(kind, SupportWeapon) or kind.kind != "MG":
        return False
    far = view.world.range(at, tank.location) > kind.range
    if far or arm.malfunctioned or arm.disabled:
        return False
    try:
        return mg_turn(view, tank, arm, at).spines == 0
    except Illegal:
        return False


def _watching(view: GameView, side: Side) -> list[tuple[Unit, int]]:
    """The enemies of a side who could Interdict, and how far."""

    def found() -> list[tuple[Unit, int]]:
        return [
            (enemy, normal_range(view, enemy))
            for enemy in view.state.units.values()
            if enemy.side != side and enemy.location and _able(enemy)
        ]

    return view.world.once(view.state, ("interdict", side), found)


def _able(enemy: Unit) -> bool:
    hampered = enemy.broken or enemy.pinned or enemy.cx or enemy.encircled
    # C7.4: a vehicle whose crew can do nothing
    idle = enemy.vehicle is not None and not crewed(enemy)
    return (
        armed(enemy)
        and known_to_other_side(enemy)
        and not (hampered or enemy.melee or enemy.panic or idle)
    )
