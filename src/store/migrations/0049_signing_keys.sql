-- The public keys that heads, receipts and blocks were ever signed with: what an earlier key signed is
-- checked with it for good. The first row is written with the first rotation.
CREATE TABLE signing_key (
  -- Names the key in heads and receipts.
  key_id TEXT PRIMARY KEY CHECK (length(key_id) = 16),
  public_key BLOB NOT NULL UNIQUE CHECK (length(public_key) = 32),
  -- Which secret of the folder it follows from; the first one has 0.
  generation INTEGER NOT NULL UNIQUE CHECK (generation >= 0),
  since_at INTEGER NOT NULL,
  -- From then on it signed nothing any more.
  retired_at INTEGER
) STRICT, WITHOUT ROWID;

-- Invariant: a key retires once and is never forgotten.
CREATE TRIGGER signing_key_retires BEFORE UPDATE ON signing_key
WHEN NEW.key_id <> OLD.key_id OR NEW.public_key <> OLD.public_key
  OR NEW.generation <> OLD.generation OR NEW.since_at <> OLD.since_at
  OR OLD.retired_at IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a signing key retires once and otherwise stays'); END;
CREATE TRIGGER signing_key_no_delete BEFORE DELETE ON signing_key
BEGIN SELECT RAISE(ABORT, 'signing keys are kept'); END;
