"""What a foreign schema says that the native types cannot hold, whatever is sent."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from .fit import _WANT as WANT
from .fit import Fitter
from .node import node_of
from .shape import Param, Shape
from .values import kind, token
from .violation import Violation

_ANY = frozenset({"boolean", "number", "string", "array", "object"})
_ROOM = 1_000_000  # for the faults that are written out: each counts as its pointer's length and 100


def mismatches(schema: Any, params: list[Param]) -> list[Violation]:
    """Places whose every type, value, number or length is another than the native type takes,
    and properties without a parameter. A place that only some of what the schema admits fits is
    none: the call then says BINDING_ERROR. What is behind a $ref is reported at every place that
    refers to it."""
    comparison = _Comparison()
    comparison.parameters(schema, {p.name: p for p in params}, "")
    return comparison.now.faults()


class _Said:
    """What comparing one schema with one shape found, relative to the place where they met: that
    it can be said again at the next one."""

    def __init__(self) -> None:
        self.own: list[Violation] = []
        self.parts: list[tuple[str, _Said]] = []  # what is below, none that says nothing
        self.done = False

    def faults(self) -> list[Violation]:
        """Write out what was said. What references double at each of many levels would be said
        at more places than there is room for."""
        found: list[Violation] = []
        room = _ROOM
        stack = [("", self)]
        while stack:
            at, said = stack.pop()
            for fault in said.own:
                pointer = at + fault.pointer
                room -= 100 + len(pointer)
                if room < 0:
                    return found
                found.append(Violation(pointer, fault.keyword, message=fault.message))
            stack += [(at + below, part) for below, part in reversed(said.parts)]
        return found


class _Comparison:
    def __init__(self) -> None:
        self.now = _Said()  # of what is being compared
        self.said: dict[tuple[int, int, bool], _Said] = {}  # by the schema, the shape's or the parameters' identity, and whether null fits

    def fault(self, at: str, keyword: str, message: str) -> None:
        """Report a fault at a place relative to what is being compared."""
        self.now.own.append(Violation(at, keyword, message=message))

    def once(self, key: tuple[int, int, bool], at: str, compare: Callable[[], None]) -> None:
        """Compare unless that has been done, and say at a place what was found. What is met again
        within itself says nothing there: it would say the same of ever deeper places."""
        said = self.said.get(key)
        if said is None:
            said = self.said[key] = _Said()
            outer, self.now = self.now, said
            compare()
            self.now = outer
            said.done = True
        if said.done and (said.own or said.parts):
            self.now.parts.append((at, said))

    def parameters(self, schema: Any, params: dict[str, Param], at: str) -> None:
        """Compare a root, and what applies with it, with the parameters: an object in any case."""
        if isinstance(schema, dict):
            self.once((id(schema), id(params), False), at, lambda: self.root(schema, params))

    def root(self, schema: dict, params: dict[str, Param]) -> None:
        for part, below in _beside(schema):
            self.parameters(part, params, below)
        self.members(schema, params)

    def members(self, schema: dict, params: dict[str, Param]) -> None:
        for name, member in schema.get("properties", {}).items():
            here = f"/properties{token(name)}"
            if name not in params:
                self.fault(here, "properties", "the schema has this property and there is no parameter for it: add one, or take it out")
            elif params[name].opaque:
                self.fault(here, "inject", "this parameter is opaque and in no schema: take it out there")
            else:
                self.place(member, params[name].shape, here)

    def place(self, schema: Any, shape: Shape, at: str) -> None:
        if isinstance(schema, dict) and shape.form in WANT:
            self.once((id(schema), id(shape.model or shape), shape.nullable), at, lambda: self.here(schema, shape))

    def here(self, schema: dict, shape: Shape) -> None:
        if self.values(schema, shape):
            return
        admitted, held = _kinds(schema, set()), {WANT[shape.form][0]}
        if admitted and not admitted & held:
            self.fault("", "type", "the schema admits what the native type does not hold: change one of them")
            return
        for part, below in _beside(schema):
            self.place(part, shape, below)
        if shape.form == "model":
            self.members(schema, {p.name: p for p in shape.model.fields})
        elif shape.form in ("map", "intmap"):
            for name, member in schema.get("properties", {}).items():
                self.place(member, shape.items, f"/properties{token(name)}")
            self.place(schema.get("additionalProperties"), shape.items, "/additionalProperties")
        elif shape.form in ("list", "array"):
            self.place(schema.get("items"), shape.items, "/items")

    def values(self, schema: dict, shape: Shape) -> bool:
        before = len(self.now.own)
        message = "the native type does not take this: change one of them"
        for keyword in ("default", "const"):
            if keyword in schema and not _takes(shape, schema[keyword]):
                self.fault(f"/{keyword}", keyword, message)
        if schema.get("enum") and not any(_takes(shape, v) for v in schema["enum"]):
            self.fault("/enum", "enum", message)
        if schema.get("type") == "null" and not shape.nullable:
            self.fault("/type", "type", message)
        if shape.form == "int" and shape.bits is not None:
            low, high = shape.bits.bounds
            for keyword in ("minimum", "exclusiveMinimum", "maximum", "exclusiveMaximum"):
                if keyword in schema and (schema[keyword] > high if "inimum" in keyword else schema[keyword] < low):
                    self.fault(f"/{keyword}", keyword, message)
        if shape.form == "array":
            if schema.get("minItems", 0) > shape.length:
                self.fault("/minItems", "minItems", message)
            if schema.get("maxItems", shape.length) < shape.length:
                self.fault("/maxItems", "maxItems", message)
        return len(self.now.own) > before


def _beside(schema: dict) -> Iterator[tuple[Any, str]]:
    """The schemas behind $ref and in allOf, and where they say what they say."""
    yield node_of(schema).target, ""
    for i, part in enumerate(schema.get("allOf", ())):
        yield part, f"/allOf/{i}"


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
