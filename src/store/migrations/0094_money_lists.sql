-- What operators list of all tenants: where credits came from, and what was given back.
CREATE INDEX transfer_paid_in ON transfer (seq) WHERE code IN ('stripe', 'x402', 'grant', 'voucher');
CREATE INDEX refund_by_time ON refund (created_at, event_id);
