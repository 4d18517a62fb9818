"""Why an ENEMY unit wants to fire at a mover."""

from typing import Any

from opfor.core.fact import Fact
from opfor.rules.s_solitaire.s08_fire.s08_p14_first_fire import posts, wants
from opfor.state.play import Play
from opfor.views.text.words import say
from tests.rules.given.firing_range import FOE, SQUAD, moving, shoot

E1 = {"e1": (SQUAD, "M6")}


def in_words(why: Fact | None) -> str:
    """A reason in words; empty if there is none."""
    return say(why) if why else ""


def why(where: str, *, enemies: Any = None, **more: Any) -> str:
    """Why e1 wants to fire at V in a Location; empty if it does not."""
    found: list[str] = []
    how, mf = more.pop("how", {}), more.pop("mf", 1)

    def run(play: Play) -> None:
        moving(play, "V", mf=mf, **how)
        posts_ = [post for post in posts(play) if "e1" in post.units]
        found.append(in_words(wants(play, posts_[0], posts(play))) if posts_ else "")

    units = {"V": (FOE, where), **more.pop("friends", {})}
    shoot(
        run=run,
        enemies=enemies or E1,
        units=units,
        phase="MPh",
        turn="FRIENDLY",
        **more,
    )
    return found[0]
