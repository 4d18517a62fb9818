"""`opfor sim`: many games of a Mission without a person."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from opfor.cli import maps, play

if TYPE_CHECKING:
    from opfor.sim.series import GameOutcome, Summary


def sim(  # noqa: PLR0913 - the options of the command
    mission: Annotated[str, typer.Argument(help="A Mission's name or file.")],
    *,
    games: Annotated[int, typer.Option(min=1, help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="What all games follow from.")] = 1,
    jobs: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    player: Annotated[
        str, typer.Option(metavar="steady|random", help="Who plays for FRIENDLY.")
    ] = "steady",
    as_json: Annotated[bool, typer.Option("--json", help="Figures as JSON.")] = False,
    csv: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A line for each game.")
    ] = None,
    pack: play.Packs = None,
    boards: maps.Boards = None,
    map_: play.MapText = None,
    date: play.Month = None,
    enemy: play.Enemy = None,
    friendly: play.Friendly = None,
    ac: play.AcNumber = None,
) -> None:
    """Play a Mission many times without a person, and say what came of it.

    Example: opfor sim first-contact --games 200 --jobs 4 --json
    """
    from opfor.core.errors import OpforError
    from opfor.ports.session import Setup, amended, folders
    from opfor.sim.series import play_many, summary
    from opfor.state.mission import load_mission

    who = _player(player)
    changes = {"map": map_, "date": date, "enemy": enemy, "friendly": friendly}
    packs = pack or []
    setup = Setup(
        mission=amended(load_mission(mission, *packs), packs, **changes, ac=ac),
        seed=seed,
        boards=folders(maps.folders(boards)),
        packs=folders(packs),
    )
    with _progress(games) as told:
        outcomes = play_many(
            setup, games=games, seed=seed, jobs=jobs, player=who, told=told
        )
    found = summary(outcomes)
    if csv is not None:
        csv.write_text(_csv(outcomes), "utf-8")
    _tell(setup.mission.title, found, as_json=as_json)
    if found.faults:
        index, fault = next(iter(found.faults.items()))
        raise OpforError(
            f"{len(found.faults)} games ended in a fault, the first one {fault}",
            f"game {index}",
            f"opfor sim {mission} --seed {seed} --games {index + 1} --player {player}",
        )


def _player(word: str) -> Literal["steady", "random"]:
    from opfor.core.errors import OpforError

    match word:
        case "steady" | "random":
            return word
    raise OpforError(f"there is no player {word!r}", "--player", "steady or random")


class _progress:
    """A bar on the terminal's stderr; called with each outcome it moves on."""

    def __init__(self, games: int) -> None:
        from rich.console import Console
        from rich.progress import Progress

        self._bar = Progress(console=Console(stderr=True), transient=True)
        self._task = self._bar.add_task("games", total=games)

    def __enter__(self) -> "_progress":
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def __call__(self, _outcome: "GameOutcome") -> None:
        self._bar.advance(self._task)


def _csv(outcomes: "list[GameOutcome]") -> str:
    lines = ["game,winner,friendly_vp,enemy_vp,suspects,result,fault"]
    for one in outcomes:
        vp = [str(one.vp.get(side, 0)) for side in ("FRIENDLY", "ENEMY")]
        texts = (
            f'"{text.replace(chr(34), chr(39))}"' for text in (one.result, one.fault)
        )
        lines.append(
            ",".join([str(one.index), one.winner, *vp, str(one.suspects), *texts])
        )
    return "\n".join(lines) + "\n"


def _tell(title: str, found: "Summary", *, as_json: bool) -> None:
    import msgspec

    if as_json:
        typer.echo(msgspec.json.format(msgspec.json.encode(found)))
        return
    lost = {side: sum(turns) for side, turns in found.losses.items()}
    typer.echo(
        f"{title}: {found.won} of {found.games} games won by the FRIENDLY side, "
        f"{found.win_rate:.0%} (95 %: {found.low:.0%} to {found.high:.0%}), "
        f"{found.draws} drawn"
    )
    for side, vp in found.vp.items():
        typer.echo(f"{side}: {vp:.1f} VP, {lost[side]:.1f} units lost")
    typer.echo(f"{len(found.rules)} rules and {len(found.rows)} table rows were used")
    typer.echo(
        f"{found.missions_per_s:.2f} games a second and process; "
        f"95 % of ENEMY turns within {found.enemy_turn_p95_s:.2f} s"
    )
