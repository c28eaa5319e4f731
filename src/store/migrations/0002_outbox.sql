-- Durable jobs: written in the transaction of the deed that causes them, run afterwards.
CREATE TABLE job (
  job_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  payload TEXT NOT NULL CHECK (json_valid(payload)),
  subject_id TEXT NOT NULL,              -- the object, dataset or blob that it is about
  tenant_id TEXT,
  priority INTEGER NOT NULL,             -- smaller runs first
  state TEXT NOT NULL CHECK (state IN ('queued', 'running', 'done', 'failed')),
  attempt INTEGER NOT NULL DEFAULT 0,    -- counts every lease; a result counts only with this number
  failures INTEGER NOT NULL DEFAULT 0,   -- counts towards giving up
  run_after_at INTEGER NOT NULL,
  lease_until_at INTEGER,
  error TEXT,                            -- of the last failure
  created_at INTEGER NOT NULL,
  started_at INTEGER,                    -- of the last attempt
  finished_at INTEGER,
  -- Invariant: a job has a lease exactly while it runs, and an end exactly when it is over.
  CHECK ((state = 'running') = (lease_until_at IS NOT NULL)),
  CHECK ((state IN ('done', 'failed')) = (finished_at IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- Invariant: finding the next job does not read the finished ones.
CREATE INDEX job_open ON job (priority, run_after_at, job_id) WHERE state IN ('queued', 'running');
CREATE INDEX job_by_subject ON job (subject_id, job_id);
-- Invariant: forgetting old jobs does not read the young ones.
CREATE INDEX job_finished ON job (finished_at) WHERE finished_at IS NOT NULL;

-- Invariant: what is over stays as it ended.
CREATE TRIGGER job_over BEFORE UPDATE ON job WHEN old.state IN ('done', 'failed')
BEGIN SELECT RAISE(ABORT, 'a finished job does not change'); END;
-- Invariant: an attempt number is never given out twice, so that a late result is told apart.
CREATE TRIGGER job_attempt BEFORE UPDATE OF attempt ON job WHEN new.attempt < old.attempt
BEGIN SELECT RAISE(ABORT, 'the attempt number of a job only grows'); END;
-- Invariant: only what is over is forgotten.
CREATE TRIGGER job_open_stays BEFORE DELETE ON job WHEN old.state IN ('queued', 'running')
BEGIN SELECT RAISE(ABORT, 'an open job is not deleted'); END;
