-- Rated use: what things cost, which passages were shown, what was cited and what came of it.

-- The rate card. A new version is added when the operator's settings change; each metered event
-- names the version that rated it, so that every charge can be worked out again later.
CREATE TABLE rate_card (
  price_version INTEGER PRIMARY KEY,
  -- For one passage among the results of a search.
  retrieval_standard_cents INTEGER NOT NULL CHECK (retrieval_standard_cents >= 0),
  retrieval_premium_cents INTEGER NOT NULL CHECK (retrieval_premium_cents >= 0),
  citation_cents INTEGER NOT NULL CHECK (citation_cents >= 0),
  -- Of the revenue that a buyer reports.
  outcome_fee_bp INTEGER NOT NULL CHECK (outcome_fee_bp BETWEEN 0 AND 10000),
  -- A whole file where its dataset names no price.
  download_cents INTEGER NOT NULL CHECK (download_cents >= 0),
  -- A month of a plan.
  plan_starter_cents INTEGER NOT NULL CHECK (plan_starter_cents >= 0),
  plan_pro_cents INTEGER NOT NULL CHECK (plan_pro_cents >= 0),
  created_at INTEGER NOT NULL
) STRICT;

-- Before there was a rate card only downloads were charged, each at the price of its link.
INSERT INTO rate_card VALUES (1, 0, 0, 0, 0, 25, 0, 0, 0);

-- Invariant: what rated a charge stays as it was.
CREATE TRIGGER rate_card_no_update BEFORE UPDATE ON rate_card
BEGIN SELECT RAISE(ABORT, 'a rate card is never changed'); END;
CREATE TRIGGER rate_card_no_delete BEFORE DELETE ON rate_card
BEGIN SELECT RAISE(ABORT, 'a rate card is never removed'); END;
CREATE TRIGGER rate_card_follows BEFORE INSERT ON rate_card
WHEN NEW.price_version IS NOT (SELECT coalesce(max(price_version), 0) + 1 FROM rate_card)
BEGIN SELECT RAISE(ABORT, 'a rate card follows the last one'); END;

-- Invariant: every metered event was rated by a card that exists.
CREATE TRIGGER meter_event_is_rated BEFORE INSERT ON meter_event
WHEN NOT EXISTS (SELECT 1 FROM rate_card WHERE price_version = NEW.price_version)
BEGIN SELECT RAISE(ABORT, 'no such rate card'); END;

-- One passage shown to a tenant. Those that cost something at the time belong to a metered event,
-- which stands for all passages of one search, dataset and rate, and whose id carries a hash of
-- these rows. The others cost nothing: own content, read within 24 hours, or a search retried.
CREATE TABLE retrieval (
  retrieval_event_id TEXT PRIMARY KEY,
  search_id TEXT NOT NULL,
  buyer_tenant_id TEXT NOT NULL,
  api_key_id TEXT,
  provider_tenant_id TEXT NOT NULL,
  dataset_id TEXT NOT NULL,
  asset_id TEXT NOT NULL,
  passage_id TEXT NOT NULL,
  rate TEXT NOT NULL CHECK (rate IN ('standard', 'premium')),
  provider_share_bp INTEGER NOT NULL CHECK (provider_share_bp BETWEEN 0 AND 10000),
  charge_cents INTEGER NOT NULL CHECK (charge_cents >= 0),
  event_id TEXT,
  created_at INTEGER NOT NULL,
  -- Invariant: only what belongs to a metered event costs anything, and own content never does.
  CHECK (event_id IS NOT NULL OR charge_cents = 0),
  CHECK (event_id IS NULL OR buyer_tenant_id <> provider_tenant_id)
) STRICT, WITHOUT ROWID;

-- Whether a tenant has paid for a passage lately.
CREATE INDEX retrieval_rated ON retrieval (buyer_tenant_id, passage_id, created_at)
  WHERE event_id IS NOT NULL;
-- The rows behind a metered event.
CREATE INDEX retrieval_by_event ON retrieval (event_id) WHERE event_id IS NOT NULL;

CREATE TRIGGER retrieval_no_update BEFORE UPDATE ON retrieval
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER retrieval_no_delete BEFORE DELETE ON retrieval
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;

-- A passage that a buyer used in an answer. Metered as `citation:<retrieval event>`.
CREATE TABLE citation (
  citation_id TEXT PRIMARY KEY,
  -- Invariant: a retrieval is cited once.
  retrieval_event_id TEXT NOT NULL UNIQUE REFERENCES retrieval (retrieval_event_id),
  buyer_tenant_id TEXT NOT NULL,
  passage_id TEXT NOT NULL,
  charge_cents INTEGER NOT NULL CHECK (charge_cents >= 0),
  -- Rated: it opened the 24 hours in which the same passage is cited for nothing.
  rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX citation_rated ON citation (buyer_tenant_id, passage_id, created_at)
  WHERE rated = 1;
CREATE TRIGGER citation_no_update BEFORE UPDATE ON citation
BEGIN SELECT RAISE(ABORT, 'citations are append-only'); END;
CREATE TRIGGER citation_no_delete BEFORE DELETE ON citation
BEGIN SELECT RAISE(ABORT, 'citations are append-only'); END;

-- What a buyer earned with a passage, by its own word. Metered as `outcome:<retrieval event>`.
CREATE TABLE outcome (
  outcome_id TEXT PRIMARY KEY,
  -- Invariant: the outcome of a retrieval is told once.
  retrieval_event_id TEXT NOT NULL UNIQUE REFERENCES retrieval (retrieval_event_id),
  buyer_tenant_id TEXT NOT NULL,
  revenue_cents INTEGER NOT NULL CHECK (revenue_cents BETWEEN 0 AND 9007199254740991),
  charge_cents INTEGER NOT NULL CHECK (charge_cents BETWEEN 0 AND revenue_cents),
  note TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE TRIGGER outcome_no_update BEFORE UPDATE ON outcome
BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER outcome_no_delete BEFORE DELETE ON outcome
BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;

-- What a key has spent in a UTC month, so that its budget is checked without adding up events.
CREATE TABLE key_spend (
  api_key_id TEXT NOT NULL,
  period TEXT NOT NULL,
  spent_cents INTEGER NOT NULL CHECK (spent_cents BETWEEN 1 AND 9007199254740991),
  PRIMARY KEY (api_key_id, period)
) STRICT, WITHOUT ROWID;

-- Who paid for something of a dataset, and when last: what the demand for it is counted from.
CREATE TABLE paying_buyer (
  dataset_id TEXT NOT NULL,
  buyer_tenant_id TEXT NOT NULL,
  last_paid_at INTEGER NOT NULL,
  PRIMARY KEY (dataset_id, buyer_tenant_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX paying_buyer_lately ON paying_buyer (dataset_id, last_paid_at);

-- Invariant: both follow from the charges. They are moved here and nowhere else.
CREATE TRIGGER charge_counted AFTER INSERT ON meter_event WHEN NEW.charge_cents > 0
BEGIN
  INSERT INTO key_spend (api_key_id, period, spent_cents)
  SELECT NEW.api_key_id, NEW.period, NEW.charge_cents WHERE NEW.api_key_id IS NOT NULL
  ON CONFLICT (api_key_id, period) DO UPDATE SET spent_cents = spent_cents + NEW.charge_cents;
  INSERT INTO paying_buyer (dataset_id, buyer_tenant_id, last_paid_at)
  SELECT NEW.dataset_id, NEW.buyer_tenant_id, NEW.created_at WHERE NEW.dataset_id IS NOT NULL
  ON CONFLICT (dataset_id, buyer_tenant_id)
    DO UPDATE SET last_paid_at = max(last_paid_at, NEW.created_at);
END;

-- The charges before these tables.
INSERT INTO key_spend SELECT api_key_id, period, sum(charge_cents) FROM meter_event
  WHERE charge_cents > 0 AND api_key_id IS NOT NULL GROUP BY api_key_id, period;
INSERT INTO paying_buyer SELECT dataset_id, buyer_tenant_id, max(created_at) FROM meter_event
  WHERE charge_cents > 0 AND dataset_id IS NOT NULL GROUP BY dataset_id, buyer_tenant_id;
