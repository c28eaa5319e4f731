-- What datasets have, added up where it changes: lists and reports of datasets add up a handful of
-- rows of each, however many objects there are. `lang` is empty where there is none.
CREATE TABLE dataset_holding (
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  status TEXT NOT NULL,
  index_state TEXT NOT NULL,
  is_down INTEGER NOT NULL CHECK (is_down IN (0, 1)),
  is_warned INTEGER NOT NULL CHECK (is_warned IN (0, 1)),
  modality TEXT NOT NULL,
  lang TEXT NOT NULL,
  objects INTEGER NOT NULL CHECK (objects >= 0),
  bytes INTEGER NOT NULL CHECK (bytes >= 0),
  passages INTEGER NOT NULL CHECK (passages >= 0),
  PRIMARY KEY (dataset_id, status, index_state, is_down, is_warned, modality, lang)
) STRICT, WITHOUT ROWID;

INSERT INTO dataset_holding
SELECT dataset_id, status, index_state, taken_down_at IS NOT NULL, review_warned_at IS NOT NULL,
  modality, coalesce(lang, ''), count(*), sum(size_bytes), sum(passage_count)
FROM object GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- What is on show, by what buyers ask the catalogue for.
CREATE INDEX dataset_holding_by_modality ON dataset_holding (modality, dataset_id)
  WHERE status = 'active' AND index_state = 'indexed' AND is_down = 0;
CREATE INDEX dataset_holding_by_lang ON dataset_holding (lang, dataset_id)
  WHERE status = 'active' AND index_state = 'indexed' AND is_down = 0;

CREATE TRIGGER dataset_holding_of_new AFTER INSERT ON object
BEGIN
  INSERT INTO dataset_holding VALUES (NEW.dataset_id, NEW.status, NEW.index_state,
    NEW.taken_down_at IS NOT NULL, NEW.review_warned_at IS NOT NULL, NEW.modality,
    coalesce(NEW.lang, ''), 1, NEW.size_bytes, NEW.passage_count)
  ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes,
    passages = passages + excluded.passages;
END;
CREATE TRIGGER dataset_holding_of_gone AFTER DELETE ON object
BEGIN
  UPDATE dataset_holding SET objects = objects - 1, bytes = bytes - OLD.size_bytes,
    passages = passages - OLD.passage_count
  WHERE dataset_id = OLD.dataset_id AND status = OLD.status AND index_state = OLD.index_state
    AND is_down = (OLD.taken_down_at IS NOT NULL) AND is_warned = (OLD.review_warned_at IS NOT NULL)
    AND modality = OLD.modality AND lang = coalesce(OLD.lang, '');
  DELETE FROM dataset_holding WHERE dataset_id = OLD.dataset_id AND objects = 0;
END;
CREATE TRIGGER dataset_holding_of_changed AFTER UPDATE OF status, index_state, taken_down_at,
  review_warned_at, modality, lang, size_bytes, passage_count ON object
BEGIN
  UPDATE dataset_holding SET objects = objects - 1, bytes = bytes - OLD.size_bytes,
    passages = passages - OLD.passage_count
  WHERE dataset_id = OLD.dataset_id AND status = OLD.status AND index_state = OLD.index_state
    AND is_down = (OLD.taken_down_at IS NOT NULL) AND is_warned = (OLD.review_warned_at IS NOT NULL)
    AND modality = OLD.modality AND lang = coalesce(OLD.lang, '');
  INSERT INTO dataset_holding VALUES (NEW.dataset_id, NEW.status, NEW.index_state,
    NEW.taken_down_at IS NOT NULL, NEW.review_warned_at IS NOT NULL, NEW.modality,
    coalesce(NEW.lang, ''), 1, NEW.size_bytes, NEW.passage_count)
  ON CONFLICT DO UPDATE SET objects = objects + 1, bytes = bytes + excluded.bytes,
    passages = passages + excluded.passages;
  DELETE FROM dataset_holding WHERE dataset_id = OLD.dataset_id AND objects = 0;
END;

-- They served what is added up now.
DROP INDEX object_sums;
DROP INDEX object_on_show;

-- The tables of a dataset are found without its other files.
ALTER TABLE object_columns ADD COLUMN dataset_id TEXT REFERENCES dataset (dataset_id);
UPDATE object_columns SET dataset_id =
  (SELECT dataset_id FROM object WHERE object.object_id = object_columns.object_id);
CREATE INDEX object_columns_of_dataset ON object_columns (dataset_id, object_id);
CREATE TRIGGER object_columns_dataset AFTER INSERT ON object_columns
BEGIN
  UPDATE object_columns SET dataset_id =
    (SELECT dataset_id FROM object WHERE object.object_id = NEW.object_id)
  WHERE object_id = NEW.object_id;
END;

-- The tags and words of datasets, for the catalogue. They follow the rows by triggers.
CREATE TABLE dataset_tag (
  tag TEXT NOT NULL,
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  PRIMARY KEY (tag, dataset_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dataset_tag_of ON dataset_tag (dataset_id);
INSERT OR IGNORE INTO dataset_tag
SELECT tag.value, dataset_id FROM dataset, json_each(dataset.tags) AS tag;
CREATE TRIGGER dataset_tag_of_new AFTER INSERT ON dataset WHEN NEW.tags <> '[]'
BEGIN
  INSERT OR IGNORE INTO dataset_tag SELECT value, NEW.dataset_id FROM json_each(NEW.tags);
END;
CREATE TRIGGER dataset_tag_of_changed AFTER UPDATE OF tags ON dataset
WHEN NEW.tags <> OLD.tags
BEGIN
  DELETE FROM dataset_tag WHERE dataset_id = OLD.dataset_id;
  INSERT OR IGNORE INTO dataset_tag SELECT value, NEW.dataset_id FROM json_each(NEW.tags);
END;

CREATE VIRTUAL TABLE dataset_fts USING fts5 (
  catalogue_text, content = 'dataset', content_rowid = 'dataset_no', tokenize = 'trigram'
);
INSERT INTO dataset_fts (dataset_fts) VALUES ('rebuild');
CREATE TRIGGER dataset_fts_insert AFTER INSERT ON dataset
BEGIN
  INSERT INTO dataset_fts (rowid, catalogue_text) VALUES (NEW.dataset_no, NEW.catalogue_text);
END;
CREATE TRIGGER dataset_fts_update AFTER UPDATE OF catalogue_text ON dataset
BEGIN
  INSERT INTO dataset_fts (dataset_fts, rowid, catalogue_text)
  VALUES ('delete', OLD.dataset_no, OLD.catalogue_text);
  INSERT INTO dataset_fts (rowid, catalogue_text) VALUES (NEW.dataset_no, NEW.catalogue_text);
END;
