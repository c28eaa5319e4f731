-- With which way of reading the passages were made, and how far reading them anew has come.
CREATE TABLE reading_version (
  reading_no INTEGER PRIMARY KEY CHECK (reading_no = 1),
  version INTEGER NOT NULL,
  after_dataset_id TEXT NOT NULL
) STRICT;

-- A database without objects takes the version of the program that first serves it.
INSERT INTO reading_version SELECT 1, 1, '' WHERE EXISTS (SELECT 1 FROM object);
