-- What happened, as programs and people are told of it. Of each tenant, and of the platform, the
-- numbers go up by one: a reader that knows a number knows what it has missed.
CREATE TABLE event (
  stream TEXT NOT NULL,
  number INTEGER NOT NULL CHECK (number > 0),
  type TEXT NOT NULL,
  at INTEGER NOT NULL,
  data TEXT NOT NULL CHECK (json_valid(data)),
  PRIMARY KEY (stream, number)
) STRICT, WITHOUT ROWID;

-- For the sweep of what is too old.
CREATE INDEX event_at ON event (at);

-- The last number that was given, also when its event is long gone: none is given twice.
CREATE TABLE event_count (
  stream TEXT PRIMARY KEY,
  last_number INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
