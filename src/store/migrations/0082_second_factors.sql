-- When somebody last showed who it is in a session, and by which second factor. NULL: when it was
-- opened, and by none.
ALTER TABLE session ADD COLUMN confirmed_at INTEGER;
ALTER TABLE session ADD COLUMN factor TEXT
  CHECK (factor IN ('totp', 'passkey', 'recovery_code', 'provider'));

-- Codes by the time (RFC 6238). The secret is sealed; it counts from `confirmed_at` on. The step of
-- the last code that was taken: none is taken twice.
CREATE TABLE totp (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  secret BLOB NOT NULL,
  created_at INTEGER NOT NULL,
  confirmed_at INTEGER,
  last_step INTEGER NOT NULL,
  last_used_at INTEGER,
  failed INTEGER NOT NULL,
  failed_since INTEGER
) STRICT, WITHOUT ROWID;

-- Each opens once: a used one is gone.
CREATE TABLE recovery_code (
  code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
  user_id TEXT NOT NULL REFERENCES user (user_id),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX recovery_code_by_user ON recovery_code (user_id);

CREATE TABLE passkey (
  passkey_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (user_id),
  credential_id BLOB NOT NULL UNIQUE,
  public_key BLOB NOT NULL,
  name TEXT NOT NULL,
  transports TEXT NOT NULL CHECK (json_valid(transports)),
  backed_up INTEGER NOT NULL CHECK (backed_up IN (0, 1)),
  sign_count INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX passkey_by_user ON passkey (user_id);

-- What somebody is asked who wants in, or who is to show again who it is: for minutes, and once.
-- `carried` is what the provider of single sign-on said, sealed.
CREATE TABLE factor_challenge (
  challenge_hash BLOB PRIMARY KEY CHECK (length(challenge_hash) = 32),
  purpose TEXT NOT NULL CHECK (purpose IN ('log_in', 'second_factor', 'confirm', 'add_passkey')),
  user_id TEXT REFERENCES user (user_id),
  session_id TEXT,
  kind TEXT CHECK (kind IN ('bearer', 'browser')),
  carried BLOB,
  failed INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX factor_challenge_by_expiry ON factor_challenge (expires_at);
CREATE INDEX factor_challenge_by_user ON factor_challenge (user_id);
