-- The orders in which a dataset's objects are listed, with what they are filtered by: whoever jumps
-- to the ten-thousandth walks over entries of an index, not over rows.
DROP INDEX object_by_dataset;
CREATE INDEX object_by_dataset ON object (dataset_id, object_id, status, index_state);
DROP INDEX object_by_name;
CREATE INDEX object_by_name
  ON object (dataset_id, filename COLLATE NOCASE, object_id, status, index_state);
CREATE INDEX object_by_size ON object (dataset_id, size_bytes, object_id, status, index_state);
