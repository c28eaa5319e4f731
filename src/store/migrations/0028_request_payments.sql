-- Payments that came with a request (x402): what was asked to be settled, and what became of it.
-- `settling` is written before the facilitator is told to move money, so that whatever happens
-- then leaves a trace; `unclear` waits for the operator.
CREATE TABLE x402_payment (
  payment_hash BLOB PRIMARY KEY CHECK (length(payment_hash) = 32),
  tenant_id TEXT NOT NULL,
  credits INTEGER NOT NULL CHECK (credits BETWEEN 1 AND 1000000000),
  -- What the facilitator was sent, as JSON: to ask again after an answer that never came.
  request TEXT NOT NULL CHECK (json_valid(request)),
  state TEXT NOT NULL CHECK (state IN ('settling', 'settled', 'refused', 'unclear')),
  attempts INTEGER NOT NULL CHECK (attempts >= 1),
  network TEXT NOT NULL,
  transaction_id TEXT UNIQUE,
  payer TEXT,
  reason TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((state = 'settled') = (transaction_id IS NOT NULL))
) STRICT, WITHOUT ROWID;

-- What is still open, oldest first.
CREATE INDEX x402_payment_open ON x402_payment (updated_at) WHERE state = 'settling';

-- Invariant: what was credited stays as it was, and a payment never changes hands or worth.
CREATE TRIGGER x402_payment_settled_stays BEFORE UPDATE ON x402_payment
WHEN old.state = 'settled' OR new.payment_hash IS NOT old.payment_hash
  OR new.tenant_id IS NOT old.tenant_id OR new.credits IS NOT old.credits
BEGIN
  SELECT RAISE(ABORT, 'a settled payment is never changed');
END;

-- Invariant: no trace of a payment is removed.
CREATE TRIGGER x402_payment_kept BEFORE DELETE ON x402_payment
BEGIN
  SELECT RAISE(ABORT, 'payments are never removed');
END;

-- Invariant: a payment is settled only together with its transfer, of the same worth, to its tenant.
CREATE TRIGGER x402_payment_settled_credited BEFORE UPDATE ON x402_payment
WHEN new.state = 'settled' AND NOT EXISTS (
  SELECT 1 FROM transfer JOIN account ON account.account_id = transfer.credit_account_id
  WHERE transfer.transfer_id = 'x402:' || new.transaction_id
    AND transfer.amount_minor = new.credits
    AND account.owner = new.tenant_id AND account.kind = 'balance'
)
BEGIN
  SELECT RAISE(ABORT, 'a payment is settled together with its credits');
END;
