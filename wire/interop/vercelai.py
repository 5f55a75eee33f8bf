"""Has pydantic-ai read a history and write it again. wire/vercelai/pydantic_test.go runs it:

    python vercelai.py DIR

DIR/history.json is read. Written are what each call returned there (returned.json), the
history (history.out.json) and the results as a stream (stream.out.sse).
"""

import asyncio
import json
import pathlib
import sys

from pydantic import TypeAdapter
from pydantic_ai.messages import (
    BinaryContent, FileUrl, FunctionToolResultEvent, ToolCallPart, ToolReturnPart, UploadedFile,
)
from pydantic_ai.ui.vercel_ai import VercelAIAdapter, VercelAIEventStream
from pydantic_ai.ui.vercel_ai.request_types import SubmitMessage, UIMessage


def describe(value):
    """What a value is, with the type that it has here."""
    if isinstance(value, BinaryContent):
        return ['file', value.kind, value.data.hex(), value.media_type, value.identifier, value.vendor_metadata]
    if isinstance(value, FileUrl):
        download = value.force_download
        return ['file', value.kind, value.url, value.media_type, value.identifier, value.vendor_metadata, download]
    if isinstance(value, UploadedFile):
        return ['file', value.kind, value.file_id, value.media_type, value.identifier, value.vendor_metadata, value.provider_name]
    if isinstance(value, dict):
        return ['object', [[name, describe(item)] for name, item in value.items()]]
    if isinstance(value, (list, tuple)):
        return ['list', [describe(item) for item in value]]
    if value is None or isinstance(value, (str, bool, int, float)):
        return ['json', value]
    return ['unknown', repr(type(value))]


async def stream_of(parts):
    request = SubmitMessage(id='chat', trigger='submit-message', messages=[])
    stream = VercelAIEventStream(run_input=request, sdk_version=6)
    text = ''
    for part in parts:
        async for chunk in stream.handle_function_tool_result(FunctionToolResultEvent(part)):
            text += stream.encode_event(chunk)
    return text


def main(folder):
    ui = TypeAdapter(list[UIMessage])
    messages = VercelAIAdapter.load_messages(ui.validate_json((folder / 'history.json').read_bytes()))
    parts = [part for message in messages for part in message.parts]
    returns = [part for part in parts if isinstance(part, ToolReturnPart)]
    calls = {part.tool_call_id for part in parts if isinstance(part, ToolCallPart)}
    assert calls == {part.tool_call_id for part in returns}, 'a call has no return, or a return no call'
    returned = {part.tool_call_id: [part.outcome, describe(part.content)] for part in returns}
    (folder / 'returned.json').write_text(json.dumps(returned))
    dumped = VercelAIAdapter.dump_messages(messages, sdk_version=6)
    (folder / 'history.out.json').write_bytes(ui.dump_json(dumped, by_alias=True, exclude_none=False))
    (folder / 'stream.out.sse').write_text(asyncio.run(stream_of(returns)))


main(pathlib.Path(sys.argv[1]))
