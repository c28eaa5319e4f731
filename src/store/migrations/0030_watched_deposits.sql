-- Deposits that were credited as soon as they were final, without being asked for. Whoever then asks
-- for one gets the balance that it is in, once, and no second credit.
CREATE TABLE watched_deposit (
  signature TEXT NOT NULL,
  instruction INTEGER NOT NULL CHECK (instruction >= 0),
  user_id TEXT NOT NULL,
  lamports INTEGER NOT NULL CHECK (lamports BETWEEN 1 AND 9007199254740991),
  transaction_hash TEXT NOT NULL,
  credited_at INTEGER NOT NULL,
  asked_for_at INTEGER,
  -- Invariant: a deposit is credited once.
  PRIMARY KEY (signature, instruction)
) STRICT, WITHOUT ROWID;
CREATE INDEX watched_deposit_open ON watched_deposit (user_id, lamports)
  WHERE asked_for_at IS NULL;
CREATE TRIGGER watched_deposit_asked_once BEFORE UPDATE ON watched_deposit
WHEN OLD.asked_for_at IS NOT NULL OR NEW.lamports <> OLD.lamports OR NEW.user_id <> OLD.user_id
BEGIN SELECT RAISE(ABORT, 'a deposit is asked for once'); END;
CREATE TRIGGER watched_deposit_no_delete BEFORE DELETE ON watched_deposit
BEGIN SELECT RAISE(ABORT, 'deposits are kept'); END;
