-- Datasets: what a tenant offers, and to whom. `dataset_no` is the short number that search tokens
-- carry; rows stay for ever (a deleted dataset keeps its ids alone), so a number is never reused.
CREATE TABLE dataset (
  dataset_no INTEGER PRIMARY KEY,
  dataset_id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  name TEXT NOT NULL,
  description TEXT,
  source_modality TEXT NOT NULL
    CHECK (source_modality IN ('document', 'image', 'video', 'audio', 'text', 'mixed')),
  monetization_mode TEXT NOT NULL
    CHECK (monetization_mode IN ('open', 'premium', 'restricted', 'outcome_share')),
  pricing_model TEXT NOT NULL CHECK (pricing_model IN ('fixed', 'time_decay', 'demand_curve')),
  visibility TEXT NOT NULL CHECK (visibility IN ('private', 'restricted', 'listed')),
  status TEXT NOT NULL CHECK (status IN ('draft', 'ingesting', 'active', 'paused', 'archived',
    'suspended', 'pending_deletion', 'deleted')),
  base_price_cents INTEGER CHECK (base_price_cents >= 0),   -- NULL: the house price
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  curated INTEGER NOT NULL DEFAULT 0 CHECK (curated IN (0, 1)),
  first_confirmed_at INTEGER,            -- draft turns to ingesting once only, at this moment
  last_ingest_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;
CREATE INDEX dataset_by_tenant ON dataset (tenant_id, dataset_id);
-- What everybody may see is looked up at each search.
CREATE INDEX dataset_on_offer ON dataset (visibility, dataset_no) WHERE status = 'active';

-- Invariant: a dataset row is never removed, and deletion has no way back.
CREATE TRIGGER dataset_no_delete BEFORE DELETE ON dataset
BEGIN SELECT RAISE(ABORT, 'a dataset row is never removed'); END;
CREATE TRIGGER dataset_deletion_is_final BEFORE UPDATE OF status ON dataset
WHEN (OLD.status = 'pending_deletion' AND NEW.status NOT IN ('pending_deletion', 'deleted'))
  OR (OLD.status = 'deleted' AND NEW.status <> 'deleted')
BEGIN SELECT RAISE(ABORT, 'the deletion of a dataset is final'); END;
-- Invariant: a dataset does not change hands or name in the index.
CREATE TRIGGER dataset_identity_is_fixed BEFORE UPDATE OF dataset_no, dataset_id, tenant_id
  ON dataset
BEGIN SELECT RAISE(ABORT, 'the identity of a dataset is fixed'); END;

-- Tenants that a restricted dataset was opened to.
CREATE TABLE dataset_access (
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  granted_by TEXT NOT NULL,
  granted_at INTEGER NOT NULL,
  PRIMARY KEY (dataset_id, tenant_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX dataset_access_by_tenant ON dataset_access (tenant_id, dataset_id);

-- Objects: one uploaded file each. AUTOINCREMENT: a cancelled upload takes its row along, and its
-- number must not come back.
CREATE TABLE object (
  object_no INTEGER PRIMARY KEY AUTOINCREMENT,
  object_id TEXT NOT NULL UNIQUE,
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  filename TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size_bytes INTEGER NOT NULL CHECK (size_bytes > 0),
  checksum_sha256 TEXT CHECK (length(checksum_sha256) = 64),
  blob_key TEXT,
  source TEXT NOT NULL CHECK (source IN ('upload', 'gdrive')),
  title TEXT,
  tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags)),
  user_text TEXT,
  modality TEXT NOT NULL CHECK (modality IN ('audio', 'image', 'video', 'document', 'text')),
  status TEXT NOT NULL
    CHECK (status IN ('initiated', 'staged', 'active', 'rejected', 'expired', 'deleted')),
  review_state TEXT CHECK (review_state IN ('pending', 'approved', 'rejected', 'expired')),
  review_expires_at INTEGER,
  reviewed_at INTEGER,
  reviewed_by TEXT,
  review_note TEXT,                      -- the note of an approval, the reason of a rejection
  -- none: no passage in the index. queued: approved, passages come in slices. indexed: all there.
  -- failed: extraction gave up. removing: deleted, passages not all gone yet.
  index_state TEXT NOT NULL DEFAULT 'none'
    CHECK (index_state IN ('none', 'queued', 'indexed', 'failed', 'removing')),
  ingest_error TEXT,
  lang TEXT,
  page_count INTEGER,
  passage_count INTEGER NOT NULL DEFAULT 0,
  duration_ms INTEGER,
  created_at INTEGER NOT NULL,
  uploaded_at INTEGER,
  first_indexed_at INTEGER,              -- the time of creation of its passages, kept afterwards
  indexed_at INTEGER,
  taken_down_at INTEGER,
  deleted_at INTEGER,
  -- Invariant: what is confirmed has its bytes, their checksum and a review state.
  CHECK (status = 'initiated' OR (checksum_sha256 IS NOT NULL AND blob_key IS NOT NULL
    AND uploaded_at IS NOT NULL AND review_state IS NOT NULL)),
  -- Invariant: status and review state agree.
  CHECK (CASE status
    WHEN 'initiated' THEN review_state IS NULL
    WHEN 'staged' THEN review_state = 'pending'
    WHEN 'active' THEN review_state = 'approved'
    WHEN 'rejected' THEN review_state = 'rejected'
    WHEN 'expired' THEN review_state = 'expired'
    ELSE 1 END),
  -- Invariant: nothing is indexed that was not approved.
  CHECK (index_state = 'none' OR review_state = 'approved')
) STRICT;
CREATE INDEX object_by_dataset ON object (dataset_id, object_id);
-- Counts and sums of a dataset are read from this index alone.
CREATE INDEX object_sums ON object (dataset_id, status, index_state, size_bytes);
-- Newest assets first, by whole seconds: that is what the cursor of Surface A counts in.
CREATE INDEX object_by_upload ON object (tenant_id, uploaded_at / 1000, object_id)
  WHERE uploaded_at IS NOT NULL;
CREATE INDEX object_in_review ON object (uploaded_at, object_id) WHERE status = 'staged';
-- Objects with passages in the index that must not show: searches leave them out beforehand.
CREATE INDEX object_hidden ON object (dataset_id, object_no)
  WHERE index_state <> 'none'
    AND (index_state <> 'indexed' OR status <> 'active' OR taken_down_at IS NOT NULL);
CREATE UNIQUE INDEX object_by_blob ON object (blob_key) WHERE blob_key IS NOT NULL;

-- Invariant (spec 2.2): a confirmed object's file never changes. Only a tombstone may drop its name.
CREATE TRIGGER object_content_is_fixed BEFORE UPDATE OF filename, content_type, size_bytes,
  checksum_sha256, blob_key ON object
WHEN OLD.status <> 'initiated' AND NEW.status <> 'deleted'
BEGIN SELECT RAISE(ABORT, 'a confirmed object is immutable'); END;
CREATE TRIGGER object_identity_is_fixed BEFORE UPDATE OF object_no, object_id, dataset_id, tenant_id
  ON object
BEGIN SELECT RAISE(ABORT, 'the identity of an object is fixed'); END;
-- Invariant: a tombstone stays, and so does the row of everything that was ever confirmed.
CREATE TRIGGER object_deletion_is_final BEFORE UPDATE OF status ON object
WHEN OLD.status = 'deleted' AND NEW.status <> 'deleted'
BEGIN SELECT RAISE(ABORT, 'the deletion of an object is final'); END;
CREATE TRIGGER object_no_delete BEFORE DELETE ON object WHEN OLD.status <> 'initiated'
BEGIN SELECT RAISE(ABORT, 'a confirmed object leaves a tombstone'); END;

-- An upload that is still open; it goes with the confirmation or the cancellation.
CREATE TABLE upload (
  upload_id TEXT PRIMARY KEY,
  object_id TEXT NOT NULL UNIQUE REFERENCES object (object_id) ON DELETE CASCADE,
  declared_sha256 TEXT CHECK (length(declared_sha256) = 64),
  part_size_bytes INTEGER,               -- NULL: one part holds the whole file
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- The bytes that arrived, per part; a part that is sent again replaces its row and takes a new key,
-- so that the file of a row is never written to.
CREATE TABLE upload_part (
  upload_id TEXT NOT NULL REFERENCES upload (upload_id) ON DELETE CASCADE,
  part_number INTEGER NOT NULL CHECK (part_number BETWEEN 1 AND 10000),
  blob_key TEXT NOT NULL UNIQUE,
  size_bytes INTEGER NOT NULL CHECK (size_bytes >= 0),
  checksum_sha256 TEXT NOT NULL CHECK (length(checksum_sha256) = 64),
  received_at INTEGER NOT NULL,
  PRIMARY KEY (upload_id, part_number)
) STRICT, WITHOUT ROWID;
