-- What whoever runs the platform lists across tenants: each page reads its rows.
-- Of an expression, so that what looks for the next job does not take it for its own index.
CREATE INDEX job_in_state ON job (lower(state), job_id);
CREATE INDEX voucher_open ON voucher (voucher_id)
  WHERE redeemed_at IS NULL AND ended_at IS NULL;
CREATE INDEX voucher_redeemed ON voucher (voucher_id) WHERE redeemed_at IS NOT NULL;
CREATE INDEX voucher_revoked ON voucher (voucher_id) WHERE ended_at IS NOT NULL;
CREATE INDEX audit_event_of_action ON audit_event (action, audit_no);
CREATE INDEX audit_event_of_noun
  ON audit_event (substr(action, 1, instr(action, '.')), audit_no);
CREATE INDEX audit_event_of_time ON audit_event (at, audit_no);
