-- Wallets: addresses on other people's chains that a user has shown to hold the key of.

-- Surface C shows users as numbers; these are handed out in the order in which they are needed.
CREATE TABLE wallet_user (
  user_no INTEGER PRIMARY KEY,
  user_id TEXT NOT NULL UNIQUE
) STRICT;
CREATE TRIGGER wallet_user_stays BEFORE UPDATE ON wallet_user
BEGIN SELECT RAISE(ABORT, 'the number of a user stays'); END;
CREATE TRIGGER wallet_user_no_delete BEFORE DELETE ON wallet_user
BEGIN SELECT RAISE(ABORT, 'the number of a user stays'); END;

CREATE TABLE wallet (
  wallet_no INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id TEXT NOT NULL REFERENCES wallet_user (user_id),
  network TEXT NOT NULL CHECK (network IN ('solana', 'ethereum', 'bitcoin')),
  -- As the owner wrote it, and as all spellings of it are compared.
  address TEXT NOT NULL CHECK (length(address) BETWEEN 1 AND 100),
  address_key TEXT NOT NULL CHECK (length(address_key) BETWEEN 1 AND 100),
  label TEXT NOT NULL CHECK (length(label) <= 100),
  is_primary INTEGER NOT NULL CHECK (is_primary IN (0, 1)),
  last_used_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Invariant: one owner per address.
  UNIQUE (network, address_key)
) STRICT;
-- Invariant: at most one primary wallet per user and network.
CREATE UNIQUE INDEX wallet_primary ON wallet (user_id, network) WHERE is_primary = 1;
CREATE INDEX wallet_by_user ON wallet (user_id, wallet_no);
-- Invariant: what was verified does not change hands or address.
CREATE TRIGGER wallet_identity_is_fixed
BEFORE UPDATE OF wallet_no, user_id, network, address, address_key ON wallet
BEGIN SELECT RAISE(ABORT, 'the identity of a wallet is fixed'); END;

-- A message that the service offered to sign, while it is open.
CREATE TABLE wallet_challenge (
  user_id TEXT NOT NULL,
  network TEXT NOT NULL CHECK (network IN ('solana', 'ethereum', 'bitcoin')),
  address_key TEXT NOT NULL,
  issued_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > issued_at),
  PRIMARY KEY (user_id, network, address_key)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_challenge_by_expiry ON wallet_challenge (expires_at);

-- Invariant: a message verifies once per address. Not the signature is remembered but what was
-- signed: of one message there are many signatures.
CREATE TABLE wallet_message (
  network TEXT NOT NULL CHECK (network IN ('solana', 'ethereum', 'bitcoin')),
  address_key TEXT NOT NULL,
  message_hash BLOB NOT NULL CHECK (length(message_hash) = 32),
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (network, address_key, message_hash)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_message_by_expiry ON wallet_message (expires_at);
