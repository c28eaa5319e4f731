-- Where a tenant's events are sent to. `last_number` is the last event of the tenant that was
-- looked at for it: what comes after it is still to be sent, also after a crash.
CREATE TABLE webhook (
  webhook_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  url TEXT NOT NULL,
  types TEXT NOT NULL CHECK (json_valid(types)),
  description TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('active', 'paused', 'disabled')),
  reason TEXT,
  created_by TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_number INTEGER NOT NULL,
  secret BLOB NOT NULL,
  old_secret BLOB,
  old_secret_until INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_tenant ON webhook (tenant_id, webhook_id);

-- One event for one endpoint, with the last try of it. `next_try_at` is null for what is over and
-- for what waits for an earlier event about the same thing.
CREATE TABLE webhook_delivery (
  delivery_id TEXT PRIMARY KEY,
  webhook_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  event_number INTEGER,
  event_type TEXT NOT NULL,
  about TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed')),
  tries INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  first_try_at INTEGER,
  last_try_at INTEGER,
  next_try_at INTEGER,
  request_headers TEXT,
  status INTEGER,
  answer_headers TEXT,
  answer_body TEXT,
  problem TEXT,
  UNIQUE (webhook_id, event_number)
) STRICT, WITHOUT ROWID;

CREATE INDEX webhook_delivery_due ON webhook_delivery (webhook_id, next_try_at)
  WHERE next_try_at IS NOT NULL;
CREATE INDEX webhook_delivery_line ON webhook_delivery (webhook_id, about, delivery_id)
  WHERE state = 'waiting';
CREATE INDEX webhook_delivery_tenant ON webhook_delivery (tenant_id, delivery_id);
CREATE INDEX webhook_delivery_over ON webhook_delivery (created_at) WHERE state <> 'waiting';
