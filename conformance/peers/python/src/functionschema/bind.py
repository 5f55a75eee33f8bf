"""From completed arguments to native parameters: exact reading, then pydantic."""

from __future__ import annotations

import inspect
from typing import Any

from pydantic import ConfigDict, InstanceOf, TypeAdapter

from .fit import Fitter
from .shape import Param, Shape
from .values import ABSENT


def bare(shape: Shape) -> Any:
    """The annotation that pydantic validates by: without constraints, which the schema has
    checked exactly, and which pydantic would check with floats and another pattern engine."""
    form = shape.form
    if form in ("list", "array"):
        annotation: Any = list[bare(shape.items)]
    elif form == "map":
        annotation = dict[str, bare(shape.items)]
    elif form == "intmap":
        annotation = dict[int, bare(shape.items)]
    elif form in ("text", "json"):
        annotation = InstanceOf[shape.python]
    elif form == "union":
        annotation = Any  # its instances are made already
    else:
        annotation = {"int": int, "float": float, "bool": bool, "string": str, "bytes": bytes}.get(form, shape.python or Any)
    return annotation | None if shape.nullable else annotation


class Binder:
    """Binds the parameters of one function; immutable once made."""

    def __init__(self, params: list[Param]) -> None:
        self.params = params
        config = ConfigDict(arbitrary_types_allowed=True)
        self._adapters = {
            p.name: TypeAdapter(bare(p.shape), config=None if p.shape.form == "model" else config)
            for p in params
            if not p.opaque and _needs_pydantic(p.shape)
        }

    def bind(self, arguments: dict, opaque: dict[str, Any]) -> tuple[dict[str, Any], Fitter]:
        """Return the native values by Python name; they mean nothing if the fitter has faults."""
        fitter = Fitter()
        fitted: dict[str, Any] = {}
        for param in self.params:
            if not param.opaque and param.name in arguments:
                fitted[param.name] = fitter.at(param.name, param.shape, arguments[param.name])
        if fitter.faults:
            return {}, fitter
        values: dict[str, Any] = {}
        for param in self.params:
            if param.opaque:
                values[param.python] = opaque[param.name]
            elif param.name not in fitted:
                values[param.python] = [] if param.variadic else ABSENT
            elif param.name in self._adapters:
                fitter.path = [param.name]
                values[param.python] = fitter.construct(self._adapters[param.name], fitted[param.name])
                fitter.path = []
            else:
                values[param.python] = fitted[param.name]
        return values, fitter


def _needs_pydantic(shape: Shape) -> bool:
    """Scalars are native already; containers may have models in them."""
    return shape.form in ("list", "array", "map", "intmap", "model")


def call(function: Any, values: dict[str, Any], whole: Any, context: tuple[str, Any] | None) -> Any:
    """Call a function with its parameters as it takes them."""
    if whole is not None:
        given = {p.name: values[p.python] for p in whole.fields if values[p.python] is not ABSENT}
        values = {"": TypeAdapter(whole.python).validate_python(given, strict=True)}
    positional: list[Any] = []
    keywords: dict[str, Any] = {}
    for name, p in inspect.signature(function).parameters.items():
        if context is not None and name == context[0]:
            value = context[1]
        else:
            value = values["" if whole is not None else name]
        if p.kind is p.VAR_POSITIONAL:
            positional += value
        elif p.kind is p.KEYWORD_ONLY:
            keywords[name] = value
        else:
            positional.append(value)
    return function(*positional, **keywords)
