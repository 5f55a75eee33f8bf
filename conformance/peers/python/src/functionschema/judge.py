"""One judgement: jsonschema's validator over the strict tree, and the normal form of rule 12."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Any

from jsonschema import Draft202012Validator, validators

from . import messages
from .keywords import CURRENT, KEYWORDS, TYPES, Errors, fault, judgement
from .node import FIRST, LAST, Node, node_of
from .values import pointer
from .violation import Violation, normal

HIDDEN_MESSAGE = "the framework's value for this parameter does not satisfy its schema"
_AGAIN = "fscheck:again"  # what was found before, at the same place


class Spent(Exception):
    """The budget of schema applications ran out."""


def _schema_object(validator: Any, _: Any, instance: Any, schema: Any) -> Errors:
    return judgement().apply(validator, instance, schema)


# jsonschema sees one keyword in every schema object: all of its keywords, in the order of rule 12.
Validator = validators.create(
    meta_schema=Draft202012Validator.META_SCHEMA,
    validators={"": _schema_object},
    type_checker=TYPES,
    applicable_validators=lambda schema: (("", schema),),
)


@dataclass
class Report:
    """What a judgement found; nothing if the instance is valid."""

    violations: list[Violation] = field(default_factory=list)
    more: int = 0
    hidden: bool = False  # one is at, below or names a hidden parameter

    @property
    def valid(self) -> bool:
        return not self.violations


class Judgement:
    """The state of one judgement: what it may still cost, and what was evaluated."""

    def __init__(self, budget: int, marking: bool, remembering: bool, stop: Callable[[], bool] | None = None) -> None:
        self.left, self.marking, self.remembering, self.stop = budget, marking, remembering, stop
        self.silent = 0  # > 0: only the verdict matters
        self.instances: list[Any] = []
        self.marks: list[set] = []
        self.visits: list[int] = [0]
        self.visit = 0
        self.memory: dict[tuple, tuple[bool, frozenset]] = {}

    @property
    def marked(self) -> set:
        return self.marks[-1]

    def mark(self, names: Iterable[Any]) -> None:
        """Note members or items as evaluated, for unevaluatedProperties and unevaluatedItems."""
        if self.marking:
            self.marks[-1].update(names)

    def holds(self, validator: Any, instance: Any, schema: Any) -> bool:
        """Whether an instance satisfies a schema; what is at fault does not matter."""
        self.silent += 1
        try:
            return next(iter(validator.descend(instance, schema)), None) is None
        finally:
            self.silent -= 1

    def apply(self, validator: Any, instance: Any, schema: Any) -> list:
        """Judge an instance by one schema object."""
        if not schema:
            return []
        self.left -= 1
        if self.left < 0 or (self.left % 1000 == 0 and self.stop is not None and self.stop()):
            raise Spent
        in_place = bool(self.instances) and self.instances[-1] is instance
        if in_place:
            visit = self.visits[-1]
        else:
            self.visit += 1
            visit = self.visit
        key = None
        if self.remembering:
            container = isinstance(instance, (dict, list))
            key = (id(schema), id(instance) if container else -visit)
            known = self.memory.get(key)
            if known is not None and (known[0] or self.silent or known[2]):
                if known[0] and in_place and self.marking:
                    self.marks[-1].update(known[1])
                return [] if known[0] else [fault(_AGAIN, schema)]
        self.instances.append(instance)
        self.marks.append(set())
        self.visits.append(visit)
        errors = self.keywords(validator, node_of(schema), instance, schema)
        self.instances.pop()
        self.visits.pop()
        marks = self.marks.pop()
        if not errors and in_place and self.marking:
            self.marks[-1].update(marks)
        if key is not None:
            self.memory[key] = (not errors, frozenset(marks), not self.silent)
        return errors

    def keywords(self, validator: Any, node: Node, instance: Any, schema: Any) -> list:
        if node.plan is None:
            node.plan = plan(node)
        errors: list = []
        for keyword, function, value in node.plan:
            for error in function(validator, value, instance, schema) or ():
                errors.append(error)
                if self.silent:
                    return errors
            if errors and keyword in FIRST:
                return errors
        return errors


def plan(node: Node) -> list[tuple[str, Callable, Any]]:
    """The keywords of a schema object with their functions, in the order of judging."""
    names = [k for k in FIRST if k in node.schema]
    names += [k for k in node.schema if k in KEYWORDS and k not in FIRST and k not in LAST]
    names += [k for k in LAST if k in node.schema]
    if not node.format:
        names = [k for k in names if k != "format"]
    if node.asserted != "base64":
        names = [k for k in names if k != "contentEncoding"]
    return [(k, KEYWORDS[k], node.schema[k]) for k in names]


def run(validator: Any, instance: Any, judgement: Judgement) -> list:
    """The errors of an instance. Raises Spent."""
    token = CURRENT.set(judgement)
    try:
        return list(validator.iter_errors(instance))
    except RecursionError:
        raise Spent from None
    finally:
        CURRENT.reset(token)


def report(
    errors: list, limit: int | None, hidden: frozenset[str] = frozenset(), extra: Iterable[Violation] = (), names: Iterable[str] = ()
) -> Report:
    """The normal form of what was found. Of hidden parameters nothing is told but that their
    value is at fault; ``names`` are the properties that a message may offer at the root."""
    found: dict[tuple, Violation] = {}
    touched = False
    for path, error in _settled([(tuple(e.path), e) for e in errors if e.validator != _AGAIN]):
        keyword, name = error.validator or "false", getattr(error, "name", None)
        if path and path[0] in hidden:
            touched = True
            violation = Violation(pointer(path[:1]), keyword, message=HIDDEN_MESSAGE)
        else:
            touched = touched or (not path and name in hidden)
            violation = Violation(pointer(path), keyword, name)
        if violation.order not in found:
            found[violation.order] = violation if violation.message else _explained(violation, error, path, names)
    first, more = normal([*found.values(), *extra], limit)
    return Report(first, more, touched)


def _settled(errors: list[tuple[tuple, Any]]) -> list[tuple[tuple, Any]]:
    """unevaluated* at a place says something only if nothing else fails at or below it: what a
    failed schema would have evaluated is not known."""
    held = [(p, e) for p, e in errors if str(e.validator).startswith("unevaluated")]
    if not held:
        return errors
    failed: set[tuple] = set()
    for path, error in errors:
        length = len(path) - (1 if str(error.validator).startswith("unevaluated") else 0)
        failed.update(path[:n] for n in range(length + 1))
    return [(p, e) for p, e in errors if not str(e.validator).startswith("unevaluated") or p not in failed]


def _explained(violation: Violation, error: Any, path: tuple, names: Iterable[str]) -> Violation:
    keyword, schema = violation.keyword, error.schema
    if violation.name is not None:
        known = schema.get("properties", ()) if isinstance(schema, dict) else ()
        if not path:
            known = [*known, *names] if keyword.startswith("unevaluated") else [n for n in known if n in set(names)] or list(names)
        message = messages.named(keyword, violation.name, known)
    elif keyword == "contentEncoding":
        from .lexical import BASE64_REMEDY as message
    elif keyword == "false":
        message = messages.expected(keyword, None)
    else:
        value = schema.get(keyword) if isinstance(schema, dict) else None
        message = messages.expected(keyword, value)
    return Violation(violation.pointer, keyword, violation.name, message=message)
