-- Which file beside the database holds the vectors and their graph as the thread last wrote them.
-- A file with another name belongs to another history (a backup was put back, or writing was cut
-- short) and is made anew: everything in it can be made out of passage_vector.
CREATE TABLE vector_snapshot (
  model_no INTEGER PRIMARY KEY REFERENCES embedding_model (model_no),
  generation TEXT NOT NULL CHECK (generation GLOB '[0-9a-f]*'),
  made_at INTEGER NOT NULL
) STRICT;
