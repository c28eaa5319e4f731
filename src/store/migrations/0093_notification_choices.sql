-- What a person wants to be sent by mail, in which language, and how far the lists of events were
-- looked at for that: what comes after it is still to be sent, also after a crash.
CREATE TABLE notification_choice (
  user_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  locale TEXT NOT NULL CHECK (locale IN ('en', 'de', 'es', 'fr')),
  at_once TEXT NOT NULL CHECK (json_valid(at_once)),
  daily TEXT NOT NULL CHECK (json_valid(daily)),
  at_once_seen TEXT NOT NULL CHECK (json_valid(at_once_seen)),
  daily_seen TEXT NOT NULL CHECK (json_valid(daily_seen)),
  daily_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
