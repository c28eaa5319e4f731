-- The lists of a tenant's and of a dataset's objects of one status, newest first.
CREATE INDEX object_of_status ON object (tenant_id, status, object_id);
CREATE INDEX object_of_dataset_status ON object (dataset_id, status, object_id);
