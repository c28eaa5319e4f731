-- Jobs that read a whole file wait in lanes by what they cost, each tenant's in a row of its own.
ALTER TABLE job ADD COLUMN lane TEXT NOT NULL DEFAULT 'brief'
  CHECK (lane IN ('brief', 'text', 'ocr', 'media'));
UPDATE job SET lane = 'text'
  WHERE kind IN ('ingest-object', 'reprocess-object') AND state IN ('queued', 'running');

-- Invariant: finding the next job steps from tenant to tenant, and reads neither the finished ones
-- nor those behind the first of each tenant.
CREATE INDEX job_turn ON job (lane, priority, coalesce(tenant_id, ''), run_after_at, job_id)
  WHERE state = 'queued';
CREATE INDEX job_running ON job (lease_until_at) WHERE state = 'running';
DROP INDEX job_open;
