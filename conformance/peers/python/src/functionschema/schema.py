"""A compiled schema: judges instances, and lays its defaults in."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from typing import Any
from urllib.parse import unquote

from . import defaults, messages
from .choices import assign_choices
from .judge import Judgement, Report, Spent, Validator, report, run
from .node import Node, node_of
from .reader import Limits
from .references import Builder, bundled
from .values import kind
from .violation import Violation, normal
from .vocabulary import DRAFT_2020_12

COST = "checking these arguments takes more than {} schema applications: send less, or nest less deeply"


class SchemaError(Exception):
    """A schema that is refused, with the places that are at fault."""

    def __init__(self, faults: list[Violation]) -> None:
        super().__init__("; ".join(f"{f.pointer}: {f.message}" for f in faults))
        self.faults = faults


class Schema:
    """Immutable once made, and safe for concurrent use. It takes the text over and changes it.

    It is refused, in this order, for: the metaschema and the dialect, patterns and references,
    a root that admits no object (unless ``any_root``), invalid defaults.
    """

    def __init__(
        self, text: Any, *, declared: bool = False, asserted: dict[int, str] | None = None, formats: bool = False, any_root: bool = False
    ) -> None:
        if not isinstance(text, (dict, bool)):
            raise SchemaError([Violation("", "type", message="a schema is an object, true or false")])
        self.text = text
        builder = Builder(text, declared)
        builder.build()
        faults = builder.faults + _metaschema_faults(text, "")
        for at, late in builder.late:
            faults += _metaschema_faults(late, at)
        _refuse(faults)
        self.nodes = builder.nodes
        assign_choices(self.nodes)
        self._validator = Validator(text, registry=builder.registry, _resolver=builder.resolver)
        self._marking = any(not {"unevaluatedProperties", "unevaluatedItems"}.isdisjoint(n.schema) for n in self.nodes)
        self._marking = self._marking or any(isinstance(n.target, dict) and n.target.node is None for n in self.nodes)
        self.dynamic = builder.dynamic
        self._remembering = not builder.dynamic
        for node in self.nodes:
            node.schema.pop("$schema", None)  # jsonschema would turn to the validator of that dialect
            node.asserted = (asserted or {}).get(id(node.schema), "")
            if node.asserted == "date-time" or (formats and isinstance(node.schema.get("format"), str)):
                node.format = node.schema["format"]
        if not any_root:
            _refuse(_root_faults(text))
        self._compile_defaults()

    @property
    def root(self) -> Node | None:
        return node_of(self.text)

    def judge(
        self, instance: Any, limits: Limits = Limits(), *, hidden: Iterable[str] = (), refused: Iterable[str] = (),
        stop: Callable[[], bool] | None = None,
    ) -> Report:  # fmt: skip
        """Judge an instance. ``hidden`` are the parameters of the framework; ``refused`` the names
        that no arguments may have, whatever the schema says."""
        hidden = frozenset(hidden)
        extra = [
            Violation("", "additionalProperties", name, message=messages.named("additionalProperties", name, ()))
            for name in refused
            if name in instance
        ]
        try:
            errors = run(self._validator, instance, Judgement(limits.applications, self._marking, self._remembering, stop))
        except Spent:
            return Report([Violation("", "parse", reason="cost", message=COST.format(limits.applications))])
        visible = [name for name in self.names() if name not in hidden] if errors else ()
        return report(errors, limits.violations, hidden, extra, visible)

    def satisfies(self, schemas: list[Any], instance: Any, budget: int) -> tuple[bool, int]:
        """Whether an instance satisfies each of some schemas within this one, and what is left of
        the budget; it does not once that is spent."""
        judgement = Judgement(budget, self._marking, self._remembering)
        judgement.silent = 1
        try:
            admitted = all(not run(self._at(s), instance, judgement) for s in schemas)
        except Spent:
            admitted = False
        return admitted, max(judgement.left, 0)

    def _at(self, schema: Any) -> Any:
        """The validator of a schema within: its references start from where it stands."""
        node = node_of(schema)
        return self._validator.evolve(schema=schema, _resolver=node.place if node else self._validator._resolver)

    def complete(self, instance: Any, limit: int) -> Any:
        """Lay the defaults into a valid instance. Raises defaults.TooLarge."""
        return defaults.complete(self.root, instance, limit)

    def names(self) -> list[str]:
        """The properties that the root certainly has: its own, behind $ref, and in allOf."""
        found: dict[str, None] = {}
        seen: set[int] = set()

        def look(schema: Any) -> None:
            node = node_of(schema)
            if node is not None and id(node) not in seen:
                seen.add(id(node))
                found.update(dict.fromkeys(schema.get("properties", ())))
                for other in (node.target, *schema.get("allOf", ())):
                    look(other)

        look(self.text)
        return list(found)

    def _compile_defaults(self) -> None:
        faults = []
        left = 10 * Limits.applications
        for node in self.nodes:
            if "default" not in node.schema:
                continue
            judgement = Judgement(min(left, Limits.applications), self._marking, self._remembering)
            try:
                errors = run(self._at(node.schema), node.schema["default"], judgement)
            except Spent:
                errors = [None]
            left = max(1, left - Limits.applications + judgement.left)
            if errors:
                message = "this default is not valid: change it, or what the schema says beside it"
                faults.append(Violation(node.pointer + "/default", "default", message=message))
        _refuse(faults)
        defaults.assign(self.nodes)
        _refuse(defaults.complete_definitions(self.nodes))


def _refuse(faults: list[Violation]) -> None:
    if faults:
        raise SchemaError(normal(faults)[0])


@cache
def _metaschema() -> Any:
    text = bundled().contents(DRAFT_2020_12)
    return Validator(text, registry=bundled())


def _metaschema_faults(text: Any, at: str) -> list[Violation]:
    try:
        errors = run(_metaschema(), text, Judgement(1 << 62, False, False))
    except Spent:
        return [Violation(at, "parse", reason="cost", message="this schema nests too deep: flatten it")]
    return [Violation(at + v.pointer, v.keyword, v.name, message=v.message) for v in report(errors, None).violations]


def _root_faults(text: Any) -> list[Violation]:
    """What keeps the root from admitting any object."""
    faults: list[Violation] = []
    seen: set[int] = set()
    message = "arguments are an object, which this does not admit: say type object at the root"

    def look(schema: Any, at: str) -> None:
        if schema is False:
            faults.append(Violation(at, "false", message=message))
        node = node_of(schema)
        if node is None or id(node) in seen:
            return
        seen.add(id(node))
        at = node.pointer or at
        types = schema.get("type", "object")
        keyword = ""
        if types != "object" and (isinstance(types, str) or "object" not in types):
            keyword = "type"
        elif "const" in schema and kind(schema["const"]) != "object":
            keyword = "const"
        elif "enum" in schema and not any(kind(v) == "object" for v in schema["enum"]):
            keyword = "enum"
        if keyword:
            faults.append(Violation(f"{at}/{keyword}", keyword, message=message))
        reference = schema.get("$ref", "")
        look(node.target, unquote(reference[1:]) if reference.startswith("#/") else at)  # a false target has no node
        for i, part in enumerate(schema.get("allOf", ())):
            look(part, f"{at}/allOf/{i}")

    look(text, "")
    return faults


