"""Values to columns and back."""

import json
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, TypeVar

import apsw

from tsuzuri.core.clock import from_micros, to_micros
from tsuzuri.core.document import Place, Said, SaidKind, Span
from tsuzuri.core.ids import ContentId, EntityId, FactId, PassageId, SourceId
from tsuzuri.core.literals import ValueForm, ValueType
from tsuzuri.core.temporal import Interval, Precision
from tsuzuri.core.values import (
    Entity,
    EntityType,
    Evidence,
    Fact,
    FactStatus,
    KnownFile,
    Passage,
    Source,
    SourceState,
    T,
)

K = TypeVar("K")

Row = tuple[Any, ...]
"""What SQLite gives for one row; each function here says which columns it expects."""


def fetch(connection: apsw.Connection, query: str, values: "apsw.Bindings" = ()) -> list[Row]:
    """Every row at once, so that no cursor stays open; typed by who unpacks it."""
    return connection.execute(query, values).fetchall()


def id_list(ids: Iterable[int]) -> str:
    """Ids as one bound value, to be unfolded by `json_each`."""
    return json.dumps(list(ids))


def text_list(texts: Iterable[str]) -> str:
    """Texts as one bound value, to be unfolded by `json_each`."""
    return json.dumps(list(texts), ensure_ascii=False)


def grouped(pairs: Iterable[tuple[K, T]]) -> dict[K, tuple[T, ...]]:
    """Values gathered by key, keys and values in the order they come."""
    groups: dict[K, list[T]] = {}
    for key, value in pairs:
        groups.setdefault(key, []).append(value)
    return {key: tuple(values) for key, values in groups.items()}


def said_columns(said: Said | None) -> tuple[int | None, str | None]:
    """The columns said_at and said_kind."""
    return (None, None) if said is None else (to_micros(said.at), said.kind.value)


def said(at: int | None, kind: str | None) -> Said | None:
    """The inverse of `said_columns`."""
    return None if at is None or kind is None else Said(from_micros(at), SaidKind(kind))


def valid_columns(valid: Interval) -> tuple[str | None, str | None, str]:
    """The columns valid_from, valid_to and precision."""
    return (
        None if valid.start is None else valid.start.isoformat(),
        None if valid.end is None else valid.end.isoformat(),
        valid.precision.value,
    )


def valid(start: str | None, end: str | None, precision: str) -> Interval:
    """The inverse of `valid_columns`."""
    return Interval(
        None if start is None else date.fromisoformat(start),
        None if end is None else date.fromisoformat(end),
        Precision(precision),
    )


def form_columns(form: ValueForm | None) -> tuple[str, str]:
    """The columns value_type and value_norm; both empty without a form."""
    return ("", "") if form is None else (form.type.value, form.norm)


def places_column(places: Sequence[Place]) -> str:
    """Places as JSON: [[kind, label, start, end], …]."""
    return json.dumps([[p.kind.value, p.label, p.span.start, p.span.end] for p in places], ensure_ascii=False)


SOURCE_SELECT = """
SELECT s.id, s.uri, s.size, s.modified_at, s.refusal, s.reason, s.content_id, c.title, c.media_type, c.language,
  c.said_at, c.said_kind, s.added_at, c.passages, c.pending,
  (SELECT count(DISTINCT e.fact_id) FROM passage p JOIN evidence e ON e.passage_id = p.id
    WHERE p.content_id = s.content_id),
  s.missing_since, ifnull(c.encoding_confidence, 1.0), ifnull(c.remarks, '[]')
FROM source s LEFT JOIN content c ON c.id = s.content_id
"""


def source(row: Row) -> Source:
    """A source from a row of `SOURCE_SELECT`. Its state follows from its content and what of it is pending."""
    id_, uri, size, modified, refusal, reason, content_id = row[:7]
    title, media_type, language, said_at, said_kind, added, passages, pending, facts = row[7:16]
    missing, confidence, remarks = row[16:]
    if content_id is not None:
        state = SourceState.SEARCHABLE if pending else SourceState.UNDERSTOOD
    else:
        state = SourceState.QUEUED if refusal is None else SourceState(refusal)
    return Source(
        id=SourceId(id_),
        uri=uri,
        size=size,
        modified=from_micros(modified),
        state=state,
        reason=reason,
        content_id=None if content_id is None else ContentId(content_id),
        title=title or "",
        media_type=media_type or "",
        language=language or "",
        said=said(said_at, said_kind),
        added_at=from_micros(added),
        passages=passages or 0,
        pending=pending or 0,
        facts=facts,
        missing_since=None if missing is None else from_micros(missing),
        encoding_confidence=confidence,
        remarks=tuple(json.loads(remarks)),
    )


KNOWN_SELECT = """
SELECT s.id, s.uri, s.size, s.modified_at, c.sha256, s.missing_since
FROM source s LEFT JOIN content c ON c.id = s.content_id
"""


def known_file(row: Row) -> KnownFile:
    """What is known of a file, from a row of `KNOWN_SELECT`."""
    id_, uri, size, modified, sha256, missing = row
    since = None if missing is None else from_micros(missing)
    return KnownFile(SourceId(id_), uri, size, from_micros(modified), sha256, since)


PASSAGE_COLUMNS = """
  p.id, p.content_id, s.id, s.uri, c.title, p.ordinal, p.span_start, p.span_end, p.text, p.heading, p.locator,
  p.speaker, p.said_at, p.said_kind
"""
PASSAGE_JOINS = """
  JOIN content c ON c.id = p.content_id
  JOIN source s ON s.id = (SELECT min(id) FROM source WHERE content_id = p.content_id)
"""


def passage(row: Row) -> Passage:
    """A passage from `PASSAGE_COLUMNS`."""
    id_, content_id, source_id, uri, title, ordinal, start, end, text, heading, locator, speaker, at, kind = row
    return Passage(
        id=PassageId(id_),
        content_id=ContentId(content_id),
        source_id=SourceId(source_id),
        source_uri=uri,
        title=title,
        ordinal=ordinal,
        span=Span(start, end),
        text=text,
        heading=heading,
        locator=locator,
        speaker=speaker,
        said=said(at, kind),
    )


_LAST_SAID = """(SELECT max(said_at) FROM (
    SELECT max(said_at) AS said_at FROM mention WHERE entity_id = e.id
    UNION ALL SELECT max(said_at) FROM link WHERE entity_id = e.id))"""
_ALIASES = "(SELECT json_group_array(a.name ORDER BY a.id) FROM alias a WHERE a.entity_id = e.id AND a.kind <> 'own')"
MEMBER_COLUMNS = f"e.id, e.name, e.type, e.facts, e.mentions + e.linked, {_ALIASES}, {_LAST_SAID}"
"""Of an entity `e` by itself, whatever it is one with."""

# Only of the few that have members is anything gathered.
_HAS_MEMBERS = "EXISTS (SELECT 1 FROM entity WHERE under = e.id)"
ENTITY_COLUMNS = f"""
  e.id, e.name, e.type,
  iif({_HAS_MEMBERS},
    (SELECT count(*) FROM (
      SELECT f.id FROM entity m CROSS JOIN fact f ON f.subject_id = m.id WHERE m.root_id = e.id
      UNION SELECT f.id FROM entity m CROSS JOIN fact f ON f.object_id = m.id WHERE m.root_id = e.id) g
      WHERE NOT EXISTS (SELECT 1 FROM hidden WHERE fact_id = g.id)),
    e.facts - (SELECT count(*) FROM hidden WHERE subject_id = e.id)
      - (SELECT count(*) FROM hidden WHERE object_id = e.id AND subject_id <> e.id)),
  iif({_HAS_MEMBERS}, (SELECT sum(mentions + linked) FROM entity WHERE root_id = e.id), e.mentions + e.linked),
  iif({_HAS_MEMBERS},
    (SELECT json_group_array(name ORDER BY other, entity_id, id) FROM (
      SELECT a.name, a.id, a.entity_id, a.entity_id <> e.id AS other,
        row_number() OVER (PARTITION BY a.key ORDER BY a.entity_id <> e.id, a.entity_id, a.id) AS place
      FROM entity m CROSS JOIN alias a ON a.entity_id = m.id WHERE m.root_id = e.id AND a.key <> e.key)
      WHERE place = 1),
    {_ALIASES}),
  iif({_HAS_MEMBERS},
    (SELECT max(said_at) FROM (
      SELECT (SELECT max(said_at) FROM mention WHERE entity_id = m.id) AS said_at FROM entity m WHERE m.root_id = e.id
      UNION ALL
      SELECT (SELECT max(said_at) FROM link WHERE entity_id = m.id) FROM entity m WHERE m.root_id = e.id)),
    {_LAST_SAID})
"""
"""Of a root `e` with all that its members have (see `core.identity`)."""


def entity(row: Row) -> Entity:
    """An entity from `ENTITY_COLUMNS` or `MEMBER_COLUMNS`."""
    id_, name, type_, facts, mentions, aliases, last_said = row
    return Entity(
        id=EntityId(id_),
        name=name,
        type=EntityType(type_),
        aliases=tuple(json.loads(aliases)),
        facts=facts,
        mentions=mentions,
        last_said=None if last_said is None else from_micros(last_said),
    )


_OWN_EVIDENCE = "(SELECT count(*) FROM evidence v WHERE v.fact_id = f.id)"
_EVIDENCE_OF_TWINS = """
  (SELECT count(*) FROM hidden t CROSS JOIN evidence v ON v.fact_id = t.fact_id WHERE t.kept_id = f.id)
"""
_DISPUTE = """
  iif(f.disputed_by IS NOT NULL AND EXISTS (
    SELECT 1 FROM reconciled WHERE one = min(f.id, f.disputed_by) AND other = max(f.id, f.disputed_by)),
    NULL, f.disputed_by)
"""


def _fact_columns(evidence: str) -> str:
    return f"""
  f.id, fs.id, fs.name, f.relation, fo.id, coalesce(fo.name, f.value), f.valid_from, f.valid_to,
  f.precision, f.said_at, f.said_kind, f.learnt_at, f.unlearnt_at, f.confidence, f.status,
  {evidence}, f.value_type, f.value_norm,
  f.held_from, f.held_to, f.held_precision, f.closed_by, {_DISPUTE}
"""


FACT_COLUMNS = _fact_columns(f"{_OWN_EVIDENCE} + {_EVIDENCE_OF_TWINS}")
"""Of a fact `f` with `FACT_JOINS`: its ends are roots, and its evidence is that of its twins too."""
FACT_JOINS = """
  CROSS JOIN entity ms ON ms.id = f.subject_id CROSS JOIN entity fs ON fs.id = ms.root_id
  LEFT JOIN entity mo ON mo.id = f.object_id LEFT JOIN entity fo ON fo.id = mo.root_id
"""
TOLD_COLUMNS = _fact_columns(_OWN_EVIDENCE)
"""The same of a fact without its twins; with `TOLD_JOINS` of one as it was written, of its members."""
TOLD_JOINS = " JOIN entity fs ON fs.id = f.subject_id LEFT JOIN entity fo ON fo.id = f.object_id "


def fact(row: Row) -> Fact:
    """A fact from `FACT_COLUMNS` or `TOLD_COLUMNS`."""
    id_, subject_id, subject, relation, object_id, object_name, start, end, precision = row[:9]
    said_at, said_kind, learnt, unlearnt, confidence, status, evidence_count, value_type, value_norm = row[9:18]
    held_from, held_to, held_precision, closed_by, disputed_by = row[18:]
    return Fact(
        id=FactId(id_),
        subject_id=EntityId(subject_id),
        subject_name=subject,
        relation=relation,
        object_id=None if object_id is None else EntityId(object_id),
        object_name=object_name,
        valid=valid(start, end, precision),
        held=valid(held_from, held_to, held_precision),
        said=said(said_at, said_kind),
        learnt_at=from_micros(learnt),
        unlearnt_at=None if unlearnt is None else from_micros(unlearnt),
        confidence=confidence,
        status=FactStatus(status),
        evidence=evidence_count,
        form=ValueForm(ValueType(value_type), value_norm) if value_type else None,
        closed_by=None if closed_by is None else FactId(closed_by),
        disputed_by=None if disputed_by is None else FactId(disputed_by),
    )


EVIDENCE_COLUMNS = """
  passage_id, statement_start, statement_end, subject_start, subject_end, object_start, object_end,
  time_start, time_end, confidence, made_by
"""


def evidence_columns(evidence: Evidence) -> Row:
    """The values of `EVIDENCE_COLUMNS`."""
    time = (None, None) if evidence.time is None else (evidence.time.start, evidence.time.end)
    spans = (evidence.statement, evidence.subject, evidence.object)
    ends = tuple(end for span in spans for end in (span.start, span.end))
    return (evidence.passage_id, *ends, *time, evidence.confidence, evidence.by)


def evidence(row: Row) -> Evidence:
    """Evidence from `EVIDENCE_COLUMNS`."""
    passage_id, s0, s1, b0, b1, o0, o1, t0, t1, confidence, by = row
    return Evidence(
        passage_id=PassageId(passage_id),
        statement=Span(s0, s1),
        subject=Span(b0, b1),
        object=Span(o0, o1),
        time=None if t0 is None else Span(t0, t1),
        confidence=confidence,
        by=by,
    )
