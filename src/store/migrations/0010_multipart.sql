-- Uploads that come in parts. The parts lie in one file, each at its place, and that file becomes
-- the object's: nothing is copied at the end. NULL: the whole file comes in one piece.
ALTER TABLE upload ADD COLUMN blob_key TEXT
  CHECK ((blob_key IS NULL) = (part_size_bytes IS NULL));
CREATE UNIQUE INDEX upload_by_blob ON upload (blob_key) WHERE blob_key IS NOT NULL;

-- The bytes that arrived. Part 0 is the whole file in one piece. A part that came first lies at its
-- place in the upload's file (blob_key NULL); one that is sent again lies in a file of its own until
-- the confirmation, so that what was acknowledged is never written to.
CREATE TABLE received_part (
  upload_id TEXT NOT NULL REFERENCES upload (upload_id) ON DELETE CASCADE,
  part_number INTEGER NOT NULL CHECK (part_number BETWEEN 0 AND 10000),
  blob_key TEXT UNIQUE,
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
  checksum_sha256 TEXT NOT NULL CHECK (length(checksum_sha256) = 64),
  received_at INTEGER NOT NULL,
  PRIMARY KEY (upload_id, part_number),
  -- Invariant: the whole file in one piece never lies among the parts.
  CHECK (part_number > 0 OR blob_key IS NOT NULL)
) STRICT, WITHOUT ROWID;
INSERT INTO received_part
  SELECT upload_id, 0, blob_key, size_bytes, checksum_sha256, received_at FROM upload_part;
DROP TABLE upload_part;
ALTER TABLE received_part RENAME TO upload_part;

-- The same bytes twice in one tenant: a reviewer is told.
CREATE INDEX object_by_checksum ON object (tenant_id, checksum_sha256)
  WHERE checksum_sha256 IS NOT NULL;
