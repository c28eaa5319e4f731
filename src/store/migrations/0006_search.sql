-- Passages: what a search finds. The number is the row of the index, the id is what callers see;
-- both grow together, so that the order of numbers is the order of ids.
CREATE TABLE passage (
  passage_no INTEGER PRIMARY KEY,
  passage_id TEXT NOT NULL UNIQUE,
  object_no INTEGER NOT NULL REFERENCES object (object_no),
  object_id TEXT NOT NULL,
  dataset_no INTEGER NOT NULL REFERENCES dataset (dataset_no),
  dataset_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  ordinal INTEGER NOT NULL CHECK (ordinal >= 0),   -- reading order within the object
  kind TEXT NOT NULL
    CHECK (kind IN ('transcript', 'caption', 'ocr', 'doc_chunk', 'user_text', 'metadata')),
  lang TEXT NOT NULL,
  modality TEXT NOT NULL CHECK (modality IN ('audio', 'image', 'video', 'document', 'text')),
  source TEXT NOT NULL CHECK (source IN ('upload', 'gdrive')),
  page INTEGER CHECK (page >= 1),
  time_start_ms INTEGER CHECK (time_start_ms >= 0),
  time_end_ms INTEGER CHECK (time_end_ms >= time_start_ms),
  text TEXT NOT NULL CHECK (text <> ''),
  created_at_s INTEGER NOT NULL            -- unix seconds: the unit of `after` and `before`
) STRICT;
CREATE UNIQUE INDEX passage_in_order ON passage (object_id, ordinal);
-- Read instead of the table by searches, which look at every passage that matches: without the
-- text a row takes a thirtieth of the room.
CREATE INDEX passage_slim
  ON passage (passage_no, created_at_s, modality, kind, dataset_no, object_no);
-- Each value once, found by skipping: which datasets and which languages have passages at all.
CREATE INDEX passage_by_dataset ON passage (dataset_no);
CREATE INDEX passage_by_lang ON passage (lang);

-- The full-text index, without the text itself. body: every token, folded, in order. stem: stems
-- without stop words, for ranking. tags: tokens of ours for filters, never a word of a user.
-- Tokens arrive ready-made and are only parted at the spaces: folding is done by the analyser alone
-- (remove_diacritics 0), and marks belong to their letters (categories).
CREATE VIRTUAL TABLE passage_fts USING fts5 (
  body, stem, tags,
  content = '', contentless_delete = 1,
  tokenize = "unicode61 remove_diacritics 0 categories 'L* N* Co M*'"
);

-- Invariant: no row in the index without its passage.
CREATE TRIGGER passage_leaves_the_index AFTER DELETE ON passage
BEGIN DELETE FROM passage_fts WHERE rowid = OLD.passage_no; END;
-- Invariant: a passage never changes, or the index would answer for another text.
CREATE TRIGGER passage_is_fixed BEFORE UPDATE ON passage
BEGIN SELECT RAISE(ABORT, 'a passage never changes'); END;

-- One answered search of a tenant. Its hits, in order, are what a retrieval event id points into.
CREATE TABLE search_activity (
  search_activity_id TEXT PRIMARY KEY,
  search_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  principal_id TEXT NOT NULL,
  api_key_id TEXT,
  query_text TEXT NOT NULL,
  mode TEXT NOT NULL CHECK (mode IN ('keyword', 'semantic', 'hybrid')),
  params_hash TEXT NOT NULL CHECK (length(params_hash) = 64),
  request_id TEXT,                         -- the caller's own, by which a retry is known
  billed INTEGER NOT NULL CHECK (billed IN (0, 1)),
  charged_credits INTEGER NOT NULL DEFAULT 0 CHECK (charged_credits >= 0),
  result_count INTEGER NOT NULL CHECK (result_count >= 0),
  hits TEXT NOT NULL CHECK (json_valid(hits)),
  occurred_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX search_activity_by_tenant ON search_activity (tenant_id, search_activity_id);

-- One reading of an asset with all its passages.
CREATE TABLE asset_access (
  access_id TEXT PRIMARY KEY,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  principal_id TEXT NOT NULL,
  api_key_id TEXT,
  object_id TEXT NOT NULL,
  dataset_id TEXT NOT NULL,
  occurred_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX asset_access_by_tenant ON asset_access (tenant_id, access_id);
