-- What came of imports of folders that are over: the last ones of each tenant, so that a restart
-- loses none. `root` is as the setting named it; sums and progress are told as they were. One that is
-- not complete is being written, or was when the server was killed.
CREATE TABLE import_report (
  import_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  dry_run INTEGER NOT NULL CHECK (dry_run IN (0, 1)),
  remove INTEGER NOT NULL CHECK (remove IN (0, 1)),
  state TEXT NOT NULL CHECK (state IN ('done', 'failed', 'cancelled')),
  error TEXT,
  sums TEXT NOT NULL CHECK (json_valid(sums)),
  files INTEGER NOT NULL,
  done INTEGER NOT NULL,
  started_by TEXT NOT NULL REFERENCES user (user_id),
  started_at INTEGER NOT NULL,
  finished_at INTEGER NOT NULL,
  complete INTEGER NOT NULL CHECK (complete IN (0, 1))
) STRICT, WITHOUT ROWID;
CREATE INDEX import_report_of_tenant ON import_report (tenant_id, import_id);
CREATE INDEX import_report_by_dataset ON import_report (dataset_id);

-- One file of it, numbered within its outcome.
CREATE TABLE import_report_file (
  import_id TEXT NOT NULL REFERENCES import_report (import_id) ON DELETE CASCADE,
  outcome TEXT NOT NULL,
  no INTEGER NOT NULL,
  path TEXT NOT NULL,
  bytes INTEGER NOT NULL,
  object_id TEXT,
  reason TEXT,
  PRIMARY KEY (import_id, outcome, no)
) STRICT, WITHOUT ROWID;
CREATE INDEX import_report_file_by_object ON import_report_file (object_id)
  WHERE object_id IS NOT NULL;

-- Invariant: a deleted object leaves nothing of what its file was called, and a deleted dataset no
-- names of files that were refused for it.
CREATE TRIGGER import_report_file_nameless AFTER UPDATE OF status ON object
WHEN new.status = 'deleted'
BEGIN UPDATE import_report_file SET path = '' WHERE object_id = new.object_id; END;
CREATE TRIGGER import_report_file_unnamed AFTER INSERT ON import_report_file
WHEN EXISTS (SELECT 1 FROM object WHERE object_id = new.object_id AND status = 'deleted')
BEGIN UPDATE import_report_file SET path = ''
  WHERE import_id = new.import_id AND outcome = new.outcome AND no = new.no; END;
CREATE TRIGGER import_report_goes AFTER UPDATE OF status ON dataset WHEN new.status = 'deleted'
BEGIN DELETE FROM import_report WHERE dataset_id = new.dataset_id; END;
