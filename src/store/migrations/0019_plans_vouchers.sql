-- Plans that cost something every month, and vouchers that turn into credits.

-- What became of a tenant's plan in a UTC month. `included`: the plan was given in the course of
-- the month, which costs nothing more. `unpaid`: the balance was too low and the plan fell to free.
CREATE TABLE plan_month (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL CHECK (period GLOB '[0-9][0-9][0-9][0-9]-[0-9][0-9]'),
  plan TEXT NOT NULL,
  fee_cents INTEGER NOT NULL CHECK (fee_cents BETWEEN 0 AND 9007199254740991),
  state TEXT NOT NULL CHECK (state IN ('included', 'paid', 'unpaid')),
  created_at INTEGER NOT NULL,
  -- Invariant: a month is billed once.
  PRIMARY KEY (tenant_id, period)
) STRICT, WITHOUT ROWID;
CREATE INDEX plan_month_by_period ON plan_month (period, state);
CREATE TRIGGER plan_month_no_update BEFORE UPDATE ON plan_month
BEGIN SELECT RAISE(ABORT, 'a billed month stays as it is'); END;
CREATE TRIGGER plan_month_no_delete BEFORE DELETE ON plan_month
BEGIN SELECT RAISE(ABORT, 'a billed month stays as it is'); END;

-- Tenants whose plan may cost something: few among many.
CREATE INDEX tenant_on_paid_plan ON tenant (tenant_id) WHERE plan IN ('starter', 'pro');

CREATE TABLE voucher (
  voucher_id TEXT PRIMARY KEY,
  -- SHA-256 of the code, which has 140 random bits and is shown once.
  code_hash BLOB NOT NULL UNIQUE CHECK (length(code_hash) = 32),
  credits INTEGER NOT NULL CHECK (credits BETWEEN 1 AND 9007199254740991),
  note TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  expires_at INTEGER CHECK (expires_at > created_at),
  redeemed_by_tenant_id TEXT,
  redeemed_at INTEGER,
  CHECK ((redeemed_by_tenant_id IS NULL) = (redeemed_at IS NULL))
) STRICT, WITHOUT ROWID;

-- Invariant: a voucher is redeemed once, and otherwise stays as it is.
CREATE TRIGGER voucher_one_way BEFORE UPDATE ON voucher
WHEN OLD.redeemed_at IS NOT NULL OR NEW.redeemed_at IS NULL
  OR NEW.voucher_id <> OLD.voucher_id OR NEW.code_hash <> OLD.code_hash
  OR NEW.credits <> OLD.credits OR NEW.note IS NOT OLD.note OR NEW.created_by <> OLD.created_by
  OR NEW.created_at <> OLD.created_at OR NEW.expires_at IS NOT OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'a voucher is redeemed once and otherwise stays as it is'); END;
CREATE TRIGGER voucher_no_delete BEFORE DELETE ON voucher
BEGIN SELECT RAISE(ABORT, 'vouchers are kept'); END;
CREATE TRIGGER voucher_begins_open BEFORE INSERT ON voucher
WHEN NEW.redeemed_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.voucher_id OR code_hash = NEW.code_hash)
BEGIN SELECT RAISE(ABORT, 'a voucher begins open and once'); END;

-- Who tried codes lately, right and wrong ones; rows go after an hour.
CREATE TABLE voucher_attempt (
  attempt_no INTEGER PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  attempted_at INTEGER NOT NULL
) STRICT;
CREATE INDEX voucher_attempt_by_tenant ON voucher_attempt (tenant_id, attempted_at);
