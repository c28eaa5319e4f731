-- Until when the bytes of a deleted object are kept for those who bought a licence on it. NULL:
-- nobody did, and they go after the grace period. Whoever erases an owner sets it back to NULL.
ALTER TABLE object ADD COLUMN bytes_kept_until INTEGER;
-- Invariant: only a tombstone keeps bytes for others, and for no longer than it was promised.
CREATE TRIGGER object_bytes_kept BEFORE UPDATE OF bytes_kept_until ON object
WHEN NEW.bytes_kept_until IS NOT NULL AND (NEW.status <> 'deleted'
  OR (OLD.bytes_kept_until IS NOT NULL AND NEW.bytes_kept_until > OLD.bytes_kept_until))
BEGIN SELECT RAISE(ABORT, 'only the bytes of a tombstone are kept, and not for longer'); END;
