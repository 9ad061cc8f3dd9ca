"""The step of the schema for when facts hold (see `schema`: a released step is never edited).

`valid_*` is what a fact's own words say, `held_*` what is left of it by all that is known (see `core.supersession`).
The relations in `single_valued` have one value at a time; in `ending` a fact of `relation` ends the value of `ended`
that it names. All facts of one subject and one such relation are settled together, before the transaction ends: the
triggers note in `unsettled` whose facts have changed. Of every other relation a fact holds as its words say.

`closed_by` and `disputed_by` need no foreign key: the fact they name belongs to what is settled anew when it goes.
"""

_CHANGING = (
    "subject_id, relation, object_id, value_type, value_norm, valid_from, valid_to, precision, said_at, unlearnt_at"
)
"""What of a fact another fact's interval, or its own, may follow from."""


def _of(row: str) -> str:
    return ", ".join(f"{row}.{column}" for column in _CHANGING.split(", "))


def _unsettle(row: str) -> str:
    """The statement that notes what a fact, NEW or OLD, bears on."""
    return f"""
  INSERT INTO unsettled SELECT {row}.subject_id, relation FROM bearing WHERE cause = {row}.relation
    ON CONFLICT DO NOTHING;"""


TIME = f"""
ALTER TABLE fact ADD COLUMN held_from TEXT;
ALTER TABLE fact ADD COLUMN held_to TEXT;
ALTER TABLE fact ADD COLUMN held_precision TEXT NOT NULL DEFAULT 'unknown';
ALTER TABLE fact ADD COLUMN closed_by INTEGER;
ALTER TABLE fact ADD COLUMN disputed_by INTEGER;
UPDATE fact SET held_from = valid_from, held_to = valid_to, held_precision = precision;

-- An entity's facts in the order in which they are listed, with what tells whether they held on a day.
DROP INDEX fact_subject;
DROP INDEX fact_object;
CREATE INDEX fact_subject ON fact(subject_id, held_from IS NULL, held_from, id, held_to);
CREATE INDEX fact_object ON fact(object_id, held_from IS NULL, held_from, id, held_to) WHERE object_id IS NOT NULL;

CREATE TABLE single_valued(relation TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE ending(relation TEXT NOT NULL, ended TEXT NOT NULL, PRIMARY KEY(relation, ended)) STRICT, WITHOUT ROWID;
CREATE INDEX ending_ended ON ending(ended);
CREATE VIEW bearing(cause, relation) AS
  SELECT relation, relation FROM single_valued UNION SELECT ended, ended FROM ending UNION SELECT * FROM ending;
CREATE TABLE unsettled(
  subject_id INTEGER NOT NULL, relation TEXT NOT NULL, PRIMARY KEY(subject_id, relation)) STRICT, WITHOUT ROWID;

CREATE TRIGGER unsettled_new AFTER INSERT ON fact
BEGIN{_unsettle("NEW")}
END;
CREATE TRIGGER unsettled_gone AFTER DELETE ON fact
BEGIN{_unsettle("OLD")}
END;
CREATE TRIGGER unsettled_changed AFTER UPDATE OF {_CHANGING} ON fact WHEN ({_of("OLD")}) IS NOT ({_of("NEW")})
BEGIN
  UPDATE fact SET (held_from, held_to, held_precision, closed_by, disputed_by) =
    (valid_from, valid_to, precision, NULL, NULL) WHERE id = NEW.id;{_unsettle("OLD")}{_unsettle("NEW")}
END;
"""
"""The text of the step."""
