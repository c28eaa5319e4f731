-- What was odd about a file that was indexed all the same, in sentences for its provider: pages
-- that could not be read, damage that was passed over. Empty for one that failed: see ingest_error.
ALTER TABLE object ADD COLUMN warnings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(warnings));
