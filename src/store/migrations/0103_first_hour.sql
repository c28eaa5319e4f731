-- What an operator has tried or decided while setting the server up; what the settings say and
-- what lies there is looked at anew each time.
CREATE TABLE first_hour (
  step TEXT PRIMARY KEY CHECK (step IN ('address', 'mail', 'samples', 'aside')),
  ok INTEGER NOT NULL CHECK (ok IN (0, 1)),
  -- What was found, in JSON: of an address its certificate, of the samples their dataset.
  said TEXT NOT NULL CHECK (json_valid(said)),
  at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
