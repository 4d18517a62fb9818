"""S5.75: generation of SW, and who possesses them."""

from collections.abc import Collection

from msgspec.structs import replace

from opfor.core.dice import dice_roll
from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.explain import decide, tell_row
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr
from opfor.core.rule import rule
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    add_weapon,
    columns_of,
    inside,
    lay_weapon,
    mmc_of,
    mmc_to_come,
    room_for_heavy,
    type_of,
)
from opfor.rules.s_solitaire.s05_activation.s05_7_countermix import until_available
from opfor.rules.s_solitaire.s05_activation.s05_76_guns import place_gun
from opfor.rules.s_solitaire.s05_activation.s05_753_mortar_inside import mortar_is_mg
from opfor.state.counters import MMC, SMC, Gun, SupportWeapon
from opfor.state.events import WeaponChanged
from opfor.state.play import Play
from opfor.state.units import OFFBOARD


@rule("S5.75", "SW Generation", cites=("S5.751", "S5.752", "S5.753", "S5.754"))
def support_weapon(play: Play, party: ActivatedGroup) -> list[str]:
    """A SW by {x4}, possessed by the MMC with the greatest BPV.

    Reading: D-042 a MG in place of a mortar is dm in Advance like any SW.
    """
    # S5.75: the SW by {x4}
    name = until_available(play, lambda: _sw_type(play, party).name)
    if not name:
        return []
    sw, advance = sw_of_the_nation(play, name), party.suspect.attitude == "Advance"
    # S5.76: a large mortar is a Gun, which has its own crew
    if isinstance(sw, Gun):
        if room_for_heavy(play):
            return list(place_gun(play, party, sw, dm=advance))
        play.emit(Note(fact("no_more_guns_or_vehicles", item="SW")))
        return []
    # S5.751: who possesses it, once all MMC are there
    owner = "" if mmc_to_come(play, party) else possessor(play, party)
    # S5.752: dm out of an Advance S?
    dm = advance and dismantled(play, sw)
    if owner:
        add_weapon(play, sw, owner, dm=dm)
    else:
        lay_weapon(play, party, sw, dm=dm)
    return []


def _sw_type(play: Play, party: ActivatedGroup) -> SupportWeapon | Gun:
    """The SW that {x4} gives, after rerolls and what stands in for it inside."""
    sw = _roll_sw(play)
    # S5.754: a BAZ or PSK inside is rerolled
    while _rerolled(play, party, sw):
        sw = _roll_sw(play)
    # S5.753: a mortar inside is a MG
    return _not_inside(play, party, sw)


def _roll_sw(play: Play) -> SupportWeapon | Gun:
    """A DR on {x4}; a SW not in service yet gives way to the next row."""
    nation, number = play.world.enemy, dice_roll(play, fact("sw")).final
    axes = columns_of(play, nation, "x4")
    row = nation.in_use("x4", number, date=play.world.date, **axes)
    table = nation.table("x4")
    tell_row(play, table, number, row, axes)
    return sw_of_the_nation(play, str(row.result))


def possess(play: Play, party: ActivatedGroup, known: Collection[str]) -> None:
    """Give the SW that came before the MMC of its S? to one of them (S5.751).

    Args:
        play: the game.
        party: what the S? has brought, all of it.
        known: the ids of the Weapons that were there before.
    """
    for weapon in tuple(play.state.weapons.values()):
        if weapon.id in known or weapon.owner:
            continue
        if owner := possessor(play, party):
            held = replace(weapon, owner=owner, location=OFFBOARD)
            play.emit(WeaponChanged(held, fact("possessed_by", owner=owner)))


@rule("S5.751", "Possession of a generated SW")
def possessor(play: Play, party: ActivatedGroup) -> str:
    """The MMC with the greatest BPV, else by Random dr, possesses the SW.

    Where no MMC has come with it, a SMC; nobody where none has either.
    """
    order = PriorityList(
        (most("greatest BPV", lambda unit: _bpv(play, unit)),),
        tie=random_dr(play, fact("who_possesses_the_sw")),
    )
    alone = [unit for unit in party.units if isinstance(type_of(play, unit), SMC)]
    owners = mmc_of(play, party) or alone
    purpose = fact("possessor_of_the_sw")
    return decide(play, order, owners, purpose=purpose) if owners else ""


@rule("S5.752", "SW in Advance Attitude", exc=("Long Range Activation",))
def dismantled(play: Play, sw: SupportWeapon) -> bool:
    """A SW from an Advance S? is dm, if it can be.

    EXC: not by Long Range Activation.
    """
    if sw.dm_pp:
        play.emit(Note(fact("the_sw_is_dm", sw=sw.name)))
    return bool(sw.dm_pp)


def _not_inside(
    play: Play, party: ActivatedGroup, sw: SupportWeapon | Gun
) -> SupportWeapon | Gun:
    return (
        mortar_is_mg(play, sw) if sw.kind == "MTR" and inside(play, party.where) else sw
    )


@rule("S5.754", "BAZ/PSK backblast", exc=("Factory",))
def backblast(play: Play, sw: SupportWeapon | Gun) -> bool:
    """A BAZ or PSK in a building or pillbox is rerolled; whether the SW is one.

    EXC: not in a Factory.
    """
    if not sw.name.startswith(("BAZ", "PSK")):
        return False
    play.emit(Note(fact("rerolled_for_its_backblast", sw=sw.name)))
    return True


def _rerolled(play: Play, party: ActivatedGroup, sw: SupportWeapon | Gun) -> bool:
    building = play.world.building(party.where)
    factory = building is not None and building.factory
    return inside(play, party.where) and not factory and backblast(play, sw)


def _bpv(play: Play, unit: str) -> int:
    found = type_of(play, unit)
    return found.bpv if isinstance(found, MMC) else 0


def sw_of_the_nation(play: Play, name: str) -> SupportWeapon | Gun:
    """A SW by name, or a mortar that is a Gun: `tables check` allows no other."""
    found = play.world.enemy.counter(name)
    if not isinstance(found, SupportWeapon | Gun):
        raise OpforError(f"{found.id} is no SW", "table x4")
    return found
