-- Settlement: closed months, statements on their way to being paid, disputes and refunds.

-- Months that were settled. What comes later, because a clock went back, counts for the next month.
CREATE TABLE closed_period (
  period TEXT PRIMARY KEY CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  closed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER closed_period_no_update BEFORE UPDATE ON closed_period
BEGIN SELECT RAISE(ABORT, 'a closed month stays closed'); END;
CREATE TRIGGER closed_period_no_delete BEFORE DELETE ON closed_period
BEGIN SELECT RAISE(ABORT, 'a closed month stays closed'); END;
-- Invariant: nothing is added to a month that was settled.
CREATE TRIGGER meter_event_in_open_period BEFORE INSERT ON meter_event
WHEN NEW.period <= (SELECT max(period) FROM closed_period)
BEGIN SELECT RAISE(ABORT, 'this month is closed'); END;

-- Invariants of a statement: only its status and the two amounts that follow from it change, along
-- the steps that there are, and it stays.
CREATE TRIGGER payout_statement_steps BEFORE UPDATE ON payout_statement
WHEN NEW.payout_statement_id <> OLD.payout_statement_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.period_start_at <> OLD.period_start_at OR NEW.period_end_at <> OLD.period_end_at
  OR NEW.gross_cents <> OLD.gross_cents OR NEW.seller_cents <> OLD.seller_cents
  OR NEW.currency <> OLD.currency OR NEW.created_at <> OLD.created_at
  OR (NEW.status <> OLD.status AND OLD.status || ' ' || NEW.status NOT IN (
    'pending approved', 'approved processing', 'processing paid', 'pending held', 'approved held',
    'held approved', 'held reversed', 'processing failed', 'failed processing', 'failed held',
    'paid reversed'))
BEGIN SELECT RAISE(ABORT, 'a statement goes step by step and otherwise stays as it is'); END;
CREATE TRIGGER payout_statement_no_delete BEFORE DELETE ON payout_statement
BEGIN SELECT RAISE(ABORT, 'statements are kept'); END;
-- The statements that wait for something.
CREATE INDEX payout_statement_by_status ON payout_statement (status, payout_statement_id);
CREATE INDEX payout_statement_by_period ON payout_statement (period_start_at, tenant_id);

-- How far a statement has come: one row for each.
CREATE TABLE payout_progress (
  payout_statement_id TEXT PRIMARY KEY REFERENCES payout_statement (payout_statement_id),
  period TEXT NOT NULL,
  -- Taken back by refunds of single charges, or all of it.
  reversed_cents INTEGER NOT NULL CHECK (reversed_cents BETWEEN 0 AND 9007199254740991),
  -- The end of the dispute window.
  release_at INTEGER NOT NULL,
  -- Why an administrator holds it; holds because of disputes end with them.
  hold_reason TEXT,
  -- The transfer that sets the amount aside while the payment is under way, and how often that was
  -- tried.
  hold_seq INTEGER,
  attempts INTEGER NOT NULL CHECK (attempts >= 0),
  batch_id TEXT REFERENCES payout_batch (batch_id),
  failure TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX payout_progress_by_batch ON payout_progress (batch_id) WHERE batch_id IS NOT NULL;
CREATE TRIGGER payout_progress_no_delete BEFORE DELETE ON payout_progress
BEGIN SELECT RAISE(ABORT, 'statements are kept'); END;

-- Statements that are paid together.
CREATE TABLE payout_batch (
  batch_id TEXT PRIMARY KEY,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
-- What each batch paid to whom, as it was told to the bank.
CREATE TABLE payout_payment (
  batch_id TEXT NOT NULL REFERENCES payout_batch (batch_id),
  payout_statement_id TEXT NOT NULL REFERENCES payout_statement (payout_statement_id),
  tenant_id TEXT NOT NULL,
  holder_name TEXT NOT NULL,
  iban TEXT NOT NULL,
  bic TEXT,
  amount_cents INTEGER NOT NULL CHECK (amount_cents > 0),
  PRIMARY KEY (batch_id, payout_statement_id)
) STRICT, WITHOUT ROWID;
CREATE TRIGGER payout_payment_no_update BEFORE UPDATE ON payout_payment
BEGIN SELECT RAISE(ABORT, 'what was told to the bank stays as it is'); END;
CREATE TRIGGER payout_payment_no_delete BEFORE DELETE ON payout_payment
BEGIN SELECT RAISE(ABORT, 'what was told to the bank stays as it is'); END;

-- Where a provider is paid.
CREATE TABLE payout_account (
  tenant_id TEXT PRIMARY KEY,
  holder_name TEXT NOT NULL CHECK (length(holder_name) BETWEEN 1 AND 70),
  iban TEXT NOT NULL CHECK (length(iban) BETWEEN 15 AND 34),
  bic TEXT,
  updated_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A charge that somebody contests.
CREATE TABLE dispute (
  dispute_id TEXT PRIMARY KEY,
  -- Invariant: a charge is disputed once.
  event_id TEXT NOT NULL UNIQUE,
  buyer_tenant_id TEXT NOT NULL,
  provider_tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  charge_cents INTEGER NOT NULL CHECK (charge_cents > 0),
  reason TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'rejected', 'refunded')),
  opened_by TEXT NOT NULL,
  opened_at INTEGER NOT NULL,
  resolved_at INTEGER,
  note TEXT,
  CHECK ((state = 'open') = (resolved_at IS NULL))
) STRICT, WITHOUT ROWID;
CREATE INDEX dispute_open ON dispute (provider_tenant_id, period) WHERE state = 'open';
CREATE TRIGGER dispute_one_way BEFORE UPDATE ON dispute
WHEN OLD.state <> 'open' OR NEW.state = 'open' OR NEW.dispute_id <> OLD.dispute_id
  OR NEW.event_id <> OLD.event_id OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id
  OR NEW.provider_tenant_id <> OLD.provider_tenant_id OR NEW.period <> OLD.period
  OR NEW.charge_cents <> OLD.charge_cents OR NEW.reason <> OLD.reason
  OR NEW.opened_by <> OLD.opened_by OR NEW.opened_at <> OLD.opened_at
BEGIN SELECT RAISE(ABORT, 'a dispute is resolved once and otherwise stays as it is'); END;
CREATE TRIGGER dispute_no_delete BEFORE DELETE ON dispute
BEGIN SELECT RAISE(ABORT, 'disputes are kept'); END;

-- A charge that was given back, whole. The provider's part came from what it had earned and was
-- not settled yet, from its statement, from a statement that was reversed, or from the platform.
CREATE TABLE refund (
  -- Invariant: a charge is given back once.
  event_id TEXT PRIMARY KEY,
  buyer_tenant_id TEXT NOT NULL,
  provider_tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  charge_cents INTEGER NOT NULL CHECK (charge_cents > 0),
  provider_cents INTEGER NOT NULL CHECK (provider_cents BETWEEN 0 AND charge_cents),
  source TEXT NOT NULL CHECK (source IN ('earned', 'payable', 'reversals', 'platform')),
  reason TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX refund_by_provider ON refund (provider_tenant_id, period);
CREATE INDEX refund_by_buyer ON refund (buyer_tenant_id, created_at);
CREATE TRIGGER refund_no_update BEFORE UPDATE ON refund
BEGIN SELECT RAISE(ABORT, 'refunds are append-only'); END;
CREATE TRIGGER refund_no_delete BEFORE DELETE ON refund
BEGIN SELECT RAISE(ABORT, 'refunds are append-only'); END;
