-- A small picture of what is in a file: made when it is inspected, so that people see what they
-- decide on and choose from. Without bytes there is the reason why there is none.
CREATE TABLE object_preview (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id) ON DELETE CASCADE,
  blob_key TEXT UNIQUE,
  content_type TEXT,
  width INTEGER CHECK (width > 0),
  height INTEGER CHECK (height > 0),
  size_bytes INTEGER CHECK (size_bytes > 0),
  problem TEXT,
  made_at INTEGER NOT NULL,
  -- Invariant: a picture with all that is known of it, or why there is none.
  CHECK (CASE WHEN blob_key IS NULL
    THEN problem IS NOT NULL AND content_type IS NULL AND width IS NULL AND height IS NULL
      AND size_bytes IS NULL
    ELSE problem IS NULL AND content_type IS NOT NULL AND width IS NOT NULL AND height IS NOT NULL
      AND size_bytes IS NOT NULL END)
) STRICT, WITHOUT ROWID;

-- Invariant: no picture of a deleted object stays; its bytes, of which nobody knows any more, go by
-- the job that the deletion leaves, or by the next sweep.
CREATE TRIGGER object_preview_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM object_preview WHERE object_id = new.object_id; END;
