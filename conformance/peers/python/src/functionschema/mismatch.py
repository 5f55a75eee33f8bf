"""What a foreign schema says that the native types cannot hold, whatever is sent."""

from __future__ import annotations

from typing import Any

from .fit import _WANT as WANT
from .fit import Fitter
from .node import node_of
from .shape import Param, Shape
from .values import kind, token
from .violation import Violation

_ANY = frozenset({"boolean", "number", "string", "array", "object"})


def mismatches(schema: Any, params: list[Param]) -> list[Violation]:
    """Places whose every type, value, number or length is another than the native type takes,
    and properties without a parameter. A place that only some of what the schema admits fits is
    none: the call then says BINDING_ERROR."""
    comparison = _Comparison()
    comparison.members(schema, {p.name: p for p in params}, "")
    return comparison.faults


class _Comparison:
    def __init__(self) -> None:
        self.faults: list[Violation] = []
        self.seen: set[tuple[int, int]] = set()
        self.fields: dict[int, dict[str, Param]] = {}  # of models, by their identity

    def fault(self, at: str, keyword: str, message: str) -> None:
        self.faults.append(Violation(at, keyword, message=message))

    def members(self, schema: Any, params: dict[str, Param], at: str, discriminator: str | None = None) -> None:
        """Compare the properties of a schema, those behind its $ref and in its allOf."""
        key = (id(schema), id(params))
        if not isinstance(schema, dict) or key in self.seen:
            return
        self.seen.add(key)
        node = node_of(schema)
        self.members(node.target, params, at, discriminator)
        for i, part in enumerate(schema.get("allOf", ())):
            self.members(part, params, f"{at}/allOf/{i}", discriminator)
        for name, member in schema.get("properties", {}).items():
            here = f"{at}/properties{token(name)}"
            if name == discriminator:
                continue
            if name not in params:
                self.fault(here, "properties", "the schema has this property and there is no parameter for it: add one, or take it out")
            elif params[name].opaque:
                self.fault(here, "inject", "this parameter is opaque and in no schema: take it out there")
            else:
                self.place(member, params[name].shape, here)

    def place(self, schema: Any, shape: Shape, at: str) -> None:
        key = (id(schema), id(shape))
        if not isinstance(schema, dict) or key in self.seen or shape.form not in WANT:
            return
        self.seen.add(key)
        if self.values(schema, shape, at):
            return
        admitted, held = _kinds(schema, set()), {WANT[shape.form][0]}
        if admitted and not admitted & held:
            self.fault(at, "type", "the schema admits what the native type does not hold: change one of them")
            return
        node = node_of(schema)
        if node.target is not None:
            self.place(node.target, shape, at)
        for i, part in enumerate(schema.get("allOf", ())):
            self.place(part, shape, f"{at}/allOf/{i}")
        if shape.form == "model":
            fields = self.fields.setdefault(id(shape.model), {p.name: p for p in shape.model.fields})
            self.members(schema, fields, at)
        elif shape.form in ("map", "intmap"):
            for name, member in schema.get("properties", {}).items():
                self.place(member, shape.items, f"{at}/properties{token(name)}")
            self.place(schema.get("additionalProperties"), shape.items, at + "/additionalProperties")
        elif shape.form in ("list", "array"):
            self.place(schema.get("items"), shape.items, at + "/items")

    def values(self, schema: dict, shape: Shape, at: str) -> bool:
        before = len(self.faults)
        message = "the native type does not take this: change one of them"
        for keyword in ("default", "const"):
            if keyword in schema and not _takes(shape, schema[keyword]):
                self.fault(f"{at}/{keyword}", keyword, message)
        if schema.get("enum") and not any(_takes(shape, v) for v in schema["enum"]):
            self.fault(f"{at}/enum", "enum", message)
        if schema.get("type") == "null" and not shape.nullable:
            self.fault(f"{at}/type", "type", message)
        if shape.form == "int" and shape.bits is not None:
            low, high = shape.bits.bounds
            for keyword in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"):
                if keyword in schema and (schema[keyword] > high if "inimum" in keyword else schema[keyword] < low):
                    self.fault(f"{at}/{keyword}", keyword, message)
        if shape.form == "array":
            if schema.get("minItems", 0) > shape.length:
                self.fault(f"{at}/minItems", "minItems", message)
            if schema.get("maxItems", shape.length) < shape.length:
                self.fault(f"{at}/maxItems", "maxItems", message)
        return len(self.faults) > before


def _takes(shape: Shape, value: Any) -> bool:
    fitter = Fitter()
    fitter.fit(shape, value)
    return not fitter.faults


def _kinds(schema: Any, seen: set[int]) -> frozenset[str]:
    """The JSON types that a schema may admit, null left out: more rather than fewer."""
    if not isinstance(schema, dict) or id(schema) in seen:
        return _ANY
    seen.add(id(schema))
    kinds = set(_ANY)
    if "type" in schema:
        types = [schema["type"]] if isinstance(schema["type"], str) else schema["type"]
        kinds &= {"number" if t == "integer" else t for t in types}
    if "const" in schema:
        kinds &= {kind(schema["const"])}
    if "enum" in schema:
        kinds &= {kind(v) for v in schema["enum"]}
    node = node_of(schema)
    for part in ([node.target] if node.target is not None else []) + list(schema.get("allOf", ())):
        kinds &= _kinds(part, seen)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            kinds &= frozenset().union(*(_kinds(part, seen) for part in schema[keyword]))
    return frozenset(kinds)
