"""When Python looks for objects that hold each other."""

import gc

from opfor.core.cycles import no_search_for_cycles, set_aside, take_back


class TestNoSearch:
    """None are looked for while somebody waits."""

    def test_meanwhile(self) -> None:
        """It is off within, and on again behind, whatever happens."""
        assert gc.isenabled()
        try:
            with no_search_for_cycles():
                assert not gc.isenabled()
                raise ValueError
        except ValueError:
            assert gc.isenabled()

    def test_within_each_other(self) -> None:
        """The outermost turns it on again, not one within."""
        with no_search_for_cycles():
            with no_search_for_cycles():
                pass
            assert not gc.isenabled()
        assert gc.isenabled()

    def test_off_before(self) -> None:
        """Who had it off keeps it off."""
        gc.disable()
        try:
            with no_search_for_cycles():
                pass
            assert not gc.isenabled()
        finally:
            gc.enable()


class TestSetAside:
    """What lives as long as a game is not looked through."""

    def test_set_aside(self) -> None:
        """It is left alone until it is taken back; then cycles of it are gone."""
        already = gc.get_freeze_count()
        cycle: list[object] = []
        cycle.append(cycle)
        try:
            set_aside()
            assert gc.get_freeze_count() > already
            del cycle
            assert not _own_lists(gc.get_objects())
            take_back()
            gc.unfreeze()
            assert not _own_lists(gc.get_objects())
        finally:
            gc.unfreeze()


def _own_lists(objects: list[object]) -> list[object]:
    """The lists that hold themselves and nothing else."""
    lists = [each for each in objects if type(each) is list and len(each) == 1]
    return [each for each in lists if each[0] is each]
