-- People whom nobody lets in until the lock is taken away. A table of its own, as for tenants that
-- are suspended: it has few rows, or none.
CREATE TABLE user_lock (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  locked_at INTEGER NOT NULL,
  reason TEXT NOT NULL
) STRICT, WITHOUT ROWID;

-- What one person or key did, over all tenants.
CREATE INDEX audit_event_of_actor ON audit_event (actor_id, audit_no);
