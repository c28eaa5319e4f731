-- The models that passages have vectors of: the one that searches use, and while another one is
-- taken up, the one whose vectors are being made. A model is known by the hash of its files.
CREATE TABLE embedding_model (
  model_no INTEGER PRIMARY KEY AUTOINCREMENT,
  model TEXT NOT NULL UNIQUE CHECK (length(model) = 64),
  name TEXT NOT NULL,
  dimensions INTEGER NOT NULL CHECK (dimensions BETWEEN 1 AND 8192),
  source TEXT NOT NULL CHECK (json_valid(source)),   -- where to load it from again
  state TEXT NOT NULL CHECK (state IN ('making', 'serving', 'leaving')),
  created_at INTEGER NOT NULL
) STRICT;
-- Searches use one model, and at most one other is on its way.
CREATE UNIQUE INDEX embedding_model_by_state ON embedding_model (state)
  WHERE state IN ('making', 'serving');

-- What a passage means: a vector of length 1 in 16-bit integers, low byte first. No bytes: the
-- model could say nothing about this passage, and it is not asked again. Vectors of a model come in
-- the order of the passages, so those after the last one are what is missing.
CREATE TABLE passage_vector (
  model_no INTEGER NOT NULL REFERENCES embedding_model (model_no),
  passage_no INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (model_no, passage_no)
) STRICT, WITHOUT ROWID;

-- Invariant: no vector without its passage.
CREATE TRIGGER passage_takes_its_vectors AFTER DELETE ON passage
BEGIN
  DELETE FROM passage_vector WHERE passage_no = OLD.passage_no
    AND model_no IN (SELECT model_no FROM embedding_model);
END;
-- Invariant: a vector never changes, or what threads keep of it would differ.
CREATE TRIGGER passage_vector_is_fixed BEFORE UPDATE ON passage_vector
BEGIN SELECT RAISE(ABORT, 'a vector never changes'); END;
