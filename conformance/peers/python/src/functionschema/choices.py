"""The two choices of rule 13 that are transparent: nullable and discriminated."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from .node import Node, node_of, strings
from .values import canonical
from .vocabulary import MEANINGFUL


@dataclass
class Choice:
    """An anyOf or oneOf of which one branch judges alone."""

    nullable: Any = None  # the schema that is not {"type":"null"}
    is_nullable: bool = False
    exclusive: bool = False  # oneOf: null must not satisfy the other schema as well
    property: str = ""
    branches: dict[str, Any] = field(default_factory=dict)  # by the canonical text of the discriminator

    def branch(self, instance: Any) -> Any:
        """The schema that judges an instance alone, or None."""
        if self.is_nullable:
            return None if instance is None else self.nullable
        if isinstance(instance, dict) and self.property in instance:
            return self.branches.get(canonical(instance[self.property]))
        return None


def assign_choices(nodes: list[Node]) -> None:
    for node in nodes:
        node.any_of = _choice(node.schema.get("anyOf"), False)
        node.one_of = _choice(node.schema.get("oneOf"), True)


def _choice(branches: Any, exclusive: bool) -> Choice | None:
    if not isinstance(branches, list) or not branches:
        return None
    if len(branches) == 2:
        for branch, other in ((branches[1], branches[0]), (branches[0], branches[1])):
            if _is_null_type(branch):
                return Choice(nullable=other, is_nullable=True, exclusive=exclusive)
    first = declared(branches[0])
    for name in strings(first.get("required")) if first is not None else ():
        by_value = _discriminators(branches, name)
        if by_value is not None:
            return Choice(property=name, branches=by_value)
    return None


def _is_null_type(schema: Any) -> bool:
    """Whether a schema is {"type":"null"}, beside annotations."""
    return (
        isinstance(schema, dict)
        and schema.get("type") in ("null", ["null"])
        and not any(k in MEANINGFUL or k == "$ref" for k in schema if k != "type")
    )


def declared(schema: Any) -> Any:
    """The schema that says type object itself: this, or what its references lead to."""
    for _ in range(1000):  # references in a circle have been refused
        if not isinstance(schema, dict):
            return None
        if schema.get("type") in ("object", ["object"]):
            return schema
        schema = node_of(schema).target
    return None


def _discriminators(branches: list[Any], name: str) -> dict[str, Any] | None:
    """Branches by the distinct value of a property that all of them require, or None."""
    found: dict[str, Any] = {}
    for branch in branches:
        schema = declared(branch)
        if schema is None or name not in strings(schema.get("required")):
            return None
        member = schema.get("properties", {}).get(name)
        if not isinstance(member, dict):
            return None
        if "const" in member:
            value = member["const"]
        elif isinstance(member.get("enum"), list) and len(member["enum"]) == 1:
            value = member["enum"][0]
        else:
            return None
        key = canonical(value)
        if key in found:
            return None
        found[key] = branch
    return found
