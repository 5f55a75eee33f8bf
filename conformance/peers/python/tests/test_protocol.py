"""The loop of fsc/1 over pipes."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys

import pytest

from fscheck_peer.functions import FUNCTIONS
from fscheck_peer.protocol import CAPABILITIES, Peer, serve

ENV = {**os.environ, "PYTHONPATH": os.pathsep.join(p for p in sys.path if p)}


def talk(*requests: dict) -> list[dict]:
    sink = io.BytesIO()
    serve(io.BytesIO(b"".join(json.dumps(r).encode() + b"\n" for r in requests)), sink)
    return [json.loads(line) for line in sink.getvalue().split(b"\n")[:-1]]


def test_a_conversation_with_the_process() -> None:
    requests = [
        {"id": 0, "cmd": "hello", "protocol": [1], "format": "1.0", "suite": "1.0.0"},
        {"id": 1, "cmd": "construct", "subject": {"function": "order"}},
        {"id": 2, "cmd": "call", "handle": "1", "argumentsText": '{"quantity":1e3,"note":"\u2028"}', "injectedText": {"tenant": '"acme"'}},
        {"id": 3, "cmd": "release", "handle": "1"},
        {"id": 4, "cmd": "bye"},
    ]
    text = "".join(json.dumps(r, ensure_ascii=False) + "\n" for r in requests)
    done = subprocess.run([sys.executable, "-m", "fscheck_peer"], input=text.encode(), capture_output=True, timeout=60, check=True, env=ENV)
    hello, built, called, released, bye = (json.loads(line) for line in done.stdout.split(b"\n")[:-1])
    assert hello["protocol"] == 1 and hello["capabilities"] == CAPABILITIES
    assert built["result"]["metadataDescription"] == "Places an order."
    assert called["result"] == {
        "outcome": "ok",
        "completedText": '{"quantity":1e3,"note":"\u2028","ship_to":null}',
        "bound": {"quantity": {"int": "1000"}, "ship_to": {"null": True}, "note": {"string": "\u2028"}, "tenant": {"string": "acme"}},
        "invocations": 1,
        "requestAfterText": '{"quantity":1e3,"note":"\u2028"}',
        "responseStatus": "success",
        "responseText": "null",
        "resolutions": ["tenant"],
    }
    assert released["result"] == bye["result"] == {"outcome": "ok"}


def test_another_protocol_ends_it() -> None:
    answers = talk({"id": 0, "cmd": "hello", "protocol": [2]}, {"id": 1, "cmd": "bye"})
    assert answers == [{"id": 0, "error": {"code": "UNSUPPORTED_PROTOCOL"}}]


def test_an_unknown_command() -> None:
    assert talk({"id": 7, "cmd": "sing"}) == [{"id": 7, "error": {"code": "UNKNOWN_COMMAND"}}]


def test_what_breaks_here_is_no_answer_of_the_contract() -> None:
    (answer,) = talk({"id": 1, "cmd": "call", "handle": "nobody", "argumentsText": "{}"})
    assert "internal" in answer and "trace" in answer["internal"]


def test_bytes_that_are_no_text() -> None:
    _, called = talk(
        {"id": 1, "cmd": "construct", "subject": {"schemaText": "true"}},
        {"id": 2, "cmd": "call", "handle": "1", "argumentsBase64": "/w=="},
    )
    assert called["result"]["requestAfterBase64"] == "/w=="
    assert called["result"]["error"]["violations"][0]["reason"] == "utf8"


@pytest.mark.parametrize("name", sorted(n for n in FUNCTIONS if not n.startswith("bad-")))
def test_every_function_is_built(name: str) -> None:
    assert "handle" in Peer().answer({"cmd": "construct", "subject": {"function": name}})["result"]


@pytest.mark.parametrize("name", sorted(n for n in FUNCTIONS if n.startswith("bad-")))
def test_every_bad_declaration_is_refused(name: str) -> None:
    assert Peer().answer({"cmd": "construct", "subject": {"function": name}})["result"]["error"]["code"] == "INVALID_SCHEMA"
