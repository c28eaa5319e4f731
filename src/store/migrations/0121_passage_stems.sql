-- What two passages have in common is seen in their stems (src/engine/ranking/alike.ts): of each the
-- numbers of all of them, ascending, two bytes each, one for each time that it is there. Made of the
-- text, as the rows of the index are and whenever they are.
CREATE TABLE passage_stems (
  passage_no INTEGER PRIMARY KEY,
  stems BLOB NOT NULL CHECK (length(stems) % 2 = 0)
) STRICT;

-- Invariant: no row without its passage.
CREATE TRIGGER passage_takes_its_stems AFTER DELETE ON passage
BEGIN DELETE FROM passage_stems WHERE passage_no = OLD.passage_no; END;
