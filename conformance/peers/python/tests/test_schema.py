"""Judging in normal form (rules 11 to 13) and defaults (15 to 17)."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from functionschema.reader import Limits, read
from functionschema.schema import Schema, SchemaError
from functionschema.values import compact, write

SUITE = Path(__file__).parents[5] / "shared" / "json-schema-test-suite" / "tests" / "draft2020-12"
# What the contract refuses on purpose: remote documents, metaschemas of one's own, invalid defaults.
REFUSED = {"refRemote", "vocabulary", "default", "dynamicRef"}


def found(schema: str, instance: str, **options: object) -> list[tuple]:
    report = Schema(read(schema.encode()), any_root=True).judge(read(instance.encode()), **options)
    return [(v.pointer, v.keyword, *([v.name] if v.name is not None else [])) for v in report.violations]


@pytest.mark.parametrize(
    ("name", "schema", "instance", "want"),
    [
        ("type hides the rest", '{"type":"string","minimum":5}', "1", [("", "type")]),
        ("a bound beside a bound", '{"minimum":5,"multipleOf":2}', "1", [("", "minimum"), ("", "multipleOf")]),
        ("one a name", '{"required":["a","b"]}', "{}", [("", "required", "a"), ("", "required", "b")]),
        ("false member", '{"properties":{"v":false}}', '{"v":1}', [("/v", "false")]),
        ("false items are the array's", '{"items":false}', "[1]", [("", "items")]),
        ("empty name", '{"additionalProperties":false}', '{"":1}', [("", "additionalProperties", "")]),
        ("pointer is escaped", '{"additionalProperties":{"type":"null"}}', '{"a/b~":1}', [("/a~1b~0", "type")]),
        ("true is no number", '{"minimum":5}', "true", []),
        ("2^53+1", '{"maximum":9007199254740992}', "9007199254740993", [("", "maximum")]),
        ("allOf and $ref are transparent", '{"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"minLength":2}}}', '"x"', [("", "minLength")]),
        ("anyOf is reported itself", '{"anyOf":[{"type":"null"},{"minLength":2},{"maxLength":0}]}', '"x"', [("", "anyOf")]),
        ("nullable is transparent", '{"oneOf":[{"type":"null"},{"minLength":2}]}', '"x"', [("", "minLength")]),
        ("contains with a least", '{"contains":{"const":1},"minContains":2}', "[1]", [("", "minContains")]),
        ("the same found twice", '{"allOf":[{"type":"null"},{"type":"null"}]}', "1", [("", "type")]),
        ("unevaluated waits", '{"properties":{"a":{"type":"null"}},"unevaluatedProperties":false}', '{"a":1,"b":2}', [("/a", "type")]),
        ("unevaluated alone", '{"properties":{"a":{}},"unevaluatedProperties":false}', '{"a":1,"b":2}', [("", "unevaluatedProperties", "b")]),
        ("sorted by bytes", '{"items":{"type":"null"}}', "[1,2,3,4,5,6,7,8,9,10,11]", [(f"/{i}", "type") for i in [0, 1, 10, *range(2, 10)]]),
    ],
)  # fmt: skip
def test_normal_form(name: str, schema: str, instance: str, want: list) -> None:
    assert found(schema, instance) == want


def test_the_first_violations_are_those_of_the_whole_set() -> None:
    schema = Schema(read(b'{"items":{"type":"null"}}'), any_root=True)
    report = schema.judge(read(b"[1,2,3,4,5]"), Limits(violations=2))
    assert ([v.pointer for v in report.violations], report.more) == (["/0", "/1"], 3)


def test_a_doubling_schema_ends() -> None:
    schema = '{"$ref":"#/$defs/n","$defs":{"n":{"anyOf":[{"items":{"$ref":"#/$defs/n"},"type":"array"},{"items":{"$ref":"#/$defs/n"},"type":"array"}]}}}'
    assert found(schema, "[" * 40 + "1" + "]" * 40) == [("", "anyOf")]


def test_the_budget_ends_what_cannot_be_remembered() -> None:
    schema = '{"$dynamicAnchor":"n","anyOf":[{"type":"array","items":{"$dynamicRef":"#n"}},{"type":"array","items":{"$dynamicRef":"#n"}}]}'
    assert found(schema, "[" * 20 + "1" + "]" * 20, limits=Limits(applications=1000)) == [("", "parse")]


@pytest.mark.parametrize(
    ("name", "schema", "want"),
    [
        ("metaschema", '{"properties":{"v":{"minLength":-1}}}', [("/properties/v/minLength", "minimum")]),
        ("dangling, and never reached", '{"$defs":{"a":{"$ref":"#/none"}}}', [("/$defs/a/$ref", "$ref")]),
        ("never fetched", '{"$ref":"http://127.0.0.1:9/x.json"}', [("/$ref", "$ref")]),
        ("into a list of texts", '{"required":["a"],"$ref":"#/required/0"}', [("/$ref", "$ref")]),
        ("circle", '{"$defs":{"a":{"allOf":[{"$ref":"#/$defs/a"}]}}}', [("/$defs/a/allOf/0/$ref", "$ref")]),
        ("dialect", '{"$schema":"http://json-schema.org/draft-04/schema#"}', [("/$schema", "$schema")]),
        ("draft-07 tuple", '{"$schema":"http://json-schema.org/draft-07/schema#","items":[{}]}', [("/items", "items"), ("/items", "type")]),
        ("root", '{"allOf":[{"type":"array"}]}', [("/allOf/0/type", "type")]),
        ("root refers to false", '{"$ref":"#/$defs/a","$defs":{"a":false}}', [("/$defs/a", "false")]),
        ("default", '{"properties":{"v":{"type":"null","default":1}}}', [("/properties/v/default", "default")]),
        (
            "default that contains itself",
            '{"$defs":{"n":{"properties":{"n":{"$ref":"#/$defs/n","default":{}}}}},"properties":{"n":{"$ref":"#/$defs/n"}}}',
            [("/$defs/n/properties/n/default", "default")],
        ),
        ("referred to, so a schema", '{"x":{"pattern":"("},"$ref":"#/x"}', [("/x/pattern", "pattern")]),
    ],
)
def test_refused(name: str, schema: str, want: list) -> None:
    with pytest.raises(SchemaError) as caught:
        Schema(read(schema.encode()))
    assert [(f.pointer, f.keyword) for f in caught.value.faults] == want


@pytest.mark.parametrize(
    ("name", "schema", "instance", "want"),
    [
        ("sent members keep their text", '{"properties":{"a":{},"b":{"default":2}}}', '{ "a":1.50 }', '{"a":1.50,"b":2}'),
        ("null stays", '{"properties":{"a":{"default":1}}}', '{"a":null}', '{"a":null}'),
        ("no parent is invented", '{"properties":{"o":{"properties":{"a":{"default":1}}}}}', "{}", "{}"),
        ("items", '{"properties":{"l":{"items":{"properties":{"a":{"default":1}}}}}}', '{"l":[{}]}', '{"l":[{"a":1}]}'),
        ("behind $ref", '{"properties":{"a":{"$ref":"#/$defs/a"}},"$defs":{"a":{"default":1}}}', "{}", '{"a":1}'),
        ("never in anyOf", '{"anyOf":[{"properties":{"a":{"default":1}}},{"type":"object"},{}]}', "{}", "{}"),
        ("completed", '{"properties":{"o":{"default":{},"properties":{"a":{"default":1}}}}}', "{}", '{"o":{"a":1}}'),
    ],
)
def test_defaults(name: str, schema: str, instance: str, want: str) -> None:
    assert write(Schema(read(schema.encode())).complete(read(instance.encode()), 1000)) == want


@pytest.mark.skipif(not SUITE.is_dir(), reason="needs ../shared/json-schema-test-suite beside the repository")
@pytest.mark.parametrize("file", sorted(SUITE.glob("*.json")), ids=lambda p: p.stem)
def test_suite(file: Path) -> None:
    for group in read(file.read_bytes()):
        try:
            schema = Schema(read(compact(group["schema"]).encode()), any_root=True)
        except SchemaError:
            assert file.stem in REFUSED, group["description"]
            continue
        for test in group["tests"]:
            assert schema.judge(test["data"]).valid is test["valid"], json.dumps([group["description"], test["description"]])
