"""What the model on the other side reads about the tools: when to use which, and how.

Claude Code cuts each of these texts behind 2,048 characters, without a word.
"""

from __future__ import annotations

OPERATORS = (
    '"exact phrase", -without, a OR b, tag:work/rust, [status:draft], [due:<today], folder:Projects, title:plan, '
    "modified:7d, created:2025-07, links-to:[[Boat]], linked-from:[[Boat]], like:[[Boat]], task-todo:call, has:tasks, "
    "is:orphan, sort:modified"
)
"""The most useful ones of the query language."""

INSTRUCTIONS = """\
This server searches one vault: a folder of Markdown notes with YAML frontmatter (properties), tags, [[wikilinks]] and \
headings. It only reads. Paths are relative to the vault, like "Projects/Boat.md".

Which tool:
1. You look for what notes SAY (a question, a topic, a fact)              -> search(query="...")
2. The same for several phrasings at once, with the lines to quote        -> search(queries=["...", "..."], mode="fast")
3. You want a LIST of notes by folder, property, date, tag, link or task  -> find_notes(folder=..., frontmatter=[...], \
query="tag:work links-to:[[Boat]]")
4. You know part of a FILE NAME or path, or want folders or attachments   -> find(pattern="...")
5. You need literal words (an id, a code, half a word), each anywhere     -> search_notes(query="...")
6. You know the path and want to read it whole                            -> resource vault://note/{path}, \
from a line on vault://note/{path}?line=120, or part by part \
search(queries=["*"], scopes=["Projects/Boat.md"], mode="fast")

Habits that work:
- Start with search and its defaults. Nothing found? Use other words, mode="fulltext" for names and codes, \
mode="vector" for a vague idea, min_score=0, or search_notes.
- Limit to a part of the vault with path, tag or scopes rather than with more words in the query.
- Links, tasks, orphans and the like are asked for with operators in query; search lists the most useful, \
vault://query-language all.
- Before you filter by a property or tag, look at vault://properties, vault://tags and vault://folders for what exists.
- Results are bounded. When an answer says that something was cut, page (find_notes has offset) or narrow down; \
do not just repeat it.
- mode: and sort: in a query win over the arguments, and limit: in it bounds all pages together.
"""

FIND_NOTES = """\
List notes by any combination of text query, frontmatter conditions, folder and dates; all conditions hold together.

Use it to enumerate ("all drafts in Projects", "what changed last week", "notes without a due date"). To find what \
notes say, use search.

Without a query: results are paths, or {path, field...} with include_fields, by name. With a query: the best part of \
each note as {source, content, heading}, by relevance; query takes the operators of search. Page \
with n_results and offset.

total is exact for conditions, operators and "quoted words". Plain words only rank: by meaning nearly every note \
counts. To count or list what has a word, quote it, or set mode="keyword". Sorted otherwise than by relevance, only \
notes with any of the words are found, if there are any, so total is smaller.

Tags are asked for in query, tag:work: frontmatter sees only those of the property tags, not those in the text.

Examples:
- all notes directly in a folder: {"folder": "Projects"} (recursive=true for subfolders, "." is the root)
- drafts with their owner and date: {"frontmatter": [{"field": "status", "value": "draft", "match_type": "equals"}], \
"include_fields": ["owner", "due"]}
- notes without a property: {"frontmatter": [{"field": "due", "match_type": "missing"}], "folder": "/", \
"recursive": true}
- all values of a property: {"frontmatter": [{"field": "owner", "match_type": "exists"}], \
"include_fields": ["owner"], "n_results": 2000}
- modified in July, newest first: {"date_start": "2025-07-01", "date_end": "2025-07-31", "sort": "modified"}
- by tag, nested ones too, by name: {"query": "tag:work", "sort": "name"}
- notes that link to one, open tasks: {"query": "links-to:[[Boat]]"}, {"query": "task-todo:* folder:Projects"}
- how many notes mention a word: {"query": "\\"kanban\\"", "n_results": 1}
- everything together: {"query": "invoice", "folder": "Projects", "recursive": true, \
"frontmatter": [{"field": "status", "value": "done", "match_type": "not_equals"}], "date_start": "2025-01-01"}
"""

SEARCH = (
    """\
Search what notes say, by words and by meaning. Give exactly one of query and queries.

query: one result per note, its best section, as {path, title, section, score, snippet}; at most 10, score >= 0.3.
queries: several phrasings at once; one result per chunk with its best score, as {path, score, lines, \
chunk_with_context} with line numbers to quote. ["*"] matches everything: use it with scopes or dates.

date_from and date_to are about dates that notes have in their text: a heading like # 2025-07-14 above the section, \
else the note's property updated (or modified, last_modified, date modified). Notes with neither are left out; when \
files were changed is asked with modified:7d in the query.

Words rank, operators restrict (all: vault://query-language): """
    + OPERATORS
    + """.

Examples:
- {"query": "why did we choose DuckDB"}
- {"query": "\\"TVA Q3\\"", "mode": "fulltext"}
- {"queries": ["login fails", "cannot sign in"], "mode": "fast", "scopes": ["projects/*/state.md"], "limit": 5}
- what a changelog says of July: {"queries": ["*"], "scopes": ["changelog.md#2025-07"]}
- one note part by part: {"queries": ["*"], "scopes": ["Projects/Boat.md"], "mode": "fast"}; of a long one a section, \
"Projects/Boat.md#Engine", or lines, "Projects/Boat.md:120-180"
- from journals and dated logs: {"query": "decision", "date_from": "30 days ago", "explain": true}
"""
)

FIND = """\
Find files and folders by name, not by content: glob (*, **, ?) or part of the name or path, case ignored. Always \
sees the files as they are now. Returns {path, size, mtime, tags}; paths of folders end in "/".

Examples: {"pattern": "meeting"}, {"pattern": "*.png", "path": "Attachments"}, {"pattern": "Projects/**/state.md"}, \
{"tag": "work", "sort": "modified", "limit": 10}, {"property": {"key": "status", "value": "draft"}}
"""

SEARCH_NOTES = """\
Find notes that hold all the given words literally: substring, case ignored, no stems, no meaning, no operators. For \
ids, codes, names, parts of words, or when search finds too much. At most 10 notes with excerpts; read_content=true \
gives whole notes (up to 10,000 characters each).

Examples: {"query": "INV-2025-0714"}, {"query": "deadlock tokio"}, {"query": "Zoé", "read_content": true}
"""

LIST_MODE = "With a query only. hybrid: words and meaning; keyword: words alone; semantic: meaning alone"

SORT = (
    "Unset: relevance with a query, else name. modified and created: newest first. All but relevance: only notes with "
    "any of the query's words, if any has"
)

MODE = "hybrid: words and meaning; fulltext, fast: words alone; vector: meaning alone; deep: slower, orders better"

DATE_FROM = (
    "First day, YYYY-MM-DD or '7 days ago', of the date heading above a section, else of the note's property updated "
    "(or modified, last_modified, date modified); what has neither is left out"
)
