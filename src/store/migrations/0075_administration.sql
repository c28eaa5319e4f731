-- Tenants whose people and keys may do nothing, and whose data is not for sale, until it is lifted.
-- A table of its own: whoever asks looks into one that has few rows, or none.
CREATE TABLE tenant_suspension (
  tenant_id TEXT PRIMARY KEY REFERENCES tenant (tenant_id),
  suspended_at INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- One open way back in for each person: another one ends it.
CREATE TABLE password_reset (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Tenants are looked for by the beginning of their name.
CREATE INDEX tenant_in_alphabet ON tenant (name COLLATE NOCASE, tenant_id)
  WHERE erased_at IS NULL;
