"""From annotations to shapes: the one walk over Python types. The schema that is published and
the value that is bound are both made from the shape, so they cannot disagree."""

from __future__ import annotations

import inspect
import types
import typing
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from decimal import Decimal
from typing import Annotated, Any, Literal, Union

import annotated_types
from pydantic import BaseModel
from pydantic.fields import FieldInfo

from .lexical import DateTime
from .types import Bits, Duration, Inject, Length, RawJSON, Single, Variants
from .values import ABSENT, Number


class ShapeError(Exception):
    """An annotation from which no schema can be derived; ``path`` is within the schema."""

    def __init__(self, path: str, message: str, keyword: str = "type") -> None:
        super().__init__(message)
        self.path, self.keyword = path, keyword


@dataclass
class Shape:
    """A type as the contract knows it."""

    form: str
    python: Any = None  # the class of a model, a hook or an opaque value
    nullable: bool = False
    bits: Bits | None = None
    single: bool = False
    items: Shape | None = None  # of lists and maps
    length: int | None = None
    model: Model | None = None
    variants: dict[str, Shape] = field(default_factory=dict)
    discriminator: str = ""
    words: dict[str, Any] = field(default_factory=dict)  # constraints and annotations by keyword


@dataclass
class Param:
    """A parameter, or a field of a model."""

    name: str  # in JSON
    shape: Shape
    python: str = ""  # in Python
    default: Any = inspect.Parameter.empty  # empty: required; ABSENT: neither required nor filled
    inject: Inject | None = None
    variadic: bool = False

    @property
    def has_default(self) -> bool:
        return self.default is not inspect.Parameter.empty and self.default is not ABSENT

    @property
    def required(self) -> bool:
        return self.inject is not None or (self.default is inspect.Parameter.empty and not self.variadic)

    @property
    def opaque(self) -> bool:
        return self.inject is not None and self.inject.opaque


@dataclass
class Model:
    """A pydantic model; its fields are known once it has been walked."""

    python: type[BaseModel]
    fields: list[Param] = field(default_factory=list)


_LEAVES = {
    bool: "bool", int: "int", float: "float", str: "string", bytes: "bytes", Number: "number", Decimal: "number",
    DateTime: "datetime", datetime: "datetime", Duration: "duration", RawJSON: "raw", Any: "any", object: "any",
}  # fmt: skip
_WORDS = {
    annotated_types.Ge: ("minimum", "ge"), annotated_types.Gt: ("exclusiveMinimum", "gt"),
    annotated_types.Le: ("maximum", "le"), annotated_types.Lt: ("exclusiveMaximum", "lt"),
    annotated_types.MultipleOf: ("multipleOf", "multiple_of"),
}  # fmt: skip


class Walker:
    """Walks annotations; one model is one Model, however often it is met."""

    def __init__(self) -> None:
        self.models: dict[type, Model] = {}

    def shape(self, annotation: Any, path: str, metadata: list[Any] | tuple = ()) -> Shape:
        marks = list(metadata)
        while typing.get_origin(annotation) is Annotated:
            annotation, *inner = typing.get_args(annotation)
            marks = inner + marks
        shape = self._bare(annotation, marks, path)
        for mark in marks:
            self._apply(shape, mark, path)
        return shape

    def _bare(self, annotation: Any, marks: list[Any], path: str) -> Shape:
        if annotation in _LEAVES if isinstance(annotation, type) else annotation is Any:
            shape = Shape(_LEAVES[annotation], python=annotation)
            if shape.form == "duration":
                shape.bits = Bits(64)
            return shape
        origin, args = typing.get_origin(annotation), typing.get_args(annotation)
        union = next((m for m in marks if isinstance(m, Variants)), None)
        if origin in (Union, types.UnionType):
            rest = [a for a in args if a is not type(None)]
            if union is not None:
                shape = self._union(union, path)
            elif len(rest) == 1:
                shape = self.shape(rest[0], path)
            else:
                raise ShapeError(path, "a union needs Variants, which names its discriminator")
            shape.nullable = shape.nullable or len(rest) < len(args)
            return shape
        if origin is Literal:
            kinds = {type(a) for a in args} - {type(None)}
            shape = Shape({str: "string", int: "int", bool: "bool"}.get(*kinds, "any") if len(kinds) == 1 else "any")
            shape.nullable = type(None) in map(type, args)
            shape.words["enum"] = [a for a in args if a is not None]
            return shape
        if (origin is list and len(args) == 1) or annotation is list:
            return Shape("list", items=self.shape(args[0] if args else Any, path + "/items"))
        if origin is dict and len(args) == 2:
            return self._map(args, path)
        if isinstance(annotation, type):
            return self._class(annotation, path)
        raise ShapeError(path, "no schema can be derived from this annotation: use a type that JSON can hold")

    def _map(self, args: tuple, path: str) -> Shape:
        key = self.shape(args[0], path)
        if key.form not in ("string", "int"):
            raise ShapeError(path, "the keys of a dict are texts or integers")
        shape = Shape("map" if key.form == "string" else "intmap", items=self.shape(args[1], path + "/additionalProperties"))
        shape.bits = key.bits
        return shape

    def _class(self, cls: type, path: str) -> Shape:
        if issubclass(cls, BaseModel):
            return Shape("model", python=cls, model=self.model(cls, path))
        if callable(getattr(cls, "from_json", None)):
            return Shape("json", python=cls)
        if callable(getattr(cls, "from_text", None)):
            return Shape("text", python=cls)
        return Shape("opaque", python=cls)

    def model(self, cls: type[BaseModel], path: str) -> Model:
        known = self.models.get(cls)
        if known is not None:
            return known
        model = self.models[cls] = Model(cls)
        for name, info in cls.model_fields.items():
            default = inspect.Parameter.empty if info.is_required() else info.get_default(call_default_factory=True)
            model.fields.append(self.param(name, info.annotation, default, path, [*info.metadata, info]))
        return model

    def _union(self, union: Variants, path: str) -> Shape:
        shape = Shape("union", discriminator=union.discriminator)
        for i, (name, cls) in enumerate(union.variants.items()):
            shape.variants[name] = self.shape(cls, f"{path}/oneOf/{i}")
        return shape

    def param(self, python: str, annotation: Any, default: Any, path: str, metadata: list[Any], variadic: bool = False) -> Param:
        marks = list(metadata)
        while typing.get_origin(annotation) is Annotated:
            annotation, *inner = typing.get_args(annotation)
            marks = inner + marks
        infos = [m for m in marks if isinstance(m, FieldInfo)]
        name = next((i.alias for i in infos if i.alias), python)
        here = f"{path}/properties/{name}"
        inject = next((m for m in marks if isinstance(m, Inject)), None)
        if inject is not None and not inject.key:
            inject = Inject(inject.source, name, inject.opaque)
        if variadic:
            shape = Shape("list", items=self.shape(annotation, here + "/items", marks))
        else:
            shape = self.shape(annotation, here, marks)
        if shape.form == "opaque" and not (inject and inject.opaque):
            raise ShapeError(here, "no schema can be derived from this type: use one that JSON can hold, or inject it as opaque")
        return Param(name, shape, python, default, inject, variadic)

    def _apply(self, shape: Shape, mark: Any, path: str) -> None:
        """Add what an annotation's metadata says."""
        if isinstance(mark, Bits):
            shape.bits = mark
        elif isinstance(mark, Single):
            shape.single = True
        elif isinstance(mark, Length):
            shape.form, shape.length = "array", mark.length
        elif isinstance(mark, FieldInfo):
            for inner in mark.metadata:
                self._apply(shape, inner, path)
            for keyword, value in (("title", mark.title), ("description", mark.description), ("examples", mark.examples)):
                if value is not None:
                    shape.words[keyword] = value
            if isinstance(mark.json_schema_extra, dict):
                shape.words.update(mark.json_schema_extra)
        elif type(mark) in _WORDS:
            keyword, attribute = _WORDS[type(mark)]
            shape.words[keyword] = getattr(mark, attribute)
        elif isinstance(mark, (annotated_types.MinLen, annotated_types.MaxLen)):
            least = isinstance(mark, annotated_types.MinLen)
            noun = {"list": "Items", "array": "Items", "map": "Properties", "intmap": "Properties"}.get(shape.form, "Length")
            shape.words[("min" if least else "max") + noun] = mark.min_length if least else mark.max_length
        elif (pattern := getattr(mark, "__dict__", {}).get("pattern")) is not None:
            shape.words["pattern"] = pattern if isinstance(pattern, str) else pattern.pattern


@dataclass
class Signature:
    """What a function takes and returns."""

    params: list[Param]
    returns: Shape | None  # None: nothing
    whole: Model | None = None  # one positional-only model: its fields are the parameters
    context: str = ""  # the parameter that the call's context goes to


def signature(function: Callable, context_type: type) -> Signature:
    """Read a function's signature. Raises ShapeError."""
    walker = Walker()
    hints = typing.get_type_hints(function, include_extras=True)
    params: list[Param] = []
    whole, context = None, ""
    for name, p in inspect.signature(function).parameters.items():
        annotation = hints.get(name, Any)
        if annotation is context_type:
            context = name
        elif p.kind is p.POSITIONAL_ONLY and isinstance(annotation, type) and issubclass(annotation, BaseModel):
            whole = walker.model(annotation, "")
            params += whole.fields
        elif p.kind is p.VAR_KEYWORD:
            raise ShapeError("", "**keywords have no schema: name the parameters", "properties")
        else:
            params.append(walker.param(name, annotation, p.default, "", [], p.kind is p.VAR_POSITIONAL))
    returns = hints.get("return", type(None))
    shape = None if returns is type(None) else walker.shape(returns, "")
    if shape is not None and shape.form == "opaque":
        raise ShapeError("", "no schema can be derived from the type of the result")
    return Signature(params, shape, whole, context)
