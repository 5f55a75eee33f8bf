r"""What ``\p{…}`` stands for, as the contents of a class that RE2 takes.

General categories and scripts are RE2's own tables. The binary properties of ECMA-262 come
from the ``regex`` package, read once a property.
"""

from __future__ import annotations

import sys
import unicodedata
from functools import lru_cache

import re2

# ECMA-262's names of general categories (PropertyValueAliases.txt).
CATEGORIES = {
    "Cased_Letter": "LC", "Close_Punctuation": "Pe", "Connector_Punctuation": "Pc", "Control": "Cc", "cntrl": "Cc",
    "Currency_Symbol": "Sc", "Dash_Punctuation": "Pd", "Decimal_Number": "Nd", "digit": "Nd", "Enclosing_Mark": "Me",
    "Final_Punctuation": "Pf", "Format": "Cf", "Initial_Punctuation": "Pi", "Letter": "L", "Letter_Number": "Nl",
    "Line_Separator": "Zl", "Lowercase_Letter": "Ll", "Mark": "M", "Combining_Mark": "M", "Math_Symbol": "Sm",
    "Modifier_Letter": "Lm", "Modifier_Symbol": "Sk", "Nonspacing_Mark": "Mn", "Number": "N", "Open_Punctuation": "Ps",
    "Other": "C", "Other_Letter": "Lo", "Other_Number": "No", "Other_Punctuation": "Po", "Other_Symbol": "So",
    "Paragraph_Separator": "Zp", "Private_Use": "Co", "Punctuation": "P", "punct": "P", "Separator": "Z",
    "Space_Separator": "Zs", "Spacing_Mark": "Mc", "Surrogate": "Cs", "Symbol": "S", "Titlecase_Letter": "Lt",
    "Unassigned": "Cn", "Uppercase_Letter": "Lu",
}  # fmt: skip
SHORT = frozenset("C Cc Cf Cn Co Cs L LC Ll Lm Lo Lt Lu M Mc Me Mn N Nd Nl No P Pc Pd Pe Pf Pi Po Ps S Sc Sk Sm So Z Zl Zp Zs".split())
BINARY = frozenset(
    "ASCII_Hex_Digit AHex Alphabetic Alpha Bidi_Control Bidi_C Cased Case_Ignorable CI Dash Default_Ignorable_Code_Point DI "
    "Deprecated Dep Diacritic Dia Extender Ext Grapheme_Base Gr_Base Grapheme_Extend Gr_Ext Hex_Digit Hex ID_Continue IDC "
    "ID_Start IDS Ideographic Ideo Join_Control Join_C Lowercase Lower Math Noncharacter_Code_Point NChar Pattern_White_Space "
    "Pat_WS Quotation_Mark QMark Radical Regional_Indicator RI Sentence_Terminal STerm Soft_Dotted SD Terminal_Punctuation Term "
    "Unified_Ideograph UIdeo Uppercase Upper Variation_Selector VS White_Space space XID_Continue XIDC XID_Start XIDS".split()
)


def property_class(expression: str, negated: bool) -> str | None:
    """The contents of a class, or None if ECMA-262 has no such property."""
    name, separator, value = expression.partition("=")
    if not separator:
        if name == "Any":
            return "" if negated else r"\x{0}-\x{10FFFF}"
        if name == "ASCII":
            return r"\x{80}-\x{10FFFF}" if negated else r"\x{0}-\x{7F}"
        if name == "Assigned":
            return _category("Cn", not negated)
        category = CATEGORIES.get(name, name)
        if category in SHORT:
            return _category(category, negated)
        return _binary(name, negated) if name in BINARY else None
    if name in ("General_Category", "gc"):
        category = CATEGORIES.get(value, value)
        return _category(category, negated) if category in SHORT else None
    if name in ("Script", "sc"):
        return _script(value, negated)
    return None


def _category(name: str, negated: bool) -> str:
    if name in ("LC", "Cn", "C", "Cs"):  # RE2 has no unassigned code points, and no LC
        return _ranges(lambda code: _matches(unicodedata.category(chr(code)), name), negated, name)
    return rf"\{'P' if negated else 'p'}{{{name}}}"


def _matches(category: str, name: str) -> bool:
    return category in ("Lu", "Ll", "Lt") if name == "LC" else category.startswith(name)


def _script(name: str, negated: bool) -> str | None:
    if name in SHORT or not name.replace("_", "").isalpha():
        return None
    options = re2.Options()
    options.log_errors = False
    text = rf"\{'P' if negated else 'p'}{{{name}}}"
    try:
        re2.compile(text, options=options)
    except re2.error:
        return _regex(f"Script={name}", negated)
    return text


def _binary(name: str, negated: bool) -> str | None:
    return _regex(name, negated)


@lru_cache(maxsize=64)
def _regex(expression: str, negated: bool) -> str | None:
    import regex  # large, and hardly ever needed

    try:
        compiled = regex.compile(rf"\p{{{expression}}}+")
    except regex.error:
        return None
    texts = (map(chr, range(0xD800)), map(chr, range(0xE000, sys.maxunicode + 1)))
    members = {ord(c) for text in texts for run in compiled.findall("".join(text)) for c in run}
    return _ranges(members.__contains__, negated, expression)


_known: dict[tuple[str, bool], str] = {}


def _ranges(has, negated: bool, key: str) -> str:
    if (key, negated) not in _known:
        parts, start = [], None
        for code in range(sys.maxunicode + 2):
            inside = code <= sys.maxunicode and not 0xD800 <= code <= 0xDFFF and bool(has(code)) != negated
            if inside and start is None:
                start = code
            elif not inside and start is not None:
                parts.append(f"\\x{{{start:X}}}-\\x{{{code - 1:X}}}")
                start = None
        _known[key, negated] = "".join(parts)
    return _known[key, negated]
