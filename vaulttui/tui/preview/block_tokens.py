"""Where blocks end among the parser's tokens, and how close they stand."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from markdown_it.token import Token


def behind_block(tokens: Sequence[Token], at: int) -> int:
    """Return the index of the token behind the block that begins with the token at ``at``."""
    if tokens[at].nesting != 1:
        return at + 1
    depth = 0
    for index in range(at, len(tokens)):
        depth += tokens[index].nesting
        if depth == 0:
            return index + 1
    return len(tokens)


def list_items(tokens: Sequence[Token], at: int, behind: int) -> Iterator[tuple[int, int]]:
    """Yield the first token of each item of a list, and the one behind it.

    Args:
        tokens: All tokens.
        at: The list's first token.
        behind: The token behind the list.
    """
    item = at + 1
    while item < behind - 1:
        after = behind_block(tokens, item)
        yield item, after
        item = after


def is_tight(tokens: Sequence[Token], at: int, behind: int) -> bool:
    """Whether a list was written without empty lines between its items."""
    level = tokens[at].level
    return not any(
        token.type == "paragraph_open" and token.level == level + 2 and not token.hidden for token in tokens[at:behind]
    )


def is_under_heading(before: Token, token: Token) -> bool:
    """Whether a block stands directly under its heading: text always, others under the line of a large heading."""
    if before.type != "heading_open" or token.type == "heading_open":
        return False
    return token.type in ("paragraph_open", "bullet_list_open", "ordered_list_open") or before.tag in ("h1", "h2")


def is_close(before: Token, token: Token) -> bool:
    """Whether two blocks of a tight list item stand without an empty line between them."""
    return before.type == "paragraph_open" or (token.type == "paragraph_open" and token.hidden)
