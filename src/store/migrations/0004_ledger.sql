-- Money and metering: accounts, transfers between two of them, metered events, search allowances.
--
-- Every amount is a whole number of the account's smallest unit: cents for CREDIT, lamports for
-- SOL. All of them are bounded by 2^53 - 1 here, because the program reads them as JavaScript
-- numbers: what could be rounded is refused when it is written, instead of being trusted to
-- whoever reads. One account can so hold 90 trillion credits, or 9 million SOL.

CREATE TABLE account (
  account_id INTEGER PRIMARY KEY,
  unit TEXT NOT NULL CHECK (unit IN ('CREDIT', 'SOL')),
  -- A tenant's id, `platform`, or `world` for everything outside the service. No reference to
  -- tenants: the books outlive whoever is erased.
  owner TEXT NOT NULL CHECK (length(owner) BETWEEN 1 AND 64),
  kind TEXT NOT NULL CHECK (length(kind) BETWEEN 1 AND 64),
  -- Invariant: only the world owes.
  may_go_negative INTEGER NOT NULL CHECK (may_go_negative = (owner = 'world')),
  -- Credits less debits so far. `held` is the part of it that is set aside by open holds.
  posted INTEGER NOT NULL DEFAULT 0 CHECK (posted BETWEEN -9007199254740991 AND 9007199254740991),
  held INTEGER NOT NULL DEFAULT 0 CHECK (held BETWEEN 0 AND 9007199254740991),
  -- The seq of the transfer that moved this account last.
  version INTEGER NOT NULL DEFAULT 0 CHECK (version >= 0),
  UNIQUE (unit, owner, kind),
  -- Invariant: no overdraft, whatever the program does.
  CHECK (posted - held BETWEEN iif(may_go_negative, -9007199254740991, 0) AND 9007199254740991)
) STRICT;

CREATE TABLE transfer (
  -- Counts from 1 without gaps, so that a missing row shows.
  seq INTEGER PRIMARY KEY,
  -- The idempotency key of the transfer, made by the caller: `dl:<link>:buyer`.
  transfer_id TEXT NOT NULL UNIQUE CHECK (length(transfer_id) BETWEEN 1 AND 200),
  -- The transfers of one deed share a group: a charge and its splits.
  group_id TEXT NOT NULL CHECK (length(group_id) BETWEEN 1 AND 200),
  phase TEXT NOT NULL CHECK (phase IN ('post', 'hold', 'post_hold', 'void_hold')),
  debit_account_id INTEGER NOT NULL REFERENCES account (account_id),
  credit_account_id INTEGER NOT NULL REFERENCES account (account_id),
  amount_minor INTEGER NOT NULL CHECK (amount_minor BETWEEN 1 AND 9007199254740991),
  -- Invariant: a hold is resolved at most once (UNIQUE).
  hold_seq INTEGER UNIQUE REFERENCES transfer (seq),
  code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 64),
  ref TEXT NOT NULL CHECK (length(ref) <= 500),
  body_hash BLOB NOT NULL CHECK (length(body_hash) = 32),
  created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
  -- What both accounts have available (posted - held) after this transfer.
  debit_after INTEGER NOT NULL,
  credit_after INTEGER NOT NULL,
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  CHECK (debit_account_id <> credit_account_id),
  CHECK ((phase IN ('post_hold', 'void_hold')) = (hold_seq IS NOT NULL))
) STRICT;

-- The statement of one account, newest last.
CREATE INDEX transfer_by_debit ON transfer (debit_account_id, seq);
CREATE INDEX transfer_by_credit ON transfer (credit_account_id, seq);
-- The transfers of one deed.
CREATE INDEX transfer_by_group ON transfer (group_id, seq);

-- Invariant: the ledger is append-only; a mistake is corrected by the mirror transfer.
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Invariants of a new transfer: it follows the last one (number and hash), it is new (which also
-- refuses INSERT OR REPLACE on a connection without recursive_triggers), it stays within one unit,
-- and it resolves a hold only between the same two accounts, for at most the amount held.
CREATE TRIGGER transfer_follows BEFORE INSERT ON transfer
BEGIN
  SELECT RAISE(ABORT, 'a transfer follows the last one')
  WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM transfer)
     OR NEW.prev IS NOT coalesce((SELECT hash FROM transfer ORDER BY seq DESC LIMIT 1), zeroblob(32));
  SELECT RAISE(ABORT, 'this transfer exists')
  WHERE EXISTS (SELECT 1 FROM transfer WHERE transfer_id = NEW.transfer_id)
     OR EXISTS (SELECT 1 FROM transfer WHERE hash = NEW.hash)
     OR EXISTS (SELECT 1 FROM transfer WHERE hold_seq = NEW.hold_seq);
  SELECT RAISE(ABORT, 'a transfer stays within one unit')
  WHERE (SELECT unit FROM account WHERE account_id = NEW.debit_account_id)
     IS NOT (SELECT unit FROM account WHERE account_id = NEW.credit_account_id);
  SELECT RAISE(ABORT, 'no such open hold')
  WHERE NEW.hold_seq IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM transfer held
    WHERE held.seq = NEW.hold_seq AND held.phase = 'hold'
      AND held.debit_account_id = NEW.debit_account_id
      AND held.credit_account_id = NEW.credit_account_id
      AND (NEW.amount_minor = held.amount_minor
        OR (NEW.phase = 'post_hold' AND NEW.amount_minor < held.amount_minor)));
END;

-- A transfer moves its accounts by itself, and its own idea of the result must come true. That
-- last check also stops INSERT OR IGNORE, which would skip an overdrawn account silently.
CREATE TRIGGER transfer_moves AFTER INSERT ON transfer
BEGIN
  UPDATE account SET version = NEW.seq,
    posted = posted - iif(NEW.phase IN ('post', 'post_hold'), NEW.amount_minor, 0),
    held = held + CASE WHEN NEW.phase = 'hold' THEN NEW.amount_minor
      WHEN NEW.phase = 'post' THEN 0
      ELSE -(SELECT amount_minor FROM transfer WHERE seq = NEW.hold_seq) END
  WHERE account_id = NEW.debit_account_id;
  UPDATE account SET version = NEW.seq, posted = posted + NEW.amount_minor
  WHERE account_id = NEW.credit_account_id AND NEW.phase IN ('post', 'post_hold');
  SELECT RAISE(ABORT, 'the balances differ from what the transfer says')
  WHERE NEW.debit_after IS NOT
      (SELECT posted - held FROM account WHERE account_id = NEW.debit_account_id)
     OR NEW.credit_after IS NOT
      (SELECT posted - held FROM account WHERE account_id = NEW.credit_account_id);
END;

CREATE TRIGGER account_no_delete BEFORE DELETE ON account
BEGIN SELECT RAISE(ABORT, 'accounts are never deleted'); END;

-- Invariant: an account opens empty and once.
CREATE TRIGGER account_opens_empty BEFORE INSERT ON account
WHEN NEW.posted <> 0 OR NEW.held <> 0 OR NEW.version <> 0
  OR EXISTS (SELECT 1 FROM account WHERE account_id = NEW.account_id
    OR (unit = NEW.unit AND owner = NEW.owner AND kind = NEW.kind))
BEGIN SELECT RAISE(ABORT, 'accounts open empty and once'); END;

-- Invariant: balances move by transfers alone. The only update let through is the one of
-- transfer_moves: it comes once per transfer and account, while that transfer is the last one.
CREATE TRIGGER account_moves_by_transfer BEFORE UPDATE ON account
WHEN NEW.account_id <> OLD.account_id OR NEW.unit <> OLD.unit OR NEW.owner <> OLD.owner
  OR NEW.kind <> OLD.kind OR NEW.may_go_negative <> OLD.may_go_negative
  OR NEW.version <= OLD.version
  OR NOT EXISTS (
    SELECT 1 FROM transfer t
    WHERE t.seq = NEW.version AND t.seq = (SELECT max(seq) FROM transfer)
      AND (t.debit_account_id = NEW.account_id
        OR (t.credit_account_id = NEW.account_id AND t.phase IN ('post', 'post_hold'))))
BEGIN SELECT RAISE(ABORT, 'balances move by transfers alone'); END;

-- What was used, rated once: one row per search, retrieved passage, citation, download, outcome.
-- A chain of its own, because what costs nothing is metered and leaves no transfer.
CREATE TABLE meter_event (
  seq INTEGER PRIMARY KEY,
  -- The idempotency key of the event: `dl:<link>`, `search:<search id>`.
  event_id TEXT NOT NULL UNIQUE CHECK (length(event_id) BETWEEN 1 AND 200),
  kind TEXT NOT NULL CHECK (kind IN ('search', 'retrieval_standard', 'retrieval_premium',
    'citation', 'download', 'outcome')),
  buyer_tenant_id TEXT NOT NULL,
  provider_tenant_id TEXT,
  dataset_id TEXT,
  asset_id TEXT,
  api_key_id TEXT,
  -- The search that led here, as far as the buyer said so.
  search_id TEXT,
  quantity INTEGER NOT NULL CHECK (quantity BETWEEN 1 AND 9007199254740991),
  -- Which rating rules gave the charge (limits.ts of the ledger).
  price_version INTEGER NOT NULL CHECK (price_version >= 1),
  charge_cents INTEGER NOT NULL CHECK (charge_cents BETWEEN 0 AND 9007199254740991),
  provider_share_bp INTEGER NOT NULL CHECK (provider_share_bp BETWEEN 0 AND 10000),
  provider_cents INTEGER NOT NULL CHECK (provider_cents BETWEEN 0 AND charge_cents),
  -- All charges so far for the same provider, month and share, this one included. The next split
  -- is rounded against it, so that many one-cent charges do not all round to nothing.
  gross_after_cents INTEGER NOT NULL CHECK (gross_after_cents BETWEEN 0 AND 9007199254740991),
  -- UTC month, `2026-11`.
  period TEXT NOT NULL CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL UNIQUE CHECK (length(hash) = 32),
  -- Invariant: only another tenant's content costs anything. The transfers of a charge carry the
  -- event's id as their group; there are such transfers exactly when the charge is above zero.
  CHECK (charge_cents = 0
    OR (provider_tenant_id IS NOT NULL AND provider_tenant_id <> buyer_tenant_id))
) STRICT;

-- A buyer's use of one kind in order of time: dashboards and spend.
CREATE INDEX meter_event_by_buyer ON meter_event (buyer_tenant_id, kind, seq);
-- The running gross that the next split is rounded against.
CREATE INDEX meter_event_running_gross
  ON meter_event (provider_tenant_id, period, provider_share_bp, seq) WHERE charge_cents > 0;

-- Invariant: metered events are append-only.
CREATE TRIGGER meter_event_no_update BEFORE UPDATE ON meter_event
BEGIN SELECT RAISE(ABORT, 'metered events are append-only'); END;
CREATE TRIGGER meter_event_no_delete BEFORE DELETE ON meter_event
BEGIN SELECT RAISE(ABORT, 'metered events are append-only'); END;

-- Invariants of a new event: it follows the last one and is new, also under INSERT OR REPLACE.
CREATE TRIGGER meter_event_follows BEFORE INSERT ON meter_event
BEGIN
  SELECT RAISE(ABORT, 'an event follows the last one')
  WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM meter_event)
     OR NEW.prev IS NOT
       coalesce((SELECT hash FROM meter_event ORDER BY seq DESC LIMIT 1), zeroblob(32));
  SELECT RAISE(ABORT, 'this event exists')
  WHERE EXISTS (SELECT 1 FROM meter_event WHERE event_id = NEW.event_id)
     OR EXISTS (SELECT 1 FROM meter_event WHERE hash = NEW.hash);
END;

-- Searches per tenant and UTC month, so that the allowance is read without counting events.
CREATE TABLE search_count (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  used INTEGER NOT NULL CHECK (used > 0),
  PRIMARY KEY (tenant_id, period)
) STRICT, WITHOUT ROWID;

-- Invariant: the count is the number of search events. It is moved here and nowhere else.
CREATE TRIGGER search_counted AFTER INSERT ON meter_event WHEN NEW.kind = 'search'
BEGIN
  INSERT INTO search_count (tenant_id, period, used)
  VALUES (NEW.buyer_tenant_id, NEW.period, NEW.quantity)
  ON CONFLICT (tenant_id, period) DO UPDATE SET used = used + NEW.quantity;
END;

-- Searches that were billed under a request id of the caller's: within 24 hours a retry of the
-- same search is not billed again. Also across restarts, hence a table.
CREATE TABLE billed_search (
  tenant_id TEXT NOT NULL,
  request_id TEXT NOT NULL CHECK (length(request_id) BETWEEN 1 AND 255),
  -- Hash of all parameters: another search under the same request id is another search.
  params_hash TEXT NOT NULL CHECK (length(params_hash) BETWEEN 1 AND 128),
  billed_at INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, request_id, params_hash)
) STRICT, WITHOUT ROWID;

-- Old rows are swept away in this order.
CREATE INDEX billed_search_by_time ON billed_search (billed_at);
