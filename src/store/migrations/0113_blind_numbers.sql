-- What a row says of one party alone (debit_after, credit_after, gross_after_cents) is hashed as
-- commitments that are made with its blind, so that others can be shown the row without it
-- (DECISIONS 514). Rows of before have none: their hashes cover the numbers as they are.
ALTER TABLE transfer ADD COLUMN blind BLOB CHECK (length(blind) = 16);
ALTER TABLE meter_event ADD COLUMN blind BLOB CHECK (length(blind) = 16);
