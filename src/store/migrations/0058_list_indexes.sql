-- Lists are read from where they begin, whatever they are narrowed to: each filter has an index in
-- the order of its list.

-- An action by its name, and by its noun: what stands before the dot, with it.
CREATE INDEX audit_event_by_action ON audit_event (tenant_id, action, audit_no);
CREATE INDEX audit_event_by_noun
  ON audit_event (tenant_id, substr(action, 1, instr(action, '.')), audit_no);
CREATE INDEX audit_event_by_time ON audit_event (tenant_id, at, audit_no);

DROP INDEX membership_by_tenant;
CREATE INDEX membership_by_tenant ON membership (tenant_id, user_id);

CREATE INDEX dispute_by_state ON dispute (state, dispute_id);

CREATE INDEX dataset_in_catalogue ON dataset (dataset_id)
  WHERE status = 'active' AND visibility IN ('listed', 'restricted');
CREATE INDEX dataset_by_status ON dataset (tenant_id, status, dataset_id);
CREATE INDEX dataset_by_visibility ON dataset (tenant_id, visibility, status, dataset_id);

CREATE INDEX object_by_status ON object (dataset_id, status, object_id);
CREATE INDEX object_in_review_of_tenant ON object (tenant_id, uploaded_at, object_id)
  WHERE status = 'staged';
CREATE INDEX object_in_review_of_dataset ON object (dataset_id, uploaded_at, object_id)
  WHERE status = 'staged';
CREATE INDEX object_in_review_by_modality ON object (modality, uploaded_at, object_id)
  WHERE status = 'staged';

-- Assets of a tenant by what they are and by the word that Surface A has for their state.
CREATE INDEX object_by_modality ON object (tenant_id, modality, uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;
CREATE INDEX object_by_asset_state ON object (tenant_id,
  (CASE status
    WHEN 'active' THEN CASE index_state
      WHEN 'indexed' THEN 'indexed' WHEN 'failed' THEN 'failed' ELSE 'pending' END
    WHEN 'staged' THEN 'review'
    ELSE 'rejected' END),
  uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;
CREATE INDEX object_by_state_and_modality ON object (tenant_id,
  (CASE status
    WHEN 'active' THEN CASE index_state
      WHEN 'indexed' THEN 'indexed' WHEN 'failed' THEN 'failed' ELSE 'pending' END
    WHEN 'staged' THEN 'review'
    ELSE 'rejected' END),
  modality, uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;

CREATE INDEX access_request_of_tenant ON access_request (tenant_id, access_request_id);
CREATE INDEX access_request_of_tenant_by_status
  ON access_request (tenant_id, status, access_request_id);
CREATE INDEX access_request_by_status ON access_request (dataset_id, status, access_request_id);

CREATE INDEX search_activity_by_key ON search_activity (api_key_id, occurred_at, search_activity_id)
  WHERE api_key_id IS NOT NULL;
CREATE INDEX asset_access_by_key ON asset_access (api_key_id, occurred_at, access_id)
  WHERE api_key_id IS NOT NULL;
CREATE INDEX meter_event_downloads_by_key ON meter_event (api_key_id, created_at, seq)
  WHERE kind = 'download' AND api_key_id IS NOT NULL;

CREATE INDEX wallet_by_network ON wallet (user_id, network, wallet_no);
CREATE INDEX sol_entry_by_type ON sol_entry (user_id, type, entry_id);
CREATE INDEX sol_entry_by_transaction ON sol_entry (user_id, transaction_hash);
