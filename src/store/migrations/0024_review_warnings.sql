-- When the provider was told that nobody has reviewed an upload yet and its time runs out; null
-- before that, and again after a resubmission.
ALTER TABLE object ADD COLUMN review_warned_at INTEGER;

-- Reviews that run out and were not warned of, the next to end first.
CREATE INDEX object_unwarned_review ON object (review_expires_at)
  WHERE status = 'staged' AND review_warned_at IS NULL;
