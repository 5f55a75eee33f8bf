"""Functions that an agent may call: declare, compile, read, inject, validate, default, bind, call."""

from __future__ import annotations

import asyncio
import hashlib
import inspect
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from . import bind, errors
from .context import Context
from .defaults import TooLarge
from .derive import BINARY_NOTE, derive_params, derive_result
from .encode import EncodeError, encode
from .errors import FunctionError, NotFound
from .judge import HIDDEN_MESSAGE
from .mismatch import mismatches
from .reader import Limits, ReadError, read
from .repair import NAMES, Applied, Repairer
from .schema import Schema, SchemaError
from .shape import Param, Shape, ShapeError, Signature, signature
from .types import Inject
from .values import Object, canonical, compact, plain, token, write
from .view import describe, hide
from .violation import Violation, normal

Resolver = Callable[[Context, str], Any]


@dataclass
class Options:
    """How a function is built.

    ``schema`` is a foreign JSON Schema that judges the arguments; without it the schema is
    derived. ``injected`` hides parameters by name and wins over the annotation. ``resolvers`` are
    by source; None means that they are not known yet, and a call then lacks them.
    """

    name: str = ""
    description: str | None = None
    schema: bytes | None = None
    injected: Mapping[str, Inject] = field(default_factory=dict)
    resolvers: Mapping[str, Resolver] | None = None
    formats: bool = False
    limits: Limits = Limits()
    repairs: tuple[str, ...] = ()  # names of rule 31, none by default


@dataclass(frozen=True)
class Foreign:
    """What runs behind somebody else's schema: it takes the context and one dict."""

    run: Callable[[Context, dict[str, Any]], Any]


class FunctionSchema:
    """A function, its schema and the model's view of it. Immutable and safe for concurrent use.

    Raises FunctionError INVALID_SCHEMA with everything that is wrong. Without a function, or for a
    Foreign one, the arguments are bound to one dict: to native values of the ``fields``, if they
    are given, else as JSON has them. Without a function a planner carries the call out itself.
    """

    def __init__(self, function: Callable | Foreign | None, options: Options = Options(), fields: list[Param] | None = None) -> None:
        self.function, self.options = function, options
        self.name = options.name or getattr(function, "__name__", "")
        self.limits = options.limits
        self._foreign = function is None or isinstance(function, Foreign)
        self._generic = self._foreign and fields is None
        self._signature = self._read_signature(function, fields or [])
        self._params = self._signature.params
        self._result: Schema | None = None
        unknown = [n for n in options.repairs if n not in (*NAMES, "ModelRepairs")]
        faults = [Violation("", "repairs", n, message="there is no repair of this name") for n in unknown]
        binary = self._compile_result(faults)
        text, notes, asserted, own = self._execution()
        faults += own
        self.schema_text = compact(text) if text is not None else ""
        view = describe(text, notes)
        rule = None
        if text is not None:
            try:
                rule = Schema(text, declared=options.schema is None, asserted=asserted, formats=options.formats)
            except SchemaError as error:
                faults += error.faults
        contrary = self._inject(rule, faults)
        if faults or rule is None:
            raise self._refused(faults)
        self._schema = rule
        faults += contrary
        if options.schema is not None and not self._generic:
            faults += mismatches(rule.text, self._params)
        visible, unhidden = hide(view, self._hidden)
        if faults or unhidden:
            raise self._refused(faults + unhidden)
        self.metadata_text = compact(visible)
        words = [options.description if options.description is not None else _first_paragraph(function), BINARY_NOTE if binary else ""]
        self.description = " ".join(filter(None, words))
        self._binder = bind.Binder(self._params)
        self._repairer = Repairer(rule, list(options.repairs), self._hidden + self._opaque) if options.repairs else None

    def _read_signature(self, function: Any, fields: list[Param]) -> Signature:
        if self._foreign:
            return Signature(fields, None)
        try:
            return signature(function, Context)
        except ShapeError as error:
            raise self._refused([Violation(error.path, error.keyword, message=str(error))]) from None

    def _refused(self, faults: list[Violation]) -> FunctionError:
        first, more = normal(faults, self.limits.violations)
        return FunctionError(errors.INVALID_SCHEMA, self.name, first, more)

    def _compile_result(self, faults: list[Violation]) -> bool:
        shape = self._signature.returns
        if shape is None:
            return False
        derived = derive_result(shape)
        faults += derived.faults
        if not derived.faults:
            self._result = Schema(derived.schema, declared=True, asserted=derived.asserted, any_root=True)
        return derived.binary

    def _execution(self) -> tuple[Any, dict[int, str], dict[int, str], list[Violation]]:
        """The execution schema, the engine's notes, what is asserted, and faults."""
        if self.options.schema is None:
            self._params = [_with_inject(p, self.options.injected.get(p.name)) for p in self._params]
            derived = derive_params(self._params)
            return derived.schema, derived.notes, derived.asserted, derived.faults
        try:
            return read(self.options.schema, self.limits), {}, {}, []
        except ReadError as error:
            return None, {}, {}, [_parse_violation(error)]

    def _inject(self, rule: Schema | None, faults: list[Violation]) -> list[Violation]:
        """Find out which parameters the framework fills in, in the order of their declaration. What a
        foreign schema says that contradicts them is returned: it counts if the schema itself is sound."""
        contrary: list[Violation] = []
        injected = {p.name: p.inject for p in self._params if p.inject is not None}
        known = [p.name for p in self._params] if not self._generic else rule.names() if rule is not None else []
        for name, reference in self.options.injected.items():
            injected[name] = reference
            if name not in known:
                (contrary if self._generic else faults).append(Violation("", "inject", name, message="there is no parameter of this name: do not inject it"))
        self._injected = {n: injected[n] for n in [*known, *injected] if n in injected}
        self._params = [_with_inject(p, injected.get(p.name)) for p in self._params]
        self._opaque = [n for n, r in self._injected.items() if r.opaque]
        self._hidden = [n for n in self._injected if n not in self._opaque]
        if rule is not None and self.options.schema is not None:
            missing = [n for n in self._hidden if n not in rule.names() and n in known]
            contrary += [Violation("", "inject", n, message="the schema has no such property: add it there") for n in missing]
        for name, reference in self._injected.items():
            if self.options.resolvers is not None and reference.source not in self.options.resolvers:
                message = "this parameter comes from a source for which there is no resolver: add it"
                faults.append(Violation("/properties" + token(name), "inject", message=message))
        return contrary

    def bind(self, context: Context, arguments: bytes) -> Call:
        """Everything but the call. Raises FunctionError with all faults of the first phase that fails."""
        self._check(context)
        try:
            call = self._prepare(context, arguments)
        except FunctionError:
            self._check(context)
            raise
        self._check(context)
        return call

    def call(self, context: Context, arguments: bytes) -> Any:
        """Bind, then Call.do."""
        return self.bind(context, arguments).do(context)

    def _check(self, context: Context) -> None:
        if context.done:
            raise FunctionError(errors.CANCELLED, self.name, text="the context is done")

    def _prepare(self, context: Context, text: bytes) -> Call:
        applied: list[Applied] = []
        try:
            if self._repairer is not None:
                value, applied = self._repairer.read(text, self.limits)
            else:
                value = read(text, self.limits)
        except ReadError as error:
            raise self._invalid([_parse_violation(error)]) from None
        if not isinstance(value, dict):
            raise self._invalid([Violation("", "type", message="the arguments must be an object: send the object itself")])
        given, opaque = self._resolve(context)
        if given:
            value = Object({**value, **given})
        report = self._schema.judge(value, self.limits, hidden=self._hidden, refused=self._opaque, stop=lambda: context.done)
        if not report.valid:
            code = errors.INJECTION_ERROR if report.hidden else errors.INVALID_ARGUMENT
            raise FunctionError(code, self.name, report.violations, report.more)
        try:
            value = self._schema.complete(value, self.limits.bytes)
        except TooLarge:
            message = "the defaults of what is omitted would make these arguments too large: send fewer objects at once"
            raise self._invalid([Violation("", "parse", reason="size", message=message)]) from None
        visible = write(Object({n: m for n, m in value.items() if n not in given}) if given else value)
        if self._generic:
            return Call(self, visible, plain(value), applied)
        values, fitter = self._binder.bind(value, opaque)
        if fitter.faults:
            raise self._unbound(fitter)
        return Call(self, visible, values, applied)

    def _invalid(self, violations: list[Violation]) -> FunctionError:
        return FunctionError(errors.INVALID_ARGUMENT, self.name, violations)

    def _resolve(self, context: Context) -> tuple[dict[str, Any], dict[str, Any]]:
        """Ask the resolvers in order of declaration, once for each reference; collect all failures."""
        answers: dict[Inject, Any] = {}
        given: dict[str, Any] = {}
        opaque: dict[str, Any] = {}
        faults: list[Violation] = []
        causes: list[BaseException] = []
        shapes = {p.name: p.shape for p in self._params}
        for name, reference in self._injected.items():
            if reference not in answers:
                self._check(context)
                answers[reference] = self._ask(context, reference, name)
            answer = answers[reference]
            try:
                if isinstance(answer, _Failed):
                    raise answer.error
                if reference.opaque:
                    opaque[name] = _assign(answer, shapes.get(name))
                else:
                    given[name] = encode(answer, shapes.get(name))
            except Exception as error:
                causes.append(error)
                faults.append(Violation(token(name), "inject", message="the framework has no value for this parameter that can be used"))
        if faults:
            first, more = normal(faults, self.limits.violations)
            raise FunctionError(errors.INJECTION_ERROR, self.name, first, more) from causes[0]
        return given, opaque

    def _ask(self, context: Context, reference: Inject, name: str) -> Any:
        resolver = (self.options.resolvers or {}).get(reference.source)
        try:
            if resolver is None:
                raise NotFound("there is no resolver for this source")
            return resolver(context, reference.key or name)
        except Exception as error:
            return _Failed(error)

    def _unbound(self, fitter: Any) -> FunctionError:
        shielded, injected = [], False
        for v in fitter.faults:
            name = next((n for n in self._hidden if v.pointer == token(n) or v.pointer.startswith(token(n) + "/")), None)
            if name is not None:
                injected = True
                v = Violation(token(name), "", None, v.reason, HIDDEN_MESSAGE)
            shielded.append(v)
        first, more = normal(shielded, self.limits.violations)
        code = errors.INJECTION_ERROR if injected else errors.BINDING_ERROR
        error = FunctionError(code, self.name, first, more)
        error.__cause__ = fitter.causes[0] if fitter.causes else None
        return error

    def _run(self, context: Context, values: dict[str, Any]) -> Any:
        if isinstance(self.function, Foreign):
            return self.function.run(context, values)
        own = self._signature.context
        return bind.call(self.function, values, self._signature.whole, (own, context) if own else None)

    def _encode(self, value: Any) -> Any:
        if self._signature.returns is None:
            return None
        try:
            content = encode(value, self._signature.returns)
        except EncodeError as error:
            raise FunctionError(errors.INVALID_RESULT, self.name, text="its result cannot be encoded") from error
        report = self._result.judge(content, self.limits)
        if not report.valid:
            raise FunctionError(errors.INVALID_RESULT, self.name, text="its result does not satisfy the schema of its type")
        return content


class Call:
    """One call that is checked and bound, and not yet made.

    ``arguments`` is the text of the completed arguments without what the framework gave: safe to
    log, and to show to a person. ``values`` are the native parameters by name, ``repairs`` what was
    mended.
    """

    def __init__(self, function: FunctionSchema, arguments: str, values: dict[str, Any], repairs: list[Applied]) -> None:
        self.function, self.arguments, self.values, self.repairs = function, arguments, values, repairs
        self._made = False

    def do(self, context: Context) -> Any:
        """Run the function, once, and return what the model is given as a JSON value."""
        f = self.function
        f._check(context)
        if f.function is None:
            raise FunctionError(errors.EXECUTION_ERROR, f.name, text="there is no function behind this schema: carry the call out yourself")
        if self._made:
            raise FunctionError(errors.EXECUTION_ERROR, f.name, text="this call has been made already: bind the arguments again")
        self._made = True
        try:
            value = f._run(context, self.values)
        except (Exception, asyncio.CancelledError, SystemExit) as error:
            f._check(context)
            # Its text may hold injected values: it is in __cause__ alone.
            text = f"the function raised {type(error).__name__}" + ("" if f._injected else f": {error}")
            raise FunctionError(errors.EXECUTION_ERROR, f.name, text=text) from error
        f._check(context)
        return f._encode(value)


@dataclass(frozen=True)
class _Failed:
    error: Exception


def _assign(value: Any, shape: Shape | None) -> Any:
    if shape is None or not (isinstance(value, shape.python) or (value is None and shape.nullable)):
        raise TypeError("the opaque value has another type than the parameter")
    return value


def _with_inject(param: Param, reference: Inject | None) -> Param:
    if reference is None:
        return param
    return Param(param.name, param.shape, param.python, param.default, reference, param.variadic)


def _parse_violation(error: ReadError) -> Violation:
    return Violation(error.pointer, "parse", error.property, error.reason, str(error))


def _first_paragraph(function: Any) -> str:
    doc = inspect.getdoc(function) if inspect.isfunction(function) or inspect.ismethod(function) else None
    return " ".join((doc or "").split("\n\n")[0].split())


def digest(arguments: bytes) -> str:
    """The SHA-256 of arguments in their canonical form: two texts have one digest if and only if
    they mean the same (rule 30). Raises FunctionError INVALID_ARGUMENT."""
    try:
        value = read(arguments)
    except ReadError as error:
        raise FunctionError(errors.INVALID_ARGUMENT, "", [_parse_violation(error)]) from None
    return hashlib.sha256(canonical(value).encode()).hexdigest()


def model_text(content: Any) -> str:
    """What the model reads of a result: a text as it is, bytes as bare base64, anything else as JSON."""
    return content if isinstance(content, str) else compact(content)
