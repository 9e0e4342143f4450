"""The query language as the rest of the program uses it: text → query, and everything that helps to write the text.

The language itself is described in ``query-language.md`` beside this file.
"""

from __future__ import annotations

from vaulttui.search.language.active_filters import ActiveFilter, FacetOperator, active_filters
from vaulttui.search.language.chips import Chip, filter_chips
from vaulttui.search.language.completion import (
    Completion,
    CompletionKind,
    apply_completion,
    completion_context,
    suggest_syntax,
)
from vaulttui.search.language.describe import describe_query
from vaulttui.search.language.editing import remove_span
from vaulttui.search.language.facets import FilterState, set_filter
from vaulttui.search.language.operators import OPERATORS, ArgumentKind, OperatorInfo
from vaulttui.search.language.reader import parse_query
from vaulttui.search.language.settings import with_setting, written_setting
from vaulttui.search.language.spans import Span, highlight_spans
from vaulttui.search.language.values import escape_text

__all__ = [
    "OPERATORS",
    "ActiveFilter",
    "ArgumentKind",
    "Chip",
    "Completion",
    "CompletionKind",
    "FacetOperator",
    "FilterState",
    "OperatorInfo",
    "Span",
    "active_filters",
    "apply_completion",
    "completion_context",
    "describe_query",
    "escape_text",
    "filter_chips",
    "highlight_spans",
    "parse_query",
    "remove_span",
    "set_filter",
    "suggest_syntax",
    "with_setting",
    "written_setting",
]
