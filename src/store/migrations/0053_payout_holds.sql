-- A hold that ends before the dispute window does leads back to pending (spec 8.3): until its
-- release a statement is not approved, whatever held it besides.
DROP TRIGGER payout_statement_steps;
-- Invariants of a statement: only its status and the two amounts that follow from it change, along
-- the steps that there are, and it stays.
CREATE TRIGGER payout_statement_steps BEFORE UPDATE ON payout_statement
WHEN NEW.payout_statement_id <> OLD.payout_statement_id OR NEW.tenant_id <> OLD.tenant_id
  OR NEW.period_start_at <> OLD.period_start_at OR NEW.period_end_at <> OLD.period_end_at
  OR NEW.gross_cents <> OLD.gross_cents OR NEW.seller_cents <> OLD.seller_cents
  OR NEW.currency <> OLD.currency OR NEW.created_at <> OLD.created_at
  OR (NEW.status <> OLD.status AND OLD.status || ' ' || NEW.status NOT IN (
    'pending approved', 'approved processing', 'processing paid', 'pending held', 'approved held',
    'held pending', 'held approved', 'held reversed', 'processing failed', 'failed processing',
    'failed held', 'paid reversed'))
BEGIN SELECT RAISE(ABORT, 'a statement goes step by step and otherwise stays as it is'); END;
