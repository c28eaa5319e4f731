-- A row of a table without rowid keeps at most a quarter of a page beside its neighbours: a vector
-- of 512 numbers, 1,024 bytes, was some bytes too long, and each took an overflow page of its own.
-- With a rowid three of them share a page.
DROP TRIGGER passage_takes_its_vectors;
DROP TRIGGER passage_vector_is_fixed;
ALTER TABLE passage_vector RENAME TO wide_vector;

CREATE TABLE passage_vector (
  model_no INTEGER NOT NULL REFERENCES embedding_model (model_no),
  passage_no INTEGER NOT NULL,
  vector BLOB NOT NULL,
  PRIMARY KEY (model_no, passage_no)
) STRICT;
INSERT INTO passage_vector SELECT model_no, passage_no, vector FROM wide_vector
  ORDER BY model_no, passage_no;
DROP TABLE wide_vector;

-- Invariant: no vector without its passage.
CREATE TRIGGER passage_takes_its_vectors AFTER DELETE ON passage
BEGIN
  DELETE FROM passage_vector WHERE passage_no = OLD.passage_no
    AND model_no IN (SELECT model_no FROM embedding_model);
END;
-- Invariant: a vector never changes, or what threads keep of it would differ.
CREATE TRIGGER passage_vector_is_fixed BEFORE UPDATE ON passage_vector
BEGIN SELECT RAISE(ABORT, 'a vector never changes'); END;
