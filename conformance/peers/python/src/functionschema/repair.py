"""Repairs (rule 31): what models are known to get wrong, mended where the schema leaves one meaning.

Off unless asked for by name. A repair acts only where what was sent is certainly refused, so it
changes no valid call. Certain are the places that defaults are laid into. Repairs go from the root
down, once; what was decoded is repaired within, and the limits hold for the repaired whole.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from .defaults import additional_applies
from .lexical import base64_standard
from .node import Node, node_of, strings
from .reader import Limits, ReadError, read
from .schema import Schema
from .values import Array, Object, is_integral, kind, pointer, utf8

MODEL = ("EncodedContainers", "EmptyArguments", "NullAsOmitted", "NullText", "EmptyAsOmitted", "OmittedAsNull")
NAMES = (*MODEL, "StringScalars", "Base64Spelling")
ANY = frozenset(("null", "boolean", "integer", "number", "string", "array", "object"))
CONTAINERS = frozenset(("array", "object"))
SCALARS = frozenset(("boolean", "integer", "number"))


@dataclass(frozen=True)
class Applied:
    """A repair that was made: where in the arguments as they are after it, or where the member
    was that it left out."""

    pointer: str
    repair: str


class Repairer:
    """What makes the repairs named. ``hidden`` are parameters that are not the model's."""

    def __init__(self, schema: Schema, names: list[str], hidden: list[str]) -> None:
        self.schema, self.hidden = schema, frozenset(hidden)
        self.on = frozenset(n for name in names for n in (MODEL if name == "ModelRepairs" else (name,)))

    def read(self, text: bytes, limits: Limits) -> tuple[Any, list[Applied]]:
        """Read arguments and repair them. Raises ReadError; the only text that does not read and is
        repaired is the empty one."""
        if not text and "EmptyArguments" in self.on:
            value, applied = self.repair(None, limits, 0)
            if applied:
                return value, applied
        return self.repair(read(text, limits), limits, len(text.strip(b" \t\r\n")))

    def repair(self, value: Any, limits: Limits, size: int) -> tuple[Any, list[Applied]]:
        walk = _Walk(self, limits, value, size)
        value = walk.value([self.schema.text], walk.root(value))
        return value, sorted(walk.applied, key=lambda a: (utf8(a.pointer), a.repair))


def _count(value: Any) -> int:
    members = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return 1 + sum(map(_count, members))


def kinds(schema: Any) -> frozenset[str]:
    """The types that can satisfy a schema at most: what type, const and enum say, through $ref and
    allOf, and of anyOf and oneOf what any branch says. A number there is one with a fraction."""
    node = node_of(schema)
    if node is None:
        return ANY if schema else frozenset()
    found = set(ANY)
    if "type" in schema:
        types = {schema["type"]} if isinstance(schema["type"], str) else set(schema["type"])
        found &= types | ({"integer"} if "number" in types else set())
    if "const" in schema:
        found &= {_kind(schema["const"])}
    if "enum" in schema:
        found &= set(map(_kind, schema["enum"]))
    for part in [*([node.target] if node.target is not None else []), *schema.get("allOf", ())]:
        found &= kinds(part)
    for keyword in ("anyOf", "oneOf"):
        if keyword in schema:
            found &= frozenset().union(*map(kinds, schema[keyword]))
    return frozenset(found)


def _kind(value: Any) -> str:
    name = kind(value)
    return "integer" if name == "number" and is_integral(value) else name


def _at(place: list[Any]) -> frozenset[str]:
    found = ANY
    for schema in place:
        found &= kinds(schema)
    return found


def _only(found: frozenset[str], types: frozenset[str]) -> bool:
    return found <= types | {"null"} and bool(found & types)


class _Walk:
    """One repair of arguments under way."""

    def __init__(self, repairer: Repairer, limits: Limits, value: Any, size: int) -> None:
        self.on, self.schema, self.hidden, self.limits = repairer.on, repairer.schema, repairer.hidden, limits
        self.values, self.bytes, self.left = _count(value), size, limits.applications
        self.path: list[str | int] = []
        self.applied: list[Applied] = []
        self.listed = 0

    def made(self, repair: str, *member: str) -> bool:
        """List a repair at the place where the walk is, or at a member of it. It is not made if the
        pointers of the list would be longer together, escapes aside, than the text may be."""
        tokens = [*self.path, *member]
        size = sum(1 + len(utf8(str(token))) for token in tokens)
        if size > self.limits.bytes - self.listed:
            return False
        self.listed += size
        self.applied.append(Applied(pointer(tokens), repair))
        return True

    def spend(self) -> bool:
        self.left -= self.left > 0
        return self.left > 0

    def root(self, value: Any) -> Any:
        """Arguments are an object, whatever the schema says."""
        empty = value is None or isinstance(value, str) and value == ""
        room = self.limits.depth > 0 and self.limits.values > 0 and self.limits.bytes >= len("{}")
        if empty and room and "EmptyArguments" in self.on and self.made("EmptyArguments"):
            return Object()
        if isinstance(value, str):
            return self.decode(value, frozenset(("object",)))
        return value

    def certain(self, place: list[Any], value: Any) -> list[Node]:
        """The schemas that certainly apply to a value, through $ref, allOf and the two choices."""
        found: dict[int, Node] = {}

        def add(schema: Any) -> None:
            node = node_of(schema)
            if node is None or id(node) in found or not self.spend():
                return
            found[id(node)] = node
            for other in (node.target, *schema.get("allOf", ()), *(c.branch(value) for c in node.choices())):
                add(other)

        for schema in place:
            add(schema)
        return list(found.values())

    def value(self, place: list[Any], value: Any) -> Any:
        """Repair what stands at a place, and within it; the value itself if nothing is to be done."""
        if not place:
            return value
        if isinstance(value, str):
            value = self.scalar(place, value)
        if isinstance(value, dict):
            return self.members(self.certain(place, value), value)
        if isinstance(value, list):
            return self.items(self.certain(place, value), value)
        return value

    def scalar(self, place: list[Any], value: str) -> Any:
        found = _at(place)
        if "string" in found:
            if "Base64Spelling" in self.on and any(n.asserted == "base64" for n in self.certain(place, value)):
                standard = base64_standard(value)
                longer = len(standard or "") - len(value)  # by the padding
                if standard is not None and longer <= self.limits.bytes - self.bytes and self.made("Base64Spelling"):
                    self.bytes += longer
                    return standard
            return value
        if _only(found, CONTAINERS):
            decoded = self.decode(value, found)
            if decoded is not value:
                return decoded
        if "StringScalars" in self.on and _only(found, SCALARS):
            try:
                scalar = read(value.encode(), self.limits) if value.strip(" \t\r\n") == value else None
            except ReadError:
                scalar = None
            if scalar is not None and not isinstance(scalar, (str, dict, list)) and _kind(scalar) in found and self.made("StringScalars"):
                return scalar
        if "NullText" in self.on and value == "null" and "null" in found and self.admits_null(place) and self.made("NullText"):
            return None
        return value

    def decode(self, value: str, found: frozenset[str]) -> Any:
        """The object or array that a string holds where only these can stand, or the string."""
        begins = value.lstrip(" \t\r\n")[:1]
        if "EncodedContainers" not in self.on or {"{": "object", "[": "array"}.get(begins) not in found:
            return value
        depth, values = self.limits.depth - len(self.path), self.limits.values - self.values + 1
        try:
            decoded = read(value.encode(), replace(self.limits, depth=depth, values=values))
        except ReadError:
            return value
        if not self.made("EncodedContainers"):
            return value
        self.values += _count(decoded) - 1
        return decoded

    def admits_null(self, place: list[Any]) -> bool:
        admitted, self.left = self.schema.satisfies(place, None, self.left)
        return admitted

    def refuses_null(self, place: list[Any]) -> bool:
        if "null" not in _at(place):
            return True
        return not self.schema.dynamic and not self.admits_null(place) and self.left > 0

    def items(self, nodes: list[Node], value: list) -> list:
        items, changed = Array(value), False
        for i, item in enumerate(value):
            if not isinstance(item, (str, dict, list)):
                continue
            place = []
            for node in nodes:
                prefix = node.schema.get("prefixItems", ())
                if i < len(prefix):
                    place.append(prefix[i])
                elif "items" in node.schema:
                    place.append(node.schema["items"])
            self.path.append(i)
            items[i] = self.value(place, item)
            self.path.pop()
            changed = changed or items[i] is not item
        return items if changed else value

    def members(self, nodes: list[Node], value: dict) -> dict:
        required = list(dict.fromkeys(name for node in nodes for name in strings(node.schema.get("required"))))
        members = Object()
        changed = False
        for name, member in value.items():
            members[name] = member
            if not (member is None or isinstance(member, (str, dict, list))) or self.is_hidden(name):
                continue
            place = _member(nodes, name)
            repair = self.omitted(nodes, required, place, name, member)
            if repair and self.made(repair, name):
                del members[name]
                changed = True
                continue
            self.path.append(name)
            members[name] = self.value(place, member)
            self.path.pop()
            changed = changed or members[name] is not member
        if "OmittedAsNull" in self.on:
            for name in required:
                if name not in value and not self.is_hidden(name) and self.stands_for_null(nodes, name):
                    members[name] = None
                    changed = True
        return members if changed else value

    def is_hidden(self, name: str) -> bool:
        return not self.path and name in self.hidden

    def omitted(self, nodes: list[Node], required: list[str], place: list[Any], name: str, member: Any) -> str:
        """The repair by which a member is left out, or ""."""
        if (member is not None and member != "") or not _declares(nodes, name) or name in required:
            return ""
        if self.left <= 0:  # not all that requires the member is known
            return ""
        if member is None:
            return "NullAsOmitted" if "NullAsOmitted" in self.on and self.refuses_null(place) else ""
        return "EmptyAsOmitted" if "EmptyAsOmitted" in self.on and "string" not in _at(place) else ""

    def stands_for_null(self, nodes: list[Node], name: str) -> bool:
        """Whether a missing member can only mean null: its property says that of null too."""
        place = _member(nodes, name)
        found = _at(place)
        if not self.spend() or not _declares(nodes, name) or "null" not in found or found == ANY or not self.admits_null(place):
            return False
        size = len(',"":null') + len(utf8(name))
        if self.values >= self.limits.values or size > self.limits.bytes - self.bytes or not self.made("OmittedAsNull", name):
            return False
        self.values += 1
        self.bytes += size
        return True


def _declares(nodes: list[Node], name: str) -> bool:
    return any(name in node.schema.get("properties", ()) for node in nodes)


def _member(nodes: list[Node], name: str) -> list[Any]:
    """The schemas that certainly apply to a member by its name, whether it is there or not."""
    place: list[Any] = []
    for node in nodes:
        schema = node.schema
        if name in schema.get("properties", ()):
            place.append(schema["properties"][name])
        place += [sub for text, sub in schema.get("patternProperties", {}).items() if node.matches(text, name)]
        if additional_applies(schema, name):
            place.append(schema["additionalProperties"])
    return place
