-- What happened to the passages, in order: by it the threads that search keep what they hold in
-- memory in step with the snapshot that they read. Written in the transaction of the passage.
CREATE TABLE index_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  op TEXT NOT NULL CHECK (op IN ('add', 'remove', 'rebuild')),
  passage_no INTEGER,                    -- NULL: every passage was analysed anew
  CHECK ((op = 'rebuild') = (passage_no IS NULL))
) STRICT;
-- Passage numbers are taken from seq (queries.ts), so that none ever comes back; it begins above
-- those that are there.
INSERT INTO index_change (seq, op)
  SELECT max(passage_no), 'rebuild' FROM passage HAVING max(passage_no) IS NOT NULL;

-- Invariant: no passage comes or goes without a row here.
CREATE TRIGGER passage_comes AFTER INSERT ON passage
BEGIN INSERT INTO index_change (op, passage_no) VALUES ('add', NEW.passage_no); END;
CREATE TRIGGER passage_goes AFTER DELETE ON passage
BEGIN INSERT INTO index_change (op, passage_no) VALUES ('remove', OLD.passage_no); END;
-- Only the newest are kept. Who was away for longer sees the gap and compares everything.
CREATE TRIGGER index_change_is_a_ring AFTER INSERT ON index_change
BEGIN DELETE FROM index_change WHERE seq <= NEW.seq - 50000; END;

-- Everything but the text: what a thread that searches keeps of each passage. It is read instead of
-- the table, which is thirty times as large.
DROP INDEX passage_slim;
CREATE INDEX passage_outline ON passage
  (passage_no, created_at_s, dataset_no, object_no, modality, kind, source, lang, page);

-- Every occurrence of every token in the index: how often a passage has a word, which words begin
-- with some letters, which word comes next in the alphabet.
CREATE VIRTUAL TABLE passage_vocab USING fts5vocab (passage_fts, instance);

-- Whether a search is the retry of one that was billed.
CREATE INDEX search_activity_by_request ON search_activity (tenant_id, request_id)
  WHERE request_id IS NOT NULL;
