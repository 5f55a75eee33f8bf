"""The schema that the model sees: the parameters of the framework are gone from it (rule 18)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import unquote, urljoin

from .pattern import PatternError, compile_pattern
from .values import Array, Number, Object, is_integral, quote, spelling, token
from .violation import Violation
from .vocabulary import children

_NOT_NAMES = frozenset("type enum examples default const prefixItems items anyOf oneOf".split())
_DEPENDENT = ("dependentRequired", "dependentSchemas", "dependencies")


def hide(schema: Any, hidden: list[str]) -> tuple[Any, list[Violation]]:
    """Return the execution schema without the hidden parameters, or else the places that name
    one and cannot be taken out.

    The root and, through any depth of allOf, its branches describe the arguments: a hidden name
    goes from their properties, required and the dependent keywords, and what becomes empty goes
    with it. A hidden name anywhere else that judges the arguments as a whole is a fault. The same
    name inside a nested object is not the parameter, and stays.
    """
    if not isinstance(schema, dict) or not hidden:
        return schema, []
    hider = _Hider(schema, hidden)
    hider.own(schema, "")
    hider.drop_unused()
    hider.check_references()
    if hider.faults:
        return None, hider.faults
    return hider.rebuild(schema, ""), []


class _Hider:
    def __init__(self, root: dict, hidden: list[str]) -> None:
        self.root, self.hidden = root, hidden
        self.gone: set[str] = set()
        self.changed: set[str] = set()
        self.seen: set[str] = set()
        self.counts: dict[str, Number] = {}
        self.faults: list[Violation] = []
        self.resources: dict[str, str] = {"": ""}
        self.anchors: dict[str, list[str]] = {}
        self.references: list[tuple[str, str, str, str]] = []  # at, keyword, base, text
        self._index(root, "", "")
        self.targets = {(at, keyword): self._resolve(keyword, base, text) for at, keyword, base, text in self.references}

    def _index(self, schema: Any, at: str, base: str) -> None:
        if not isinstance(schema, dict):
            return
        identifier = schema.get("$id")
        if isinstance(identifier, str) and (address := identifier.partition("#")[0]):  # one of nothing makes no resource
            base = urljoin(base, address)
            self.resources[base] = at
        for keyword in ("$anchor", "$dynamicAnchor"):
            if isinstance(schema.get(keyword), str):
                self.anchors.setdefault(f"{base}#{schema[keyword]}", []).append(at)
                if keyword == "$dynamicAnchor":
                    self.anchors.setdefault(f"*{schema[keyword]}", []).append(at)
        for keyword in ("$ref", "$dynamicRef"):
            if isinstance(schema.get(keyword), str):
                self.references.append((at, keyword, base, schema[keyword]))
        for pointer, child in children(schema, at):
            self._index(child, pointer, base)

    def _resolve(self, keyword: str, base: str, text: str) -> list[str]:
        """Where a reference leads; of $dynamicRef every place that it may lead to."""
        uri, _, fragment = (urljoin(base, text) if not text.startswith("#") else base + text).partition("#")
        fragment = unquote(fragment)
        found = list(self.anchors.get(f"*{fragment}", ())) if keyword == "$dynamicRef" else []
        if fragment and not fragment.startswith("/"):
            return found + self.anchors.get(f"{uri}#{fragment}", [])
        if uri in self.resources:
            found.append(self.resources[uri] + fragment)
        return found

    def at(self, pointer: str) -> Any:
        value: Any = self.root
        for step in pointer.split("/")[1:]:
            step = step.replace("~1", "/").replace("~0", "~")
            try:
                value = value[step] if isinstance(value, dict) else value[int(step)]
            except (KeyError, IndexError, ValueError, TypeError):
                return None
        return value

    def named(self, at: str, name: str, where: str) -> None:
        message = f"the injected parameter {quote(name)} is named in {where}, where it cannot be hidden from the model: do not inject it"
        self.faults.append(Violation(at, "inject", message=message))

    def own(self, schema: Any, at: str) -> bool:
        """Take the hidden names out of a schema that describes the arguments. Returns whether
        nothing is left of a schema that something was taken out of."""
        if not isinstance(schema, dict):
            return False
        left = len(schema)
        for keyword, value in schema.items():
            here = at + token(keyword)
            taken, emptied = 0, False
            if keyword in ("properties", "required"):
                taken, emptied = self.take(value, here)
                emptied = emptied and at != ""
            elif keyword in _DEPENDENT:
                taken, emptied = self.take_dependents(value, here)
            elif keyword == "allOf":
                taken, emptied = self.take_branches(value, here)
            elif keyword in ("minProperties", "maxProperties"):
                if is_integral(value):
                    self.counts[here] = Number(spelling(max(int(value) - len(self.hidden), 0)))
            else:
                self.scan_keyword(keyword, value, here, at)
                if keyword not in _NOT_NAMES and isinstance(value, list):  # as propertyOrdering is
                    taken, _ = self.take(value, here)
            if taken:
                self.changed.add(at)
            if emptied:
                self.gone.add(here)
                left -= 1
        return at in self.changed and left == 0

    def take(self, value: Any, at: str) -> tuple[int, bool]:
        """Take hidden members out of an object, or hidden texts out of an array."""
        taken = 0
        if isinstance(value, (dict, list)):
            pairs = ((n, n) for n in value) if isinstance(value, dict) else enumerate(value)
            for step, name in pairs:
                if isinstance(name, str) and name in self.hidden:
                    self.gone.add(at + token(step))
                    taken += 1
        return taken, 0 < taken == len(value)

    def take_dependents(self, value: dict, at: str) -> tuple[int, bool]:
        taken, left = 0, len(value)
        for name, what in value.items():
            here = at + token(name)
            if name in self.hidden:
                self.gone.add(here)
                taken, left = taken + 1, left - 1
            elif isinstance(what, list):
                count, emptied = self.take(what, here)
                taken += count
                if emptied:
                    self.gone.add(here)
                    left -= 1
            else:
                self.scan(what, here, "a schema that depends on another property")
        return taken, taken > 0 and left == 0

    def take_branches(self, value: list, at: str) -> tuple[int, bool]:
        # A branch that is taken out moves those behind it, so none is where a reference counts them.
        fixed = any(t.startswith(at + "/") for targets in self.targets.values() for t in targets)
        taken, left = 0, len(value)
        for i, branch in enumerate(value):
            here = f"{at}/{i}"
            emptied = self.own(branch, here)
            taken += here in self.changed
            if emptied and not fixed:
                self.gone.add(here)
                left -= 1
        return taken, taken > 0 and left == 0

    def scan(self, schema: Any, at: str, where: str) -> None:
        """Find hidden names in a schema that judges the arguments where nothing can be taken out."""
        if not isinstance(schema, dict) or at in self.seen:
            return
        self.seen.add(at)
        for keyword, value in schema.items():
            here = at + token(keyword)
            if keyword in ("properties", "required"):
                self.scan_names(value, here, where)
            elif keyword in _DEPENDENT:
                self.scan_names(value, here, where)
                for name, what in value.items():
                    if isinstance(what, list):
                        self.scan_names(what, here + token(name), where)
                    self.scan(what, here + token(name), where)
            elif keyword == "allOf":
                for i, branch in enumerate(value):
                    self.scan(branch, f"{here}/{i}", where)
            else:
                self.scan_keyword(keyword, value, here, at)

    def scan_keyword(self, keyword: str, value: Any, here: str, at: str) -> None:
        if keyword in ("anyOf", "oneOf"):
            for i, branch in enumerate(value):
                self.scan(branch, f"{here}/{i}", keyword)
        elif keyword in ("not", "if", "then", "else"):
            self.scan(value, here, keyword)
        elif keyword in ("$ref", "$dynamicRef"):
            for target in self.targets.get((at, keyword), ()):
                self.scan(self.at(target), target, f"what {keyword} leads to")
        elif keyword == "patternProperties":
            for pattern in value:
                for name in self.hidden:
                    if _matches(pattern, name):
                        self.named(here + token(pattern), name, "patternProperties (the pattern matches it)")
        elif keyword == "propertyNames":
            self.scan_spelled(value, here)
        elif keyword in ("default", "const", "example"):
            if isinstance(value, dict):
                self.scan_names(value, here, keyword)
        elif keyword in ("enum", "examples"):
            for i, item in enumerate(value if isinstance(value, list) else ()):
                if isinstance(item, dict):
                    self.scan_names(item, f"{here}/{i}", keyword)

    def scan_names(self, value: Any, at: str, where: str) -> None:
        if isinstance(value, (dict, list)):
            for step, name in ((n, n) for n in value) if isinstance(value, dict) else enumerate(value):
                if isinstance(name, str) and name in self.hidden:
                    self.named(at + token(step), name, where)

    def scan_spelled(self, schema: Any, at: str) -> None:
        """Find hidden names that a schema of names lists, and a pattern that spells one out."""
        if not isinstance(schema, dict):
            return
        for keyword, value in schema.items():
            here = at + token(keyword)
            if keyword == "const" and isinstance(value, str) and value in self.hidden:
                self.named(here, value, "propertyNames")
            elif keyword == "pattern":
                for name in self.hidden:
                    if len(name) > 2 and re.search(rf"(?<!\w){re.escape(name)}(?!\w)", value):
                        self.named(here, name, "propertyNames (the pattern spells it out)")
            elif keyword in ("enum", "examples"):
                self.scan_names(value, here, "propertyNames")
            elif keyword in ("allOf", "anyOf", "oneOf"):
                for i, branch in enumerate(value):
                    self.scan_spelled(branch, f"{here}/{i}")
            elif keyword in ("not", "if", "then", "else"):
                self.scan_spelled(value, here)

    def definitions(self) -> list[str]:
        return [
            f"/{keyword}{token(name)}"
            for keyword in ("$defs", "definitions")
            if isinstance(self.root.get(keyword), dict)
            for name in self.root[keyword]
        ]

    def drop_unused(self) -> None:
        """Take out the definitions that were in use and no longer are."""
        if not self.gone:
            return
        entries = self.definitions()
        before = self.reach([""], set())
        after = self.reach(["", *(e for e in entries if e not in before)], self.gone)
        for keyword in ("/$defs", "/definitions"):
            own = [e for e in entries if e.startswith(keyword + "/")]
            unused = [e for e in own if e in before and e not in after]
            self.gone.update(unused)
            if own and len(unused) == len(own):
                self.gone.add(keyword)

    def reach(self, start: list[str], gone: set[str]) -> set[str]:
        """The definitions in use by those at start; "" is the root but for its definitions."""
        used: set[str] = set()
        while start:
            owner = start.pop()
            if owner in used:
                continue
            used.add(owner)
            for (at, _), targets in self.targets.items():
                if _definition(at) == owner and not _within(at, gone):
                    start += map(_definition, targets)
        return used

    def check_references(self) -> None:
        """Find the references that would lead to something else than before."""
        for (at, keyword), targets in self.targets.items():
            if not _within(at, self.gone) and any(t in self.changed or _within(t, self.gone) for t in targets):
                message = f"{keyword} leads to a schema that names an injected parameter: give this place a schema of its own"
                self.faults.append(Violation(f"{at}/{keyword}", "inject", message=message))

    def rebuild(self, value: Any, at: str) -> Any:
        if at in self.counts:
            return self.counts[at]
        if isinstance(value, dict):
            return Object({n: self.rebuild(m, h) for n, m in value.items() if (h := at + token(n)) not in self.gone})
        if isinstance(value, list):
            return Array(self.rebuild(m, h) for i, m in enumerate(value) if (h := f"{at}/{i}") not in self.gone)
        return value


def _matches(pattern: str, name: str) -> bool:
    try:
        return compile_pattern(str(pattern))(name)
    except PatternError:
        return False


def _definition(pointer: str) -> str:
    match = re.match(r"/(?:\$defs|definitions)/[^/]*", pointer)
    return match[0] if match else ""


def _above(pointer: str) -> Iterator[str]:
    while pointer:
        yield pointer
        pointer = pointer.rpartition("/")[0]
    yield ""


def _within(pointer: str, places: set[str]) -> bool:
    return any(place in places for place in _above(pointer))


def describe(schema: Any, notes: dict[int, str]) -> Any:
    """A schema with the notes of the engine behind the author's descriptions."""
    if isinstance(schema, dict):
        members = Object({n: describe(m, notes) for n, m in schema.items()})
        note = notes.get(id(schema))
        if note and isinstance(members.get("description", ""), str):
            text = members.get("description")
            members["description"] = f"{text} {note}" if text else note
        return members
    if isinstance(schema, list):
        return Array(describe(item, notes) for item in schema)
    return schema
