-- The two chains with fewer indexes: each index whose key is as good as random costs every row a
-- page of its own in the commit, and these guarded nothing or were found another way.
-- - A hash is not looked up and cannot come twice: it covers the number of its row. What was
--   changed is found by the chain, not by an index. (A head is looked for from the end.)
-- - Transfers of one deed are found by their ids, which begin with that of their group.
-- - Almost no transfer resolves a hold, so those that do have an index of their own.
-- - Whether a tenant paid for a passage lately was asked of an index over all retrievals ever made.
--   One row for each tenant and passage says it, however often the passage is read.
-- Rows are copied as they are. Triggers of other tables speak of these by name and stay.
PRAGMA legacy_alter_table = ON;

DROP INDEX transfer_by_credit;
DROP INDEX transfer_by_group;
DROP TRIGGER transfer_no_update;
DROP TRIGGER transfer_no_delete;
DROP TRIGGER transfer_follows;
DROP TRIGGER transfer_moves;
ALTER TABLE transfer RENAME TO wide_transfer;

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
  hold_seq INTEGER REFERENCES transfer (seq),
  code TEXT NOT NULL CHECK (length(code) BETWEEN 1 AND 64),
  ref TEXT NOT NULL CHECK (length(ref) <= 500),
  body_hash BLOB NOT NULL CHECK (length(body_hash) = 32),
  created_at INTEGER NOT NULL CHECK (created_at BETWEEN 0 AND 9007199254740991),
  -- What both accounts have available (posted - held) after this transfer.
  debit_after INTEGER NOT NULL,
  credit_after INTEGER NOT NULL,
  prev BLOB NOT NULL CHECK (length(prev) = 32),
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  CHECK (debit_account_id <> credit_account_id),
  CHECK ((phase IN ('post_hold', 'void_hold')) = (hold_seq IS NOT NULL)),
  -- Invariant: the id is that of the group, or goes on from it after a colon.
  CHECK (substr(transfer_id || ':', 1, length(group_id) + 1) = group_id || ':')
) STRICT;
INSERT INTO transfer SELECT * FROM wide_transfer ORDER BY seq;
DROP TABLE wide_transfer;

-- What came onto one account, newest last.
CREATE INDEX transfer_by_credit ON transfer (credit_account_id, seq);
-- Invariant: a hold is resolved at most once.
CREATE UNIQUE INDEX transfer_of_hold ON transfer (hold_seq) WHERE hold_seq IS NOT NULL;

-- Invariant: the ledger is append-only; a mistake is corrected by the mirror transfer.
CREATE TRIGGER transfer_no_update BEFORE UPDATE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER transfer_no_delete BEFORE DELETE ON transfer
BEGIN SELECT RAISE(ABORT, 'the ledger is append-only'); END;

-- Invariants of a new transfer: it follows the last one (number and hash), it is new (which also
-- refuses INSERT OR REPLACE on a connection without recursive_triggers), it stays within one unit.
CREATE TRIGGER transfer_follows BEFORE INSERT ON transfer
BEGIN
  SELECT RAISE(ABORT, 'a transfer follows the last one')
  WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM transfer)
     OR NEW.prev IS NOT coalesce((SELECT hash FROM transfer WHERE seq = NEW.seq - 1), zeroblob(32));
  SELECT RAISE(ABORT, 'this transfer exists')
  WHERE EXISTS (SELECT 1 FROM transfer WHERE transfer_id = NEW.transfer_id);
  SELECT RAISE(ABORT, 'a transfer stays within one unit')
  WHERE (SELECT unit FROM account WHERE account_id = NEW.debit_account_id)
     IS NOT (SELECT unit FROM account WHERE account_id = NEW.credit_account_id);
END;

-- Invariant: a hold is resolved once, between the same two accounts, for at most the amount held.
CREATE TRIGGER transfer_resolves_hold BEFORE INSERT ON transfer WHEN NEW.hold_seq IS NOT NULL
BEGIN
  SELECT RAISE(ABORT, 'this transfer exists')
  WHERE EXISTS (SELECT 1 FROM transfer WHERE hold_seq = NEW.hold_seq);
  SELECT RAISE(ABORT, 'no such open hold')
  WHERE NOT EXISTS (
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

DROP INDEX meter_event_running_gross;
DROP INDEX meter_event_by_buyer_time;
DROP INDEX meter_event_by_provider_time;
DROP INDEX meter_event_downloads;
DROP INDEX meter_event_by_buyer_period;
DROP INDEX meter_event_sold;
DROP TRIGGER meter_event_no_update;
DROP TRIGGER meter_event_no_delete;
DROP TRIGGER meter_event_follows;
DROP TRIGGER search_counted;
DROP TRIGGER meter_event_is_rated;
DROP TRIGGER charge_counted;
DROP TRIGGER meter_event_in_open_period;
ALTER TABLE meter_event RENAME TO wide_meter_event;

-- What was used, rated once: one row per search, retrieved passages, citation, download, outcome.
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
  hash BLOB NOT NULL CHECK (length(hash) = 32),
  -- Invariant: only another tenant's content costs anything. The transfers of a charge carry the
  -- event's id as their group; there are such transfers exactly when the charge is above zero.
  CHECK (charge_cents = 0
    OR (provider_tenant_id IS NOT NULL AND provider_tenant_id <> buyer_tenant_id))
) STRICT;
INSERT INTO meter_event SELECT * FROM wide_meter_event ORDER BY seq;
DROP TABLE wide_meter_event;

-- The running gross that the next split is rounded against.
CREATE INDEX meter_event_running_gross
  ON meter_event (provider_tenant_id, period, provider_share_bp, seq) WHERE charge_cents > 0;
-- What a buyer spent in a time, and what a provider earned in it.
CREATE INDEX meter_event_by_buyer_time ON meter_event (buyer_tenant_id, created_at);
CREATE INDEX meter_event_by_provider_time ON meter_event (provider_tenant_id, created_at)
  WHERE provider_tenant_id IS NOT NULL;
-- Downloads among the events, which searches will outnumber by far.
CREATE INDEX meter_event_downloads ON meter_event (buyer_tenant_id, created_at, seq)
  WHERE kind = 'download';
-- A buyer's month: invoices and exports.
CREATE INDEX meter_event_by_buyer_period ON meter_event (buyer_tenant_id, period, seq);
-- Whether a file was ever sold on Surface A.
CREATE INDEX meter_event_sold ON meter_event (asset_id)
  WHERE kind = 'download' AND charge_cents > 0;

-- Invariant: metered events are append-only.
CREATE TRIGGER meter_event_no_update BEFORE UPDATE ON meter_event
BEGIN SELECT RAISE(ABORT, 'metered events are append-only'); END;
CREATE TRIGGER meter_event_no_delete BEFORE DELETE ON meter_event
BEGIN SELECT RAISE(ABORT, 'metered events are append-only'); END;

-- Invariants of a new event: it follows the last one and is new, also under INSERT OR REPLACE; a
-- card that exists has rated it; nothing is added to a month that was settled.
CREATE TRIGGER meter_event_follows BEFORE INSERT ON meter_event
BEGIN
  SELECT RAISE(ABORT, 'an event follows the last one')
  WHERE NEW.seq IS NOT (SELECT coalesce(max(seq), 0) + 1 FROM meter_event)
     OR NEW.prev IS NOT
       coalesce((SELECT hash FROM meter_event WHERE seq = NEW.seq - 1), zeroblob(32));
  SELECT RAISE(ABORT, 'this event exists')
  WHERE EXISTS (SELECT 1 FROM meter_event WHERE event_id = NEW.event_id);
  SELECT RAISE(ABORT, 'no such rate card')
  WHERE NOT EXISTS (SELECT 1 FROM rate_card WHERE price_version = NEW.price_version);
  SELECT RAISE(ABORT, 'this month is closed')
  WHERE NEW.period <= (SELECT max(period) FROM closed_period);
END;

-- Invariant: the count is the number of search events. It is moved here and nowhere else.
CREATE TRIGGER search_counted AFTER INSERT ON meter_event WHEN NEW.kind = 'search'
BEGIN
  INSERT INTO search_count (tenant_id, period, used)
  VALUES (NEW.buyer_tenant_id, NEW.period, NEW.quantity)
  ON CONFLICT (tenant_id, period) DO UPDATE SET used = used + NEW.quantity;
END;

-- Invariant: what a key spent and who paid follow from the charges. They are moved here and
-- nowhere else.
CREATE TRIGGER charge_counted AFTER INSERT ON meter_event WHEN NEW.charge_cents > 0
BEGIN
  INSERT INTO key_spend (api_key_id, period, spent_cents)
  SELECT NEW.api_key_id, NEW.period, NEW.charge_cents WHERE NEW.api_key_id IS NOT NULL
  ON CONFLICT (api_key_id, period) DO UPDATE SET spent_cents = spent_cents + NEW.charge_cents;
  INSERT INTO paying_buyer (dataset_id, buyer_tenant_id, last_paid_at)
  SELECT NEW.dataset_id, NEW.buyer_tenant_id, NEW.created_at WHERE NEW.dataset_id IS NOT NULL
  ON CONFLICT (dataset_id, buyer_tenant_id)
    DO UPDATE SET last_paid_at = max(last_paid_at, NEW.created_at);
END;

-- When a tenant last paid for a passage (or got it at price 0), and with which retrieval.
CREATE TABLE rated_passage (
  buyer_tenant_id TEXT NOT NULL,
  passage_id TEXT NOT NULL,
  rated_at INTEGER NOT NULL,
  retrieval_event_id TEXT NOT NULL,
  PRIMARY KEY (buyer_tenant_id, passage_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER rated_passage_no_delete BEFORE DELETE ON rated_passage
BEGIN SELECT RAISE(ABORT, 'what was paid for stays so'); END;

INSERT INTO rated_passage
  SELECT buyer_tenant_id, passage_id, max(created_at), retrieval_event_id FROM retrieval
  WHERE event_id IS NOT NULL GROUP BY buyer_tenant_id, passage_id;
DROP INDEX retrieval_rated;

-- Invariant: this follows from the retrievals. It is moved here and nowhere else.
CREATE TRIGGER retrieval_rates AFTER INSERT ON retrieval WHEN NEW.event_id IS NOT NULL
BEGIN
  INSERT INTO rated_passage (buyer_tenant_id, passage_id, rated_at, retrieval_event_id)
  VALUES (NEW.buyer_tenant_id, NEW.passage_id, NEW.created_at, NEW.retrieval_event_id)
  ON CONFLICT (buyer_tenant_id, passage_id)
    DO UPDATE SET rated_at = NEW.created_at, retrieval_event_id = NEW.retrieval_event_id
    WHERE NEW.created_at >= rated_at;
END;

PRAGMA legacy_alter_table = OFF;
