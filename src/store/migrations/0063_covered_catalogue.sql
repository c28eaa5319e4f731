-- The length of the catalogue is counted in its index, without a look at the datasets.
DROP INDEX dataset_in_catalogue;
CREATE INDEX dataset_in_catalogue ON dataset (dataset_id, status, visibility)
  WHERE status = 'active' AND visibility IN ('listed', 'restricted');
