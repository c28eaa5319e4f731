-- Where the words are that were recognised in pictures and scanned pages, for highlighting. A row a
-- page; `words` is a raw deflate of a JSON list of [word, left, top, width, height] in dots.
CREATE TABLE word_boxes (
  object_id TEXT NOT NULL REFERENCES object (object_id) ON DELETE CASCADE,
  page INTEGER NOT NULL CHECK (page >= 1),
  width INTEGER NOT NULL CHECK (width > 0),
  height INTEGER NOT NULL CHECK (height > 0),
  words BLOB NOT NULL,
  PRIMARY KEY (object_id, page)
) STRICT, WITHOUT ROWID;

-- Invariant: nothing of its text stays with us when an object is deleted.
CREATE TRIGGER word_boxes_go AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM word_boxes WHERE object_id = new.object_id; END;
