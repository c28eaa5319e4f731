-- What everybody may look at, in the order of the public catalogue: among many others it is few.
CREATE INDEX dataset_for_everybody ON dataset (dataset_id)
  WHERE status = 'active' AND visibility = 'listed' AND monetization_mode = 'open';
