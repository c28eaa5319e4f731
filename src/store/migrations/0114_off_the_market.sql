-- A dataset of whatever tenant is found by its name, and what is taken down without looking through
-- all that is not (DECISIONS 547).
CREATE INDEX dataset_by_name ON dataset (name, dataset_id);
CREATE INDEX object_taken_down ON object (dataset_id, object_id) WHERE taken_down_at IS NOT NULL;
