"""What is known of one schema object once it is compiled."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .pattern import compile_pattern
from .values import Object, canonical

# The first failed one of these hides whatever else of a schema object fails (rule 12).
FIRST = ("type", "const", "enum")
LAST = ("unevaluatedProperties", "unevaluatedItems")


class Node:
    """A schema object, compiled: it hangs at its Object, so that keyword functions find it."""

    __slots__ = (
        "any_of",
        "asserted",
        "bundled",
        "costly",
        "definition",
        "dynamic_target",
        "enumeration",
        "fills",
        "format",
        "one_of",
        "own",
        "patterns",
        "plan",
        "place",
        "pointer",
        "portable",
        "resolver",
        "schema",
        "target",
    )  # fmt: skip

    def __init__(self, schema: Object, pointer: str, bundled: bool) -> None:
        self.schema, self.pointer, self.bundled = schema, pointer, bundled
        self.plan: list[tuple[str, Callable, Any]] | None = None  # keywords in the order of judging
        self.own = bool(schema)
        self.target: Any = None  # of $ref
        self.dynamic_target: Any = None  # of $dynamicRef, as it stands there
        self.resolver: Any = None  # at the target of $ref
        self.place: Any = None  # the resolver at the schema itself
        self.any_of = self.one_of = None  # the transparent choices of rule 13
        self.enumeration: frozenset[str] | None = None
        self.patterns: dict[str, Callable[[str], bool]] = {}
        self.format = self.asserted = ""  # what is asserted: a format, "date-time" or "base64" of a declared schema
        self.definition: Any = None
        self.fills = False
        self.portable = False
        self.costly = True

    def matches(self, pattern: str, text: str) -> bool:
        found = self.patterns.get(pattern)
        if found is None:
            found = self.patterns[pattern] = compile_pattern(pattern, self.portable)
        return found(text)

    def lists(self, instance: Any) -> bool:
        """Whether enum has a value equal to the instance."""
        if self.enumeration is None:
            self.enumeration = frozenset(map(canonical, self.schema["enum"]))
        return canonical(instance) in self.enumeration

    def choices(self) -> list[Any]:
        return [c for c in (self.any_of, self.one_of) if c is not None]


def node_of(schema: Any) -> Node | None:
    """The node of a schema object; None for true and false."""
    if not isinstance(schema, dict):
        return None
    if schema.node is None:  # of a bundled metaschema
        schema.node = Node(schema, "", True)
    return schema.node


def strings(value: Any) -> list[str]:
    return [item for item in value if isinstance(item, str)] if isinstance(value, list) else []
