-- Programs that people let in by OAuth (DECISIONS 582). A program says itself what it is called.
CREATE TABLE oauth_client (
  client_id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  redirect_uris TEXT NOT NULL CHECK (json_array_length(redirect_uris) BETWEEN 1 AND 10),
  created_at INTEGER NOT NULL,
  -- When somebody last let it in, or it last renewed a token. NULL: nobody did.
  used_at INTEGER
) STRICT;

CREATE INDEX oauth_client_by_use ON oauth_client (used_at, created_at);

-- What somebody said yes to. It is there for a while after its use, so that a second one is known.
CREATE TABLE oauth_code (
  code_hash BLOB PRIMARY KEY CHECK (length(code_hash) = 32),
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL CHECK (length(challenge) = 43),
  resource TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  user_id TEXT NOT NULL REFERENCES user (user_id),
  monthly_budget_credits INTEGER NOT NULL CHECK (monthly_budget_credits >= 0),
  expires_at INTEGER NOT NULL,
  -- The key that was made of it.
  api_key_id TEXT REFERENCES api_key (api_key_id)
) STRICT;

CREATE INDEX oauth_code_by_expiry ON oauth_code (expires_at);

-- What makes a key that of a program: its access token is the key, and these renew it.
CREATE TABLE oauth_grant (
  api_key_id TEXT PRIMARY KEY REFERENCES api_key (api_key_id),
  client_id TEXT NOT NULL,
  client_name TEXT NOT NULL,
  -- Where its answers go: a host, or the scheme of a program.
  redirect_place TEXT NOT NULL,
  -- A refresh token has two secrets: one stays, the other changes with each use. Who knows the
  -- first and an old second one replays.
  family_hash BLOB NOT NULL CHECK (length(family_hash) = 32),
  turn_hash BLOB NOT NULL CHECK (length(turn_hash) = 32),
  refresh_until INTEGER NOT NULL
) STRICT;

-- Of a key whose secret changes: until when the one of now counts. NULL: a key like any other.
ALTER TABLE api_key ADD COLUMN access_until INTEGER;

-- Invariant: a secret changes for a program's token alone, and no key becomes one or ceases to be.
DROP TRIGGER api_key_secret_stays;
CREATE TRIGGER api_key_secret_stays
BEFORE UPDATE OF key_prefix, secret_hash, tenant_id, access_until ON api_key
WHEN NEW.key_prefix <> OLD.key_prefix OR NEW.tenant_id <> OLD.tenant_id
  OR (OLD.access_until IS NULL
    AND (NEW.access_until IS NOT NULL OR NEW.secret_hash <> OLD.secret_hash))
  OR (OLD.access_until IS NOT NULL AND NEW.access_until IS NULL)
BEGIN
  SELECT RAISE(ABORT, 'the secret and the tenant of a key are immutable');
END;
