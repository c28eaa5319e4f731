-- Whose dataset somebody asks for: the requests of a whole tenant are one list.
ALTER TABLE access_request ADD COLUMN provider_tenant_id TEXT;
UPDATE access_request SET provider_tenant_id =
  (SELECT tenant_id FROM dataset WHERE dataset.dataset_id = access_request.dataset_id);
CREATE INDEX access_request_of_provider ON access_request (provider_tenant_id, access_request_id);
CREATE INDEX access_request_of_provider_by_status
  ON access_request (provider_tenant_id, status, access_request_id);

-- When access ends by itself; NULL: it does not.
ALTER TABLE dataset_access ADD COLUMN expires_at INTEGER;
CREATE INDEX dataset_access_ending ON dataset_access (expires_at) WHERE expires_at IS NOT NULL;
