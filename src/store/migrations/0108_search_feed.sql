-- What search nodes are told of (store/search-feed): each change of the rows that they hold copies
-- of, by the key of the row. `takes`: it takes something from somebody's sight, so a node that has
-- not heard of it must not answer. `mark`: two histories, of which one was restored from a backup,
-- may both have a number, and never with the same mark. What is new among passages and vectors is
-- told by their own numbers.
CREATE TABLE search_feed (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  what TEXT NOT NULL CHECK (what IN ('dataset', 'object', 'access', 'suspension', 'passage')),
  row_key TEXT NOT NULL CHECK (json_valid(row_key)),   -- a list: the values of the key
  takes INTEGER NOT NULL CHECK (takes IN (0, 1)),
  mark TEXT NOT NULL DEFAULT (hex(randomblob(8)))
) STRICT;
CREATE INDEX search_feed_takes ON search_feed (seq) WHERE takes = 1;
-- Only the newest are kept. A node that was away for longer starts afresh.
CREATE TRIGGER search_feed_is_a_ring AFTER INSERT ON search_feed
BEGIN DELETE FROM search_feed WHERE seq <= NEW.seq - 50000; END;

CREATE TRIGGER feed_of_new_dataset AFTER INSERT ON dataset
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('dataset', json_array(NEW.dataset_no), 0);
END;
CREATE TRIGGER feed_of_gone_dataset AFTER DELETE ON dataset
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('dataset', json_array(OLD.dataset_no), 1);
END;
CREATE TRIGGER feed_of_dataset
AFTER UPDATE OF dataset_no, dataset_id, tenant_id, status, visibility, monetization_mode, name, tags
ON dataset
WHEN NEW.dataset_no IS NOT OLD.dataset_no OR NEW.dataset_id IS NOT OLD.dataset_id
  OR NEW.tenant_id IS NOT OLD.tenant_id OR NEW.status IS NOT OLD.status
  OR NEW.visibility IS NOT OLD.visibility OR NEW.monetization_mode IS NOT OLD.monetization_mode
  OR NEW.name IS NOT OLD.name OR NEW.tags IS NOT OLD.tags
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  SELECT 'dataset', json_array(OLD.dataset_no), 1 WHERE NEW.dataset_no IS NOT OLD.dataset_no;
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('dataset', json_array(NEW.dataset_no),
    NEW.tenant_id IS NOT OLD.tenant_id OR NEW.status IS NOT OLD.status
    OR NEW.visibility IS NOT OLD.visibility
    OR NEW.monetization_mode IS NOT OLD.monetization_mode);
END;

CREATE TRIGGER feed_of_new_access AFTER INSERT ON dataset_access
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('access', json_array(NEW.dataset_id, NEW.tenant_id), 0);
END;
CREATE TRIGGER feed_of_gone_access AFTER DELETE ON dataset_access
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('access', json_array(OLD.dataset_id, OLD.tenant_id), 1);
END;
CREATE TRIGGER feed_of_access AFTER UPDATE OF dataset_id, tenant_id ON dataset_access
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('access', json_array(OLD.dataset_id, OLD.tenant_id), 1),
    ('access', json_array(NEW.dataset_id, NEW.tenant_id), 0);
END;

CREATE TRIGGER feed_of_new_suspension AFTER INSERT ON tenant_suspension
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('suspension', json_array(NEW.tenant_id), 1);
END;
CREATE TRIGGER feed_of_gone_suspension AFTER DELETE ON tenant_suspension
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('suspension', json_array(OLD.tenant_id), 0);
END;
CREATE TRIGGER feed_of_suspension AFTER UPDATE OF tenant_id ON tenant_suspension
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('suspension', json_array(OLD.tenant_id), 0),
    ('suspension', json_array(NEW.tenant_id), 1);
END;

-- An object that has no passage in the index is nothing that a node needs to know.
CREATE TRIGGER feed_of_new_object AFTER INSERT ON object WHEN NEW.index_state <> 'none'
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('object', json_array(NEW.object_no), 0);
END;
CREATE TRIGGER feed_of_gone_object AFTER DELETE ON object WHEN OLD.index_state <> 'none'
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('object', json_array(OLD.object_no), 1);
END;
CREATE TRIGGER feed_of_object
AFTER UPDATE OF status, index_state, taken_down_at, exclusive_to, title, document_title, filename,
  folder, tags ON object
WHEN (NEW.index_state <> 'none' OR OLD.index_state <> 'none')
  AND (NEW.status IS NOT OLD.status OR NEW.index_state IS NOT OLD.index_state
    OR NEW.taken_down_at IS NOT OLD.taken_down_at OR NEW.exclusive_to IS NOT OLD.exclusive_to
    OR NEW.title IS NOT OLD.title OR NEW.document_title IS NOT OLD.document_title
    OR NEW.filename IS NOT OLD.filename OR NEW.folder IS NOT OLD.folder
    OR NEW.tags IS NOT OLD.tags)
BEGIN
  INSERT INTO search_feed (what, row_key, takes)
  VALUES ('object', json_array(NEW.object_no),
    NEW.exclusive_to IS NOT OLD.exclusive_to
    OR ((OLD.index_state = 'indexed' AND OLD.status = 'active' AND OLD.taken_down_at IS NULL)
      AND NOT (NEW.index_state = 'indexed' AND NEW.status = 'active'
        AND NEW.taken_down_at IS NULL)));
END;

CREATE TRIGGER feed_of_gone_passage AFTER DELETE ON passage
BEGIN
  INSERT INTO search_feed (what, row_key, takes) VALUES ('passage', json_array(OLD.passage_no), 1);
END;
