"""The modules of each page: all there, and all asked for at once."""

import re

import pytest

from opfor.web.pages import STATIC, TEMPLATES, modules, rendered

SCRIPTS = sorted(
    {
        found[1]
        for path in TEMPLATES.iterdir()
        if (found := re.search(r'set script = "([\w/]+)"', path.read_text("utf-8")))
    }
)


class TestModules:
    """What a page's script imports, found in the files."""

    @pytest.mark.parametrize("script", SCRIPTS)
    def test_whole(self, script: str) -> None:
        """Each module that one of them imports is among them."""
        found = modules(script)
        assert f"{script}.js" in found
        for name in found:
            text = (STATIC / name).read_text("utf-8")
            for near in re.findall(r'^(?:import|\} from)[^"]*"(\.[^"]+)"', text, re.M):
                there = ((STATIC / name).parent / near).resolve()
                assert str(there.relative_to(STATIC.resolve())) in found, (name, near)

    def test_all_used(self) -> None:
        """No module is left that no page asks for."""
        used = {name for script in SCRIPTS for name in modules(script)}
        there = {str(path.relative_to(STATIC)) for path in STATIC.rglob("*.js")}
        assert there == used

    def test_asked_for(self) -> None:
        """The page of a game names each, so that none waits for another."""
        html = rendered("game")
        for name in modules("game/game"):
            assert f'<link rel="modulepreload" href="/static/{name}">' in html
