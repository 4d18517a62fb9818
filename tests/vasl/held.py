"""What a saved game of VASL holds of a game, for comparing what was read back.

docs/how-to/vasl.md lists the rest: what is set to its default here.
"""

from typing import Any

from msgspec.structs import replace

from opfor.state.state import State
from opfor.state.units import NO_CA, OFFBOARD, Unit, VehicleState, Weapon
from opfor.vasl.things.from_counters import Things


def held(state: State) -> Things:
    """A State's things without what VASL has no counter for."""
    weapons = {
        id_: _weapon(weapon)
        for id_, weapon in state.weapons.items()
        if not weapon.mount and _onboard(state, weapon)
    }
    return Things(
        units={i: _unit(u) for i, u in state.units.items() if u.location},
        weapons=weapons,
        suspects={
            i: replace(s, edge="", wave="", mmc="", enters=OFFBOARD, advanced=False)
            for i, s in state.suspects.items()
            if s.location
        },
        fortifications=dict(state.fortifications),
        markers={i: replace(m, attacked={}) for i, m in state.markers.items()},
        vpo=tuple(sorted(state.vpo)),
        control={at: side for at, side in state.control.items() if at in state.vpo},
    )


def compared(found: Things) -> Things:
    """What was read, as `held` has it."""
    return Things(
        units=found.units,
        weapons=found.weapons,
        suspects=found.suspects,
        fortifications=found.fortifications,
        markers=found.markers,
        vpo=tuple(sorted(found.vpo)),
        control=found.control,
    )


def differences(a: Things, b: Things) -> list[tuple[Any, Any]]:
    """What differs, thing by thing."""
    found: list[tuple[Any, Any]] = []
    for group in ("units", "weapons", "suspects", "fortifications", "markers"):
        one, other = getattr(a, group), getattr(b, group)
        found += [
            (one.get(key), other.get(key))
            for key in sorted({*one, *other})
            if one.get(key) != other.get(key)
        ]
    return found + [
        pair for pair in ((a.vpo, b.vpo), (a.control, b.control)) if pair[0] != pair[1]
    ]


def _onboard(state: State, weapon: Weapon) -> bool:
    owner = state.units.get(weapon.owner)
    return bool(weapon.location if owner is None else owner.location)


def _unit(unit: Unit) -> Unit:
    return replace(
        unit,
        deeds=("in command",) if "in command" in unit.deeds else (),
        wave="",
        afph=False,
        attitude="",
        action="",
        automatic="",
        command=0,
        attack_table="",
        goal=OFFBOARD,
        vehicle=unit.vehicle and _vehicle(unit.vehicle),
    )


def _vehicle(state: VehicleState) -> VehicleState:
    return VehicleState(
        vca=state.vca,
        tca=state.tca if state.tca != NO_CA else state.vca,
        **{
            field: getattr(state, field)
            for field in (
                "ce",
                "motion",
                "bogged",
                "mired",
                "immobile",
                "recalled",
                "abandoned",
                "stunned",
                "shock",
                "bypass",
                "hull_down",
                "towing",
            )
        },
    )


def _weapon(weapon: Weapon) -> Weapon:
    return replace(
        weapon,
        rof=False,
        depleted=(),
        smoked=False,
        bored=OFFBOARD,
        gun=weapon.gun and replace(weapon.gun, turned=""),
    )
