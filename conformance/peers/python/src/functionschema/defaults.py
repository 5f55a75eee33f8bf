"""Defaults (rules 15 to 17): which one fills a place, and laying them in.

Values are never changed: what becomes different is a new object that shares the rest.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from .keywords import additional
from .node import Node, node_of
from .values import Array, Object, compact
from .violation import Violation

LARGEST = 1_000_000  # values of a default, completed by those within it


class TooLarge(Exception):
    """The defaults that are laid in have more bytes than a call may have."""


@dataclass
class Definition:
    """The default of one place."""

    value: Any
    owner: Node
    completed: Any = None
    done: bool = False
    size: int = 0


def assign(nodes: list[Node]) -> None:
    """Give every place its default: its own, else behind $ref, else allOf, else the nullable choice."""
    owners: dict[int, Node | None] = {}

    def owner(schema: Any) -> Node | None:
        node = node_of(schema)
        if node is None or node.bundled:
            return None
        if id(node) in owners:
            return owners[id(node)]
        owners[id(node)] = found = node if "default" in node.schema else None
        behind = [node.target, *node.schema.get("allOf", ()), *(c.nullable for c in node.choices() if c.is_nullable)]
        for other in behind:
            found = found or owner(other)
        owners[id(node)] = found
        return found

    for node in nodes:
        found = owner(node.schema)
        node.definition = Definition(found.schema["default"], found) if found else None
    _assign_fills(nodes)


def _assign_fills(nodes: list[Node]) -> None:
    """Find the schemas by which completing can add a member."""
    leads: dict[int, list[Node]] = {}
    found: list[Node] = []
    for node in nodes:
        for place in _places(node):
            leads.setdefault(id(place), []).append(node)
        members = map(node_of, _map(node, "properties").values())
        if any(m is not None and m.definition is not None for m in members):
            node.fills = True
            found.append(node)
    while found:
        for node in leads.get(id(found.pop()), ()):
            if not node.fills:
                node.fills = True
                found.append(node)


def _map(node: Node, keyword: str) -> dict:
    return node.schema.get(keyword, {})


def _places(node: Node) -> Iterator[Node]:
    """The schemas that a node certainly applies to its instance, to a member or to an item."""
    schema = node.schema
    schemas = [node.target, *schema.get("allOf", ()), *schema.get("prefixItems", ())]
    for choice in node.choices():
        schemas += [choice.nullable, *choice.branches.values()]
    schemas += [*_map(node, "properties").values(), *_map(node, "patternProperties").values()]
    schemas += [schema.get("additionalProperties"), schema.get("items")]
    return (found for found in map(node_of, schemas) if found is not None)


def complete_definitions(nodes: list[Node]) -> list[Violation]:
    """Complete every default by those within it; a completion that meets itself is a fault."""
    filler = _Filler(limit=LARGEST * 10)
    for node in nodes:
        try:
            if node.definition is not None:
                filler.define(node)
            elif node.fills:
                filler.complete([node], Object())
        except TooLarge:
            filler.refuse(node, "completed by the defaults within it, this default is too large: make it smaller")
            break
        except RecursionError:
            filler.refuse(node, "this default nests too deep: make it smaller")
            break
    return list(filler.faults.values())


def complete(root: Node | None, instance: Any, limit: int) -> Any:
    """Lay the defaults into a valid instance. Raises TooLarge if their texts have more bytes
    together than the limit: a small text can name many places that are filled."""
    if root is None:
        return instance
    return _Filler(limit, building=False).complete([root], instance)


class _Filler:
    def __init__(self, limit: int, building: bool = True) -> None:
        self.left, self.building = limit, building
        self.under: list[Definition] = []  # those that are being laid in, outermost first
        self.faults: dict[int, Violation] = {}

    def refuse(self, owner: Node, message: str) -> None:
        self.faults[id(owner)] = Violation(owner.pointer + "/default", "default", message=message)

    def spend(self, amount: int) -> None:
        self.left -= amount
        if self.left < 0:
            raise TooLarge

    def define(self, node: Node) -> None:
        definition = node.definition
        if not definition.done:
            definition.done = True
            self.under.append(definition)
            definition.completed = definition.value  # while it is being completed
            definition.completed = self.complete([node], definition.value)
            definition.size = len(compact(definition.completed)) if not self.faults else 0
            self.under.pop()

    def complete(self, nodes: list[Node], value: Any) -> Any:
        if self.building:
            self.spend(1)
        if not isinstance(value, (dict, list)):
            return value
        applied = _applied(nodes, value)
        if not applied:
            return value
        return self.items(applied, value) if isinstance(value, list) else self.members(applied, value)

    def items(self, applied: list[Node], value: list) -> list:
        items, changed = Array(value), False
        for i, item in enumerate(value):
            schemas = []
            for node in applied:
                prefix = node.schema.get("prefixItems", ())
                schemas.append(prefix[i] if i < len(prefix) else node.schema.get("items"))
            items[i] = self.complete(_nodes(schemas), item)
            changed = changed or items[i] is not item
        return items if changed else value

    def members(self, applied: list[Node], value: dict) -> dict:
        members, changed = Object(value), False
        for name, member in value.items():
            members[name] = self.complete(_member(applied, name), member)
            changed = changed or members[name] is not member
        for node in applied:
            for name, schema in _map(node, "properties").items():
                place = node_of(schema)
                if place is None or place.definition is None or name in members:
                    continue
                filled, value_of = self.fill(place, _member(applied, name))
                if filled:
                    members[name], changed = value_of, True
        return members if changed else value

    def fill(self, place: Node, nodes: list[Node]) -> tuple[bool, Any]:
        definition = place.definition
        if definition in self.under:
            for met in self.under[self.under.index(definition) :]:
                self.refuse(met.owner, "this default, completed by the defaults within it, contains itself")
            return False, None
        if self.building:
            self.define(place)
        else:
            self.spend(definition.size)
        self.under.append(definition)
        try:
            return True, self.complete(nodes, definition.completed) if len(nodes) > 1 else definition.completed
        finally:
            self.under.pop()


def _nodes(schemas: list[Any]) -> list[Node]:
    return [node for node in map(node_of, schemas) if node is not None]


def _applied(nodes: list[Node], value: Any) -> list[Node]:
    """The schemas that certainly apply to a value and can add to it: behind $ref, then allOf,
    then the branches of the two choices that it takes."""
    applied: list[Node] = []

    def add(node: Node | None) -> None:
        if node is None or not node.fills or node in applied:
            return
        applied.append(node)
        for schema in (node.target, *node.schema.get("allOf", ()), *(c.branch(value) for c in node.choices())):
            add(node_of(schema))

    for node in nodes:
        add(node)
    return applied


def _member(applied: list[Node], name: str) -> list[Node]:
    """The schemas that certainly apply to a member by its name."""
    found: list[Any] = []
    for node in applied:
        schema = node.schema
        found.append(_map(node, "properties").get(name))
        found += [sub for text, sub in _map(node, "patternProperties").items() if node.matches(text, name)]
        if additional_applies(schema, name):
            found.append(schema["additionalProperties"])
    return _nodes(found)


def additional_applies(schema: Any, name: str) -> bool:
    """Whether additionalProperties is about a member, whether it is there or not."""
    return "additionalProperties" in schema and bool(additional(schema, {name: None}))
