-- The places that files lie in or lay in: one that has its id no more is not the one that it was.
CREATE TABLE file_place (
  name TEXT PRIMARY KEY,
  place_id TEXT NOT NULL CHECK (length(place_id) BETWEEN 1 AND 64)
) STRICT, WITHOUT ROWID;
