-- Reading the objects of a dataset anew. One run a dataset, the last one; which objects are in it is
-- filled slice by slice, so all_queued tells whether the list is whole.
CREATE TABLE reprocess (
  dataset_id TEXT PRIMARY KEY REFERENCES dataset (dataset_id),
  which TEXT NOT NULL CHECK (which IN ('all', 'failed')),
  requested_at INTEGER NOT NULL,
  all_queued INTEGER NOT NULL DEFAULT 0 CHECK (all_queued IN (0, 1))
) STRICT, WITHOUT ROWID;

-- How it ended for each object: a row and not a counter, because a job may run twice.
CREATE TABLE reprocess_object (
  dataset_id TEXT NOT NULL REFERENCES reprocess (dataset_id),
  object_id TEXT NOT NULL REFERENCES object (object_id),
  outcome TEXT NOT NULL
    CHECK (outcome IN ('waiting', 'changed', 'unchanged', 'failed', 'skipped')),
  PRIMARY KEY (dataset_id, object_id)
) STRICT, WITHOUT ROWID;
-- Progress is counted from this index alone.
CREATE INDEX reprocess_outcome ON reprocess_object (dataset_id, outcome);
