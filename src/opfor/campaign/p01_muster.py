"""CG.p1: a new company."""

from collections.abc import Sequence
from pathlib import Path

from msgspec.structs import replace

from opfor.campaign.aftermath.p08_promotions import rank_of
from opfor.campaign.company import Company, Person
from opfor.campaign.dice import CampaignDice
from opfor.campaign.grades import usual_squad
from opfor.campaign.values import customs, values
from opfor.ports.session import amended
from opfor.state.counters import SMC
from opfor.state.mission import OB, Mission
from opfor.state.nations import Nation


def muster(
    name: str,
    nation: Nation,
    like: Mission,
    date: str,
    dice: CampaignDice,
    packs: Sequence[Path] = (),
) -> Company:
    """CG.p1: ten squads of the nation's usual class, three leaders, six SW; its ELR.

    Leaders and SW are those of its own most like a 9-1, 8-1, 8-0, a HMG, MMG, three
    LMG and a light mortar, in use in that month.

    Args:
        name: what the player calls it.
        nation: whose company it is.
        like: any Mission; what is another nation's in it is found as in its OB.
        date: the month of the beginning.
        dice: names follow its seed.
        packs: the player's folders of tables.
    """
    ours = values()
    lines = (
        *(OB(counter=leader) for leader in ours.leaders),
        OB(counter=usual_squad(nation, date), number=6, weapons=ours.weapons),
    )
    found = replace(like, unit=lines, friendly="german", oba=(), date=date)
    own = amended(found, packs, friendly=nation.id, date=date).unit
    names = _names(nation, ours.squads + len(ours.leaders), dice)
    squad = usual_squad(nation, date)
    grades = [line.counter for line in own if _smc(line, nation)]
    counters = grades + [squad] * ours.squads
    people = tuple(
        Person(
            id=number,
            name=called,
            counter=counter,
            leader=number <= len(grades),
            rank=rank_of(nation, counter) if number <= len(grades) else 0,
        )
        for number, (counter, called) in enumerate(
            zip(counters, names, strict=False), 1
        )
    )
    return Company(
        name=name,
        nation=nation.id,
        people=people,
        weapons=tuple(weapon for line in own for weapon in line.weapons),
        elr=int(nation.fact("ELR", date=date)),
    )


def _smc(line: OB, nation: Nation) -> bool:
    return isinstance(nation.counter(line.counter), SMC)


def _names(nation: Nation, number: int, dice: CampaignDice) -> list[str]:
    """Different family names."""
    left = list(customs(nation).names)
    return [left.pop(dice.draw(len(left))) for _ in range(number)]
