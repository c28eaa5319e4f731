-- What the service knows of its own clock: at most one row.
CREATE TABLE clock_state (
  clock_state_no INTEGER PRIMARY KEY CHECK (clock_state_no = 1),
  -- The newest time that was believed; written down once an hour.
  seen_at INTEGER NOT NULL,
  -- Set while work that goes by the clock rests: why, what the clock showed when that was noticed,
  -- and what it should have shown (jumped) or was known to be past (behind).
  paused_reason TEXT CHECK (paused_reason IN ('jumped', 'behind')),
  shown_at INTEGER,
  expected_at INTEGER,
  -- Invariant: a pause has its reason and both times, or there is none.
  CHECK ((paused_reason IS NULL) = (shown_at IS NULL)),
  CHECK ((paused_reason IS NULL) = (expected_at IS NULL))
) STRICT;

-- Invariant: a tick reads what is due and not what waits, however much waits.
CREATE INDEX object_review_due ON object (review_expires_at) WHERE status = 'staged';
CREATE INDEX upload_by_expiry ON upload (expires_at);
