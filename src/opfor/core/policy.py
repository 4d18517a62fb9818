"""Policies: who decides where the rules leave a choice to a side's discretion.

Each such point is a named policy. The settings of a game say, for each name, which
of its ways is used: "default", another named way, "random", or "ask" the player.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from opfor.core.ask import Asked, Choose, Context, Port
from opfor.core.dice import uniform
from opfor.core.errors import OpforError

Decide = Callable[[Choose, Any], str]

ASK = "ask"
RANDOM = "random"
DEFAULT = "default"


@dataclass(frozen=True)
class Policy:
    """A point of discretion: its name, what it decides, and the ways to decide it.

    A way takes the request and the state, and gives the key of an option. `fixed` is
    one whose way holds for a whole game; nobody is asked. `asks`: the player is asked
    where the settings do not say otherwise.
    """

    name: str
    title: str
    default: Decide
    ways: Mapping[str, Decide] = field(default_factory=dict)
    fixed: bool = False
    asks: bool = False

    @property
    def settings(self) -> tuple[str, ...]:
        """Everything that it may be set to."""
        asked = () if self.fixed else (ASK, RANDOM)
        return (DEFAULT, *asked, *self.ways)

    def way(self, setting: str) -> Decide:
        """The way that a setting names.

        Raises:
            OpforError: the policy has no such way.
        """
        if setting == DEFAULT:
            return self.default
        if setting not in self.ways:
            known = ", ".join(self.settings)
            raise OpforError(
                f"there is no way {setting!r}", f"policy {self.name}", f"use {known}"
            )
        return self.ways[setting]


def _first(choose: Choose, _state: Any) -> str:
    return choose.options[0].key


def fixed(name: str, title: str, *ways: str) -> Policy:
    """A point that is read in one way for a whole game: "default", or one of some."""
    return Policy(name, title, _first, dict.fromkeys(ways, _first), fixed=True)


class Policies:
    """The policies of a game with its settings: the port for discretion."""

    human = False

    def __init__(
        self,
        policies: Iterable[Policy],
        settings: Mapping[str, str] | None = None,
        *,
        seed: int | str = 0,
    ) -> None:
        """Check the settings against the policies.

        Raises:
            OpforError: a setting names no policy, or no way of its policy.
        """
        self._policies = {policy.name: policy for policy in policies}
        self._settings = dict(settings or {})
        self._seed = str(seed)
        for name, setting in self._settings.items():
            policy = self._find(name)
            if setting not in policy.settings:
                policy.way(setting)  # raises, and says what there is

    def asks(self, choose: Choose) -> bool:
        """Whether the player is asked instead."""
        setting = self._settings.get(choose.policy, DEFAULT)
        return setting == ASK or (setting == DEFAULT and self._find(choose.policy).asks)

    def answer(self, asked: Asked, context: Context) -> object:
        """The key that the policy decides on."""
        choose = asked.request
        if not isinstance(choose, Choose):
            raise OpforError(f"a policy cannot answer: {asked}")
        policy = self._find(choose.policy)
        setting = self._settings.get(choose.policy, DEFAULT)
        if setting == RANDOM:
            options = choose.options
            stream = f"policy {policy.name}"
            # By the number of the request: an undone choice comes out the same again.
            index = uniform(self._seed, stream, asked.number, len(options))
            return options[index].key
        return policy.way(setting)(choose, context.state)

    def usual(self, choose: Choose, state: Any) -> str | None:
        """The key that the default decides on; None where that is to ask."""
        policy = self._find(choose.policy)
        return None if policy.asks else policy.default(choose, state)

    def _find(self, name: str) -> Policy:
        if name not in self._policies:
            known = ", ".join(sorted(self._policies)) or "none"
            raise OpforError(
                f"there is no policy {name!r}", do=f"the policies: {known}"
            )
        return self._policies[name]


@dataclass(frozen=True)
class Ports:
    """The usual router: dice, policies, and the player for all the rest.

    `dice_of` gives single sides dice of their own, such as typed ones.
    """

    dice: Port
    player: Port
    policies: Policies | None = None
    dice_of: Mapping[str, Port] = field(default_factory=dict)

    def pick(self, asked: Asked) -> Port:
        """The port for this request."""
        request = asked.request
        if asked.stream:
            return self.dice_of.get(request.side, self.dice)
        discretion = isinstance(request, Choose) and request.why == "discretion"
        if discretion and self.policies is not None:
            assert isinstance(request, Choose)  # noqa: S101 - as just tested
            return self.player if self.policies.asks(request) else self.policies
        return self.player
