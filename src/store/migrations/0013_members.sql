-- Invitations: how people join a tenant that exists. Only a keyed hash of the code is kept.
CREATE TABLE invitation (
  invitation_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  -- A JSON array: the roles that the invited person will have.
  roles TEXT NOT NULL CHECK (json_type(roles) = 'array' AND json_array_length(roles) > 0),
  -- NULL: whoever brings the code. Otherwise only who signs up with this address.
  email TEXT CHECK (email = lower(trim(email))),
  created_by TEXT NOT NULL REFERENCES user (user_id),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  used_at INTEGER,
  used_by TEXT REFERENCES user (user_id),
  revoked_at INTEGER,
  CHECK ((used_at IS NULL) = (used_by IS NULL)),
  -- Invariant: an invitation ends in one way.
  CHECK (used_at IS NULL OR revoked_at IS NULL)
) STRICT, WITHOUT ROWID;

-- Lists are newest first within a tenant.
CREATE INDEX invitation_by_tenant ON invitation (tenant_id, invitation_id);
-- Those that may still be used: counted when one is made, revoked when their maker goes.
CREATE INDEX invitation_open ON invitation (tenant_id, created_by)
  WHERE used_at IS NULL AND revoked_at IS NULL;
-- The invitation that a person came with: its address goes when the person does.
CREATE INDEX invitation_by_user ON invitation (used_by) WHERE used_by IS NOT NULL;

-- Invariant: an invitation is used or revoked once, and promises to its end what it promised. Only
-- the address may be forgotten.
CREATE TRIGGER invitation_stays BEFORE UPDATE ON invitation
WHEN NEW.invitation_id <> OLD.invitation_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.code_hash <> OLD.code_hash OR NEW.roles <> OLD.roles
  OR NEW.created_by <> OLD.created_by OR NEW.created_at <> OLD.created_at
  OR NEW.expires_at <> OLD.expires_at
  OR (NEW.email IS NOT NULL AND NEW.email IS NOT OLD.email)
  OR (OLD.used_at IS NOT NULL
    AND (NEW.used_at IS NOT OLD.used_at OR NEW.used_by IS NOT OLD.used_by))
  OR (OLD.revoked_at IS NOT NULL AND NEW.revoked_at IS NOT OLD.revoked_at)
BEGIN
  SELECT RAISE(ABORT, 'an invitation ends once and otherwise stays as it is');
END;

-- The keys that a person made, and those that they made in turn.
CREATE INDEX api_key_by_creator ON api_key (created_by);

-- Invariant: a tenant keeps an owner, whatever the program does.
CREATE TRIGGER tenant_keeps_an_owner BEFORE UPDATE OF roles, tenant_id ON membership
WHEN EXISTS (SELECT 1 FROM json_each(OLD.roles) WHERE value = 'owner')
  AND (NEW.tenant_id <> OLD.tenant_id
    OR NOT EXISTS (SELECT 1 FROM json_each(NEW.roles) WHERE value = 'owner'))
  AND NOT EXISTS (
    SELECT 1 FROM membership other, json_each(other.roles) role
    WHERE other.tenant_id = OLD.tenant_id AND other.user_id <> OLD.user_id
      AND role.value = 'owner')
BEGIN
  SELECT RAISE(ABORT, 'a tenant keeps an owner');
END;
CREATE TRIGGER tenant_keeps_its_last_owner BEFORE DELETE ON membership
WHEN EXISTS (SELECT 1 FROM json_each(OLD.roles) WHERE value = 'owner')
  AND NOT EXISTS (
    SELECT 1 FROM membership other, json_each(other.roles) role
    WHERE other.tenant_id = OLD.tenant_id AND other.user_id <> OLD.user_id
      AND role.value = 'owner')
BEGIN
  SELECT RAISE(ABORT, 'a tenant keeps an owner');
END;
