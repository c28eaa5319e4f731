-- What was seen in a file before its review, for the reviewer. One row an object at most.
CREATE TABLE object_inspection (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id) ON DELETE CASCADE,
  sniffed_content_type TEXT,
  page_count INTEGER CHECK (page_count >= 0),
  duration_ms INTEGER CHECK (duration_ms >= 0),
  text_sample TEXT NOT NULL CHECK (length(text_sample) <= 2000),
  warnings TEXT NOT NULL CHECK (json_valid(warnings)),
  inspected_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Invariant: nothing of its text stays with us when an object is deleted.
CREATE TRIGGER object_inspection_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM object_inspection WHERE object_id = new.object_id; END;
