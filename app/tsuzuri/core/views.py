"""The documented views, over which a person may run SQL of their own."""

from collections.abc import Mapping

VIEWS: Mapping[str, tuple[str, ...]] = {
    "entities": ("entity_id", "name", "type", "same_as", "mentions"),
    "facts": (
        "fact_id",
        "subject_id",
        "subject",
        "relation",
        "object_id",
        "object",
        "value_type",
        "value_norm",
        "valid_from",
        "valid_to",
        "held_from",
        "held_to",
        "said_on",
        "learnt_on",
        "confidence",
        "disputed_by",
    ),
    "evidence": ("fact_id", "passage_id", "sentence", "confidence", "made_by"),
    "sources": ("source_id", "path", "title", "media_type", "language", "said_on", "size", "missing"),
    "passages": ("passage_id", "source_id", "path", "ordinal", "heading", "locator", "speaker", "said_on", "text"),
    "mentions": ("entity_id", "passage_id", "name", "said_on"),
    "categories": ("category_id", "layer", "name", "summary", "parent_id", "entity_id"),
}
"""The views with their columns.

Days are ISO 8601 text, the end of an interval is the first day after it. `facts` are those believed, each with when it
`held` by all that is known and when it was `valid` by its own words; `object` is the value where there is no
`object_id`. `subject_id`, `object_id` and `mentions.entity_id` are entities that stand for themselves; `entities` that
were found to be one with another tell which (`same_as`). A passage of a file that is there twice has the first
`source_id`. `categories` has a row for each parent or, in layer 1, for each entity.
"""
