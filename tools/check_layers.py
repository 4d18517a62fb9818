"""Check that imports go one way, and that rules touch nothing outside the game.

Run as `python tools/check_layers.py [SRC]`; prints each fault as file:line and ends
with status 1 if there is one. It reads the code and runs none of it.

Layers: data <- core <- geo <- state <- rules <- ports, views <- cli, web, sim, study,
vasl, missions, campaign, env.
A module may import from its own rank and from those to its left.

Floors inside rules/, by the book's chapters: choices <- a_infantry to e_miscellaneous
<- s_solitaire <- orders <- sequence; and inside vasl/: saves <- boards <- counters <-
position <- things <- games <- live. The same holds among them, wherever in a module
the import stands, and each file or folder directly below either has its floor.

In rules/ two more things hold, because a replay must give the same game to the byte
on every machine: nothing comes in but through `game.ask`, and nothing depends on the
order of a set.
"""

import ast
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

RANKS = (
    ("data",),
    ("core",),
    ("geo",),
    ("state",),
    ("rules",),
    ("ports", "views"),
    ("cli", "web", "sim", "study", "vasl", "missions", "campaign", "env"),
)
RANK = {name: rank for rank, names in enumerate(RANKS) for name in names}
ARROWS = " <- ".join(", ".join(names) for names in RANKS)

FLOORS = {
    "rules": (
        ("choices",),
        ("a_infantry", "b_terrain", "c_ordnance", "d_vehicles", "e_miscellaneous"),
        ("s_solitaire",),
        ("orders",),
        ("sequence",),
    ),
    "vasl": (
        ("saves",),
        ("boards",),
        ("counters",),
        ("position",),
        ("things",),
        ("games",),
        ("live",),
    ),
}
FLOOR = {
    (part, name): floor
    for part, floors in FLOORS.items()
    for floor, names in enumerate(floors)
    for name in names
}
FLOOR_ARROWS = {
    part: " <- ".join(", ".join(names) for names in floors)
    for part, floors in FLOORS.items()
}

BANNED_MODULES = frozenset(
    {"asyncio", "datetime", "glob", "io", "multiprocessing", "os", "pathlib"}
    | {"random", "secrets", "shutil", "socket", "sqlite3", "subprocess", "sys"}
    | {"tempfile", "threading", "time", "urllib", "uuid"}
)
# datetime itself is harmless, and dates are values of the game; its clock is not.
ALLOWED_NAMES = {"datetime": frozenset({"date", "timedelta"})}
BANNED_CALLS = {
    "open": "files",
    "print": "the screen",
    "input": "the keyboard",
    "hash": "a hash, which differs from run to run",
    "id": "an address, which differs from run to run",
    "eval": "code from text",
    "exec": "code from text",
    "__import__": "a hidden import",
}
CLOCKS = frozenset({"now", "today", "utcnow"})

SET_TYPES = frozenset({"set", "frozenset", "Set", "FrozenSet", "AbstractSet"})
SET_METHODS = frozenset({"union", "intersection", "difference", "symmetric_difference"})
# What takes a set in any order and gives the same each time.
ORDERLESS = frozenset(
    {"all", "any", "frozenset", "len", "max", "min", "set", "sorted", "sum"}
)
# What makes a sequence of a set, in whatever order it happens to have.
ORDERING = frozenset(
    {"dict", "enumerate", "filter", "fromkeys", "iter", "join", "list", "map"}
    | {"reversed", "tuple", "zip"}
)


class Fault(NamedTuple):
    """Something that may not be, and where."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.what}"


def _rank(path: Path, source: Path) -> int:
    """The rank of a module's folder; 0 for what stands right in the package."""
    return RANK.get(path.relative_to(source).parts[0], 0)


def check(source: Path) -> list[Fault]:
    """The faults of the package folder `source` (src/opfor), by file and line."""
    trees = {
        path: ast.parse(path.read_text(encoding="utf-8"), str(path))
        for path in sorted(source.rglob("*.py"))
    }
    # What stands above the rules is nothing that they could call.
    top = RANK["rules"]
    sets = SetNames.of(trees[path] for path in trees if _rank(path, source) <= top)
    faults: list[Fault] = []
    for path, tree in trees.items():
        module = path.relative_to(source).with_suffix("").parts
        faults += layer_faults(tree, module, str(path))
        if module[0] in FLOORS:
            faults += floor_faults(tree, module, str(path))
        if module[0] == "rules":
            faults += outside_faults(tree, str(path))
            faults += set_faults(tree, str(path), sets)
    return sorted(faults)


# -- imports ---------------------------------------------------------------------


def layer_faults(tree: ast.Module, module: tuple[str, ...], file: str) -> list[Fault]:
    """Imports to the right. `module` is the path below opfor: ("geo", "hexes")."""
    rank = RANK.get(module[0])
    if rank is None:
        if len(module) == 1:  # opfor/__init__.py and __main__.py
            return []
        return [Fault(file, 1, f"{module[0]} has no place in the layers: {ARROWS}")]
    return [
        Fault(file, line, f"{module[0]} may not import {name}; the layers are {ARROWS}")
        for line, name in own_imports(tree, module)
        if RANK.get(name.split(".")[1], -1) > rank
    ]


def floor_faults(tree: ast.Module, module: tuple[str, ...], file: str) -> list[Fault]:
    """Imports that run up inside rules/ or vasl/, and what has no floor there."""
    part, where = module[0], module[1] if len(module) > 1 else "__init__"
    if where == "__init__":  # opfor/rules/__init__.py
        return []
    arrows = FLOOR_ARROWS[part]
    floor = FLOOR.get((part, where))
    if floor is None:
        what = f"{part}/{where} has no floor; the floors are {arrows}"
        return [Fault(file, 1, what)]
    faults = []
    for line, name in own_imports(tree, module):
        _, above, *rest = name.split(".")
        if above == part and FLOOR.get((part, "".join(rest[:1])), -1) > floor:
            what = f"{part}/{where} may not import {name}, which is above it"
            faults.append(Fault(file, line, f"{what}; the floors are {arrows}"))
    return faults


def own_imports(tree: ast.Module, module: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """The line and full name of each import from opfor, also those in a function."""
    for node in ast.walk(tree):
        for name in imported(node, module):
            if name.startswith("opfor."):
                yield node.lineno, name  # type: ignore[attr-defined]  # only import nodes yield names


def imported(node: ast.AST, module: tuple[str, ...]) -> Iterator[str]:
    """The full names of the modules that a node imports."""
    match node:
        case ast.Import(names=names):
            yield from (alias.name for alias in names)
        case ast.ImportFrom(module=name, names=names, level=level):
            above = ("opfor", *module)[: len(module) + 1 - level] if level else ()
            base = ".".join([*above, *([name] if name else [])])
            yield from (f"{base}.{alias.name}" for alias in names)
        case ast.Call(
            func=ast.Name(id="import_module" | "__import__")
            | ast.Attribute(attr="import_module"),
            args=[ast.Constant(value=str(name)), *_],
        ):
            yield name


# -- rules touch nothing outside -------------------------------------------------


def outside_faults(tree: ast.Module, file: str) -> list[Fault]:
    """Uses of files, clocks, chance and the like."""
    return [
        Fault(file, node.lineno, f"a rule may not use {what}; let it ask the game")
        for node in ast.walk(tree)
        if isinstance(node, ast.expr | ast.stmt)
        for what in outside(node)
    ]


def outside(node: ast.AST) -> Iterator[str]:
    """What a node uses of the world outside."""
    match node:
        case ast.Import(names=names):
            for alias in names:
                if alias.name.split(".")[0] in BANNED_MODULES:
                    yield alias.name
        case ast.ImportFrom(module=str(module), names=names, level=0):
            top = module.split(".")[0]
            allowed = ALLOWED_NAMES.get(module, frozenset())
            for alias in names:
                if top in BANNED_MODULES and alias.name not in allowed:
                    yield f"{module}.{alias.name}"
        case ast.Call(func=ast.Name(id=name)) if name in BANNED_CALLS:
            yield f"{name}() ({BANNED_CALLS[name]})"
        case ast.Call(func=ast.Attribute(attr=name)) if name in CLOCKS:
            yield f".{name}() (the clock)"
        case ast.Attribute(value=ast.Name(id="np" | "numpy"), attr="random"):
            yield "numpy.random"


# -- rules do not depend on the order of a set -----------------------------------


class SetNames(NamedTuple):
    """Names that hold sets wherever they occur: fields of classes, and functions."""

    attributes: frozenset[str]
    functions: frozenset[str]

    @classmethod
    def of(cls, trees: Iterable[ast.Module]) -> "SetNames":
        """The fields and functions annotated as sets in all the code."""
        attributes, functions = set(), set()
        for tree in trees:
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    attributes |= _set_fields(node)
                elif isinstance(node, ast.FunctionDef) and _set_type(node.returns):
                    functions.add(node.name)
        return cls(frozenset(attributes), frozenset(functions))


def _set_fields(node: ast.ClassDef) -> set[str]:
    fields = {
        line.target.id
        for line in node.body
        if isinstance(line, ast.AnnAssign)
        and isinstance(line.target, ast.Name)
        and _set_type(line.annotation)
    }
    properties = {
        line.name
        for line in node.body
        if isinstance(line, ast.FunctionDef) and _set_type(line.returns)
    }
    return fields | properties


def _set_type(annotation: ast.expr | None) -> bool:
    """Whether an annotation names a set: set[str], frozenset[str] | None, "set"."""
    match annotation:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name in SET_TYPES
        case ast.Subscript(value=value):
            return _set_type(value)
        case ast.BinOp(left=left, right=right):
            return _set_type(left) or _set_type(right)
        case ast.Constant(value=str(text)):
            return text.split("[")[0] in SET_TYPES
    return False


def set_faults(tree: ast.Module, file: str, sets: SetNames) -> list[Fault]:
    """Places where the order of a set comes out."""
    finder = _SetFinder(file, sets)
    finder.visit(tree)
    return finder.faults


class _SetFinder(ast.NodeVisitor):
    """Walks one module, knowing which local names hold sets."""

    def __init__(self, file: str, sets: SetNames) -> None:
        self.file = file
        self.sets = sets
        self.local: set[str] = set()
        self.free: set[ast.AST] = set()  # comprehensions whose order is lost anyway
        self.faults: list[Fault] = []

    def holds_set(self, node: ast.expr) -> bool:
        """Whether the expression is known to be a set."""
        match node:
            case ast.Set() | ast.SetComp():
                found = True
            case ast.Name(id=name):
                found = name in self.local
            case ast.Attribute(attr=name):
                found = name in self.sets.attributes
            case ast.Call():
                found = self._gives_set(node)
            case ast.BinOp(op=ast.BitOr() | ast.BitAnd() | ast.BitXor() | ast.Sub()):
                sides = (node.left, node.right)
                found = any(self.holds_set(s) or _dict_view(s) for s in sides)
            case ast.IfExp():
                found = self.holds_set(node.body) or self.holds_set(node.orelse)
            case _:
                found = False
        return found

    def _gives_set(self, node: ast.Call) -> bool:
        name = _called(node)
        if name in self.sets.functions:
            return True
        if isinstance(node.func, ast.Attribute):
            copied = name == "copy" and self.holds_set(node.func.value)
            return name in SET_METHODS or copied
        return name in ("set", "frozenset")

    def fault(self, node: ast.expr | ast.stmt, how: str) -> None:
        """Note a place where the order of a set comes out."""
        what = f"{how} a set, which has no order; use sorted()"
        self.faults.append(Fault(self.file, node.lineno, what))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        """A function has its own names, over those around it."""
        outer, self.local = self.local, set(self.local)
        arguments = node.args
        for arg in arguments.posonlyargs + arguments.args + arguments.kwonlyargs:
            self.local.discard(arg.arg)
            if _set_type(arg.annotation):
                self.local.add(arg.arg)
        self.generic_visit(node)
        self.local = outer

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        """A local name annotated as a set."""
        if isinstance(node.target, ast.Name) and _set_type(node.annotation):
            self.local.add(node.target.id)
        self.generic_visit(node)

    def visit_Assign(self, node: ast.Assign) -> None:
        """A local name that is given a set, or a set taken apart."""
        for target in node.targets:
            if isinstance(target, ast.Name):
                known = self.holds_set(node.value)
                (self.local.add if known else self.local.discard)(target.id)
            elif isinstance(target, ast.Tuple | ast.List) and self.holds_set(
                node.value
            ):
                self.fault(node, "takes apart")
        self.generic_visit(node)

    def visit_For(self, node: ast.For) -> None:
        """A loop over a set."""
        if self.holds_set(node.iter):
            self.fault(node, "loops over")
        self.generic_visit(node)

    def visit_Starred(self, node: ast.Starred) -> None:
        """A set unpacked into a sequence."""
        if self.holds_set(node.value):
            self.fault(node, "unpacks")
        self.generic_visit(node)

    def visit_Set(self, node: ast.Set) -> None:
        """{*a, *b} unpacks into a set: no order comes out."""
        for item in node.elts:
            self.visit(item.value if isinstance(item, ast.Starred) else item)

    def visit_Call(self, node: ast.Call) -> None:
        """A call that brings out the order of its argument, or forgets it."""
        name = _called(node)
        keyed = any(word.arg == "key" for word in node.keywords)
        for arg in node.args:
            if self.holds_set(arg):
                if name in ORDERING:
                    self.fault(node, f"{name}() of")
                elif keyed and name in ("min", "max", "sorted"):
                    # Equal keys would come out in the order of the set.
                    self.fault(node, f"{name}(key=…) of")
            elif name in ORDERLESS and not keyed:
                self.free.add(arg)
        if name == "pop" and self._pops_set(node):
            self.fault(node, "pops from")
        self.generic_visit(node)

    def _pops_set(self, node: ast.Call) -> bool:
        func = node.func
        return isinstance(func, ast.Attribute) and self.holds_set(func.value)

    def visit_ListComp(self, node: ast.ListComp) -> None:
        """A list made from a set."""
        self._comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> None:
        """A generator over a set."""
        self._comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> None:
        """A dict made from a set keeps its order."""
        self._comprehension(node)

    def _comprehension(
        self, node: ast.ListComp | ast.GeneratorExp | ast.DictComp
    ) -> None:
        if node not in self.free and any(
            self.holds_set(part.iter) for part in node.generators
        ):
            self.fault(node, "loops over")
        self.generic_visit(node)


def _called(node: ast.Call) -> str:
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _dict_view(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and _called(node) in ("keys", "items")


def main(arguments: list[str]) -> int:
    """Print the faults; the number tells the shell whether there were any."""
    source = Path(arguments[0] if arguments else "src/opfor")
    faults = check(source)
    for fault in faults:
        print(fault)
    if not faults:
        print(f"layers: {sum(1 for _ in source.rglob('*.py'))} modules in order")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
