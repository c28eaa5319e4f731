-- Single-use links to the bytes of an asset.

CREATE TABLE dl_link (
  -- SHA-256 of the token. The token itself (256 random bits) is known to the buyer alone.
  token_hash BLOB PRIMARY KEY CHECK (length(token_hash) = 32),
  buyer_tenant_id TEXT NOT NULL,
  -- The key that asked for the link: revoking it ends the link. NULL for a person's session.
  api_key_id TEXT,
  provider_tenant_id TEXT NOT NULL,
  dataset_id TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  -- The moment that was asked for; both NULL for the whole file.
  start_ms INTEGER CHECK (start_ms >= 0),
  end_ms INTEGER CHECK (end_ms > start_ms),
  -- The search that led here, as far as the buyer said so.
  search_id TEXT,
  -- The price quoted is the price charged.
  price_cents INTEGER NOT NULL CHECK (price_cents BETWEEN 0 AND 9007199254740991),
  provider_share_bp INTEGER NOT NULL CHECK (provider_share_bp BETWEEN 0 AND 10000),
  -- The paid link whose delivery failed on our side and which this one makes good, at price 0.
  replaces BLOB REFERENCES dl_link (token_hash) CHECK (replaces IS NULL OR price_cents = 0),
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL CHECK (expires_at > created_at),
  state TEXT NOT NULL DEFAULT 'minted' CHECK (state IN ('minted', 'used')),
  used_at INTEGER,
  -- How the delivery ended. NULL on a used link: it is under way, or the server died during it.
  outcome TEXT CHECK (outcome IN ('sent', 'aborted', 'failed')),
  CHECK ((state = 'used') = (used_at IS NOT NULL)),
  CHECK (outcome IS NULL OR state = 'used'),
  CHECK ((start_ms IS NULL) = (end_ms IS NULL))
) STRICT, WITHOUT ROWID;

-- Links that nobody used are swept away after their time.
CREATE INDEX dl_link_unused ON dl_link (expires_at) WHERE state = 'minted';
-- What a buyer fetched lately of one asset: the way to a delivery that failed.
CREATE INDEX dl_link_fetched ON dl_link (buyer_tenant_id, asset_id, used_at) WHERE state = 'used';
-- Invariant: one failed delivery is made good once.
CREATE UNIQUE INDEX dl_link_made_good ON dl_link (replaces)
  WHERE state = 'used' AND replaces IS NOT NULL;

-- Invariant: a link is used once, and its delivery ends once; nothing else about it ever changes.
CREATE TRIGGER dl_link_one_way BEFORE UPDATE ON dl_link
WHEN NEW.token_hash <> OLD.token_hash
  OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id
  OR NEW.api_key_id IS NOT OLD.api_key_id
  OR NEW.provider_tenant_id <> OLD.provider_tenant_id
  OR NEW.dataset_id <> OLD.dataset_id
  OR NEW.asset_id <> OLD.asset_id
  OR NEW.start_ms IS NOT OLD.start_ms
  OR NEW.end_ms IS NOT OLD.end_ms
  OR NEW.search_id IS NOT OLD.search_id
  OR NEW.price_cents <> OLD.price_cents
  OR NEW.provider_share_bp <> OLD.provider_share_bp
  OR NEW.replaces IS NOT OLD.replaces
  OR NEW.created_at <> OLD.created_at
  OR NEW.expires_at <> OLD.expires_at
  OR NOT (
    (OLD.state = 'minted' AND NEW.state = 'used' AND NEW.outcome IS NULL)
    OR (OLD.state = 'used' AND NEW.state = 'used' AND NEW.used_at = OLD.used_at
      AND OLD.outcome IS NULL AND NEW.outcome IS NOT NULL))
BEGIN
  SELECT RAISE(ABORT, 'a link is used once and otherwise stays as it is');
END;

-- Invariant: used links are kept, also under INSERT OR REPLACE.
CREATE TRIGGER dl_link_used_stays BEFORE DELETE ON dl_link WHEN OLD.state = 'used'
BEGIN
  SELECT RAISE(ABORT, 'used links are kept');
END;

-- Invariant: a link begins unused, and a token is given out once.
CREATE TRIGGER dl_link_begins_unused BEFORE INSERT ON dl_link
WHEN NEW.state <> 'minted' OR EXISTS (SELECT 1 FROM dl_link WHERE token_hash = NEW.token_hash)
BEGIN
  SELECT RAISE(ABORT, 'a link begins unused and once');
END;
