"""What is worked out once and kept: by key, for a state, for as long as it holds."""

from collections.abc import Callable, Hashable
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")

MOMENTS = 3
"""States beside the last one of which `once` keeps what was worked out."""


class LazyDict(dict[K, V]):
    """What `make` gives for each key, worked out when it is first asked for."""

    def __init__(self, make: Callable[[K], V]) -> None:
        super().__init__()
        self._make = make

    def __missing__(self, key: K) -> V:
        found = self[key] = self._make(key)
        return found


class StateCache:
    """What follows from a state, or from parts of it, and need not be asked again."""

    def __init__(self) -> None:
        self._moment: object = None
        self._kept: dict[Hashable, Any] = {}
        self._moments: list[tuple[object, dict[Hashable, Any]]] = []
        self._lasting: dict[str, tuple[object, Any]] = {}

    def once(self, state: object, key: Hashable, make: Callable[[], K]) -> K:
        """What `make` gives for a state, worked out once as long as the state lasts.

        Args:
            state: the State that it follows from, by identity.
            key: what it is, and of what.
            make: works it out; from the state and what never changes alone.
        """
        kept = self._kept if self._moment is state else self._turn_to(state)
        if key not in kept:
            kept[key] = make()
        found: K = kept[key]
        return found

    def _turn_to(self, state: object) -> dict[Hashable, Any]:
        """What is kept of a state that others were asked about since, if it still is.

        A few are: rules look at what would be, and then at what is again.
        """
        known = [(self._moment, self._kept), *self._moments]
        self._moments = [moment for moment in known if moment[0] is not state][:MOMENTS]
        found = (kept for moment, kept in known if moment is state)
        self._moment, self._kept = state, next(found, {})
        return self._kept

    def lasting(self, name: str, follows: object, make: Callable[[], K]) -> K:
        """What `make` gives, worked out anew only when what it follows from differs.

        Args:
            name: what it is; of each thing one is kept.
            follows: all that it follows from beside what never changes, by value.
            make: works it out.
        """
        kept = self._lasting.get(name)
        if kept is None or kept[0] != follows:
            kept = self._lasting[name] = follows, make()
        found: K = kept[1]
        return found
