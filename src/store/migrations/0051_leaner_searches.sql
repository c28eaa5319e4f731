-- A metered search in fewer pages: each b-tree that it touches is a page of its own in the commit.
-- - What a tenant used, and what a provider earned, are found by month, and a time lies within
--   months. An event belongs to the month of its time or to a later one, never to an earlier one.
-- - Shares of a charge are never looked for by the account that they came onto.
-- - The passages of an answer are one row and not one for each passage.
DROP INDEX meter_event_by_buyer_time;
DROP INDEX meter_event_by_provider_time;
-- What others downloaded of a provider's, also for nothing.
CREATE INDEX meter_event_downloads_of ON meter_event (provider_tenant_id, created_at)
  WHERE kind = 'download';
-- What came onto one account otherwise, newest last.
DROP INDEX transfer_by_credit;
CREATE INDEX transfer_by_credit ON transfer (credit_account_id, seq)
  WHERE code NOT IN ('provider_share', 'platform_share');

-- What one search showed. Passages that cost something at the time belong to a metered event, which
-- stands for all passages of one search, dataset and rate, and whose id carries a hash of them. The
-- others cost nothing: own content, read within 24 hours, or a search retried.
CREATE TABLE answer (
  search_id TEXT PRIMARY KEY CHECK (length(search_id) BETWEEN 6 AND 64),
  buyer_tenant_id TEXT NOT NULL,
  api_key_id TEXT,
  -- In the order of their places: `[passage_id, place in terms]`. The place in this list ends the
  -- passage's retrieval_event_id.
  passages TEXT NOT NULL CHECK (json_array_length(passages) > 0),
  -- `[provider_tenant_id, dataset_id, asset_id, rate, provider_share_bp, charge_cents, event_id]`
  -- for passages that have all of it in common; event_id is null where nothing was metered.
  terms TEXT NOT NULL CHECK (json_array_length(terms) > 0),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

INSERT INTO answer
WITH
  placed AS (
    SELECT *, CAST(substr(retrieval_event_id, length(search_id) + 1) AS INTEGER) AS place,
      dense_rank() OVER (PARTITION BY search_id ORDER BY provider_tenant_id, dataset_id, asset_id,
        rate, provider_share_bp, charge_cents, event_id) - 1 AS term
    FROM retrieval),
  agreed AS (
    SELECT search_id, json_group_array(json_array(provider_tenant_id, dataset_id, asset_id, rate,
        provider_share_bp, charge_cents, event_id) ORDER BY term) AS terms
    FROM (SELECT DISTINCT search_id, term, provider_tenant_id, dataset_id, asset_id, rate,
      provider_share_bp, charge_cents, event_id FROM placed)
    GROUP BY search_id)
SELECT search_id, min(buyer_tenant_id), min(api_key_id),
  json_group_array(json_array(passage_id, term) ORDER BY place), terms, min(created_at)
FROM placed JOIN agreed USING (search_id)
GROUP BY search_id;

-- What was cited and told keeps its rows. That there is the retrieval is seen to by a trigger now.
PRAGMA legacy_alter_table = ON;
DROP INDEX citation_rated;
DROP TRIGGER citation_no_update;
DROP TRIGGER citation_no_delete;
ALTER TABLE citation RENAME TO old_citation;
CREATE TABLE citation (
  citation_id TEXT PRIMARY KEY,
  -- Invariant: a retrieval is cited once.
  retrieval_event_id TEXT NOT NULL UNIQUE,
  buyer_tenant_id TEXT NOT NULL,
  passage_id TEXT NOT NULL,
  charge_cents INTEGER NOT NULL CHECK (charge_cents >= 0),
  -- Rated: it opened the 24 hours in which the same passage is cited for nothing.
  rated INTEGER NOT NULL CHECK (rated IN (0, 1)),
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO citation SELECT * FROM old_citation;
DROP TABLE old_citation;
CREATE INDEX citation_rated ON citation (buyer_tenant_id, passage_id, created_at)
  WHERE rated = 1;
CREATE TRIGGER citation_no_update BEFORE UPDATE ON citation
BEGIN SELECT RAISE(ABORT, 'citations are append-only'); END;
CREATE TRIGGER citation_no_delete BEFORE DELETE ON citation
BEGIN SELECT RAISE(ABORT, 'citations are append-only'); END;

DROP TRIGGER outcome_no_update;
DROP TRIGGER outcome_no_delete;
ALTER TABLE outcome RENAME TO old_outcome;
CREATE TABLE outcome (
  outcome_id TEXT PRIMARY KEY,
  -- Invariant: the outcome of a retrieval is told once.
  retrieval_event_id TEXT NOT NULL UNIQUE,
  buyer_tenant_id TEXT NOT NULL,
  revenue_cents INTEGER NOT NULL CHECK (revenue_cents BETWEEN 0 AND 9007199254740991),
  charge_cents INTEGER NOT NULL CHECK (charge_cents BETWEEN 0 AND revenue_cents),
  note TEXT,
  created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO outcome SELECT * FROM old_outcome;
DROP TABLE old_outcome;
-- Invariant: outcomes are append-only; the note may be forgotten.
CREATE TRIGGER outcome_no_update BEFORE UPDATE ON outcome
WHEN NEW.note IS NOT NULL OR NEW.outcome_id <> OLD.outcome_id
  OR NEW.retrieval_event_id <> OLD.retrieval_event_id
  OR NEW.buyer_tenant_id <> OLD.buyer_tenant_id OR NEW.revenue_cents <> OLD.revenue_cents
  OR NEW.charge_cents <> OLD.charge_cents OR NEW.created_at <> OLD.created_at
BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;
CREATE TRIGGER outcome_no_delete BEFORE DELETE ON outcome
BEGIN SELECT RAISE(ABORT, 'outcomes are append-only'); END;

DROP TRIGGER retrieval_rates;
DROP TABLE retrieval;
PRAGMA legacy_alter_table = OFF;

-- One passage shown to a tenant.
CREATE VIEW retrieval AS
SELECT 'ret_' || substr(search_id, 6) || '_' || shown.key AS retrieval_event_id, search_id,
  buyer_tenant_id, api_key_id, term.value ->> 0 AS provider_tenant_id,
  term.value ->> 1 AS dataset_id, term.value ->> 2 AS asset_id, shown.value ->> 0 AS passage_id,
  term.value ->> 3 AS rate, term.value ->> 4 AS provider_share_bp,
  term.value ->> 5 AS charge_cents, term.value ->> 6 AS event_id, created_at
FROM answer JOIN json_each(passages) AS shown
  JOIN json_each(terms) AS term ON term.key = shown.value ->> 1;

-- Invariant: what was cited or told of is a passage that this tenant was shown.
CREATE TRIGGER citation_of_retrieval BEFORE INSERT ON citation
WHEN NOT EXISTS (SELECT 1 FROM answer JOIN json_each(passages) AS shown
  WHERE search_id = 'srch_' || substr(NEW.retrieval_event_id, 5, 26)
    AND buyer_tenant_id = NEW.buyer_tenant_id AND shown.value ->> 0 = NEW.passage_id
    AND 'ret_' || substr(search_id, 6) || '_' || shown.key = NEW.retrieval_event_id)
BEGIN SELECT RAISE(ABORT, 'no such retrieval'); END;
CREATE TRIGGER outcome_of_retrieval BEFORE INSERT ON outcome
WHEN NOT EXISTS (SELECT 1 FROM answer JOIN json_each(passages) AS shown
  WHERE search_id = 'srch_' || substr(NEW.retrieval_event_id, 5, 26)
    AND buyer_tenant_id = NEW.buyer_tenant_id
    AND 'ret_' || substr(search_id, 6) || '_' || shown.key = NEW.retrieval_event_id)
BEGIN SELECT RAISE(ABORT, 'no such retrieval'); END;

-- Invariant: retrievals are append-only, also under INSERT OR REPLACE.
CREATE TRIGGER answer_no_update BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER answer_no_delete BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER answer_is_new BEFORE INSERT ON answer
WHEN EXISTS (SELECT 1 FROM answer WHERE search_id = NEW.search_id)
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;

-- Invariants: every passage has its terms; only what belongs to a metered event costs anything, and
-- own content never does.
CREATE TRIGGER answer_in_order BEFORE INSERT ON answer
BEGIN
  SELECT RAISE(ABORT, 'a passage without terms') FROM json_each(NEW.passages) AS shown
  WHERE (shown.value ->> 1 BETWEEN 0 AND json_array_length(NEW.terms) - 1
    AND typeof(shown.value ->> 0) = 'text') IS NOT TRUE;
  SELECT RAISE(ABORT, 'terms that cannot be') FROM json_each(NEW.terms) AS term
  WHERE (typeof(term.value ->> 1) = 'text' AND typeof(term.value ->> 2) = 'text'
    AND term.value ->> 3 IN ('standard', 'premium')
    AND typeof(term.value ->> 4) = 'integer' AND term.value ->> 4 BETWEEN 0 AND 10000
    AND typeof(term.value ->> 5) = 'integer' AND term.value ->> 5 >= 0
    AND iif(term.value ->> 6 IS NULL, term.value ->> 5 = 0,
      term.value ->> 0 <> NEW.buyer_tenant_id)) IS NOT TRUE;
END;

-- Invariant: what a tenant paid for lately follows from the answers. It is moved here and nowhere
-- else.
CREATE TRIGGER answer_rates AFTER INSERT ON answer
BEGIN
  INSERT INTO rated_passage (buyer_tenant_id, passage_id, rated_at, retrieval_event_id)
  SELECT NEW.buyer_tenant_id, shown.value ->> 0, NEW.created_at,
    'ret_' || substr(NEW.search_id, 6) || '_' || shown.key
  FROM json_each(NEW.passages) AS shown
  WHERE NEW.terms ->> ('$[' || (shown.value ->> 1) || '][6]') IS NOT NULL
  ON CONFLICT (buyer_tenant_id, passage_id)
    DO UPDATE SET rated_at = excluded.rated_at, retrieval_event_id = excluded.retrieval_event_id
    WHERE excluded.rated_at >= rated_at;
END;
