"""How hard a Mission is: games are played until it is known well enough."""

from msgspec.structs import asdict

from opfor.missions.weigh import HALF
from opfor.ports.session import Setup
from opfor.sim.series import BatchOrder, GameOutcome
from opfor.study.interval import games_for, share_interval
from opfor.study.run import Games, Group, play_until, until_known, won_of
from opfor.web.background import Background, OwnProcesses, Progress, Tell

MOST_GAMES = 400
"""No more games than that."""

SEED = 1
"""What the games follow from: the same Mission has the same answer."""


class Hardness(Progress, frozen=True, kw_only=True):
    """How hard a Mission is, as far as it is known.

    Args:
        about: the Mission that is played, by its title; empty: none yet.
        games, won: how many came to an end, and how many the FRIENDLY side won.
        needed: about how many it will take.
        rate, low, high: the share of wins, and between what it lies.
        faults: games that ended in a fault of the program.
    """

    about: str = ""
    games: int = 0
    won: int = 0
    needed: int = 0
    rate: float = 0.5
    low: float = 0.0
    high: float = 1.0
    faults: int = 0


class HardnessRoom(Background[Hardness]):
    """The one question of that kind that a server works at."""

    def __init__(self) -> None:
        super().__init__(Hardness())

    def ask(self, setup: Setup) -> Hardness:
        """Begin to play a Mission; what was played before is stopped."""
        about = setup.mission.title
        group = Group(
            {"": BatchOrder(setup=setup, seed=SEED)}, until_known(HALF, MOST_GAMES)
        )

        def work(workers: OwnProcesses, tell: Tell) -> None:
            def told(found: Games) -> None:
                tell(**asdict(hardness_of(found[""], about)))

            play_until([group], workers=workers, told=told)

        return self.begin(Hardness(about=about, running=True), work)


def hardness_of(games: list[GameOutcome], about: str = "") -> Hardness:
    """What is known by some games, while more are played."""
    won, ended = won_of(games)
    known = share_interval(won, ended, half=HALF)
    return Hardness(
        about=about,
        running=True,
        games=ended,
        won=won,
        needed=_needed(ended, known.half),
        rate=known.value,
        low=known.low,
        high=known.high,
        faults=len(games) - ended,
    )


def _needed(ended: int, half: float) -> int:
    """About how many games it will take in all, by how well it is known so far."""
    about = round(ended * (half / HALF) ** 2) if ended else games_for(HALF)
    return max(ended, min(MOST_GAMES, about))
