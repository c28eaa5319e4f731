-- What moved a user's balance of SOL, as Surface C tells it. The ledger has the money itself; each
-- row here names the group of its transfers.
CREATE TABLE sol_entry (
  entry_id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  type TEXT NOT NULL CHECK (type IN ('deposit', 'withdrawal', 'purchase', 'earnings')),
  -- What the balance gained or lost, apart from the fee.
  amount_lamports INTEGER NOT NULL CHECK (amount_lamports BETWEEN 1 AND 9007199254740991),
  -- On top of a withdrawal; out of what was earned before `amount` was.
  fee_lamports INTEGER NOT NULL CHECK (fee_lamports BETWEEN 0 AND 9007199254740991),
  status TEXT NOT NULL CHECK (status IN ('pending', 'confirmed', 'failed')),
  transaction_hash TEXT,
  wallet_address TEXT,
  asset_id TEXT,
  group_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  -- Invariant: only a withdrawal takes time.
  CHECK (status = 'confirmed' OR type = 'withdrawal'),
  -- Invariant: what happened is on a chain.
  CHECK (status <> 'confirmed' OR transaction_hash IS NOT NULL)
) STRICT, WITHOUT ROWID;
-- A user's history, newest first.
CREATE INDEX sol_entry_by_user ON sol_entry (user_id, entry_id);
-- What a user earned and spent in all is read from this index alone.
CREATE INDEX sol_entry_sums ON sol_entry (user_id, type, status, amount_lamports);
-- Invariant: a group of transfers has one entry per user.
CREATE UNIQUE INDEX sol_entry_of_group ON sol_entry (group_id, user_id);

-- Invariant: history is not rewritten; a pending withdrawal comes to its end.
CREATE TRIGGER sol_entry_ends BEFORE UPDATE ON sol_entry
WHEN OLD.status <> 'pending' OR NEW.user_id <> OLD.user_id OR NEW.type <> OLD.type
  OR NEW.amount_lamports <> OLD.amount_lamports OR NEW.fee_lamports <> OLD.fee_lamports
  OR NEW.group_id <> OLD.group_id OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'an entry of the balance is not rewritten'); END;
CREATE TRIGGER sol_entry_no_delete BEFORE DELETE ON sol_entry
BEGIN SELECT RAISE(ABORT, 'entries of the balance are kept'); END;
