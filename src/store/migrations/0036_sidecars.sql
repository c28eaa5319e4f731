-- What is said in a recording can lie in a file of its own: by the same base name in the dataset,
-- or attached to the recording by its provider, which this remembers.
CREATE TABLE sidecar (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id) ON DELETE CASCADE,
  recording_id TEXT NOT NULL REFERENCES object (object_id) ON DELETE CASCADE,
  CHECK (object_id <> recording_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sidecar_of_recording ON sidecar (recording_id);

-- Files that differ only in what comes after the dot lie side by side here.
CREATE INDEX object_by_name ON object (dataset_id, filename COLLATE NOCASE);
