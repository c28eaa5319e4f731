-- What the tables with money and permission hold, as the server wrote it: sums over their rows,
-- sealed with a key that no database has. One row.
CREATE TABLE table_seal (
  seal_no INTEGER PRIMARY KEY CHECK (seal_no = 1),
  sealed BLOB NOT NULL
) STRICT;
