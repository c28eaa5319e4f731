-- How much a tenant keeps here, and how much it may.

-- NULL: what the setting says; 0: as much as it likes.
ALTER TABLE tenant ADD COLUMN storage_quota_bytes INTEGER CHECK (storage_quota_bytes >= 0);

-- When the bytes of an object that was deleted, rejected or expired were removed. Until then they
-- count, or a quota would be worth nothing to who uploads and deletes by turns.
ALTER TABLE object ADD COLUMN bytes_purged_at INTEGER;
UPDATE object SET bytes_purged_at = coalesce(deleted_at, reviewed_at, review_expires_at, created_at)
WHERE status IN ('deleted', 'rejected', 'expired');

-- The bytes of a tenant, from the initiation of an upload to their removal.
CREATE TABLE tenant_storage (
  tenant_id TEXT PRIMARY KEY REFERENCES tenant (tenant_id),
  bytes INTEGER NOT NULL CHECK (bytes BETWEEN 0 AND 9007199254740991)
) STRICT, WITHOUT ROWID;
INSERT INTO tenant_storage
SELECT tenant_id, sum(size_bytes) FROM object
WHERE bytes_purged_at IS NULL OR status IN ('initiated', 'staged', 'active')
GROUP BY tenant_id;

-- Invariant: what a tenant keeps follows from its objects. It is counted here and nowhere else.
CREATE TRIGGER object_is_stored AFTER INSERT ON object
BEGIN
  INSERT INTO tenant_storage (tenant_id, bytes) VALUES (NEW.tenant_id, NEW.size_bytes)
  ON CONFLICT DO UPDATE SET bytes = bytes + excluded.bytes;
END;
CREATE TRIGGER object_is_stored_still AFTER UPDATE OF status, bytes_purged_at, size_bytes ON object
BEGIN
  UPDATE tenant_storage SET bytes = bytes
    + iif(NEW.bytes_purged_at IS NULL OR NEW.status IN ('initiated', 'staged', 'active'),
      NEW.size_bytes, 0)
    - iif(OLD.bytes_purged_at IS NULL OR OLD.status IN ('initiated', 'staged', 'active'),
      OLD.size_bytes, 0)
  WHERE tenant_id = NEW.tenant_id;
END;
CREATE TRIGGER object_is_stored_no_more AFTER DELETE ON object
BEGIN
  UPDATE tenant_storage SET bytes = bytes - OLD.size_bytes WHERE tenant_id = OLD.tenant_id;
END;
