-- The local chain: blocks that the operator signs, in this same file, so that a record and what it
-- records are committed together. And what was sent to a chain elsewhere.

CREATE TABLE chain_block (
  height INTEGER PRIMARY KEY CHECK (height >= 0),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  -- RFC 6962, over the records of this block.
  root BLOB NOT NULL CHECK (length(root) = 32),
  records INTEGER NOT NULL CHECK (records >= 1),
  created_at INTEGER NOT NULL,
  -- Ed25519, raw.
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64),
  -- Of the signed header with its signature: what the next block names.
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32)
) STRICT;

CREATE TABLE chain_record (
  height INTEGER NOT NULL REFERENCES chain_block (height),
  place INTEGER NOT NULL CHECK (place >= 0),
  -- Hex of the hash of its leaf: every record is found by it, and every body has one of its own.
  transaction_hash TEXT NOT NULL UNIQUE CHECK (length(transaction_hash) = 64),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  subject_id TEXT NOT NULL,
  -- Canonical JSON.
  body TEXT NOT NULL CHECK (json_valid(body)),
  PRIMARY KEY (height, place)
) STRICT, WITHOUT ROWID;
CREATE INDEX chain_record_by_subject ON chain_record (subject_id, height);

-- Invariant: the chain is append-only.
CREATE TRIGGER chain_block_no_update BEFORE UPDATE ON chain_block
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER chain_block_no_delete BEFORE DELETE ON chain_block
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER chain_record_no_update BEFORE UPDATE ON chain_record
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
CREATE TRIGGER chain_record_no_delete BEFORE DELETE ON chain_record
BEGIN SELECT RAISE(ABORT, 'the chain is append-only'); END;
-- Invariant: a block follows the last one; the first has height 0.
CREATE TRIGGER chain_block_follows BEFORE INSERT ON chain_block
WHEN NEW.height IS NOT (SELECT coalesce(max(height), -1) + 1 FROM chain_block)
  OR NEW.prev IS NOT
    coalesce((SELECT hash FROM chain_block ORDER BY height DESC LIMIT 1), zeroblob(32))
BEGIN SELECT RAISE(ABORT, 'a block follows the last one'); END;
-- Invariant: records come with their block and not later.
CREATE TRIGGER chain_record_follows BEFORE INSERT ON chain_record
WHEN NEW.height IS NOT (SELECT max(height) FROM chain_block)
  OR NEW.place >= (SELECT records FROM chain_block WHERE height = NEW.height)
BEGIN SELECT RAISE(ABORT, 'records come with their block'); END;

-- A transaction for a chain elsewhere: written down, signed, before it is sent for the first time.
CREATE TABLE chain_submission (
  submission_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('withdrawal', 'licence')),
  subject_id TEXT NOT NULL,
  attempt INTEGER NOT NULL CHECK (attempt >= 1),
  -- What is to be done, so that it can be signed anew after the first try has expired.
  work TEXT NOT NULL CHECK (json_valid(work)),
  signature TEXT NOT NULL UNIQUE,
  wire TEXT NOT NULL,
  last_valid_height INTEGER NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('signed', 'final', 'failed', 'expired')),
  created_at INTEGER NOT NULL,
  settled_at INTEGER,
  UNIQUE (kind, subject_id, attempt),
  CHECK ((state = 'signed') = (settled_at IS NULL))
) STRICT, WITHOUT ROWID;
-- Invariant: of one thing there is one open attempt, so that nothing is paid twice.
CREATE UNIQUE INDEX chain_submission_open ON chain_submission (kind, subject_id)
  WHERE state = 'signed';
-- Invariant: nothing is tried again after it became final.
CREATE TRIGGER chain_submission_final BEFORE INSERT ON chain_submission
WHEN EXISTS (SELECT 1 FROM chain_submission
  WHERE kind = NEW.kind AND subject_id = NEW.subject_id AND state IN ('signed', 'final'))
BEGIN SELECT RAISE(ABORT, 'this was sent already'); END;
-- Invariant: the signed bytes stay, and a settled attempt stays settled.
CREATE TRIGGER chain_submission_settles BEFORE UPDATE ON chain_submission
WHEN OLD.state <> 'signed' OR NEW.signature <> OLD.signature OR NEW.wire <> OLD.wire
  OR NEW.work <> OLD.work OR NEW.subject_id <> OLD.subject_id
BEGIN SELECT RAISE(ABORT, 'an attempt settles once and keeps its bytes'); END;
CREATE TRIGGER chain_submission_no_delete BEFORE DELETE ON chain_submission
BEGIN SELECT RAISE(ABORT, 'attempts are kept'); END;

-- Transfers to the service that a chain elsewhere holds for final.
CREATE TABLE chain_deposit (
  signature TEXT NOT NULL,
  -- Which instruction of the transaction: one may pay several times.
  instruction INTEGER NOT NULL CHECK (instruction >= 0),
  from_address TEXT NOT NULL,
  lamports INTEGER NOT NULL CHECK (lamports BETWEEN 1 AND 9007199254740991),
  slot INTEGER NOT NULL,
  seen_at INTEGER NOT NULL,
  -- Invariant: a deposit is credited once.
  claimed_by TEXT,
  claimed_at INTEGER,
  PRIMARY KEY (signature, instruction),
  CHECK ((claimed_by IS NULL) = (claimed_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX chain_deposit_open ON chain_deposit (from_address, slot) WHERE claimed_by IS NULL;
CREATE TRIGGER chain_deposit_claimed_once BEFORE UPDATE ON chain_deposit
WHEN OLD.claimed_by IS NOT NULL OR NEW.lamports <> OLD.lamports
  OR NEW.from_address <> OLD.from_address
BEGIN SELECT RAISE(ABORT, 'a deposit is credited once'); END;
CREATE TRIGGER chain_deposit_no_delete BEFORE DELETE ON chain_deposit
BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;

-- How far deposits have been read.
CREATE TABLE chain_cursor (
  name TEXT PRIMARY KEY,
  position TEXT NOT NULL
) STRICT, WITHOUT ROWID;
