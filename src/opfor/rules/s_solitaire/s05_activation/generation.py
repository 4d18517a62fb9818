"""S5.6 to S5.762: what a S? turns out to be.

Table {a1} names the items; each is generated in the order in which the row has them,
on the ENEMY nation's tables, and put where the S? stood.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import dice_roll, die_roll
from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.explain import decide, tell_row
from opfor.core.fact import fact
from opfor.core.modifier import Mod
from opfor.core.priority import PriorityList, most, random_dr
from opfor.core.rule import part_of_rule, rule
from opfor.rules.s_solitaire.s04_human_wave.wave import leader_drm
from opfor.rules.s_solitaire.s05_activation.countermix import (
    REROLLS,
    in_countermix,
    until_available,
)
from opfor.rules.s_solitaire.s05_activation.fortifications import fortification, smoke
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    Generator,
    add_unit,
    add_weapon,
    date_mods,
    drm,
    inside,
    look_up,
    mission_drm,
    mmc_of,
    type_of,
)
from opfor.rules.s_solitaire.s05_activation.guns import gun
from opfor.rules.s_solitaire.s05_activation.shelter import take_shelter
from opfor.rules.s_solitaire.s05_activation.vehicles import has_table, vehicle
from opfor.rules.s_solitaire.s12_effects import lasts, of_the_class
from opfor.state.counters import MMC, SMC, SupportWeapon
from opfor.state.play import Play
from opfor.state.units import OFFBOARD, LocationName, Suspect

SMALL_MORTAR = 60
"""Calibre in mm up to which a mortar inside becomes a MMG instead of a HMG."""


@rule(
    "S5.6",
    "Activation Procedure",
    exc=(
        "a Long Range Activation generates by 5.32",
        "a Final 7 is a dummy",
        "fortifications come from table A5",
    ),
    cites=("S5.7",),
)
def activate(
    play: Play, suspect: Suspect, *, by: LocationName | None = None
) -> list[str]:
    """Roll on {a1} and generate what the row names; returns the new units' ids.

    EXC: a Final 7 brings nothing; fortifications come from {a5}, whatever the nation.

    Args:
        play: the game.
        suspect: the S?, already off the map.
        by: the Location of the FRIENDLY unit that caused it; that of the stack that
            moves, if not given.
    """
    # S5.6: a DR on {a1}, with the DRM of the Mission
    mods = mission_drm(play, "A1-drm", "S5.6")
    roll = dice_roll(play, fact("what_it_is", suspect=suspect.id), mods)
    row = look_up(play, "A1", roll)
    known = tuple(play.state.fortifications)
    party = ActivatedGroup(
        suspect, items=row.result, by=_cause(play) if by is None else by
    )
    # S5.7: each item by its own table, in the order of the row
    for item in row.result:
        party = with_units(party, GENERATORS[item](play, party))
    # S5.74/s2: in Advance F is SMOKE, when the units are there
    if "F" in row.result and suspect.attitude == "Advance":
        smoke(play, party)
    # S5.74/s3: who is inside the fortification
    take_shelter(play, party, known)
    return list(party.units)


def with_units(party: ActivatedGroup, units: Sequence[str]) -> ActivatedGroup:
    """The party with more units."""
    return replace(party, units=(*party.units, *units))


def _cause(play: Play) -> LocationName:
    movers = play.state.movers()
    return movers[0].location if movers else OFFBOARD


@rule(
    "S5.72",
    "MMC Generation",
    exc=("a HS is a squad if the nation may not Deploy",),
    cites=("S5.7",),
)
def mmc(play: Play, party: ActivatedGroup, *, half: bool = False) -> list[str]:
    """A squad of the type that {x2} gives, or its HS.

    EXC: a squad for a HS, where the nation (by class: D-033) may not Deploy.
    """
    # S5.72: the type by {x2}, where none is named
    name = party.suspect.mmc or until_available(play, lambda: _squad_type(play))
    if not name:
        return []
    squad = play.world.enemy.counter(name)
    if not isinstance(squad, MMC):
        raise OpforError(f"{squad.id} is no squad", "table x2")
    # S5.72: a HS; EXC: a squad, if the nation may not Deploy
    if half and play.world.may_deploy(squad):
        return [add_unit(play, party, play.world.enemy.counter(squad.half_squad))]
    if half:
        play.emit(Note(fact("a_squad_instead_of_a_hs")))
    # S5.7 EXC: two HS for a named type that has run out
    if party.suspect.mmc and not in_countermix(play, name):
        return two_half_squads(play, party, squad)
    return [add_unit(play, party, squad)]


def two_half_squads(play: Play, party: ActivatedGroup, squad: MMC) -> list[str]:
    """Two HS for a squad of a named type that has run out (S5.7 EXC)."""
    with part_of_rule("S5.7/exc2"):
        if not squad.half_squad or not in_countermix(play, squad.half_squad, number=2):
            play.emit(Note(fact("no_two_hs_are_left", squad=squad.name)))
            return []
        half = play.world.enemy.counter(squad.half_squad)
        return [add_unit(play, party, half) for _ in range(2)]


def half_squad(play: Play, party: ActivatedGroup) -> list[str]:
    """A HS, for the item of that name on {A1}."""
    return mmc(play, party, half=True)


def _squad_type(play: Play) -> str:
    mods = date_mods(play, "x2-drm", "S5.72")
    for _ in range(REROLLS):
        roll = dice_roll(play, fact("squad_type"), mods)
        name = str(look_up(play, "x2", roll).result)
        if of_the_class(play, name):
            return name
    return name


@rule("S5.73", "Leader Generation", cites=("S5.32",))
def leader(play: Play, party: ActivatedGroup) -> list[str]:
    """A leader by {x3}, or none; before 10/42 a Russian one may be a Commissar."""
    name = until_available(play, lambda: _leader_type(play, party, ()) or "none")
    if name in ("", "none"):
        return []
    return [add_unit(play, party, play.world.enemy.counter(name))]


def _leader_type(play: Play, party: ActivatedGroup, more: Sequence[Mod]) -> str:
    # S5.73: DRM for who comes with him, and of a wave (S4.35)
    company = [*_company(play, party), *leader_drm(play, party.suspect.wave)]
    mods = [*date_mods(play, "x3-drm", "S5.73"), *company, *more]
    # S12.22: fresh troops have better leaders
    if lasts(play, "better leaders"):
        mods.append(Mod("fresh troops", -1, "S12.22"))
    # S5.73: a DR on {x3}
    roll = dice_roll(play, fact("leader"), mods)
    row = look_up(play, "x3", roll, column="leader")
    name = "" if row.result == "none" else str(row.result)
    # S5.73: he may be a Commissar
    return _commissar(play, name) if name else ""


def _company(play: Play, party: ActivatedGroup) -> list[Mod]:
    """The DRM of {x3} for the MMC that come with the leader."""
    types = [type_of(play, unit) for unit in party.units]
    qualities = [mmc.quality for mmc in types if isinstance(mmc, MMC)]
    mods = []
    if "elite" in qualities:
        mods.append(drm(play, "x3-cumulative", "S5.73", "elite MMC"))
    if qualities and set(qualities) <= {"green", "conscript"}:
        mods.append(drm(play, "x3-cumulative", "S5.73", "no better than conscript"))
    return mods


def _commissar(play: Play, name: str) -> str:
    """The leader, or the Commissar whom a subsequent dr puts in his place."""
    if not play.world.fact("commissars"):
        return name
    grade = play.world.enemy.counter(name)
    better = isinstance(grade, SMC) and grade.morale >= 8 and grade.modifier < 0
    column = "8-1 or better" if better else "8-0 or worse"
    roll = die_roll(play, fact("commissar"))
    row = look_up(play, "commissar", roll, leader=column)
    return name if row.result == "none" else str(row.result)


@rule("S5.75", "SW Generation", cites=("S5.751", "S5.752", "S5.753", "S5.754"))
def support_weapon(play: Play, party: ActivatedGroup) -> list[str]:
    """A SW by {x4}, possessed by the MMC with the greatest BPV.

    Reading: D-042 a MG in place of a mortar is dm in Advance like any SW.
    """
    # S5.75: the SW by {x4}
    name = until_available(play, lambda: _sw_type(play, party).name)
    if not name:
        return []
    sw = _sw(play, name)
    # S5.751: who possesses it
    owner = possessor(play, party)
    # S5.752: dm out of an Advance S?
    dm = party.suspect.attitude == "Advance" and dismantled(play, sw)
    add_weapon(play, sw, owner, dm=dm)
    return []


def _sw_type(play: Play, party: ActivatedGroup) -> SupportWeapon:
    """The SW that {x4} gives, after rerolls and what stands in for it inside."""
    sw = _roll_sw(play)
    # S5.754: a BAZ or PSK inside is rerolled
    while _backblast(play, party, sw):
        sw = _roll_sw(play)
    # S5.753: a mortar inside is a MG
    return _not_inside(play, party, sw)


def _roll_sw(play: Play) -> SupportWeapon:
    """A DR on {x4}; a SW not in service yet gives way to the next row."""
    nation, number = play.world.enemy, dice_roll(play, fact("sw")).final
    row = nation.in_use("x4", number, date=play.world.date)
    table = nation.table("x4")
    tell_row(play, table, number, row, {})
    return _sw(play, str(row.result))


@rule("S5.751", "Possession of a generated SW")
def possessor(play: Play, party: ActivatedGroup) -> str:
    """The MMC with the greatest BPV, else by Random dr, possesses the SW."""
    order = PriorityList(
        (most("greatest BPV", lambda unit: _bpv(play, unit)),),
        tie=random_dr(play, fact("who_possesses_the_sw")),
    )
    owners = mmc_of(play, party)
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


@rule("S5.753", "Mortar inside")
def inside_instead(play: Play, sw: SupportWeapon) -> SupportWeapon:
    """A mortar in a building or pillbox is a MMG instead, a large one a HMG."""
    name = "MMG" if sw.calibre <= SMALL_MORTAR else "HMG"
    play.emit(Note(fact("instead_of_a_mortar", new=name, mortar=sw.name)))
    return _sw(play, name)


def _not_inside(play: Play, party: ActivatedGroup, sw: SupportWeapon) -> SupportWeapon:
    return (
        inside_instead(play, sw)
        if sw.kind == "MTR" and inside(play, party.where)
        else sw
    )


@rule("S5.754", "BAZ/PSK backblast", exc=("Factory",))
def backblast(play: Play, sw: SupportWeapon) -> bool:
    """A BAZ or PSK in a building or pillbox is rerolled.

    EXC: not in a Factory.
    """
    play.emit(Note(fact("rerolled_for_its_backblast", sw=sw.name)))
    return True


def _backblast(play: Play, party: ActivatedGroup, sw: SupportWeapon) -> bool:
    if not sw.name.startswith(("BAZ", "PSK")) or not inside(play, party.where):
        return False
    building = play.world.building(party.where)
    factory = building is not None and building.factory
    return not factory and backblast(play, sw)


@rule("S5.32/generation", "What Long Range Activation generates", cites=("S5.32",))
def activate_long_range(
    play: Play, suspect: Suspect, *, by: LocationName | None = None
) -> list[str]:
    """One squad with a HMG, a leader, and in Hold a dr on {A5}.

    The leader has a DRM of -1 and is rolled until one comes. The HMG is never dm; a
    subsequent dr of 1 makes it a .50 cal, where the nation has it.
    """
    party = ActivatedGroup(suspect, by=_cause(play) if by is None else by)
    # S5.32: a squad
    party = with_units(party, mmc(play, party))
    # S5.32: a leader, rolled for until one comes
    name = ""
    while not name:
        name = _leader_type(
            play, party, [drm(play, "x3-cumulative", "S5.32", "Long Range")]
        )
    owner = party.units[0] if party.units else ""
    party = with_units(party, [add_unit(play, party, play.world.enemy.counter(name))])
    # S5.32: a HMG, which is never dm
    add_weapon(play, _long_range_hmg(play), owner, dm=False)
    # S5.32: in Hold a dr on {A5}
    if suspect.attitude == "Hold":
        known = tuple(play.state.fortifications)
        fortification(play, party)
        take_shelter(play, party, known)
    return list(party.units)


def _long_range_hmg(play: Play) -> SupportWeapon:
    has_50 = play.world.fact(".50 HMG")
    if has_50 and die_roll(play, fact("fifty_calibre_hmg")).final == 1:
        return _sw(play, ".50 HMG")
    return _sw(play, "HMG")


def afv(play: Play, party: ActivatedGroup) -> Sequence[str]:
    """A standard AFV, for the item of that name on {A1}."""
    return _vehicle(play, party, "AFV")


def spg(play: Play, party: ActivatedGroup) -> Sequence[str]:
    """A self-propelled Gun, for the item of that name on {A1}."""
    return _vehicle(play, party, "SPG")


def _vehicle(play: Play, party: ActivatedGroup, kind: str) -> Sequence[str]:
    """A vehicle; one more squad for a nation that has no {x6} (project)."""
    if has_table(play, "x6"):
        return vehicle(play, party, kind)
    nation = play.world.enemy.id
    play.emit(Note(fact("a_squad_instead_of_a_vehicle", nation=nation, item=kind)))
    return mmc(play, party)


def _bpv(play: Play, unit: str) -> int:
    found = type_of(play, unit)
    return found.bpv if isinstance(found, MMC) else 0


def _sw(play: Play, name: str) -> SupportWeapon:
    found = play.world.enemy.counter(name)
    if not isinstance(found, SupportWeapon):
        raise OpforError(f"{found.id} is no SW", "table x4")
    return found


GENERATORS: dict[str, Generator] = {
    "S": mmc,
    "HS": half_squad,
    "L": leader,
    "SW": support_weapon,
    "F": fortification,
    "Gun": gun,
    "AFV": afv,
    "SPG": spg,
}
