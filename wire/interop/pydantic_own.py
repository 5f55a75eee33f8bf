"""Values of pydantic-ai's own that it does not keep: each is a tool return that it built
itself, dumps and loads again. What the tests in Go leave out rests on these.
"""

from decimal import Decimal

from pydantic_ai.messages import (
    BaseToolReturnPart, BinaryImage, ModelRequest, ModelResponse, NativeToolCallPart, NativeToolReturnPart, ToolCallPart,
    ToolReturnPart, UploadedFile,
)

look_alike_link = {'kind': 'image-url', 'url': 'https://example.com/a.png', 'media_type': None, 'caption': 'c'}
somebodys = UploadedFile(file_id='file-3', provider_name='openai')
somebodys.provider_name = 'somebody-new'  # its constructor refuses the name

OWN = {
    'look-alike bytes': {'content': {'kind': 'binary', 'media_type': 'image/png', 'data': 'AAEC'}},
    'look-alike link': {'content': look_alike_link},
    'fraction': {'content': [Decimal('1E-400')]},
    'unknown provider': {'content': somebodys},
    'none': {'content': None},
    'scalar': {'content': 5},
    'text of JSON': {'content': '[1]'},
    'failed with JSON': {'content': [1], 'outcome': 'failed'},
    'failed with files': {'content': ['x', BinaryImage(b'1', media_type='image/png')], 'outcome': 'failed'},
    'denied with JSON': {'content': [1], 'outcome': 'denied'},
    'denied without a reason': {'content': '', 'outcome': 'denied'},
    'interrupted': {'content': 'half', 'outcome': 'interrupted'},
    'interrupted at the provider': {'content': 'half', 'outcome': 'interrupted', 'provider_name': 'openai'},
    'metadata': {'content': 'no', 'outcome': 'failed', 'metadata': {'code': 'X'}},
    # These it keeps: they show that the comparison can tell.
    'text': {'content': 'a'},
    'integer beyond a float': {'content': [10**400]},
    'order': {'content': {'b': 1.5, '10': [None, True], '2': -0.0, '__proto__': {}}},
}


def history(own):
    if 'provider_name' in own:
        call = NativeToolCallPart('f', '{}', tool_call_id='c1', provider_name=own['provider_name'])
        return [ModelResponse(parts=[call, NativeToolReturnPart('f', tool_call_id='c1', **own)])]
    call = ToolCallPart('f', '{}', tool_call_id='c1')
    return [ModelResponse(parts=[call]), ModelRequest(parts=[ToolReturnPart('f', tool_call_id='c1', **own)])]


def same(a, b):
    """Whether two values are equal, with the same types and the same order inside."""
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return list(a) == list(b) and all(same(x, b[k]) for k, x in a.items())
    if isinstance(a, list):
        return len(a) == len(b) and all(same(x, y) for x, y in zip(a, b))
    return a == b


def trips(trip):
    """What trip(messages) makes of each, and whether that is what it was."""
    answers = {}
    for name, own in OWN.items():
        messages = history(own)
        (before,), (after,) = ([p for m in ms for p in m.parts if isinstance(p, BaseToolReturnPart)] for ms in (messages, trip(messages)))
        kept = all(same(getattr(before, field), getattr(after, field)) for field in ('content', 'outcome', 'metadata'))
        answers[name] = {'kept': kept, 'after': repr((after.content, after.outcome, after.metadata))[:200]}
    return answers
