-- Whoever runs the platform looks at the jobs of one kind, and counts those of each.
-- Of an expression, so that what looks for the next job does not take it for its own index.
CREATE INDEX job_of_kind_in_state ON job (lower(state), kind, job_id);
