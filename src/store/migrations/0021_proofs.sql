-- Proofs: Merkle trees over the two chains, and signed heads that say how far they reached.

-- Complete subtrees, so that a root or a proof reads a few rows and not all of them. Level 5 is 32
-- leaves; smaller ones are worked out from the leaves. What is here follows from the chains and
-- could be made again.
CREATE TABLE merkle_node (
  log TEXT NOT NULL CHECK (log IN ('transfer', 'event')),
  level INTEGER NOT NULL CHECK (level BETWEEN 5 AND 60),
  place INTEGER NOT NULL CHECK (place >= 0),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  PRIMARY KEY (log, level, place)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER merkle_node_no_update BEFORE UPDATE ON merkle_node
BEGIN SELECT RAISE(ABORT, 'the trees only grow'); END;
CREATE TRIGGER merkle_node_no_delete BEFORE DELETE ON merkle_node
BEGIN SELECT RAISE(ABORT, 'the trees only grow'); END;

-- What was signed, and when: whoever cuts rows off or writes them anew contradicts it.
CREATE TABLE ledger_head (
  head_no INTEGER PRIMARY KEY,
  transfers INTEGER NOT NULL CHECK (transfers >= 0),
  transfer_root BLOB NOT NULL CHECK (length(transfer_root) = 32),
  transfer_chain BLOB NOT NULL CHECK (length(transfer_chain) = 32),
  events INTEGER NOT NULL CHECK (events >= 0),
  event_root BLOB NOT NULL CHECK (length(event_root) = 32),
  event_chain BLOB NOT NULL CHECK (length(event_chain) = 32),
  signed_at INTEGER NOT NULL,
  -- Ed25519, raw.
  public_key BLOB NOT NULL CHECK (length(public_key) = 32),
  signature BLOB NOT NULL CHECK (length(signature) = 64)
) STRICT;
CREATE TRIGGER ledger_head_no_update BEFORE UPDATE ON ledger_head
BEGIN SELECT RAISE(ABORT, 'a signed head stays'); END;
CREATE TRIGGER ledger_head_no_delete BEFORE DELETE ON ledger_head
BEGIN SELECT RAISE(ABORT, 'a signed head stays'); END;
-- Invariant: heads only grow.
CREATE TRIGGER ledger_head_follows BEFORE INSERT ON ledger_head
WHEN NEW.head_no IS NOT (SELECT coalesce(max(head_no), 0) + 1 FROM ledger_head)
  OR NEW.transfers < (SELECT max(transfers) FROM ledger_head)
  OR NEW.events < (SELECT max(events) FROM ledger_head)
BEGIN SELECT RAISE(ABORT, 'a head follows the last one'); END;

-- A buyer's month: invoices and exports.
CREATE INDEX meter_event_by_buyer_period ON meter_event (buyer_tenant_id, period, seq);
