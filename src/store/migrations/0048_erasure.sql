-- Erasure: what a person or a tenant wrote goes, the books stay. Each trigger below that kept a row
-- as it was lets exactly one thing happen to it now: that what names somebody is taken out.

-- When a tenant was erased; its id stays, because the books name it.
ALTER TABLE tenant ADD COLUMN erased_at INTEGER;
CREATE TRIGGER tenant_stays_erased BEFORE UPDATE ON tenant
WHEN OLD.erased_at IS NOT NULL
  AND (NEW.erased_at IS NOT OLD.erased_at OR NEW.name <> OLD.name)
BEGIN SELECT RAISE(ABORT, 'what was erased does not come back'); END;

-- Invariant: the audit log is append-only; of an entry the details may be erased, and say so.
DROP TRIGGER audit_event_no_update;
CREATE TRIGGER audit_event_no_update BEFORE UPDATE ON audit_event
WHEN NEW.details <> '{"erased":true}' OR NEW.audit_no <> OLD.audit_no
  OR NEW.audit_id <> OLD.audit_id OR NEW.at <> OLD.at OR NEW.tenant_id IS NOT OLD.tenant_id
  OR NEW.actor_type <> OLD.actor_type OR NEW.actor_id IS NOT OLD.actor_id
  OR NEW.action <> OLD.action OR NEW.subject_type <> OLD.subject_type
  OR NEW.subject_id <> OLD.subject_id OR NEW.request_id IS NOT OLD.request_id
BEGIN SELECT RAISE(ABORT, 'the audit log is append-only'); END;

-- Invariant: outcomes are append-only; the note may be forgotten.
DROP TRIGGER outcome_no_update;
CREATE TRIGGER outcome_no_update BEFORE UPDATE ON outcome
WHEN NEW.note IS NOT NULL OR NEW.outcome_id <> OLD.outcome_id
  OR NEW.retrieval_event_id <> OLD.retrieval_event_id
  OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id OR NEW.revenue_cents <> OLD.revenue_cents
  OR NEW.charge_cents <> OLD.charge_cents OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;

-- Invariant: a dispute is resolved once; what was written about it may be forgotten.
DROP TRIGGER dispute_one_way;
CREATE TRIGGER dispute_one_way BEFORE UPDATE ON dispute
WHEN NEW.dispute_id <> OLD.dispute_id
  OR NEW.event_id <> OLD.event_id OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id
  OR NEW.provider_tenant_id <> OLD.provider_tenant_id OR NEW.period <> OLD.period
  OR NEW.charge_cents <> OLD.charge_cents OR NEW.opened_by <> OLD.opened_by
  OR NEW.opened_at <> OLD.opened_at OR (NEW.reason <> OLD.reason AND NEW.reason <> '')
  OR (OLD.state = 'open' AND NEW.state = 'open')
  OR (OLD.state <> 'open' AND (NEW.state <> OLD.state OR NEW.resolved_at IS NOT OLD.resolved_at
    OR NEW.reason <> '' OR NEW.note IS NOT NULL))
BEGIN SELECT RAISE(ABORT, 'a dispute is resolved once and otherwise stays as it is'); END;

-- Invariant: history is not rewritten; the address that it names may be forgotten.
DROP TRIGGER sol_entry_ends;
CREATE TRIGGER sol_entry_ends BEFORE UPDATE ON sol_entry
WHEN NEW.user_id <> OLD.user_id OR NEW.type <> OLD.type
  OR NEW.amount_lamports <> OLD.amount_lamports OR NEW.fee_lamports <> OLD.fee_lamports
  OR NEW.group_id <> OLD.group_id OR NEW.created_at <> OLD.created_at
  OR (OLD.status <> 'pending' AND (NEW.wallet_address IS NOT NULL OR NEW.status <> OLD.status
    OR NEW.transaction_hash IS NOT OLD.transaction_hash OR NEW.asset_id IS NOT OLD.asset_id
    OR NEW.updated_at <> OLD.updated_at))
BEGIN SELECT RAISE(ABORT, 'an entry of the balance is not rewritten'); END;
