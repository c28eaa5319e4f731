/**
 * The database of a search node, whole: copies of what searching threads read, and nothing else. No
 * person, key, price or line of a ledger has a place in it. The tables of passages, the index and
 * their triggers are those of the migrations (test/store/search-feed holds them to it); of datasets
 * and objects there are the columns that the rules of visibility and the names of things need.
 */
export const copySchema = `
CREATE TABLE dataset (
  dataset_no INTEGER PRIMARY KEY, dataset_id TEXT NOT NULL UNIQUE, tenant_id TEXT NOT NULL,
  name TEXT NOT NULL, status TEXT NOT NULL, visibility TEXT NOT NULL,
  monetization_mode TEXT NOT NULL, tags TEXT NOT NULL
) STRICT;
CREATE INDEX dataset_by_tenant ON dataset (tenant_id, dataset_id);
CREATE INDEX dataset_on_offer ON dataset (visibility, dataset_no) WHERE status = 'active';
CREATE TABLE dataset_access (
  dataset_id TEXT NOT NULL, tenant_id TEXT NOT NULL, PRIMARY KEY (dataset_id, tenant_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE tenant_suspension (tenant_id TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
CREATE TABLE object (
  object_no INTEGER PRIMARY KEY, object_id TEXT NOT NULL, dataset_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL, title TEXT, document_title TEXT, filename TEXT NOT NULL, folder TEXT,
  tags TEXT NOT NULL, status TEXT NOT NULL, index_state TEXT NOT NULL, taken_down_at INTEGER,
  exclusive_to TEXT
) STRICT;
CREATE INDEX object_by_dataset ON object (dataset_id, object_id, status, index_state);
CREATE INDEX object_hidden ON object (dataset_id, object_no)
  WHERE index_state <> 'none'
    AND (index_state <> 'indexed' OR status <> 'active' OR taken_down_at IS NOT NULL);
CREATE INDEX object_exclusive ON object (object_no) WHERE exclusive_to IS NOT NULL;
CREATE TABLE visibility_change (
  one INTEGER PRIMARY KEY CHECK (one = 1), seq INTEGER NOT NULL
) STRICT;
INSERT INTO visibility_change VALUES (1, 1);

CREATE TABLE passage (
  passage_no INTEGER PRIMARY KEY, passage_id TEXT NOT NULL UNIQUE, object_no INTEGER NOT NULL,
  object_id TEXT NOT NULL, dataset_no INTEGER NOT NULL, dataset_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL, ordinal INTEGER NOT NULL, kind TEXT NOT NULL, lang TEXT NOT NULL,
  modality TEXT NOT NULL, source TEXT NOT NULL, page INTEGER, time_start_ms INTEGER,
  time_end_ms INTEGER, text TEXT NOT NULL, created_at_s INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX passage_in_order ON passage (object_id, ordinal);
CREATE INDEX passage_by_dataset ON passage (dataset_no);
CREATE INDEX passage_by_lang ON passage (lang);
CREATE INDEX passage_outline ON passage
  (passage_no, created_at_s, dataset_no, object_no, modality, kind, source, lang, page);
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  body, stem, tags,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
);
CREATE VIRTUAL TABLE passage_vocab USING fts5vocab (passage_fts, instance);
CREATE VIRTUAL TABLE passage_words USING fts5vocab (passage_fts, col);
CREATE TABLE index_change (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, op TEXT NOT NULL, passage_no INTEGER
) STRICT;
CREATE TRIGGER passage_comes AFTER INSERT ON passage
BEGIN INSERT INTO index_change (op, passage_no) VALUES ('add', NEW.passage_no); END;
CREATE TRIGGER passage_goes AFTER DELETE ON passage
BEGIN INSERT INTO index_change (op, passage_no) VALUES ('remove', OLD.passage_no); END;
CREATE TRIGGER index_change_is_a_ring AFTER INSERT ON index_change
BEGIN DELETE FROM index_change WHERE seq <= NEW.seq - 50000; END;
CREATE TRIGGER passage_leaves_the_index AFTER DELETE ON passage
BEGIN DELETE FROM passage_fts WHERE rowid = OLD.passage_no; END;
CREATE TABLE passage_stems (passage_no INTEGER PRIMARY KEY, stems BLOB NOT NULL) STRICT;
CREATE TRIGGER passage_takes_its_stems AFTER DELETE ON passage
BEGIN DELETE FROM passage_stems WHERE passage_no = OLD.passage_no; END;

CREATE TABLE embedding_model (
  model_no INTEGER PRIMARY KEY, model TEXT NOT NULL, name TEXT NOT NULL,
  dimensions INTEGER NOT NULL, source TEXT NOT NULL, state TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE passage_vector (
  model_no INTEGER NOT NULL, passage_no INTEGER NOT NULL, vector BLOB NOT NULL,
  PRIMARY KEY (model_no, passage_no)
) STRICT;
CREATE TABLE vector_snapshot (
  model_no INTEGER PRIMARY KEY, generation TEXT NOT NULL, made_at INTEGER NOT NULL
) STRICT;
CREATE TRIGGER passage_takes_its_vectors AFTER DELETE ON passage
BEGIN
  DELETE FROM passage_vector WHERE passage_no = OLD.passage_no
    AND model_no IN (SELECT model_no FROM embedding_model);
END;

-- How far the feed was taken in; written with what was taken in.
CREATE TABLE feed_position (one INTEGER PRIMARY KEY CHECK (one = 1), position TEXT NOT NULL) STRICT;
`
