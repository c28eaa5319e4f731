-- What reviewers decided, the last decision first.
CREATE INDEX object_decided ON object (reviewed_at, object_id) WHERE reviewed_at IS NOT NULL;
CREATE INDEX object_decided_by ON object (reviewed_by, reviewed_at, object_id)
  WHERE reviewed_by IS NOT NULL;
