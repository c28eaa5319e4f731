-- A metered search in fewer pages of its commit.
-- - What is counted of a tenant and month stands side by side: searches, what each key spent, when
--   which dataset was last paid for. They were three b-trees.
-- - An answer is found by the number of its search's event. Rows that are appended by number fill
--   one page after the other; by the text of an id, SQLite moves them over two and three.

CREATE TABLE tally (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  -- Searches of the tenant, cents that a key spent, or when a dataset was last paid for.
  kind TEXT NOT NULL CHECK (kind IN ('searches', 'spent', 'paid')),
  -- The key or the dataset; nothing for searches.
  subject TEXT NOT NULL CHECK ((subject = '') = (kind = 'searches')),
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (tenant_id, period, kind, subject)
) STRICT, WITHOUT ROWID;
-- Who paid for a dataset lately. It moves with the first purchase of a month, not with each.
CREATE INDEX tally_of_dataset ON tally (subject, period) WHERE kind = 'paid';

INSERT INTO tally SELECT tenant_id, period, 'searches', '', used FROM search_count;
INSERT INTO tally
SELECT coalesce(buyer_tenant_id, ''), key_spend.period, 'spent', api_key_id, spent_cents
FROM key_spend LEFT JOIN (SELECT api_key_id, min(buyer_tenant_id) AS buyer_tenant_id
  FROM meter_event WHERE charge_cents > 0 GROUP BY api_key_id) USING (api_key_id);
INSERT INTO tally
SELECT buyer_tenant_id, strftime('%Y-%m', last_paid_at / 1000, 'unixepoch'), 'paid', dataset_id,
  last_paid_at
FROM paying_buyer;

DROP TRIGGER search_counted;
DROP TRIGGER charge_counted;
DROP TABLE search_count;
DROP TABLE key_spend;
DROP TABLE paying_buyer;

-- Invariant: what is counted follows from the events. It is moved here and nowhere else.
CREATE TRIGGER search_counted AFTER INSERT ON meter_event WHEN NEW.kind = 'search'
BEGIN
  INSERT INTO tally (tenant_id, period, kind, subject, amount)
  VALUES (NEW.buyer_tenant_id, NEW.period, 'searches', '', NEW.quantity)
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
CREATE TRIGGER charge_counted AFTER INSERT ON meter_event WHEN NEW.charge_cents > 0
BEGIN
  INSERT INTO tally (tenant_id, period, kind, subject, amount)
  SELECT NEW.buyer_tenant_id, NEW.period, 'spent', NEW.api_key_id, NEW.charge_cents
  WHERE NEW.api_key_id IS NOT NULL
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
  INSERT INTO tally (tenant_id, period, kind, subject, amount)
  SELECT NEW.buyer_tenant_id, NEW.period, 'paid', NEW.dataset_id, NEW.created_at
  WHERE NEW.dataset_id IS NOT NULL
  ON CONFLICT DO UPDATE SET amount = max(amount, excluded.amount);
END;

-- What one search showed, as before but for its number.
DROP VIEW retrieval;
DROP TRIGGER citation_of_retrieval;
DROP TRIGGER outcome_of_retrieval;
DROP TRIGGER answer_no_update;
DROP TRIGGER answer_no_delete;
DROP TRIGGER answer_is_new;
DROP TRIGGER answer_in_order;
DROP TRIGGER answer_rates;
PRAGMA legacy_alter_table = ON;
ALTER TABLE answer RENAME TO old_answer;
CREATE TABLE answer (
  -- The number of the search's event. Below zero where there is none: a search retried.
  answer_no INTEGER PRIMARY KEY CHECK (answer_no <> 0),
  search_id TEXT NOT NULL CHECK (length(search_id) BETWEEN 6 AND 64),
  buyer_tenant_id TEXT NOT NULL,
  api_key_id TEXT,
  -- In the order of their places: a passage_id with the first terms, or `[passage_id, place in
  -- terms]`. The place in this list ends the passage's retrieval_event_id.
  passages TEXT NOT NULL CHECK (json_array_length(passages) > 0),
  -- `[provider_tenant_id, dataset_id, asset_id, rate, provider_share_bp, charge_cents, event_id]`
  -- for passages that have all of it in common; event_id is null where nothing was metered.
  terms TEXT NOT NULL CHECK (json_array_length(terms) > 0),
  created_at INTEGER NOT NULL
) STRICT;
-- Invariant: a search has one answer. What has the number of an event has its id, too.
CREATE UNIQUE INDEX answer_without_event ON answer (search_id) WHERE answer_no < 0;

INSERT INTO answer
SELECT coalesce(seq, -row_number() OVER (PARTITION BY seq IS NULL ORDER BY old_answer.search_id)),
  old_answer.search_id, old_answer.buyer_tenant_id, old_answer.api_key_id, passages, terms,
  old_answer.created_at
FROM old_answer LEFT JOIN meter_event ON event_id = coalesce(
  (SELECT event_id FROM meter_event WHERE event_id = 'ret:' || old_answer.search_id),
  'search:' || old_answer.search_id)
ORDER BY seq;
DROP TABLE old_answer;
PRAGMA legacy_alter_table = OFF;

-- One passage shown to a tenant.
CREATE VIEW retrieval AS
SELECT 'ret_' || substr(search_id, 6) || '_' || shown.key AS retrieval_event_id, search_id,
  buyer_tenant_id, api_key_id, term.value ->> 0 AS provider_tenant_id,
  term.value ->> 1 AS dataset_id, term.value ->> 2 AS asset_id,
  iif(shown.type = 'text', shown.value, shown.value ->> 0) AS passage_id,
  term.value ->> 3 AS rate, term.value ->> 4 AS provider_share_bp,
  term.value ->> 5 AS charge_cents, term.value ->> 6 AS event_id, created_at
FROM answer JOIN json_each(passages) AS shown
  JOIN json_each(terms) AS term ON term.key = iif(shown.type = 'text', 0, shown.value ->> 1);

-- Invariant: what was cited or told of is a passage that this tenant was shown. The event of a
-- search had other letters before its id once.
CREATE TRIGGER citation_of_retrieval BEFORE INSERT ON citation
WHEN NOT EXISTS (SELECT 1 FROM answer JOIN json_each(passages) AS shown
  WHERE answer_no IN (
      SELECT seq FROM meter_event WHERE event_id IN (
        'ret:srch_' || substr(NEW.retrieval_event_id, 5, 26),
        'search:srch_' || substr(NEW.retrieval_event_id, 5, 26))
      UNION ALL SELECT answer_no FROM answer
      WHERE answer_no < 0 AND search_id = 'srch_' || substr(NEW.retrieval_event_id, 5, 26))
    AND buyer_tenant_id = NEW.buyer_tenant_id
    AND iif(shown.type = 'text', shown.value, shown.value ->> 0) = NEW.passage_id
    AND 'ret_' || substr(search_id, 6) || '_' || shown.key = NEW.retrieval_event_id)
BEGIN SELECT RAISE(ABORT, 'no such retrieval'); END;
CREATE TRIGGER outcome_of_retrieval BEFORE INSERT ON outcome
WHEN NOT EXISTS (SELECT 1 FROM answer JOIN json_each(passages) AS shown
  WHERE answer_no IN (
      SELECT seq FROM meter_event WHERE event_id IN (
        'ret:srch_' || substr(NEW.retrieval_event_id, 5, 26),
        'search:srch_' || substr(NEW.retrieval_event_id, 5, 26))
      UNION ALL SELECT answer_no FROM answer
      WHERE answer_no < 0 AND search_id = 'srch_' || substr(NEW.retrieval_event_id, 5, 26))
    AND buyer_tenant_id = NEW.buyer_tenant_id
    AND 'ret_' || substr(search_id, 6) || '_' || shown.key = NEW.retrieval_event_id)
BEGIN SELECT RAISE(ABORT, 'no such retrieval'); END;

-- Invariant: retrievals are append-only, also under INSERT OR REPLACE.
CREATE TRIGGER answer_no_update BEFORE UPDATE ON answer
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER answer_no_delete BEFORE DELETE ON answer
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
CREATE TRIGGER answer_is_new BEFORE INSERT ON answer
WHEN EXISTS (SELECT 1 FROM answer WHERE answer_no = NEW.answer_no)
  OR (NEW.answer_no < 0
    AND EXISTS (SELECT 1 FROM answer WHERE answer_no < 0 AND search_id = NEW.search_id))
BEGIN SELECT RAISE(ABORT, 'retrievals are append-only'); END;
-- Invariant: the number is that of the search's event, if there is one.
CREATE TRIGGER answer_to_its_search BEFORE INSERT ON answer
WHEN coalesce((SELECT seq FROM meter_event WHERE event_id = 'ret:' || NEW.search_id),
  min(NEW.answer_no, -1)) IS NOT NEW.answer_no
BEGIN SELECT RAISE(ABORT, 'an answer to another search'); END;

-- Invariants: every passage has its terms; only what belongs to a metered event costs anything, and
-- own content never does.
CREATE TRIGGER answer_in_order BEFORE INSERT ON answer
BEGIN
  SELECT RAISE(ABORT, 'a passage without terms') FROM json_each(NEW.passages) AS shown
  WHERE (shown.type = 'text' OR (typeof(shown.value ->> 0) = 'text'
    AND shown.value ->> 1 BETWEEN 0 AND json_array_length(NEW.terms) - 1)) IS NOT TRUE;
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
  SELECT NEW.buyer_tenant_id, iif(shown.type = 'text', shown.value, shown.value ->> 0),
    NEW.created_at, 'ret_' || substr(NEW.search_id, 6) || '_' || shown.key
  FROM json_each(NEW.passages) AS shown
  WHERE NEW.terms ->> iif(shown.type = 'text', '$[0][6]', '$[' || (shown.value ->> 1) || '][6]')
    IS NOT NULL
  ON CONFLICT (buyer_tenant_id, passage_id)
    DO UPDATE SET rated_at = excluded.rated_at, retrieval_event_id = excluded.retrieval_event_id
    WHERE excluded.rated_at >= rated_at;
END;
