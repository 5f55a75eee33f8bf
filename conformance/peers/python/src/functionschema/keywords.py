"""Keyword functions for jsonschema, where its own round, repeat values or blend violations.

Their form is that of jsonschema.validators.extend: (validator, value, instance, schema) to
errors. An error is about a name if it has a ``name``. State of the judgement under way, which
keyword functions have no parameter for, is at hand as ``judgement()``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar
from decimal import Decimal
from fractions import Fraction
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from . import lexical
from .node import node_of
from .pattern import PatternError, compile_pattern
from .values import canonical, equal, is_integral

Errors = Iterator[ValidationError]
LIBRARY = Draft202012Validator.VALIDATORS
CURRENT: ContextVar[Any] = ContextVar("judgement")


def judgement() -> Any:
    return CURRENT.get()


def fault(keyword: str, schema: Any, name: str | None = None) -> ValidationError:
    error = ValidationError("", validator=keyword, schema=schema)
    error.name = name
    return error


def within(validator: Any, instance: Any, subschema: Any, step: str | int) -> Errors:
    """The errors of a member or an item. (descend forgets the path where a schema is false.)"""
    if subschema is False:
        error = fault("false", subschema)
        error.path.append(step)
        yield error
    elif subschema is not True:
        yield from validator.descend(instance, subschema, path=step)


def _check(keyword: str, kind: type | tuple, holds: Callable[[Any, Any], bool]) -> Callable[..., Errors]:
    """A keyword that looks at instances of one type and has one way to fail."""

    def check(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
        if isinstance(instance, kind) and not isinstance(instance, bool) and not holds(instance, value):
            yield fault(keyword, schema)

    return check


def multiple_of(instance: Decimal | int, divisor: Decimal | int) -> bool:
    """Whether a number is an integer times another: exact, and quick for 1e1000."""
    if not instance:
        return True
    a, b = Decimal(instance).as_tuple(), Decimal(divisor).as_tuple()
    low = min(a.exponent, b.exponent)
    if a.exponent - low > 5000 or b.exponent - low > 5000:  # only where limits were raised
        return (Fraction(instance) / Fraction(divisor)).denominator == 1
    scaled = [int(Decimal((0, t.digits, 0))) * 10 ** (t.exponent - low) for t in (a, b)]
    return scaled[0] % scaled[1] == 0


def type_(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if not any(validator.is_type(instance, name) for name in ([value] if isinstance(value, str) else value)):
        yield fault("type", schema)


def enum(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if not node_of(schema).lists(instance):
        yield fault("enum", schema)


def const(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if not equal(instance, value):
        yield fault("const", schema)


def pattern(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, str) and not node_of(schema).matches(value, instance):
        yield fault("pattern", schema)


def unique(items: list[Any]) -> bool:
    return len(set(map(canonical, items))) == len(items)


def required(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        yield from (fault("required", schema, name) for name in value if name not in instance)


def dependent_required(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        for trigger, names in value.items():
            if trigger in instance:
                yield from (fault("dependentRequired", schema, name) for name in names if name not in instance)


def dependencies(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    for trigger, what in value.items():
        if isinstance(what, list):
            yield from dependent_required(validator, {trigger: what}, instance, schema)
        else:
            yield from LIBRARY["dependentSchemas"](validator, {trigger: what}, instance, schema)


def property_names(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        for name in instance:
            if not judgement().holds(validator, name, value):
                yield fault("propertyNames", schema, name)


def properties(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        judgement().mark(name for name in value if name in instance)
        for name, subschema in value.items():
            if name in instance:
                yield from within(validator, instance[name], subschema, name)


def pattern_properties(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        node = node_of(schema)
        for name, member in instance.items():
            for text, subschema in value.items():
                if node.matches(text, name):
                    judgement().mark((name,))
                    yield from within(validator, member, subschema, name)


def additional(schema: Any, instance: dict) -> list[str]:
    """The names that neither properties nor patternProperties declares."""
    known, patterns = schema.get("properties", ()), schema.get("patternProperties", ())
    node = node_of(schema)
    return [n for n in instance if n not in known and not any(node.matches(p, n) for p in patterns)]


def additional_properties(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        names = additional(schema, instance)
        judgement().mark(names)
        for name in names:
            if value is False:
                yield fault("additionalProperties", schema, name)
            else:
                yield from within(validator, instance[name], value, name)


def prefix_items(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, list):
        judgement().mark(range(min(len(value), len(instance))))
        for i, (item, subschema) in enumerate(zip(instance, value, strict=False)):
            yield from within(validator, item, subschema, i)


def items(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, list):
        start = len(schema.get("prefixItems", ()))
        if start >= len(instance):
            return
        if value is False:
            yield fault("items", schema)
            return
        judgement().mark(range(start, len(instance)))
        if value is True or not value:
            return
        for i in range(start, len(instance)):
            yield from within(validator, instance[i], value, i)


def contains(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if not isinstance(instance, list):
        return
    matched = [i for i, item in enumerate(instance) if judgement().holds(validator, item, value)]
    judgement().mark(matched)
    if "minContains" in schema:
        if len(matched) < schema["minContains"]:
            yield fault("minContains", schema)
    elif not matched:
        yield fault("contains", schema)
    if "maxContains" in schema and len(matched) > schema["maxContains"]:
        yield fault("maxContains", schema)


def ref(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    node = node_of(schema)
    if node.resolver is None:  # the dynamic scope matters, or it is a bundled metaschema
        yield from LIBRARY["$ref"](validator, value, instance, schema)
    else:
        yield from validator.descend(instance, node.target, resolver=node.resolver)


def not_(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if judgement().holds(validator, instance, value):
        yield fault("not", schema)


def if_(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    branch = "then" if judgement().holds(validator, instance, value) else "else"
    if branch in schema:
        yield from validator.descend(instance, schema[branch])


def any_of(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    choice = node_of(schema).any_of
    if choice is not None:
        yield from _choose(validator, choice, instance, schema, "anyOf")
        return
    found = False
    for branch in value:
        found = judgement().holds(validator, instance, branch) or found
        if found and not judgement().marking:
            return
    if not found:
        yield fault("anyOf", schema)


def one_of(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    choice = node_of(schema).one_of
    if choice is not None:
        yield from _choose(validator, choice, instance, schema, "oneOf")
    elif sum(judgement().holds(validator, instance, branch) for branch in value) != 1:
        yield fault("oneOf", schema)


def _choose(validator: Any, choice: Any, instance: Any, schema: Any, keyword: str) -> Errors:
    """Judge by one of the two transparent choices of rule 13."""
    branch = choice.branch(instance)
    if branch is not None:
        yield from validator.descend(instance, branch)
    elif choice.is_nullable:
        if choice.exclusive and judgement().holds(validator, instance, choice.nullable):
            yield fault(keyword, schema)
    elif not isinstance(instance, dict):
        yield fault("type", {"type": "object"})
    elif choice.property not in instance:
        yield fault("required", schema, choice.property)
    else:
        error = fault("enum", {"enum": [_discriminator(b, choice.property) for b in choice.branches.values()]})
        error.path.append(choice.property)
        yield error


def _discriminator(branch: Any, name: str) -> Any:
    from .choices import declared

    member = declared(branch)["properties"][name]
    return member["const"] if "const" in member else member["enum"][0]


def unevaluated_properties(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, dict):
        names = [name for name in instance if name not in judgement().marked]
        judgement().mark(names)
        for name in names:
            if value is False:
                yield fault("unevaluatedProperties", schema, name)
            else:
                yield from within(validator, instance[name], value, name)


def unevaluated_items(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, list):
        rest = [i for i in range(len(instance)) if i not in judgement().marked]
        judgement().mark(rest)
        if value is False and rest:
            yield fault("unevaluatedItems", schema)
        elif value is not False:
            for i in rest:
                yield from within(validator, instance[i], value, i)


def format_(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, str) and not conforms(node_of(schema).format, instance):
        yield fault("format", schema)


def conforms(name: str, text: str) -> bool:
    """Whether a text has a format, as far as Python's checker knows that format."""
    if name == "date-time":
        return lexical.is_date_time(text)
    if name == "date":
        return lexical.is_date(text)
    if name == "regex":
        try:
            compile_pattern(text)
        except PatternError:
            return False
        return True
    return Draft202012Validator.FORMAT_CHECKER.conforms(text, name)


def content_encoding(validator: Any, value: Any, instance: Any, schema: Any) -> Errors:
    if isinstance(instance, str) and lexical.base64_bytes(instance) is None:
        yield fault("contentEncoding", schema)


_NUMBER = (Decimal, int)
KEYWORDS: dict[str, Callable[..., Errors]] = {
    "type": type_, "const": const, "enum": enum,
    "minimum": _check("minimum", _NUMBER, lambda v, least: v >= least),
    "maximum": _check("maximum", _NUMBER, lambda v, most: v <= most),
    "exclusiveMinimum": _check("exclusiveMinimum", _NUMBER, lambda v, least: v > least),
    "exclusiveMaximum": _check("exclusiveMaximum", _NUMBER, lambda v, most: v < most),
    "multipleOf": _check("multipleOf", _NUMBER, multiple_of),
    "minLength": _check("minLength", str, lambda v, least: len(v) >= least),
    "maxLength": _check("maxLength", str, lambda v, most: len(v) <= most),
    "minItems": _check("minItems", list, lambda v, least: len(v) >= least),
    "maxItems": _check("maxItems", list, lambda v, most: len(v) <= most),
    "uniqueItems": _check("uniqueItems", list, lambda v, wanted: wanted is not True or unique(v)),
    "minProperties": _check("minProperties", dict, lambda v, least: len(v) >= least),
    "maxProperties": _check("maxProperties", dict, lambda v, most: len(v) <= most),
    "pattern": pattern, "format": format_, "contentEncoding": content_encoding,
    "required": required, "dependentRequired": dependent_required, "dependencies": dependencies,
    "propertyNames": property_names, "properties": properties, "patternProperties": pattern_properties,
    "additionalProperties": additional_properties, "prefixItems": prefix_items, "items": items, "contains": contains,
    "dependentSchemas": LIBRARY["dependentSchemas"], "$ref": ref, "$dynamicRef": LIBRARY["$dynamicRef"],
    "allOf": LIBRARY["allOf"], "anyOf": any_of, "oneOf": one_of, "not": not_, "if": if_,
    "unevaluatedProperties": unevaluated_properties, "unevaluatedItems": unevaluated_items,
}  # fmt: skip

TYPES = Draft202012Validator.TYPE_CHECKER.redefine_many(
    {
        "number": lambda _, v: isinstance(v, _NUMBER) and not isinstance(v, bool),
        "integer": lambda _, v: isinstance(v, _NUMBER) and not isinstance(v, bool) and is_integral(v),
    }
)
