"""The step of the schema for jobs and watched folders (see `schema`: a released step is never edited).

A job's `modified_at` repeats the file's, as it was when it was queued, so that an index gives the order. An older
library gets a job for every file that it has neither read nor refused.
"""

JOBS = """
CREATE TABLE job(
  source_id INTEGER PRIMARY KEY REFERENCES source(id) ON DELETE CASCADE,
  state TEXT NOT NULL DEFAULT 'waiting' CHECK(state IN ('waiting', 'running', 'done', 'aside', 'cancelled')),
  priority INTEGER NOT NULL DEFAULT 0,
  modified_at INTEGER NOT NULL,
  tries INTEGER NOT NULL DEFAULT 0 CHECK(tries >= 0),
  not_before INTEGER CHECK(not_before IS NULL OR state = 'waiting'),
  reason TEXT NOT NULL DEFAULT '',
  queued_at INTEGER NOT NULL,
  ms INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE INDEX job_ready ON job(priority DESC, modified_at DESC, source_id)
  WHERE state = 'waiting' AND not_before IS NULL;
CREATE INDEX job_later ON job(not_before) WHERE not_before IS NOT NULL;
CREATE INDEX job_state ON job(state, tries);
INSERT INTO job(source_id, modified_at, queued_at)
  SELECT id, modified_at, added_at FROM source WHERE content_id IS NULL AND refusal IS NULL;

CREATE TABLE control(
  id INTEGER PRIMARY KEY CHECK(id = 1),
  paused INTEGER NOT NULL DEFAULT 0 CHECK(paused IN (0, 1))) STRICT;
INSERT INTO control(id) VALUES (1);

CREATE TABLE root(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  path TEXT NOT NULL UNIQUE,
  polled INTEGER NOT NULL CHECK(polled IN (0, 1)),
  paused INTEGER NOT NULL DEFAULT 0 CHECK(paused IN (0, 1)),
  state TEXT NOT NULL DEFAULT 'new' CHECK(state IN ('new', 'online', 'offline', 'doubted')),
  reason TEXT NOT NULL DEFAULT '',
  added_at INTEGER NOT NULL,
  looked_at INTEGER,
  files INTEGER NOT NULL DEFAULT 0 CHECK(files >= 0)) STRICT;
CREATE TABLE excluded(uri TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
"""
"""The text of the step."""
