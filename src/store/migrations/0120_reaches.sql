-- Whoever records a search knows of what dataset each hit is, and writes its rows of search_reach
-- itself (DECISIONS 595): here each passage was looked up once more.
DROP TRIGGER search_reaches;

-- As before, and not at all where nothing was sold: that is seen in the terms, of which there are
-- few, before the passages are gone through one by one.
DROP TRIGGER answer_rates;
CREATE TRIGGER answer_rates AFTER INSERT ON answer
WHEN EXISTS (SELECT 1 FROM json_each(NEW.terms) AS term WHERE term.value ->> 6 IS NOT NULL)
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
