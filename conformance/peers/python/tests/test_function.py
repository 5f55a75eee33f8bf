"""Functions: derivation, binding, injection, calling."""

from __future__ import annotations

import json
from datetime import datetime
from typing import Annotated, Any

import pytest
from pydantic import BaseModel, Field, field_validator

from functionschema import (
    ABSENT,
    Context,
    DateTime,
    Float32,
    Foreign,
    FunctionError,
    FunctionSchema,
    Inject,
    Int8,
    Int64,
    Limits,
    NotFound,
    Options,
    RawJSON,
    Variants,
    Visible,
    digest,
)
from functionschema.fit import nearest_single
from functionschema.values import Number


class Even(BaseModel):
    n: int

    @field_validator("n")
    @classmethod
    def must_be_even(cls, value: int) -> int:
        if value % 2:
            raise ValueError("s3cret")
        return value


class Cat(BaseModel):
    lives: int = 9


class Dog(BaseModel):
    pass


Pet = Annotated[Cat | Dog, Variants("kind", cat=Cat, dog=Dog)]


def refusal(function: Any, text: str, **options: Any) -> FunctionError:
    with pytest.raises(FunctionError) as caught:
        FunctionSchema(function, Options(**options)).call(Context(), text.encode())
    return caught.value


def bound(annotation: Any, text: str) -> Any:
    """What a parameter of this annotation receives."""
    seen: list[Any] = []

    def take(v):
        seen.append(v)

    take.__annotations__ = {"v": annotation}
    FunctionSchema(take).call(Context(), text.encode())
    return seen[0]


@pytest.mark.parametrize(
    ("name", "annotation", "text", "want"),
    [
        ("integral spelling", Int64, '{"v":1e3}', 1000),
        ("beyond 64 bits", int, '{"v":123456789012345678901234567890}', 123456789012345678901234567890),
        ("digits are kept in Any", Any, '{"v":[1.50]}', [Number("1.50")]),
        ("text as it was sent", RawJSON, '{"v":{"a" :1}}', '{"a" :1}'),
        ("bytes", bytes, '{"v":"AQI="}', b"\x01\x02"),
        ("nested models", list[Cat], '{"v":[{"lives":1}, {}]}', [Cat(lives=1), Cat(lives=9)]),
        ("union", Pet, '{"v":{"kind":"cat"}}', Cat(lives=9)),
        ("integer names", dict[Int8, str], '{"v":{"-1":"x"}}', {-1: "x"}),
        ("nearest float of 32 bits", Float32, '{"v":16777217}', 16777216.0),
    ],
)
def test_bound(name: str, annotation: Any, text: str, want: Any) -> None:
    assert bound(annotation, text) == want


def test_a_datetime_keeps_nanoseconds() -> None:
    moment = bound(DateTime, '{"v":"2024-02-29T23:59:59.123456789+23:59"}')
    assert isinstance(moment, datetime) and moment.rfc3339() == "2024-02-29T23:59:59.123456789+23:59"


@pytest.mark.parametrize(
    ("name", "annotation", "text", "code", "place"),
    [
        ("text is no integer", Int64, '{"v":"2"}', "INVALID_ARGUMENT", ("/v", "type")),
        ("true is no integer", int, '{"v":true}', "INVALID_ARGUMENT", ("/v", "type")),
        ("native bounds", Int8, '{"v":128}', "INVALID_ARGUMENT", ("/v", "maximum")),
        ("infinite", float, '{"v":1e400}', "BINDING_ERROR", ("/v", "range")),
        ("infinite in 32 bits", Float32, '{"v":3.5e38}', "BINDING_ERROR", ("/v", "range")),
        ("microseconds only", datetime, '{"v":"2024-01-01T00:00:00.000000001Z"}', "BINDING_ERROR", ("/v", "range")),
        ("a validator of the model", list[Even], '{"v":[{"n":2},{"n":1}]}', "BINDING_ERROR", ("/v/1/n", "model")),
        ("name out of range", dict[Int8, str], '{"v":{"128":"x"}}', "BINDING_ERROR", ("/v", "range")),
        ("extra member", Dog, '{"v":{"x":1}}', "INVALID_ARGUMENT", ("/v", "additionalProperties")),
    ],
)
def test_not_bound(name: str, annotation: Any, text: str, code: str, place: tuple) -> None:
    with pytest.raises(FunctionError) as caught:
        bound(annotation, text)
    v = caught.value.violations[0]
    assert (caught.value.code, (v.pointer, v.keyword or v.reason)) == (code, place)
    assert "s3cret" not in str(caught.value) + caught.value.model_text


def test_nearest_single_rounds_once() -> None:
    # Halfway between two floats of 32 bits but for a digit that a double does not hold.
    assert nearest_single(Number("1.00000005960464477539062500000000001")) == 1 + 2**-23
    assert nearest_single(Number("1.000000059604644775390625")) == 1.0
    assert str(nearest_single(Number("-0.0"))) == "-0.0"
    assert nearest_single(Number("1e-60")) == 0.0


def greet(
    name: Annotated[str, Field(min_length=1, description="Who.")], times: Int8 = 1, note: str = ABSENT, *, tenant: Annotated[str, Inject("ctx")]
) -> str:
    """Greets somebody.

    This paragraph is for programmers.
    """
    return f"{tenant}:{name}:{times}:{note is ABSENT}"


def test_derivation() -> None:
    f = FunctionSchema(greet)
    assert f.description == "Greets somebody."
    assert json.loads(f.metadata_text) == {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "Who.", "minLength": 1},
            "times": {"type": "integer", "minimum": -128, "maximum": 127, "default": 1},
            "note": {"type": "string"},
        },
        "required": ["name"],
        "additionalProperties": False,
    }
    assert json.loads(f.schema_text)["required"] == ["name", "tenant"]


def test_the_framework_owns_its_values() -> None:
    asked: list[str] = []

    def resolve(context: Context, key: str) -> str:
        asked.append(key)
        return "acme"

    f = FunctionSchema(greet, Options(resolvers={"ctx": resolve}))
    call = f.bind(Context(), b'{"name":"x","tenant":"evil"}')
    assert call.arguments == '{"name":"x","times":1}'
    assert call.do(Context()) == "acme:x:1:True" and asked == ["tenant"]
    with pytest.raises(FunctionError) as caught:
        call.do(Context())
    assert caught.value.code == "EXECUTION_ERROR"


@pytest.mark.parametrize("resolver", [None, lambda c, k: 987654, lambda c, k: (_ for _ in ()).throw(NotFound("s3cret"))])
def test_injection_fails_closed(resolver: Any) -> None:
    error = refusal(greet, '{"name":"x","tenant":"evil"}', resolvers={"ctx": resolver} if resolver else None)
    assert error.code == "INJECTION_ERROR"
    assert not any(text in str(error) + error.model_text for text in ("evil", "987654", "s3cret"))


@pytest.mark.parametrize(
    ("name", "schema", "pointer"),
    [
        ("if", '{"properties":{"t":{}},"if":{"required":["t"]}}', "/if/required/0"),
        ("pattern", '{"properties":{"t":{}},"patternProperties":{"^t":{}}}', "/patternProperties/^t"),
        ("reference from elsewhere", '{"properties":{"t":{},"o":{"$ref":"#"}}}', "/properties/o/$ref"),
        ("unknown", '{"properties":{"a":{}}}', ""),
    ],
)
def test_what_cannot_be_hidden(name: str, schema: str, pointer: str) -> None:
    with pytest.raises(FunctionError) as caught:
        FunctionSchema(None, Options(name="f", schema=schema.encode(), injected={"t": Inject("ctx")}))
    assert [v.pointer for v in caught.value.violations] == [pointer]


def test_hiding() -> None:
    schema = (
        '{"$defs":{"T":{"type":"string"}},"type":"object","minProperties":2,"properties":{"a":{},"t":{"$ref":"#/$defs/T"}},'
        '"allOf":[{"required":["t"]}],"dependentRequired":{"a":["t"]}}'
    )
    f = FunctionSchema(None, Options(name="f", schema=schema.encode(), injected={"t": Inject("ctx")}))
    assert json.loads(f.metadata_text) == {"type": "object", "minProperties": 1, "properties": {"a": {}}}


@pytest.mark.parametrize(
    ("name", "schema", "place"),
    [
        ("no parameter", '{"properties":{"w":{}}}', ("/properties/w", "properties")),
        ("another type", '{"properties":{"v":{"type":"string"}}}', ("/properties/v", "type")),
        ("a value it does not take", '{"properties":{"v":{"const":300}}}', ("/properties/v/const", "const")),
        ("a bound beyond the type", '{"properties":{"v":{"minimum":128}}}', ("/properties/v/minimum", "minimum")),
    ],
)
def test_a_schema_that_the_function_cannot_hold(name: str, schema: str, place: tuple) -> None:
    def take(v: Int8) -> None: ...

    error = refusal(take, "{}", schema=schema.encode())
    assert (error.code, [(v.pointer, v.keyword) for v in error.violations]) == ("INVALID_SCHEMA", [place])


def test_errors_of_a_function() -> None:
    def hidden() -> None:
        raise OSError("s3cret")

    def shown() -> None:
        raise OSError("s3cret") from Visible("declined")

    assert refusal(hidden, "{}").model_text == "The function hidden failed."
    assert refusal(shown, "{}").model_text == "declined"


def test_cancelled_while_running() -> None:
    def late(context: Context) -> str:
        context.cancel()
        return "late"

    assert refusal(late, "{}").code == "CANCELLED"


def test_results() -> None:
    def blob() -> dict[str, list[bytes]]:
        return {"a": [b"\x01"], "b": None}  # type: ignore[dict-item]

    def wrong() -> Int8:
        return 300

    def nan() -> float:
        return float("nan")

    assert FunctionSchema(blob).call(Context(), b"{}") == {"a": ["AQ=="], "b": []}
    assert FunctionSchema(blob).description == "Binary output is returned base64-encoded."
    assert refusal(wrong, "{}").code == refusal(nan, "{}").code == "INVALID_RESULT"


def test_nothing_is_shared_between_calls() -> None:
    def take(l: list[int] = [1]) -> None:  # noqa: B006, E741
        seen.append(list(l))
        l.clear()

    seen: list[list[int]] = []
    f = FunctionSchema(take)
    for _ in range(2):
        f.call(Context(), b"{}")
    assert seen == [[1], [1]]


def test_foreign_arguments_are_those_of_json() -> None:
    seen: list[Any] = []
    f = FunctionSchema(Foreign(lambda _, v: seen.append(v)), Options(name="f", schema=b"true", limits=Limits(bytes=20)))
    f.call(Context(), b'{"a":[1.0,"\\/"]}')
    assert seen == [{"a": [Number("1.0"), "/"]}]


def test_digest_is_of_the_meaning() -> None:
    assert digest(b'{"a":1.0,"b":[]}') == digest(b' { "b" : [ ], "\\u0061" : 10e-1 }') != digest(b'{"a":1}')


REPAIRED = """{"properties": {"o": {"type": "object", "properties": {"n": {"type": "integer"}}}, "s": {"type": "string"},
 "l": {"type": ["array", "null"]}, "i": {"type": "integer"}, "r": {"type": ["integer", "null"]}}, "required": ["r"]}"""


@pytest.mark.parametrize(
    ("name", "repair", "text", "want", "place"),
    [
        ("container in a text", "EncodedContainers", '{"r":1,"o":"{\\"n\\":1}"}', '{"r":1,"o":{"n":1}}', "/o"),
        ("the whole in a text", "EncodedContainers", '"{\\"r\\":1}"', '{"r":1}', ""),
        ("null for an omitted one", "NullAsOmitted", '{"r":1,"i":null}', '{"r":1}', "/i"),
        ("empty for an omitted one", "EmptyAsOmitted", '{"r":1,"i":""}', '{"r":1}', "/i"),
        ("a number in a text", "StringScalars", '{"r":"5"}', '{"r":5}', "/r"),
        ("null in a text", "NullText", '{"r":1,"l":"null"}', '{"r":1,"l":null}', "/l"),
        ("an omitted one for null", "OmittedAsNull", "{}", '{"r":null}', "/r"),
    ],
)
def test_repairs(name: str, repair: str, text: str, want: str, place: str) -> None:
    def built(*repairs: str) -> FunctionSchema:
        return FunctionSchema(None, Options(name="f", schema=REPAIRED.encode(), repairs=repairs))

    call = built(repair).bind(Context(), text.encode())
    assert (call.arguments, [(a.pointer, a.repair) for a in call.repairs]) == (want, [(place, repair)])
    with pytest.raises(FunctionError):
        built().bind(Context(), text.encode())


def test_a_place_that_allows_texts_is_never_repaired() -> None:
    f = FunctionSchema(None, Options(name="f", schema=REPAIRED.encode(), repairs=("ModelRepairs", "StringScalars")))
    call = f.bind(Context(), b'{"r":1,"s":"{}"}')
    assert call.arguments == '{"r":1,"s":"{}"}' and not call.repairs
