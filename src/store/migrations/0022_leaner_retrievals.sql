-- The rows behind a metered event are found by the search in its id: their keys begin with it. An
-- index of their own would be the most expensive part of metering a search.
DROP INDEX retrieval_by_event;
