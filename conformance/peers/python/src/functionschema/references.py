"""From a schema's text to nodes: resources, references, circles (rule 11).

Nothing is ever loaded: the registry holds the schema itself and the bundled metaschemas, and
has no way to retrieve more. Without a registry jsonschema would fetch an http reference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any
from urllib.parse import urljoin, urlsplit

import jsonschema_specifications
from referencing import Registry
from referencing.exceptions import Unresolvable
from referencing.jsonschema import DRAFT202012

from .node import Node
from .pattern import PatternError, compile_pattern
from .values import Array, Number, Object, quote, token
from .violation import Violation
from .vocabulary import DRAFT_07, DRAFT_2019_09, DRAFT_2020_12, children, dialect_faults, is_schema, subschemas

_BASE = "http://fscheck.invalid/schema"  # of a root without $id: one with an empty address is in no dynamic scope
_BAD_FRAGMENT = re.compile(r"%(?![0-9A-Fa-f]{2})|~(?![01])")
_BAD_REFERENCE = re.compile(r"[\x00-\x1f\x7f]|%(?![0-9A-Fa-f]{2})|^(?![A-Za-z][A-Za-z0-9+.-]*:)[^/?]*:")
_MALFORMED = object()
_REMEDY = "names no schema that is here, and none is ever loaded: put the target into $defs"


def _tree(value: Any) -> Any:
    """A bundled metaschema as a strict tree."""
    if isinstance(value, dict):
        members = Object()
        for name, member in value.items():
            if name == "$recursiveRef" and member == "#":  # 2019-09 says so where 2020-12 says $dynamicRef
                members["$dynamicRef"] = "#recursive"
            elif name == "$recursiveAnchor" and member is True:
                members["$dynamicAnchor"] = "recursive"
            elif name != "$schema" or not isinstance(member, str):  # jsonschema would turn to the validator of that dialect
                members[name] = _tree(member)
        return members
    if isinstance(value, (list, tuple)):
        return Array(map(_tree, value))
    return value if value is None or isinstance(value, (bool, str)) else Number(str(value))


@cache
def bundled() -> Registry:
    """The metaschemas of the dialects that are read; no other document can be named."""
    registry: Registry = Registry()
    for uri, resource in jsonschema_specifications.REGISTRY.items():
        base = uri.rstrip("#")
        if base in (DRAFT_2020_12, DRAFT_2019_09, DRAFT_07[0]) or "/2020-12/meta/" in uri or "/2019-09/meta/" in uri:
            registry = registry.with_resource(uri, DRAFT202012.create_resource(_tree(resource.contents)))
    return registry.crawl()


class Builder:
    """The nodes of one schema, and what is wrong with its text."""

    def __init__(self, text: Any, portable: bool) -> None:
        self.text, self.portable = text, portable
        self.nodes: list[Node] = []  # in the order of the text; those referred to elsewhere last
        self.faults: list[Violation] = []
        self.dynamic = False
        self.registry = bundled()
        self.resolver: Any = None  # at the root
        self.late: list[tuple[str, Any]] = []  # schemas that only a reference made ones
        self._places: dict[int, tuple[str, Any]] = {}  # base and resolver, by id of the schema
        self._anchors: dict[tuple[str, str], str] = {}
        self._resources: dict[str, str] = {_BASE: ""}  # where each is, by its address

    def build(self) -> None:
        self.faults += dialect_faults(self.text, "", "")
        self.faults += self.pattern_faults(self.text, "")
        if any(f.keyword == "$schema" for f in self.faults):
            return  # references of a dialect that is not read mean something else
        if not isinstance(self.text, dict):
            return
        try:
            resource = DRAFT202012.create_resource(self.text)
            address = resource.id() or _BASE
            self.registry = self.registry.with_resource(address, resource)
            self.resolver = self.registry.resolver(base_uri=address)
            self.enter(self.text, "", _BASE, self.resolver, root=True)
        except (ValueError, TypeError, AttributeError):
            return  # the metaschema says what is wrong with an identifier
        at = 0
        while at < len(self.nodes):  # references add to the list
            self.refer(self.nodes[at])
            at += 1
        for node in self.nodes:
            node.place = self._places[id(node.schema)][1]
            if self.dynamic:
                node.resolver = None
        if not self.faults:
            self.faults += circles(self.nodes)

    def enter(self, schema: Any, at: str, base: str, resolver: Any, root: bool = False) -> None:
        """Give a schema and all schemas within it, reached or not, their nodes."""
        if not isinstance(schema, dict) or schema.node is not None:
            return
        if not root:
            resolver = resolver.in_subresource(DRAFT202012.create_resource(schema))
        if isinstance(schema.get("$id"), str):
            base = self.address(schema["$id"].partition("#")[0], at, base)
        node = schema.node = Node(schema, at, False)
        node.portable = self.portable
        self.nodes.append(node)
        self._places[id(schema)] = base, resolver
        self.identify(schema, at, base)
        for pointer, child in children(schema, at):
            self.enter(child, pointer, base, resolver)

    def address(self, identifier: str, at: str, base: str) -> str:
        """The address of a resource by its $id, against the one it stands in."""
        try:
            address = urljoin(base, identifier) if not _BAD_REFERENCE.search(identifier) else ""
        except ValueError:
            address = ""
        if identifier and not address:
            self.faults.append(Violation(f"{at}/$id", "$id", message="this is no URI reference: write one, or leave $id out"))
        elif identifier and (self._resources.setdefault(address, at) != at or address in bundled()):
            self.faults.append(Violation(f"{at}/$id", "$id", message="another schema has this $id too: give each its own"))
        return address or base

    def identify(self, schema: dict, at: str, base: str) -> None:
        self.dynamic = self.dynamic or "$dynamicRef" in schema or "$dynamicAnchor" in schema
        for keyword in ("$anchor", "$dynamicAnchor"):
            name = schema.get(keyword)
            if isinstance(name, str) and self._anchors.setdefault((base, name), at) != at:
                message = f"another schema has the anchor {quote(name)} too: give each its own"
                self.faults.append(Violation(f"{at}/{keyword}", keyword, message=message))

    def refer(self, node: Node) -> None:
        """Resolve the references of a node. A place that no keyword holds as a schema becomes
        one by being referred to."""
        for keyword in ("$ref", "$dynamicRef"):
            text = node.schema.get(keyword)
            if not isinstance(text, str):
                continue
            base, resolver = self._places[id(node.schema)]
            resolved = self.lookup(resolver, text)
            if resolved is _MALFORMED and not self.lost(base, text):
                continue
            if resolved is None or resolved is _MALFORMED or not is_schema(resolved.contents):
                message = f"the reference {quote(text[:100])} {_REMEDY}"
                self.faults.append(Violation(f"{node.pointer}/{keyword}", keyword, message=message))
                continue
            target = resolved.contents
            pointer = self.pointer_to(target) if isinstance(target, dict) and target.node is None else None
            if pointer is not None:
                self.faults += dialect_faults(target, pointer, "") + self.pattern_faults(target, pointer)
                self.late.append((pointer, target))
                self.enter(target, pointer, base, resolved.resolver, root=True)
            if keyword == "$ref":
                node.target, node.resolver = target, resolved.resolver
            else:
                node.dynamic_target = target

    def lost(self, base: str, text: str) -> bool:
        """Whether a reference names no resource and no anchor, as far as that can be told of a malformed text."""
        path, _, fragment = text.partition("#")
        address = urljoin(base, path) if path else base
        if address not in self._resources and address not in bundled():
            return True
        return bool(fragment) and not fragment.startswith("/") and (address, fragment) not in self._anchors

    @staticmethod
    def lookup(resolver: Any, text: str) -> Any:
        _, _, fragment = text.partition("#")
        if _BAD_FRAGMENT.search(fragment):
            return None
        try:
            urlsplit(text)
            return resolver.lookup(text)
        except (TypeError, AttributeError):  # on the way: the metaschema says what is wrong there
            return _MALFORMED
        except (Unresolvable, ValueError, LookupError):
            return None

    def pointer_to(self, target: Any) -> str | None:
        """Where a value stands in the text, by identity; None if it is a bundled metaschema's."""
        stack: list[tuple[str, Any]] = [("", self.text)]
        while stack:
            at, value = stack.pop()
            if value is target:
                return at
            if isinstance(value, dict):
                stack += [(at + token(name), member) for name, member in value.items()]
            elif isinstance(value, list):
                stack += [(f"{at}/{i}", item) for i, item in enumerate(value)]
        return None

    def pattern_faults(self, text: Any, at: str) -> list[Violation]:
        found = []
        for pointer, schema in subschemas(text, at):
            if not isinstance(schema, dict):
                continue
            patterns = [("/pattern", "pattern", schema.get("pattern"))]
            if isinstance(schema.get("patternProperties"), dict):
                patterns += [("/patternProperties" + token(p), "patternProperties", p) for p in schema["patternProperties"]]
            for below, keyword, pattern in patterns:
                if isinstance(pattern, str):
                    try:
                        compile_pattern(str(pattern), self.portable)
                    except PatternError as error:
                        found.append(Violation(pointer + below, keyword, message=str(error)))
        return found


def in_place(node: Node) -> Iterator[Any]:
    """The schemas that a node applies to the same instance."""
    schema = node.schema
    yield node.target
    yield node.dynamic_target
    for keyword in ("not", "if", "then", "else"):
        yield schema.get(keyword)
    for keyword in ("allOf", "anyOf", "oneOf"):
        if isinstance(schema.get(keyword), list):  # the metaschema says what else is wrong
            yield from schema[keyword]
    for keyword in ("dependentSchemas", "dependencies"):
        if isinstance(schema.get(keyword), dict):
            yield from schema[keyword].values()


def circles(nodes: list[Node]) -> list[Violation]:
    """References that lead back to themselves without going into the instance: judging by one
    would not end. (Tarjan's components of the graph of in_place, without recursion.)"""
    index: dict[int, int] = {}
    low: dict[int, int] = {}
    component: dict[int, int] = {}
    path: list[Node] = []
    for root in nodes:
        if id(root) in index:
            continue
        work = [(root, _targets(root))]
        index[id(root)] = low[id(root)] = len(index)
        path.append(root)
        while work:
            node, targets = work[-1]
            for target in targets:
                if id(target) not in index:
                    index[id(target)] = low[id(target)] = len(index)
                    path.append(target)
                    work.append((target, _targets(target)))
                    break
                if id(target) not in component:
                    low[id(node)] = min(low[id(node)], index[id(target)])
            else:
                work.pop()
                if work:
                    above = id(work[-1][0])
                    low[above] = min(low[above], low[id(node)])
                if low[id(node)] == index[id(node)]:
                    while id(node) not in component:
                        component[id(path.pop())] = index[id(node)]
    def leads_back(node: Node, target: Any) -> bool:
        return isinstance(target, dict) and id(target.node) in component and component[id(node)] == component[id(target.node)]

    message = "this reference leads back to itself without going into the instance: judging it would not end"
    return [
        Violation(f"{node.pointer}/{keyword}", keyword, message=message)
        for node in nodes
        for keyword, target in (("$ref", node.target), ("$dynamicRef", node.dynamic_target))
        if leads_back(node, target)
    ]


def _targets(node: Node) -> Iterator[Node]:
    return iter([t.node for t in in_place(node) if isinstance(t, dict) and t.node is not None and not t.node.bundled])
