"""`opfor sim campaign`: whole campaigns without a person."""

from pathlib import Path

import typer

from opfor.cli import companies, maps


def simulate(  # noqa: PLR0913 - the options of `opfor sim campaign`
    number: int,
    *,
    seed: int,
    missions: int,
    nation: str | None,
    enemy: str | None,
    date: str | None,
    boards: list[Path] | None,
    pack: list[Path] | None,
    out: Path | None,
) -> None:
    """Play whole campaigns by `steady`, and say how they ended.

    Those that are in the file are told again, and it goes on behind them.
    """
    from opfor.campaign.kept import Kept
    from opfor.campaign.simulate import (
        CampaignOrder,
        CampaignOutcome,
        many,
        played_by_steady,
        summary_text,
    )
    from opfor.ports.session import folders

    order = CampaignOrder(
        nation=nation or companies.NATION,
        date=date or companies.MONTH,
        enemy=enemy or "",
        seed=seed,
        options=companies.options_of(
            missions=missions,
            folders=folders(maps.folders(boards)),
            packs=folders(pack or []),
        ),
    )
    kept = Kept(out, order) if out else None
    outcomes = list[CampaignOutcome]()

    def tell(one: CampaignOutcome) -> None:
        outcomes.append(one)
        typer.echo(f"{len(outcomes):>4}  {one.ending:<14} {' '.join(one.outcomes)}")

    for one in kept.found[:number] if kept else ():
        tell(one)
    for one in many(order, number, played_by_steady, first=len(outcomes)):
        if kept:
            kept.add(one)
        tell(one)
    for line in summary_text(outcomes):
        typer.echo(line)
