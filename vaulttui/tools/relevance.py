"""Why a result was found, in one sentence made from what really happened."""

from __future__ import annotations

from vaulttui.search.query import Hit


def relevance_reason(hit: Hit, rank: int) -> str:
    """Say where a result stands, which words it holds and where, and how near in meaning it is.

    Args:
        hit: Found by a query that asked to explain.
        rank: Its place among the results, from 1.
    """
    why = hit.explanation.rstrip(".")
    sentence = f"Rank {rank}: {why[:1].lower()}{why[1:]}"
    places = []
    if hit.title_matches:
        places.append("its title")
    if hit.snippet.matches and not hit.passage:  # of a note that was found as a whole, only properties say why
        places.append("its properties")
    elif hit.snippet.matches:
        places.append(f"the section “{hit.heading_path[-1]}”" if hit.heading_path else "its text")
    if places:
        sentence += f"; words match in {' and '.join(places)}"
    return f"{sentence} (score {hit.score:.2f})."
