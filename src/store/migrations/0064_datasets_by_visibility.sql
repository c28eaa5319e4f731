-- In the order of the list: the status is only looked at.
DROP INDEX dataset_by_visibility;
CREATE INDEX dataset_by_visibility ON dataset (tenant_id, visibility, dataset_id, status);
