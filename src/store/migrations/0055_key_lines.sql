-- Limits of a key are shared with the keys that come from it: those that it made, those that they
-- made, and so on.

-- The keys that a key comes from. It never changes: who made a key is known when it is made.
CREATE TABLE api_key_ancestor (
  api_key_id TEXT NOT NULL REFERENCES api_key (api_key_id),
  ancestor_id TEXT NOT NULL REFERENCES api_key (api_key_id),
  PRIMARY KEY (api_key_id, ancestor_id),
  CHECK (api_key_id <> ancestor_id)
) STRICT, WITHOUT ROWID;
-- All keys that come from one.
CREATE INDEX api_key_descendant ON api_key_ancestor (ancestor_id);

INSERT INTO api_key_ancestor
WITH RECURSIVE line (api_key_id, ancestor_id) AS (
  SELECT key.api_key_id, key.created_by FROM api_key key
  JOIN api_key maker ON maker.api_key_id = key.created_by
  UNION
  SELECT line.api_key_id, key.created_by FROM line
  JOIN api_key key ON key.api_key_id = line.ancestor_id
  JOIN api_key maker ON maker.api_key_id = key.created_by)
SELECT api_key_id, ancestor_id FROM line;

-- Invariant: a key that a key made comes from it and from all that it comes from.
CREATE TRIGGER api_key_has_ancestors AFTER INSERT ON api_key
WHEN EXISTS (SELECT 1 FROM api_key maker WHERE maker.api_key_id = NEW.created_by)
BEGIN
  INSERT INTO api_key_ancestor SELECT NEW.api_key_id, NEW.created_by;
  INSERT INTO api_key_ancestor
  SELECT NEW.api_key_id, ancestor_id FROM api_key_ancestor WHERE api_key_id = NEW.created_by;
END;
CREATE TRIGGER api_key_ancestor_no_update BEFORE UPDATE ON api_key_ancestor
BEGIN SELECT RAISE(ABORT, 'what a key comes from never changes'); END;
CREATE TRIGGER api_key_ancestor_no_delete BEFORE DELETE ON api_key_ancestor
BEGIN SELECT RAISE(ABORT, 'what a key comes from never changes'); END;
-- A person's keys can be handed to another one; what a key made stays its own.
CREATE TRIGGER api_key_origin_stays BEFORE UPDATE OF created_by ON api_key
WHEN NEW.created_by <> OLD.created_by
  AND EXISTS (SELECT 1 FROM api_key_ancestor WHERE api_key_id = OLD.api_key_id)
BEGIN SELECT RAISE(ABORT, 'what a key comes from never changes'); END;

-- What the keys that come from a key spent in a month; what it spent itself is in `tally`.
CREATE TABLE spent_below (
  tenant_id TEXT NOT NULL,
  period TEXT NOT NULL,
  api_key_id TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount BETWEEN 0 AND 9007199254740991),
  PRIMARY KEY (tenant_id, period, api_key_id)
) STRICT, WITHOUT ROWID;

INSERT INTO spent_below
SELECT tenant_id, period, ancestor_id, sum(amount)
FROM tally JOIN api_key_ancestor ON api_key_ancestor.api_key_id = tally.subject
WHERE tally.kind = 'spent'
GROUP BY tenant_id, period, ancestor_id;

-- Invariant: what is counted follows from the events. It is moved here and nowhere else.
CREATE TRIGGER charge_counted_above AFTER INSERT ON meter_event
WHEN NEW.charge_cents > 0 AND NEW.api_key_id IS NOT NULL
BEGIN
  INSERT INTO spent_below (tenant_id, period, api_key_id, amount)
  SELECT NEW.buyer_tenant_id, NEW.period, ancestor_id, NEW.charge_cents
  FROM api_key_ancestor WHERE api_key_id = NEW.api_key_id
  ON CONFLICT DO UPDATE SET amount = amount + excluded.amount;
END;
