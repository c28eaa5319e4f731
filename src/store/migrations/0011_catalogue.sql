-- Requests of buyers for a restricted dataset. A grant lies in dataset_access.
CREATE TABLE access_request (
  access_request_id TEXT PRIMARY KEY,
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),   -- who asks
  requested_by TEXT NOT NULL,
  message TEXT,
  status TEXT NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  created_at INTEGER NOT NULL,
  decided_at INTEGER,
  decided_by TEXT,
  -- Invariant: a decision has its time and its maker, or there is none.
  CHECK ((status = 'pending') = (decided_at IS NULL)),
  CHECK ((decided_at IS NULL) = (decided_by IS NULL))
) STRICT, WITHOUT ROWID;
-- Invariant: a tenant asks for a dataset once at a time.
CREATE UNIQUE INDEX access_request_open ON access_request (dataset_id, tenant_id)
  WHERE status = 'pending';
CREATE INDEX access_request_by_tenant ON access_request (tenant_id, dataset_id, access_request_id);
CREATE INDEX access_request_by_dataset ON access_request (dataset_id, access_request_id);
-- Invariant: a decision is made once.
CREATE TRIGGER access_request_decided_once BEFORE UPDATE OF status, decided_at, decided_by
  ON access_request
WHEN OLD.status <> 'pending'
BEGIN SELECT RAISE(ABORT, 'an access request is decided once'); END;

-- Which passages of a dataset everybody may read: at most three, chosen by the provider.
ALTER TABLE dataset ADD COLUMN sample_passage_ids TEXT NOT NULL DEFAULT '[]'
  CHECK (json_valid(sample_passage_ids) AND json_array_length(sample_passage_ids) <= 3);
-- Name, description and tags without case and accents: what the catalogue's `q` looks into.
ALTER TABLE dataset ADD COLUMN catalogue_text TEXT NOT NULL DEFAULT '';
UPDATE dataset SET catalogue_text = lower(name || ' ' || coalesce(description, ''));
-- What a suspended dataset goes back to, and why it is suspended.
ALTER TABLE dataset ADD COLUMN suspended_from TEXT
  CHECK (suspended_from IS NULL OR status = 'suspended');
ALTER TABLE dataset ADD COLUMN suspension_reason TEXT
  CHECK (suspension_reason IS NULL OR status = 'suspended');

-- Why an object was taken down.
ALTER TABLE object ADD COLUMN taken_down_reason TEXT
  CHECK (taken_down_reason IS NULL OR taken_down_at IS NOT NULL);
-- What is on show of a dataset is counted, and filtered by, from this index alone.
CREATE INDEX object_on_show ON object (dataset_id, modality, lang, size_bytes, passage_count)
  WHERE status = 'active' AND index_state = 'indexed' AND taken_down_at IS NULL;
