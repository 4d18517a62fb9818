"""S11.p1 to S11.p4: the ENEMY's APh.

A unit advances if a line of its Attitude's rule gives it somewhere to go, and else
stays; the list of the rule says which of several Locations it enters.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from opfor.core.errors import Illegal
from opfor.core.explain import decide
from opfor.core.fact import fact
from opfor.core.priority import PriorityList, most, random_dr, where
from opfor.core.rule import part_of_rule, rule
from opfor.rules.a_infantry.a01_personnel.a01_24_units import (
    armed,
    leader,
    mmc,
    onboard,
    smc,
)
from opfor.rules.a_infantry.a04_movement.a04_7_advance import may_advance
from opfor.rules.choices.give_order import order
from opfor.rules.choices.orders import Advance
from opfor.rules.s_solitaire.s01_terms.s01_terms import friends, known_at
from opfor.rules.s_solitaire.s01_terms.targets_from import north_to_south
from opfor.rules.s_solitaire.s03_323_prohibited import friendly_vpo, suspect_bar
from opfor.rules.s_solitaire.s03_activation.s03_32_advance import suspect_moved
from opfor.rules.s_solitaire.s04_human_wave.s04_3_human_wave import members
from opfor.rules.s_solitaire.s04_human_wave.s04_32_movement import wave_order
from opfor.rules.s_solitaire.s04_human_wave.s04_322_closing_gaps import wave_advances
from opfor.rules.s_solitaire.s06_actions.action_group import attitude
from opfor.rules.s_solitaire.s06_actions.s06_30_automatic_moves import guards
from opfor.rules.s_solitaire.s06_actions.s06_310_crews import crew
from opfor.rules.s_solitaire.s06_actions.s06_317_leaders import cares, wanted
from opfor.rules.s_solitaire.s06_actions.s06_3175_leaders_with_nothing_to_do import (
    companion,
)
from opfor.rules.s_solitaire.s09_movement.movers import of_suspect
from opfor.rules.s_solitaire.s09_movement.s09_4_leaving_the_map import exit_edges
from opfor.rules.s_solitaire.s11_advance.locations import (
    avoided,
    can_enter,
    closer,
    hexside_tem,
    in_vpo,
    legal,
    tem,
    to_edge,
    to_take,
)
from opfor.rules.s_solitaire.s11_advance.s11_1_hold_or_forward import (
    Lines,
    forward,
    forward_list,
    hold,
    hold_list,
)
from opfor.rules.s_solitaire.s11_advance.s11_p5_automatic import automatic_advance
from opfor.state.counters import Gun
from opfor.state.events import SuspectChanged, UnitChanged
from opfor.state.play import GameView, Play
from opfor.state.units import LocationName, Suspect, Unit


@rule("S11.p1", "Order of the ENEMY Advance Phase", cites=("S4.324", "S6.1", "S9.1"))
def advance_phase(play: Play) -> bool:
    """The next advance of the ENEMY, if there is any.

    Human Waves first, then Infantry, then S?; each in the order of S6.1.
    """
    return any(decides(play) for decides in (waves, infantry, suspects))


# -- Infantry ----------------------------------------------------------------------


def infantry(play: Play) -> bool:
    """The next unit that has somewhere to go advances, with those who go along.

    An Automatic Action goes first; else MMC, berserk units and lone heroes have the
    rules below.
    """
    for unit in north_to_south(play, able(play)):
        # S11.p5: an Automatic Action first
        if automatic_advance(play, unit):
            return True
        if not (mmc(play, unit) or unit.berserk or _lone_hero(play, unit)):
            continue
        # S11.1, S11.2: then by its Attitude
        ends = options(play, unit)
        if ends:
            go(play, unit, ends)
            return True
    return False


def _lone_hero(view: GameView, unit: Unit) -> bool:
    """Whether a unit is a hero with no MMC that he could go along with (D-183)."""
    if not smc(view, unit) or leader(view, unit):
        return False
    there = view.state.units_at(unit.location, unit.side)
    return not any(mmc(view, mate) for mate in there)


def go(play: Play, unit: Unit, ends: Sequence[LocationName]) -> None:
    """Advance a unit into one of some Locations, by the list of its Attitude."""
    lists = {"Hold": ("S11.1", hold_list), "Advance": ("S11.2", forward_list)}
    number, lines = lists[attitude(play, unit)]
    with part_of_rule(number):
        tie = random_dr(play, fact("where_advances_to", who=unit.id))
        priority = PriorityList(lines(play, unit), tie=tie)
        to = decide(play, priority, ends, purpose=fact("who_advances", who=unit.id))
        order(play, "ENEMY", Advance(together(play, unit, to), to))


def able(view: GameView) -> list[Unit]:
    """The ENEMY units that may advance, but those in a Human Wave or with a Gun."""
    return [
        unit
        for unit in onboard(view, "ENEMY")
        if not unit.wave and _may(unit) and not _mans_gun(view, unit)
    ]


def _may(unit: Unit) -> bool:
    try:
        may_advance(unit)
    except Illegal:
        return False
    return True


def _mans_gun(view: GameView, unit: Unit) -> bool:
    held = view.state.weapons_of(unit.id)
    return any(isinstance(view.world.counter(sw.counter), Gun) for sw in held)


def options(view: GameView, unit: Unit) -> list[LocationName]:
    """Where a unit advances to, by the rule of its Attitude; empty if it stays."""
    # S6.303: who leads prisoners off; a squad acts as any other (D-160)
    if not armed(unit) or guards(view, unit):
        return []
    # S6.310: a crew goes to its Gun, and stays with it
    if crew(view, unit):
        return []
    # A15.43: a charge that has come to its Target goes on there (D-590)
    if unit.berserk and known_at(view, unit.location):
        return []
    near = [at for at, _ in view.world.ways(unit.location)]
    open_ = [at for at in near if can_enter(view, unit, at)]
    held = {friend.location for friend in friends(view)}
    # S11.1, S11.2: into CC first
    if into := [at for at in open_ if at in held]:
        return into
    # S11.1, S11.2: else by the rule of its Attitude
    if unit.berserk or not unit.good_order:
        return []
    rules = {"Hold": hold, "Advance": forward}
    return rules[attitude(view, unit)](view, unit, open_)


# -- stacks ------------------------------------------------------------------------


@rule("S11.p2", "Who advances together", cites=("S6.223", "S6.3175"))
def together(view: GameView, unit: Unit, to: LocationName) -> tuple[str, ...]:
    """Who goes along: MMC that could go there too, as long as there is room.

    Heroes go along; leaders if no MMC that may advance stays behind, nor a broken unit
    needs them here or near by (D-395); in Advance Attitude with whom S6.3175 names.
    """
    mates = [u for u in able(view) if u.location == unit.location and u.id != unit.id]
    mind = attitude(view, unit)
    going = [unit]
    # S11.p2: MMC of its Attitude that could go there too
    squads = [mate for mate in mates if mmc(view, mate)]
    for mate in squads:
        same = attitude(view, mate) == mind and to in options(view, mate)
        if same and not avoided(view, [*going, mate], to):
            going.append(mate)
    # S11.p2: heroes; leaders if no MMC stays that needs them
    all_go = mmc(view, unit) is not None and all(mate in going for mate in squads)
    for mate in mates:
        follows = _follows(view, mate, going, all_go=all_go)
        free = follows and not _needed(view, mate, going)
        joins = smc(view, mate) and (free or not leader(view, mate))
        if joins and mate.good_order and legal(view, (mate.id,), to):
            going.append(mate)
    return tuple(mate.id for mate in going)


def _needed(view: GameView, mate: Unit, going: Sequence[Unit]) -> bool:
    """Whether broken units need a leader here, or call him elsewhere (S6.317).

    Here also once those who are going have left: of two leaders one stays (D-395).
    """
    leaving = [one.id for one in going]
    return cares(view, mate, leaving=leaving) or bool(wanted(view, mate))


def _follows(
    view: GameView, mate: Unit, going: Sequence[Unit], *, all_go: bool
) -> bool:
    """Whether a leader goes along: with whom S6.3175 names, in Advance Attitude."""
    stays_with = companion(view, mate) if attitude(view, mate) == "Advance" else None
    return all_go if stays_with is None else stays_with in going


# -- S? and Human Waves ------------------------------------------------------------


@rule("S11.p3", "S? advance", cites=("S3.32", "S3.321", "S3.323", "S9.4"))
def suspects(play: Play) -> bool:
    """The next S? in Advance Attitude advances, as a unit would, and is checked.

    It goes closer to the nearest FRIENDLY Controlled VPO Location, or to the edge that
    it makes for (S9.4).
    """
    # S11.p1: in the order of S6.1
    for suspect in north_to_south(play, play.state.suspects_onboard()):
        if suspect.attitude == "Hold" or suspect.wave or suspect.advanced:
            continue
        ends = suspect_ends(play, suspect)
        if not ends:
            continue
        lines: Lines = (
            where("FRIENDLY Controlled VPO", lambda at: to_take(play, at)),
            most("highest inherent TEM", lambda at: tem(play, at)),
            most("highest hexside TEM", lambda at: hexside_tem(play, at)),
        )
        tie = random_dr(play, fact("where_advances_to", who=suspect.id))
        purpose = fact("who_advances", who=suspect.id)
        to = decide(play, PriorityList(lines, tie=tie), ends, purpose=purpose)
        advance_suspect(play, suspect, to)
        return True
    return False


def suspect_ends(view: GameView, suspect: Suspect) -> list[LocationName]:
    """Where a S? advances to; empty if it stays."""
    here, world = suspect.location, view.world
    if in_vpo(view, here):
        return []
    held = {friend.location for friend in friends(view)}
    open_ = [
        at
        for at, _ in world.ways(here)
        if at not in held
        and world.ground.terrain(world.locate(at)).mf.advance
        and not suspect_bar(view, at)
    ]
    if goals := friendly_vpo(view):
        return closer(view, here, goals, open_)
    edge = exit_edges(view, of_suspect(suspect))[0]
    now = to_edge(view, here, edge)
    return [at for at in open_ if to_edge(view, at, edge) < now]


def advance_suspect(play: Play, suspect: Suspect, to: LocationName) -> None:
    """A S? advances; what it brings has advanced with it."""
    there = replace(suspect, location=to, crest=(), advanced=True)
    play.emit(SuspectChanged(there, fact("advances")))
    # S3.32: it is checked where it comes
    for id_ in suspect_moved(play, suspect.id, advancing=True):
        new = play.state.units[id_]
        done = replace(new, deeds=(*new.deeds, "advanced"))
        play.emit(UnitChanged(done, fact("has_advanced")))


@rule("S11.p4", "A Human Wave advances", cites=("S4.322", "S4.324"))
def waves(play: Play) -> bool:
    """The next Human Wave advances as a whole, to close its gaps or to press on."""
    for wave in wave_order(play):
        if any(_advanced(runner) for runner in members(play, wave)):
            continue
        plan = wave_advances(play, wave)
        made = [_carry(play, id_, to) for id_, to in plan.items()]
        if any(made):
            return True
    return False


def _advanced(runner: Suspect | Unit) -> bool:
    if isinstance(runner, Suspect):
        return runner.advanced
    return runner.did("advanced")


def _carry(play: Play, id_: str, to: LocationName) -> bool:
    """Advance one S? or unit of a wave, if it can; whether it did."""
    suspect = play.state.suspects.get(id_)
    if suspect:
        advance_suspect(play, suspect, to)
        return True
    if not legal(play, (id_,), to):
        return False
    order(play, "ENEMY", Advance((id_,), to))
    return True
