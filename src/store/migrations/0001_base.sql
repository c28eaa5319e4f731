-- Who did what to which thing when. Rows are only ever added.
CREATE TABLE audit_event (
  audit_no INTEGER PRIMARY KEY AUTOINCREMENT,
  audit_id TEXT NOT NULL UNIQUE,
  at INTEGER NOT NULL,
  tenant_id TEXT,                        -- the tenant whose thing it is, if any
  actor_type TEXT NOT NULL CHECK (actor_type IN ('user', 'api_key', 'operator', 'system')),
  actor_id TEXT,
  action TEXT NOT NULL,                  -- 'review.rejected', 'api_key.revoked', …
  subject_type TEXT NOT NULL,
  subject_id TEXT NOT NULL,
  details TEXT NOT NULL DEFAULT '{}' CHECK (json_valid(details)),
  request_id TEXT
) STRICT;
CREATE INDEX audit_event_by_tenant ON audit_event (tenant_id, audit_no);
CREATE INDEX audit_event_by_subject ON audit_event (subject_id, audit_no);

-- Invariant: the audit log is append-only.
CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;
CREATE TRIGGER audit_event_no_delete BEFORE DELETE ON audit_event
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Answers kept for retries with an Idempotency-Key. Neither the key nor the answer lies here in
-- the clear: the id is a keyed hash, and the answer is encrypted under a key made from the raw one.
CREATE TABLE idempotent_reply (
  reply_id BLOB PRIMARY KEY CHECK (length(reply_id) = 32),
  body_mac BLOB NOT NULL CHECK (length(body_mac) = 32),
  sealed BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX idempotent_reply_by_expiry ON idempotent_reply (expires_at);
