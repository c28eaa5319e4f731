-- Under which terms what is found in a dataset may be used: the address of a licence, which is told
-- to buyers, search engines and data portals. Nobody checks what stands there.
ALTER TABLE dataset ADD COLUMN license TEXT CHECK (license IS NULL OR length(license) <= 300);
