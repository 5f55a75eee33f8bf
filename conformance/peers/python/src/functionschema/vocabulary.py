"""Which keywords hold schemas, which are annotations, and the dialect rule of rule 11."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from .values import pointer as join
from .values import quote, token
from .violation import Violation

ONE = frozenset(
    "additionalProperties contains contentSchema else if items not propertyNames then unevaluatedItems unevaluatedProperties".split()
)
LIST = frozenset("allOf anyOf oneOf prefixItems".split())
MAP = frozenset("$defs definitions dependencies dependentSchemas patternProperties properties".split())
ASSERTIONS = frozenset(
    "type enum const multipleOf maximum exclusiveMaximum minimum exclusiveMinimum maxLength minLength pattern maxItems minItems "
    "uniqueItems maxContains minContains maxProperties minProperties required dependentRequired $dynamicRef".split()
)
# The keywords that assert or apply; every other one is an annotation (core 6.5).
MEANINGFUL = ONE | LIST | MAP | ASSERTIONS
ANNOTATIONS = frozenset(
    "$comment title description default examples example deprecated readOnly writeOnly format contentEncoding contentMediaType "
    "contentSchema".split()
)
IDENTIFIERS = frozenset("$schema $id $anchor $defs definitions $vocabulary".split())

DRAFT_2020_12 = "https://json-schema.org/draft/2020-12/schema"
DRAFT_2019_09 = "https://json-schema.org/draft/2019-09/schema"
DRAFT_07 = ("http://json-schema.org/draft-07/schema", "https://json-schema.org/draft-07/schema")


def is_schema(value: Any) -> bool:
    return isinstance(value, (dict, bool))


def children(schema: Any, at: str) -> Iterator[tuple[str, Any]]:
    """The schemas that the keywords of one schema hold, with their pointers."""
    if not isinstance(schema, dict):
        return
    for keyword, value in schema.items():
        here = at + token(keyword)
        if keyword in ONE:
            if is_schema(value):
                yield here, value
        elif keyword in LIST:
            if isinstance(value, list):
                yield from ((f"{here}/{i}", item) for i, item in enumerate(value) if is_schema(item))
        elif keyword in MAP and isinstance(value, dict):
            yield from ((here + token(name), entry) for name, entry in value.items() if is_schema(entry))


def subschemas(schema: Any, at: str) -> Iterator[tuple[str, Any]]:
    """A schema and all schemas within it, reached or not, each before those within it."""
    yield at, schema
    for pointer, child in children(schema, at):
        yield from subschemas(child, pointer)


def dialect_faults(text: Any, at: str, dialect: str) -> list[Violation]:
    """draft-07 and 2019-09 are read as 2020-12 unless a keyword is there whose meaning differs;
    any other dialect is refused."""
    faults: list[Violation] = []
    dialects = {at: dialect}
    for pointer, schema in subschemas(text, at):
        if not isinstance(schema, dict):
            continue
        name = schema.get("$schema")
        if isinstance(name, str) and (pointer == "" or "$id" in schema):
            dialects[pointer] = name.rstrip("#") if name.endswith("#") else name
            if dialects[pointer] not in (DRAFT_2020_12, DRAFT_2019_09, *DRAFT_07):
                message = f"the dialect {quote(name[:80])} is not read here: use {DRAFT_2020_12} or leave $schema out"
                faults.append(Violation(pointer + "/$schema", "$schema", message=message))
        current = _dialect_at(dialects, pointer)
        if current == DRAFT_2019_09 or current in DRAFT_07:
            faults += _differences(schema, pointer, current in DRAFT_07)
    return faults


def _dialect_at(dialects: dict[str, str], pointer: str) -> str:
    while pointer not in dialects:
        pointer = pointer.rpartition("/")[0]
        if not pointer:
            return dialects.get("", "")
    return dialects[pointer]


def _differences(schema: dict, at: str, seven: bool) -> list[Violation]:
    differing = [k for k in ("additionalItems", "dependencies", "$recursiveRef") if k in schema]
    if isinstance(schema.get("items"), list):
        differing.append("items")
    if seven and "$ref" in schema:
        differing += [k for k in schema if k != "$ref" and k in MEANINGFUL and k not in ANNOTATIONS | IDENTIFIERS]
    remedy = "means something else in Draft 2020-12: write the schema in that dialect"
    return [Violation(at + join([k]), k, message=f"{k} {remedy}") for k in differing]
