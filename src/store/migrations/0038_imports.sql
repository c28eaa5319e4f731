-- Which file of which folder became which object: so an import that was cut short goes on, and one
-- that is given again takes only what changed. The folder is a name here and nothing else; it may
-- be gone.
CREATE TABLE imported_file (
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  folder TEXT NOT NULL,
  -- From the folder on, with slashes.
  path TEXT NOT NULL,
  object_id TEXT NOT NULL REFERENCES object (object_id),
  checksum_sha256 TEXT NOT NULL CHECK (length(checksum_sha256) = 64),
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (dataset_id, folder, path)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_file_by_object ON imported_file (object_id);

-- Invariant: a deleted object leaves nothing of what its file was called.
CREATE TRIGGER imported_file_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM imported_file WHERE object_id = new.object_id; END;
