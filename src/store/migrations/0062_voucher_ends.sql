-- A voucher that is ended is redeemed no more: after a backup was put back, those that were redeemed
-- since are open again, and nobody knows which.
ALTER TABLE voucher ADD COLUMN ended_at INTEGER
  CHECK (ended_at IS NULL OR redeemed_at IS NULL);

DROP TRIGGER voucher_one_way;
-- Invariant: a voucher is redeemed or ended, once, and otherwise stays as it is.
CREATE TRIGGER voucher_one_way BEFORE UPDATE ON voucher
WHEN OLD.redeemed_at IS NOT NULL OR OLD.ended_at IS NOT NULL
  OR (NEW.redeemed_at IS NULL AND NEW.ended_at IS NULL)
  OR NEW.voucher_id <> OLD.voucher_id OR NEW.code_hash <> OLD.code_hash
  OR NEW.credits <> OLD.credits OR NEW.note IS NOT OLD.note OR NEW.created_by <> OLD.created_by
  OR NEW.created_at <> OLD.created_at OR NEW.expires_at IS NOT OLD.expires_at
BEGIN SELECT RAISE(ABORT, 'a voucher is redeemed once and otherwise stays as it is'); END;

DROP TRIGGER voucher_begins_open;
CREATE TRIGGER voucher_begins_open BEFORE INSERT ON voucher
WHEN NEW.redeemed_at IS NOT NULL OR NEW.ended_at IS NOT NULL
  OR EXISTS (SELECT 1 FROM voucher WHERE voucher_id = NEW.voucher_id OR code_hash = NEW.code_hash)
BEGIN SELECT RAISE(ABORT, 'a voucher begins open and once'); END;
