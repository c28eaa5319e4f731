-- Tenants, people, sessions, API keys and their grants.

CREATE TABLE tenant (
  tenant_id TEXT PRIMARY KEY,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  region TEXT NOT NULL,
  plan TEXT NOT NULL CHECK (plan IN ('free', 'starter', 'pro', 'unlimited')),
  created_at INTEGER NOT NULL
) STRICT;

-- The command line finds a tenant by its name; names need not be unique.
CREATE INDEX tenant_by_name ON tenant (name);

-- The region is assigned at creation and stays: data that was promised to one place never moves.
CREATE TRIGGER tenant_region_stays BEFORE UPDATE OF region ON tenant
WHEN NEW.region IS NOT OLD.region
BEGIN
  SELECT RAISE(ABORT, 'a tenant''s region is immutable');
END;

CREATE TABLE user (
  user_id TEXT PRIMARY KEY,
  -- Trimmed and lower-cased, so that UNIQUE means one account per mailbox.
  email TEXT NOT NULL UNIQUE CHECK (email = lower(trim(email)) AND length(email) BETWEEN 3 AND 254),
  display_name TEXT NOT NULL CHECK (length(display_name) BETWEEN 1 AND 100),
  password_hash TEXT NOT NULL CHECK (password_hash LIKE '$scrypt$%'),
  is_platform_admin INTEGER NOT NULL CHECK (is_platform_admin IN (0, 1)),
  created_at INTEGER NOT NULL,
  password_changed_at INTEGER NOT NULL
) STRICT;

-- Whether a platform admin exists is asked at every start and at every signup with a setup code.
CREATE INDEX user_platform_admin ON user (user_id) WHERE is_platform_admin = 1;

-- One user belongs to one tenant, hence the primary key; the roles are a JSON array of names.
CREATE TABLE membership (
  user_id TEXT PRIMARY KEY REFERENCES user (user_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  roles TEXT NOT NULL CHECK (json_type(roles) = 'array' AND json_array_length(roles) > 0),
  created_at INTEGER NOT NULL
) STRICT;

CREATE INDEX membership_by_tenant ON membership (tenant_id);

-- A session ends by losing its row. Only a keyed hash of the token is kept.
CREATE TABLE session (
  session_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES user (user_id),
  token_hash BLOB NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at)
) STRICT;

-- A password change ends all sessions of one user.
CREATE INDEX session_by_user ON session (user_id);

-- Expired sessions are swept away at each login.
CREATE INDEX session_by_expiry ON session (expires_at);

-- NULL in rate_per_minute, monthly_budget_credits or expires_at: the key sets no limit of its own.
CREATE TABLE api_key (
  api_key_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  -- The principal that made the key: a user, another key, or `operator` for the command line.
  created_by TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  -- Public part of the key and the way to its row.
  key_prefix TEXT NOT NULL UNIQUE,
  secret_hash BLOB NOT NULL CHECK (length(secret_hash) = 32),
  scopes TEXT NOT NULL CHECK (json_type(scopes) = 'array' AND json_array_length(scopes) > 0),
  dataset_access_mode TEXT NOT NULL CHECK (dataset_access_mode IN ('all_available', 'allow_list')),
  -- No reference to datasets: a restriction outlives what it names, and then admits nothing.
  dataset_ids TEXT NOT NULL CHECK (json_type(dataset_ids) = 'array'),
  rate_per_minute INTEGER CHECK (rate_per_minute > 0),
  monthly_budget_credits INTEGER CHECK (monthly_budget_credits >= 0),
  expires_at INTEGER,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER,
  revoked_at INTEGER,
  -- A list of datasets that is not in force would be read as a restriction that does not exist.
  CHECK (dataset_access_mode = 'allow_list' OR dataset_ids = '[]')
) STRICT;

-- Lists are newest first within a tenant.
CREATE INDEX api_key_by_tenant ON api_key (tenant_id, api_key_id);

-- Revocation is final.
CREATE TRIGGER api_key_stays_revoked BEFORE UPDATE ON api_key
WHEN OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at
BEGIN
  SELECT RAISE(ABORT, 'a revoked key stays revoked');
END;

-- The secret of a key never changes: rotation is a new key.
CREATE TRIGGER api_key_secret_stays BEFORE UPDATE OF key_prefix, secret_hash, tenant_id ON api_key
BEGIN
  SELECT RAISE(ABORT, 'the secret and the tenant of a key are immutable');
END;

-- Datasets added to a key one at a time; they count while the key is in allow_list mode.
CREATE TABLE api_key_grant (
  grant_id TEXT PRIMARY KEY,
  api_key_id TEXT NOT NULL REFERENCES api_key (api_key_id),
  dataset_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- A dataset is granted to a key once.
  UNIQUE (api_key_id, dataset_id)
) STRICT;

-- At most one row: the keyed hash of the code that makes the first platform admin.
CREATE TABLE setup_code (
  setup_code_no INTEGER PRIMARY KEY CHECK (setup_code_no = 1),
  code_hash BLOB NOT NULL CHECK (length(code_hash) = 32),
  created_at INTEGER NOT NULL
) STRICT;
