-- Who somebody is elsewhere. Of the subject only a keyed hash is kept: it finds, and names nobody.
-- The row outlives the account, so that whoever was removed does not come back by logging in.
CREATE TABLE user_identity (
  issuer TEXT NOT NULL,
  subject_hash BLOB NOT NULL CHECK (length(subject_hash) = 32),
  user_id TEXT NOT NULL REFERENCES user (user_id),
  created_at INTEGER NOT NULL,
  ended_at INTEGER,
  PRIMARY KEY (issuer, subject_hash)
) STRICT, WITHOUT ROWID;

CREATE INDEX user_identity_by_user ON user_identity (user_id);

-- A log-in that is under way at a provider: known by its state, and only to the browser that began.
CREATE TABLE sso_flow (
  state_hash BLOB PRIMARY KEY CHECK (length(state_hash) = 32),
  browser_hash BLOB NOT NULL CHECK (length(browser_hash) = 32),
  provider TEXT NOT NULL,
  return_to TEXT NOT NULL,
  invitation_hash BLOB,
  replaces TEXT,
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sso_flow_by_expiry ON sso_flow (expires_at);

-- What of a session a provider knows. Its tokens are sealed: they are shown to the provider again.
CREATE TABLE sso_session (
  session_id TEXT PRIMARY KEY REFERENCES session (session_id) ON DELETE CASCADE,
  provider TEXT NOT NULL,
  issuer TEXT NOT NULL,
  subject_hash BLOB NOT NULL CHECK (length(subject_hash) = 32),
  sid_hash BLOB,
  id_token BLOB,
  refresh_token BLOB,
  -- When the provider is asked again; NULL where there is nothing to ask with.
  refresh_at INTEGER
) STRICT;

CREATE INDEX sso_session_by_subject ON sso_session (issuer, subject_hash);
CREATE INDEX sso_session_by_sid ON sso_session (issuer, sid_hash) WHERE sid_hash IS NOT NULL;
CREATE INDEX sso_session_due ON sso_session (refresh_at) WHERE refresh_at IS NOT NULL;

-- Messages of providers that a log-out was, each taken once.
CREATE TABLE sso_logout (
  jti_hash BLOB PRIMARY KEY CHECK (length(jti_hash) = 32),
  expires_at INTEGER NOT NULL
) STRICT;

CREATE INDEX sso_logout_by_expiry ON sso_logout (expires_at);

-- Until when a person may log in by a password though the domain of its address has it off.
CREATE TABLE password_pass (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  until INTEGER NOT NULL
) STRICT;
