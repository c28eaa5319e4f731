-- What the columns of a table are like (CSV, JSON), found when its object is indexed: names, kinds,
-- shares and bounds as JSON, never rows. Beside the object, because only the answers about one
-- object or one dataset show it.
CREATE TABLE object_columns (
  object_id TEXT PRIMARY KEY REFERENCES object(object_id),
  profile TEXT NOT NULL CHECK (json_valid(profile))
) STRICT, WITHOUT ROWID;
