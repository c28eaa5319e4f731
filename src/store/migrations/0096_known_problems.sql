-- What the doctor found when it looked last: nobody is told of the same twice, also over a restart.
CREATE TABLE known_problem (
  -- What was found, without its numbers.
  mark TEXT PRIMARY KEY,
  check_name TEXT NOT NULL,
  level TEXT NOT NULL CHECK (level IN ('error', 'warning')),
  message TEXT NOT NULL,
  remedy TEXT NOT NULL,
  found_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
