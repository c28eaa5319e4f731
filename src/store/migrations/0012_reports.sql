-- What dashboards, analytics and histories are read from.

-- Which datasets a search reached: one row for each dataset with passages among its hits. Kept
-- apart from the search, because a provider's figures must not read every search there is, and
-- because passages go when their object does.
CREATE TABLE search_reach (
  search_id TEXT NOT NULL,
  dataset_id TEXT NOT NULL,
  provider_tenant_id TEXT NOT NULL,
  buyer_tenant_id TEXT NOT NULL,
  passages INTEGER NOT NULL CHECK (passages > 0),
  occurred_at INTEGER NOT NULL,
  PRIMARY KEY (search_id, dataset_id)
) STRICT, WITHOUT ROWID;
-- A provider's figures over a time are read from this index alone.
CREATE INDEX search_reach_by_provider
  ON search_reach (provider_tenant_id, occurred_at, dataset_id, buyer_tenant_id, passages);

-- Invariant: every search that has hits has its rows. They are written here and nowhere else.
CREATE TRIGGER search_reaches AFTER INSERT ON search_activity
BEGIN
  INSERT INTO search_reach
    (search_id, dataset_id, provider_tenant_id, buyer_tenant_id, passages, occurred_at)
  SELECT NEW.search_id, passage.dataset_id, passage.tenant_id, NEW.tenant_id, count(*),
    NEW.occurred_at
  FROM json_each(NEW.hits) AS hit CROSS JOIN passage ON passage.passage_id = hit.value
  GROUP BY passage.dataset_id;
END;

-- The searches before this table, as far as their passages are still there.
INSERT INTO search_reach
  (search_id, dataset_id, provider_tenant_id, buyer_tenant_id, passages, occurred_at)
SELECT search_activity.search_id, passage.dataset_id, passage.tenant_id,
  search_activity.tenant_id, count(*), search_activity.occurred_at
FROM search_activity, json_each(search_activity.hits) AS hit
  JOIN passage ON passage.passage_id = hit.value
GROUP BY search_activity.search_id, passage.dataset_id;

-- Histories are listed newest first, within a time and for one key; they are counted from the
-- index alone. These take the place of two that knew no time.
DROP INDEX search_activity_by_tenant;
CREATE INDEX search_activity_by_time
  ON search_activity (tenant_id, occurred_at, search_activity_id, api_key_id);
DROP INDEX asset_access_by_tenant;
CREATE INDEX asset_access_by_time
  ON asset_access (tenant_id, occurred_at, access_id, api_key_id);
-- Readings of what a provider offers.
CREATE INDEX asset_access_by_dataset ON asset_access (dataset_id, occurred_at, tenant_id);

-- What a buyer spent in a time, and what a provider earned in it.
CREATE INDEX meter_event_by_buyer_time ON meter_event (buyer_tenant_id, created_at);
CREATE INDEX meter_event_by_provider_time ON meter_event (provider_tenant_id, created_at)
  WHERE provider_tenant_id IS NOT NULL;
-- Downloads among the events, which searches will outnumber by far.
CREATE INDEX meter_event_downloads ON meter_event (buyer_tenant_id, created_at, seq)
  WHERE kind = 'download';

-- What a provider is owed for a month (spec 2.2, Payout statement). Statements are made by the
-- settlement; until there is one this table stays empty.
CREATE TABLE payout_statement (
  payout_statement_id TEXT PRIMARY KEY,
  -- No reference to tenants: the books outlive whoever is erased.
  tenant_id TEXT NOT NULL,
  period_start_at INTEGER NOT NULL,
  period_end_at INTEGER NOT NULL CHECK (period_end_at > period_start_at),
  gross_cents INTEGER NOT NULL CHECK (gross_cents BETWEEN 0 AND 9007199254740991),
  -- Invariant: the seller gets a part of what was charged, and no more than that is held or freed.
  seller_cents INTEGER NOT NULL CHECK (seller_cents BETWEEN 0 AND gross_cents),
  held_cents INTEGER NOT NULL CHECK (held_cents BETWEEN 0 AND seller_cents),
  released_cents INTEGER NOT NULL CHECK (released_cents BETWEEN 0 AND seller_cents),
  currency TEXT NOT NULL CHECK (currency GLOB '[A-Z][A-Z][A-Z]'),
  status TEXT NOT NULL CHECK (status IN
    ('pending', 'approved', 'processing', 'paid', 'failed', 'held', 'reversed')),
  created_at INTEGER NOT NULL,
  -- Invariant: a month is settled with a provider once.
  UNIQUE (tenant_id, period_start_at)
) STRICT, WITHOUT ROWID;
CREATE INDEX payout_statement_by_tenant ON payout_statement (tenant_id, payout_statement_id);
