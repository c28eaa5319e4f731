-- With which analyser the rows of the search index were made, and how far making them anew has come.
CREATE TABLE analysis_version (
  analysis_no INTEGER PRIMARY KEY CHECK (analysis_no = 1),
  version INTEGER NOT NULL,
  after_passage_no INTEGER NOT NULL
) STRICT;

-- A database without passages takes the version of the program that first serves it.
INSERT INTO analysis_version SELECT 1, 1, 0 WHERE EXISTS (SELECT 1 FROM passage);
