"""The one error of this package, and what each reader is told of it."""

from __future__ import annotations

from collections.abc import Iterator

from .violation import Violation

INVALID_SCHEMA = "INVALID_SCHEMA"
INVALID_ARGUMENT = "INVALID_ARGUMENT"
BINDING_ERROR = "BINDING_ERROR"
INJECTION_ERROR = "INJECTION_ERROR"
EXECUTION_ERROR = "EXECUTION_ERROR"
INVALID_RESULT = "INVALID_RESULT"
CANCELLED = "CANCELLED"


class FunctionError(Exception):
    """A call, or the building of a function, that failed.

    ``str()`` is for logs and ``model_text`` for the model; neither has a value that the framework
    injected. What a function, a resolver or a type raised is ``__cause__`` alone.
    """

    def __init__(self, code: str, function: str = "", violations: list[Violation] | None = None, more: int = 0, text: str = "") -> None:
        super().__init__(code)
        self.code, self.function, self.violations, self.more, self.text = code, function, violations or [], more, text

    def __str__(self) -> str:
        name = f"{self.function}: " if self.function else ""
        parts = [f"{name}{self.code}{': ' + self.text if self.text else ''}"]
        parts += map(_line, self.violations)
        if self.more:
            parts.append(f"and {self.more} more")
        return "; ".join(parts)

    @property
    def model_text(self) -> str:
        """What the model reads: for arguments at fault each place and what would be accepted there."""
        who = f"The function {self.function}" if self.function else "The function"
        if self.code in (INVALID_ARGUMENT, BINDING_ERROR):
            lines = [f"{who} was not run, because its arguments are not valid:", *(f"- {_line(v)}" for v in self.violations)]
            if self.more:
                lines.append(f"- and {self.more} more")
            return "\n".join([*lines, "Correct this and call it again."])
        if self.code == EXECUTION_ERROR:
            shown = "\n".join(_visible(self.__cause__))
            return shown or f"{who} failed."
        if self.code == CANCELLED:
            return f"{who} was cancelled before it finished."
        if self.code == INVALID_RESULT:
            return f"{who} ran, but its result cannot be shown because of an internal failure."
        return f"{who} was not run, because of an internal failure that other arguments will not mend."


class Visible(Exception):
    """What a function raises for the model to read. An exception raised ``from`` one wraps it:
    the model then reads what is inside, and not what wraps it."""


class NotFound(LookupError):
    """What a resolver raises when it has no value."""


def _visible(error: BaseException | None) -> Iterator[str]:
    for _ in range(100):
        if error is None:
            return
        if isinstance(error, Visible):
            yield str(error)
            return
        error = error.__cause__


def _line(violation: Violation) -> str:
    """Where, then what would be accepted. A pointer consists of names that somebody sent."""
    place = violation.pointer
    if len(place) > 200:
        place = place[:200] + "…"
    if not place.isprintable():
        place = repr(place)
    return f"{place}: {violation.message}" if place else violation.message
