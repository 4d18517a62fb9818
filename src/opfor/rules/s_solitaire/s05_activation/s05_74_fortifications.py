"""S5.74 to S5.7441: fortifications out of a S?."""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.dice import Rolled, die_roll
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.geo.ground import Location
from opfor.rules.a_infantry.a06_los import sees
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    fortified,
    look_up,
    mission_drm,
    mmc_of,
    mmc_to_come,
    room_for_heavy,
)
from opfor.rules.s_solitaire.s05_activation.s05_4_covered_arc import select_arc
from opfor.rules.s_solitaire.s05_activation.s05_7_countermix import (
    fortification_left,
    fortification_name,
)
from opfor.rules.s_solitaire.s05_activation.s05_61_prohibited import dig_bar, forfeit
from opfor.rules.s_solitaire.s05_activation.s05_74_s1_panji import panji
from opfor.state.events import FortificationAdded
from opfor.state.play import Play
from opfor.state.state import fresh_id
from opfor.state.units import (
    Fortification,
    FortificationKind,
    LocationName,
)

TRENCH = 2
"""The Original dr on {A5} that makes an entrenchment a trench."""

TRENCH_CAPACITY = 3
"""Squads that fit into a trench; its counter comes in one size (B27.5)."""

MOST = 3
"""Squads that the largest foxhole or pillbox holds."""

CAVE = 4
"""Final dr up to which a Pillbox is a cave (S5.744)."""


@rule(
    "S5.74",
    "Fortification Generation/SMOKE",
    exc=(
        "another capacity by substitution (5.743)",
        "none that would hide its unit from a FRIENDLY unit in LOS",
        "no panji with a Gun, in a building, or for most non-Japanese",
        "no Smoke where wind or terrain forbids it",
    ),
    cites=("S5.741", "S5.742", "S5.743", "S5.744"),
)
def fortification(play: Play, party: ActivatedGroup) -> Sequence[str]:
    """In Hold a dr on {A5}; in Advance F is SMOKE, which comes after the rest.

    EXC: one that would cost its unit LOS to one FRIENDLY unit is ignored (D-454).
    Reading: D-006 the S?'s own Attitude. A crew that is to come with its Gun counts
    among the MMC for which there is room.
    """
    # S5.74: in Advance F is SMOKE, by `smoke`
    if party.suspect.attitude == "Advance":
        play.emit(Note(fact("f_is_smoke")))
        return ()
    building = play.world.in_building(party.where)
    # S5.74: in Hold a dr on {A5}, by the column of the Location
    mods = mission_drm(play, "A5-drm", "S5.74")
    roll = die_roll(play, fact("fortification"), mods)
    place = "building" if building else "elsewhere"
    found = look_up(play, "A5", roll, place=place).result
    # S5.742: in a building whatever succeeds Fortifies it
    kind = "fortified building" if building else found["kind"]
    match kind if found["kind"] != "none" else "none":
        case "fortified building":
            fortified_building(play, party)
        case "entrenchment":
            entrenchment(play, party, roll)
        case "pillbox":
            pillbox(play, party, tuple(found["defence"]))
    return ()


def entrenchment(play: Play, party: ActivatedGroup, roll: Rolled) -> None:
    """A foxhole or trench; in PTO Terrain perhaps panji instead."""
    # S5.74/s1: panji in its place
    if panji(play, party):
        return
    # S5.741: a trench with a Gun; S5.74: or by an Original 2
    trench = gun_in_trench(play, party) or roll.original == TRENCH
    _fortify(play, party, "trench" if trench else "foxhole")


@rule("S5.741", "An Entrenchment with a Gun is a Trench")
def gun_in_trench(play: Play, party: ActivatedGroup) -> bool:
    """Whether a Gun is to be Activated in the Location too."""
    return "Gun" in party.items and room_for_heavy(play)


def pillbox(play: Play, party: ActivatedGroup, defence: tuple[int, ...]) -> None:
    """A pillbox, or in PTO Terrain perhaps a Japanese cave."""
    # S5.744: a cave in its place
    if not cave(play, party):
        _fortify(play, party, "pillbox", defence)


def _fortify(
    play: Play,
    party: ActivatedGroup,
    kind: FortificationKind,
    defence: tuple[int, ...] = (),
) -> None:
    """Add a fortification for as many squads as MMC come with it (S5.74)."""
    # S5.61: forfeit where nothing can be dug
    if bar := dig_bar(play, party.suspect, kind):
        forfeit(play, kind, party.where, bar)
        return
    # S5.74 EXC: none that would cost its unit LOS; a pillbox has its CA (S5.4)
    unseen = hidden_from(play, party.where) if kind != "pillbox" else ""
    if unseen:
        with part_of_rule("S5.74/exc2"):
            what = fact(
                "it_would_hide_its_unit",
                fortification=kind,
                where=party.where,
                unit=unseen,
            )
            play.emit(Note(what))
        return
    # S5.74: its capacity is that of the MMC that come with it
    room = room_for_mmc(play, party)
    wanted = Fortification(
        id=fresh_id(play.state, kind),
        kind=kind,
        location=party.where,
        capacity=TRENCH_CAPACITY if kind == "trench" else room,
        defence=defence,
    )
    # S5.743: another one, if it has run out
    new = substitute(play, wanted, room)
    if new is None:
        return
    # S5.4: the CA of a pillbox
    if new.kind == "pillbox":
        new = replace(new, ca=select_arc(play, party.where, party.by))
    play.emit(FortificationAdded(replace(new, id=fresh_id(play.state, new.kind))))


def room_for_mmc(play: Play, party: ActivatedGroup) -> int:
    """The squads that a fortification of the party holds: one for each of its MMC.

    Those still to come count, too. One at the least.
    """
    return max(1, len(mmc_of(play, party)) + mmc_to_come(play, party))


def hidden_from(play: Play, where: LocationName) -> str:
    """A FRIENDLY unit in LOS that units dug in there would no longer see (B27.2).

    That is: one no higher than they are and not next to them, over a wall, hedge or
    bocage of their hex.
    """
    world = play.world
    hex_ = world.locate(where).hex
    for unit in play.state.units.values():
        if unit.side == "ENEMY" or not unit.location:
            continue
        if world.range(unit.location, where) <= 1:
            continue
        sides = world.entered_sides(unit.location, where)
        walled = any(
            (kind := world.ground.side(hex_, side)) is not None and kind.tem > 0
            for side in sides
        )
        low = world.height(unit.location) <= world.height(where)
        if walled and low and sees(play, where, unit.location):
            return unit.id
    return ""


@rule("S5.742", "Fortified Building Location", cites=("B23.9", "S5.61"))
def fortified_building(play: Play, party: ActivatedGroup) -> None:
    """The building Location and each one beneath it is Fortified from now on."""
    hex_, level = play.world.locate(party.where)
    for below in range(level, -1, -1):
        where = play.world.name(Location(hex_, below))
        if not fortified(play, where):
            id_ = fresh_id(play.state, "fortified")
            new = Fortification(id=id_, kind="fortified building", location=where)
            play.emit(FortificationAdded(new))


# -- countermix --------------------------------------------------------------------


@rule(
    "S5.743",
    "Another fortification for one that has run out",
    exc=("a Fortified Location needs no counter",),
    cites=("S5.7",),
)
def substitute(play: Play, wanted: Fortification, room: int) -> Fortification | None:
    """The fortification, or what stands in for it; None if nothing is left.

    EXC: a Fortified Building Location needs no counter (it never comes here).
    Reading: D-032 a pillbox of the same TEM is sought first, then any other. D-560 for
    more than three MMC there is no foxhole or pillbox, so that a trench comes.
    """
    for candidate in _in_order(wanted, room):
        if fortification_left(play, candidate):
            if candidate != wanted:
                new, old = map(fortification_name, (candidate, wanted))
                play.emit(Note(fact("instead_of_what_has_run_out", new=new, old=old)))
            return candidate
    name = fortification_name(wanted)
    play.emit(Note(fact("nothing_replaces_it", name=name)))
    return None


def _in_order(wanted: Fortification, room: int) -> list[Fortification]:
    """The fortification and its substitutes, bullet by bullet."""
    larger = [
        replace(wanted, capacity=n)
        for n in range(wanted.capacity + 1, MOST + 1)
        if wanted.kind in ("foxhole", "pillbox")
    ]
    trench = replace(wanted, kind="trench", capacity=TRENCH_CAPACITY, defence=())
    foxholes = [
        replace(wanted, kind="foxhole", capacity=n, defence=())
        for n in range(min(room, MOST), MOST + 1)
    ]
    printed = [wanted] if wanted.capacity <= MOST else []
    return [*printed, *larger, *_other_pillboxes(wanted), trench, *foxholes]


def _other_pillboxes(wanted: Fortification) -> list[Fortification]:
    """Pillboxes of another TEM: of the same capacity, then larger ones (D-032)."""
    if wanted.kind != "pillbox":
        return []
    others = [tem for tem in ((3, 5), (5, 7)) if tem != wanted.defence]
    return [
        replace(wanted, defence=tem, capacity=n)
        for n in range(wanted.capacity, MOST + 1)
        for tem in others
    ]


# -- caves -------------------------------------------------------------------------


@rule("S5.744", "Japanese caves for pillboxes", cites=("S5.7441",))
def cave(play: Play, party: ActivatedGroup) -> bool:
    """In PTO Terrain a Japanese pillbox is a cave on a dr of 4 or less, if it can be.

    Whether it was; otherwise the pillbox comes as usual.
    """
    if not play.state.mission.pto or play.world.enemy.id != "japanese":
        return False
    if die_roll(play, fact("cave")).final > CAVE:
        return False
    return place_cave(play, party)


@rule("S5.7441", "Where a cave may be", cites=("G11.1",))
def place_cave(play: Play, party: ActivatedGroup) -> bool:
    """A cave with its CA toward the unit that caused it, across a Crest Line.

    Forfeit, for a pillbox, where no lower hex lies that way; who is inside it is
    settled when all its units are there (S5.7441/b2).
    """
    world, where = play.world, party.where
    # S5.61: where a cave could not be
    if bar := dig_bar(play, party.suspect, "cave"):
        play.emit(Note(fact("no_cave_in", where=where, bar=bar)))
        return False
    # G11.1: it opens across a Crest Line, toward the cause
    sides = world.entered_sides(party.by, where) if party.by else ()
    if not any(in_hillside(play, where, side) for side in sides):
        play.emit(Note(fact("no_crest_line_that_way", where=where)))
        return False
    # S5.4: its CA
    ca = select_arc(play, where, party.by)
    id_ = fresh_id(play.state, "cave")
    new = Fortification(id=id_, kind="cave", location=where, capacity=1, ca=ca)
    play.emit(FortificationAdded(new))
    return True


@rule(
    "S5.7441/b3",
    "No Upper Cliff caves, no Cave Complexes",
    cites=("G11.113", "G11.2"),
)
def in_hillside(play: Play, where: LocationName, side: int) -> bool:
    """Whether a cave may open over a hexside: a Crest Line down, but no cliff.

    No cave is ever joined with another: each stands alone.
    """
    world = play.world
    hex_ = world.locate(where).hex
    terrain_ = world.ground.side(hex_, side)
    cliff = terrain_ is not None and terrain_.name == "cliff"
    return bool(world.joins.step[hex_, side] < 0) and not cliff
