-- How much of a file was read, as {"unit", "read", "of"}, where there was no time for all of it.
ALTER TABLE object ADD COLUMN part TEXT;

-- The few of them, for `kontor doctor` and for whoever asks for them.
CREATE INDEX object_in_part ON object (object_no) WHERE part IS NOT NULL;
