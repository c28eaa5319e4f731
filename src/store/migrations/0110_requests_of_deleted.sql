-- Requests for datasets that were deleted while they waited: nobody can decide them any more.
UPDATE access_request SET status = 'rejected', decided_by = 'system', decided_at = (
  SELECT coalesce(deleted_at, updated_at) FROM dataset
  WHERE dataset.dataset_id = access_request.dataset_id)
WHERE status = 'pending' AND dataset_id IN (
  SELECT dataset_id FROM dataset WHERE status IN ('pending_deletion', 'deleted'));
