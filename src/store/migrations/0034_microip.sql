-- MicroIP: licences on assets, what was sold, and who fetched it.

-- How an asset of Surface C is called by whoever uploaded it there.
CREATE TABLE asset_card (
  asset_id TEXT PRIMARY KEY REFERENCES object (object_id),
  user_id TEXT NOT NULL,
  name TEXT NOT NULL CHECK (length(name) BETWEEN 3 AND 100),
  description TEXT NOT NULL CHECK (length(description) <= 500),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE microip (
  microip_no INTEGER PRIMARY KEY AUTOINCREMENT,
  -- Invariant: one licence per asset.
  asset_id TEXT NOT NULL UNIQUE REFERENCES object (object_id),
  owner_user_id TEXT NOT NULL,
  owner_tenant_id TEXT NOT NULL,
  price_lamports INTEGER NOT NULL CHECK (price_lamports BETWEEN 1 AND 9007199254740991),
  license_type TEXT NOT NULL
    CHECK (license_type IN ('standard', 'commercial', 'exclusive', 'custom')),
  name TEXT NOT NULL,
  description TEXT NOT NULL,
  long_summary TEXT NOT NULL,
  tags TEXT NOT NULL CHECK (json_type(tags) = 'array'),
  category TEXT NOT NULL CHECK (category IN
    ('code', 'design', 'document', 'audio', 'video', 'image', 'dataset', 'other')),
  questions TEXT NOT NULL CHECK (json_type(questions) = 'array'),
  quality TEXT NOT NULL CHECK (quality IN ('premium', 'standard', 'basic')),
  -- What the owner wrote is not overwritten: the names of those members.
  corrected TEXT NOT NULL DEFAULT '[]' CHECK (json_type(corrected) = 'array'),
  -- waiting: the content is not in the index yet, and the words come from its name.
  metadata_status TEXT NOT NULL CHECK (metadata_status IN ('waiting', 'ready')),
  metadata_source TEXT NOT NULL CHECK (metadata_source IN ('name', 'extractive', 'llm')),
  on_chain_id TEXT NOT NULL,
  chain_status TEXT NOT NULL CHECK (chain_status IN ('pending', 'registered', 'failed')),
  transaction_hash TEXT NOT NULL,
  total_views INTEGER NOT NULL DEFAULT 0 CHECK (total_views >= 0),
  total_downloads INTEGER NOT NULL DEFAULT 0 CHECK (total_downloads >= 0),
  earned_lamports INTEGER NOT NULL DEFAULT 0
    CHECK (earned_lamports BETWEEN 0 AND 9007199254740991),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
CREATE INDEX microip_by_owner ON microip (owner_user_id, microip_no);
-- Invariant: a licence does not change hands, and is not taken back: buyers hold on to it.
CREATE TRIGGER microip_identity_is_fixed
BEFORE UPDATE OF microip_no, asset_id, owner_user_id, owner_tenant_id, created_at ON microip
BEGIN SELECT RAISE(ABORT, 'the owner of a licence is fixed'); END;
CREATE TRIGGER microip_no_delete BEFORE DELETE ON microip
BEGIN SELECT RAISE(ABORT, 'a licence is not removed'); END;

CREATE TABLE microip_sale (
  sale_id TEXT PRIMARY KEY,
  asset_id TEXT NOT NULL REFERENCES microip (asset_id),
  buyer_user_id TEXT NOT NULL,
  buyer_tenant_id TEXT NOT NULL,
  license_type TEXT NOT NULL
    CHECK (license_type IN ('standard', 'commercial', 'exclusive', 'custom')),
  price_lamports INTEGER NOT NULL CHECK (price_lamports BETWEEN 1 AND 9007199254740991),
  fee_lamports INTEGER NOT NULL CHECK (fee_lamports BETWEEN 0 AND price_lamports),
  transaction_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  -- Invariant: a licence is paid for once.
  UNIQUE (asset_id, buyer_user_id)
) STRICT, WITHOUT ROWID;
-- Invariant: exclusive is sold once and alone, whoever comes at the same time.
CREATE TRIGGER microip_sale_is_exclusive BEFORE INSERT ON microip_sale
WHEN EXISTS (SELECT 1 FROM microip_sale WHERE asset_id = NEW.asset_id
  AND (license_type = 'exclusive' OR NEW.license_type = 'exclusive'))
BEGIN SELECT RAISE(ABORT, 'an exclusive licence is sold once and alone'); END;
-- Invariant: what was sold stays sold.
CREATE TRIGGER microip_sale_no_update BEFORE UPDATE ON microip_sale
BEGIN SELECT RAISE(ABORT, 'sales are append-only'); END;
CREATE TRIGGER microip_sale_no_delete BEFORE DELETE ON microip_sale
BEGIN SELECT RAISE(ABORT, 'sales are append-only'); END;

-- Every time that somebody asked for the bytes; the first one of a buyer is the sale.
CREATE TABLE microip_download (
  download_no INTEGER PRIMARY KEY AUTOINCREMENT,
  asset_id TEXT NOT NULL REFERENCES microip (asset_id),
  buyer_user_id TEXT NOT NULL,
  paid_lamports INTEGER NOT NULL CHECK (paid_lamports BETWEEN 0 AND 9007199254740991),
  fee_lamports INTEGER NOT NULL CHECK (fee_lamports BETWEEN 0 AND paid_lamports),
  transaction_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
CREATE INDEX microip_download_by_buyer ON microip_download (buyer_user_id, download_no);
CREATE INDEX microip_download_by_asset ON microip_download (asset_id, download_no);
CREATE TRIGGER microip_download_no_update BEFORE UPDATE ON microip_download
BEGIN SELECT RAISE(ABORT, 'downloads are append-only'); END;
CREATE TRIGGER microip_download_no_delete BEFORE DELETE ON microip_download
BEGIN SELECT RAISE(ABORT, 'downloads are append-only'); END;

-- An asset that was sold exclusively is seen by its owner and this tenant alone, on every surface.
ALTER TABLE object ADD COLUMN exclusive_to TEXT;
CREATE INDEX object_exclusive ON object (object_no) WHERE exclusive_to IS NOT NULL;
CREATE TRIGGER object_exclusive_once BEFORE UPDATE OF exclusive_to ON object
WHEN OLD.exclusive_to IS NOT NULL AND NEW.exclusive_to IS NOT OLD.exclusive_to
BEGIN SELECT RAISE(ABORT, 'an exclusive licence is sold once'); END;

-- Whether a file was ever sold on Surface A.
CREATE INDEX meter_event_sold ON meter_event (asset_id)
  WHERE kind = 'download' AND charge_cents > 0;

-- The words of licences, for the search of Surface C. They follow the rows by triggers.
CREATE VIRTUAL TABLE microip_fts USING fts5 (
  name, description, long_summary, tags, questions,
  content = 'microip', content_rowid = 'microip_no', tokenize = 'unicode61 remove_diacritics 2'
);
CREATE TRIGGER microip_fts_insert AFTER INSERT ON microip
BEGIN
  INSERT INTO microip_fts (rowid, name, description, long_summary, tags, questions)
  VALUES (NEW.microip_no, NEW.name, NEW.description, NEW.long_summary, NEW.tags, NEW.questions);
END;
CREATE TRIGGER microip_fts_update
AFTER UPDATE OF name, description, long_summary, tags, questions ON microip
BEGIN
  INSERT INTO microip_fts (microip_fts, rowid, name, description, long_summary, tags, questions)
  VALUES ('delete', OLD.microip_no, OLD.name, OLD.description, OLD.long_summary, OLD.tags,
    OLD.questions);
  INSERT INTO microip_fts (rowid, name, description, long_summary, tags, questions)
  VALUES (NEW.microip_no, NEW.name, NEW.description, NEW.long_summary, NEW.tags, NEW.questions);
END;
