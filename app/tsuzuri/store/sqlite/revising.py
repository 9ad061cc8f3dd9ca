"""Contents and their passages in SQLite: how they are written, and how one becomes its next version."""

import zlib
from collections.abc import Sequence

import apsw

from tsuzuri.core.ids import ContentId, PassageId
from tsuzuri.core.values import ContentDraft, Passage, PassageDraft, Revised
from tsuzuri.store.folding import fold
from tsuzuri.store.revision import kept
from tsuzuri.store.sqlite import rows

_CONTENT = (
    "sha256, media_type, title, title_folded, language, encoding, said_at, said_kind, encoding_confidence, remarks"
)
# What was told of in passages that went may have settled whom a name stands for elsewhere in the document.
_RELINK = """
INSERT INTO link_content
SELECT p.content_id FROM json_each(?) j CROSS JOIN passage p ON p.id = j.value JOIN mention m ON m.passage_id = p.id
WHERE true ON CONFLICT DO NOTHING
"""
_RECOUNT = """
UPDATE content SET (passages, pending) = (
  SELECT count(*), ifnull(sum(read_state = 'pending'), 0) FROM passage WHERE content_id = ?1)
WHERE id = ?1
"""


def insert(
    connection: apsw.Connection, draft: ContentDraft, passages: Sequence[PassageDraft]
) -> tuple[ContentId, tuple[PassageId, ...]]:
    """Store a content with its passages, all pending. A source has to be attached in the same transaction."""
    id_ = connection.execute(
        f"""
        INSERT INTO content({_CONTENT}, passages, pending)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (*_content_columns(draft), len(passages), len(passages)),
    ).get
    content_id = ContentId(id_)
    connection.execute(
        "INSERT INTO content_text(content_id, deflated, places) VALUES (?, ?, ?)", (content_id, *_text_columns(draft))
    )
    return content_id, tuple(_insert_passage(connection, content_id, passage) for passage in passages)


def revise(
    connection: apsw.Connection,
    content_id: ContentId,
    before: Sequence[Passage],
    draft: ContentDraft,
    passages: Sequence[PassageDraft],
) -> Revised:
    """Make a content, which had the passages `before`, its next version (see `Catalog.revise`)."""
    pairs = tuple(zip(kept(before, passages), passages, strict=True))
    stayed = {one.id for one, _ in pairs if one is not None}
    retitled = _replace_content(connection, content_id, draft)
    _drop_passages(connection, [one.id for one in before if one.id not in stayed])
    _place_passages(connection, [(one.id, now) for one, now in pairs if one is not None and _place(one) != _place(now)])
    ids = tuple(_insert_passage(connection, content_id, now) if one is None else one.id for one, now in pairs)
    connection.execute(_RECOUNT, (content_id,))
    return Revised(content_id, ids, frozenset(now.ordinal for one, now in pairs if one is None), retitled)


def _replace_content(connection: apsw.Connection, content_id: ContentId, draft: ContentDraft) -> bool:
    """Write all of a content but its passages; whether it has another title now."""
    title = connection.execute("SELECT title FROM content WHERE id = ?", (content_id,)).get
    connection.execute(
        f"UPDATE content SET ({_CONTENT}) = (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?",
        (*_content_columns(draft), content_id),
    )
    connection.execute(
        "UPDATE content_text SET (deflated, places) = (?, ?) WHERE content_id = ?", (*_text_columns(draft), content_id)
    )
    return bool(title != draft.title)


def _drop_passages(connection: apsw.Connection, ids: Sequence[PassageId]) -> None:
    """Drop passages of a content that stays, with all that only they supported. It is not counted anew here."""
    connection.execute(_RELINK, (rows.id_list(ids),))
    connection.execute("DELETE FROM passage WHERE id IN (SELECT value FROM json_each(?))", (rows.id_list(ids),))


def _place_passages(connection: apsw.Connection, places: Sequence[tuple[PassageId, PassageDraft]]) -> None:
    """Put passages where they stand now."""
    # An ordinal may be that of a passage which has yet to leave it: so all leave first.
    connection.execute(
        "UPDATE passage SET ordinal = -1 - ordinal WHERE id IN (SELECT value FROM json_each(?))",
        (rows.id_list(id_ for id_, _ in places),),
    )
    connection.executemany(
        "UPDATE passage SET (ordinal, span_start, span_end, locator) = (?, ?, ?, ?) WHERE id = ?",
        [(*_place(now), id_) for id_, now in places],
    )


def _place(one: Passage | PassageDraft) -> rows.Row:
    return (one.ordinal, one.span.start, one.span.end, one.locator)


def _insert_passage(connection: apsw.Connection, content_id: ContentId, draft: PassageDraft) -> PassageId:
    id_ = connection.execute(
        """
        INSERT INTO passage(content_id, ordinal, span_start, span_end, locator, heading, speaker,
          said_at, said_kind, text)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id
        """,
        (content_id, *_place(draft), draft.heading, draft.speaker, *rows.said_columns(draft.said), draft.text),
    ).get
    return PassageId(id_)


def _content_columns(draft: ContentDraft) -> rows.Row:
    """The values of `_CONTENT`."""
    return (
        draft.sha256,
        draft.media_type,
        draft.title,
        fold(draft.title),
        draft.language,
        draft.encoding,
        *rows.said_columns(draft.said),
        draft.encoding_confidence,
        rows.text_list(draft.remarks),
    )


def _text_columns(draft: ContentDraft) -> rows.Row:
    return (zlib.compress(draft.text.encode()), rows.places_column(draft.places))
