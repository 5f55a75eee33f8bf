"""From shapes to schemas (rules 4 to 6)."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from .encode import EncodeError, encode
from .shape import Model, Param, Shape
from .values import Array, Number, Object, quote, token
from .violation import Violation

BASE64_NOTE = "Base64 (RFC 4648 standard alphabet, with padding)."
DURATION_NOTE = "Duration in nanoseconds."
BINARY_NOTE = "Binary output is returned base64-encoded."
INT_KEY = "^(0|-?[1-9][0-9]*)$"
UINT_KEY = "^(0|[1-9][0-9]*)$"
TYPES = {
    "bool": "boolean", "int": "integer", "duration": "integer", "float": "number", "number": "number", "string": "string",
    "bytes": "string", "datetime": "string", "text": "string", "list": "array", "array": "array", "map": "object",
    "intmap": "object", "model": "object", "any": "", "raw": "", "json": "", "union": "union",
}  # fmt: skip
_EVERYWHERE = frozenset("title description examples enum const readOnly writeOnly deprecated".split())
_COUNTS = frozenset("minLength maxLength minItems maxItems minProperties maxProperties".split())
_NUMERIC = frozenset("multipleOf minimum maximum exclusiveMinimum exclusiveMaximum".split())
_FITTING = {
    "integer": _NUMERIC, "number": _NUMERIC, "string": frozenset("minLength maxLength pattern format".split()),
    "array": frozenset("minItems maxItems uniqueItems".split()), "object": frozenset("minProperties maxProperties".split()),
}  # fmt: skip


class Derived:
    """The schema of some parameters, or of a result."""

    def __init__(self) -> None:
        self.faults: list[Violation] = []
        self.asserted: dict[int, str] = {}  # by id of the schema object
        self.notes: dict[int, str] = {}
        self.binary = False
        self.schema: Any = None
        self._recursive: set[int] = set()
        self._names: dict[int, str] = {}
        self._pending: list[Model] = []

    def fault(self, at: str, keyword: str, message: str) -> None:
        self.faults.append(Violation(at, keyword, message=message))


def derive_params(params: list[Param]) -> Derived:
    """The execution schema of parameters, those that are injected included."""
    derived = Derived()
    _find_recursive(derived, [p.shape for p in params])
    members = [_member(derived, p, "") for p in params if not p.opaque]
    derived.schema = _with_definitions(derived, _closed(members))
    return derived


def derive_result(shape: Shape) -> Derived:
    derived = Derived()
    _find_recursive(derived, [shape])
    derived.schema = _with_definitions(derived, _schema(derived, shape, ""))
    return derived


def _find_recursive(derived: Derived, shapes: list[Shape]) -> None:
    """Name the models that contain themselves: those have a definition, all others are inlined."""

    def below(shape: Shape | None) -> list[Model]:
        if shape is None:
            return []
        own = [shape.model] if shape.model else []
        return own + below(shape.items) + [m for v in shape.variants.values() for m in below(v)]

    def reach(model: Model) -> list[Model]:
        return [m for p in model.fields for m in below(p.shape)]

    todo = [m for s in shapes for m in below(s)]
    seen: list[Model] = []
    while todo:
        model = todo.pop(0)
        if any(model is m for m in seen):
            continue
        seen.append(model)
        todo += reach(model)
    for model in seen:
        stack, visited = reach(model), set()
        while stack:
            other = stack.pop()
            if other is model:
                name = model.python.__name__
                while name in derived._names.values():
                    name = f"{model.python.__module__.replace('.', '_')}_{name}"
                derived._names[id(model)] = name
                break
            if id(other) not in visited:
                visited.add(id(other))
                stack += reach(other)


def _with_definitions(derived: Derived, root: Object) -> Object:
    definitions = Object()
    while derived._pending:
        model = derived._pending.pop(0)
        name = derived._names[id(model)]
        if name not in definitions:
            definitions[name] = Object()
            definitions[name].update(_model(derived, model, "/$defs" + token(name), None))
    if definitions:
        root["$defs"] = definitions
    return root


def _closed(members: list[tuple[str, Object, bool]]) -> Object:
    schema = Object({"type": "object"})
    schema["properties"] = Object({name: member for name, member, _ in members})
    schema["required"] = Array(name for name, _, required in members if required)
    schema["additionalProperties"] = False
    return schema


def _model(derived: Derived, model: Model, at: str, branch: tuple[str, str] | None) -> Object:
    members = []
    if branch is not None:
        members.append((branch[0], Object({"const": branch[1]}), True))
    for param in model.fields:
        if param.inject is not None:
            derived.fault(f"{at}/properties{token(param.name)}", "inject", "only a parameter can be injected, this is nested")
        if branch is None or param.name != branch[0]:
            members.append(_member(derived, param, at))
    return _closed(members)


def _member(derived: Derived, param: Param, at: str) -> tuple[str, Object, bool]:
    here = f"{at}/properties{token(param.name)}"
    schema = _schema(derived, param.shape, here)
    if param.has_default:
        if param.inject is not None:
            derived.fault(here, "default", "an injected parameter has a default, which could never be used: remove one")
        try:
            schema["default"] = encode(param.default, None, only_set=True)
        except EncodeError:
            derived.fault(here + "/default", "default", "this default cannot be written as JSON: change it")
    return param.name, schema, param.required


def _schema(derived: Derived, shape: Shape, at: str, branch: tuple[str, str] | None = None) -> Object:
    named = shape.model is not None and branch is None and id(shape.model) in derived._names
    if named:
        if not any(shape.model is m for m in derived._pending):
            derived._pending.append(shape.model)
        reference = Object({"$ref": f"#/$defs/{derived._names[id(shape.model)]}"})
        if not shape.nullable:
            return _finish(derived, shape, reference, at)
        return _finish(derived, shape, Object({"anyOf": Array([reference, Object({"type": "null"})])}), at)
    schema = _inline(derived, shape, at, branch)
    return _finish(derived, shape, schema, at)


def _inline(derived: Derived, shape: Shape, at: str, branch: tuple[str, str] | None) -> Object:
    form = shape.form
    if form == "model":
        return _model(derived, shape.model, at, branch)
    if form == "union":
        branches = Array(
            _schema(derived, variant, f"{at}/oneOf/{i}", (shape.discriminator, name))
            for i, (name, variant) in enumerate(shape.variants.items())
        )
        if shape.nullable:
            branches = Array([Object({"oneOf": branches}), Object({"type": "null"})])
            return Object({"anyOf": branches})
        return Object({"oneOf": branches})
    schema = Object({"type": TYPES[form]}) if TYPES[form] else Object()
    if form in ("list", "array"):
        schema["items"] = _schema(derived, shape.items, at + "/items")
        if form == "array":
            schema["minItems"] = schema["maxItems"] = Number(str(shape.length))
    elif form in ("map", "intmap"):
        if form == "intmap":
            signed = shape.bits is None or shape.bits.signed
            schema["propertyNames"] = Object({"pattern": INT_KEY if signed else UINT_KEY})
        schema["additionalProperties"] = _schema(derived, shape.items, at + "/additionalProperties")
    elif form == "datetime":
        schema["format"] = "date-time"
        derived.asserted[id(schema)] = "date-time"
    elif form == "bytes":
        schema["contentEncoding"] = "base64"
        derived.asserted[id(schema)], derived.notes[id(schema)] = "base64", BASE64_NOTE
        derived.binary = True
    elif form in ("int", "duration") and shape.bits is not None:
        schema["minimum"], schema["maximum"] = (Number(str(b)) for b in shape.bits.bounds)
    if form == "duration":
        derived.notes[id(schema)] = DURATION_NOTE
    return schema


def _finish(derived: Derived, shape: Shape, schema: Object, at: str) -> Object:
    """Add the words, checked by the strict grammar, and null."""
    for keyword, value in shape.words.items():
        kind = TYPES[shape.form]
        if keyword not in _EVERYWHERE and keyword not in _FITTING.get(kind, ()):
            message = f"the keyword {quote(keyword)} does not fit {kind or 'this type'}, or there is none of that name: remove it"
            derived.fault(at + token(keyword), keyword, message)
            continue
        try:
            written = encode(value, None)
        except EncodeError:
            derived.fault(at + token(keyword), keyword, "this value cannot be written as JSON: change it")
            continue
        if keyword in _COUNTS and (not isinstance(written, Decimal) or written < 0):
            derived.fault(at + token(keyword), keyword, "a count is a natural number: change it")
            continue
        if keyword in ("minimum", "maximum") and keyword in schema:
            written = max(written, schema[keyword]) if keyword == "minimum" else min(written, schema[keyword])
        schema[keyword] = written
    if shape.nullable and isinstance(schema.get("type"), str):
        schema["type"] = Array([schema["type"], "null"])
        if "enum" in schema:
            schema["enum"] = Array([*schema["enum"], None])
    if "description" in schema:  # type, description, constraints
        words = [k for k in ("type", "description") if k in schema]
        ordered = {k: schema[k] for k in [*words, *(k for k in schema if k not in words)]}
        schema.clear()
        schema.update(ordered)
    return schema


