"""S5.72: generation of MMC."""

from opfor.core.dice import dice_roll
from opfor.core.errors import OpforError
from opfor.core.event import Note
from opfor.core.fact import fact
from opfor.core.rule import part_of_rule, rule
from opfor.rules.s_solitaire.s05_activation.group import (
    ActivatedGroup,
    add_unit,
    date_mods,
    look_up,
)
from opfor.rules.s_solitaire.s05_activation.s05_7_countermix import (
    REROLLS,
    in_countermix,
    until_available,
)
from opfor.rules.s_solitaire.s12_random_events.s12_22_named_class import of_the_class
from opfor.state.counters import MMC
from opfor.state.play import Play


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
