-- Who asked for a link with a session: the deed is the person's, and ends with the person's rights.
-- NULL for links of keys, and of before.
ALTER TABLE dl_link ADD COLUMN user_id TEXT;

-- Invariant: who asked for a link never changes, nor is it a key and a person.
CREATE TRIGGER dl_link_keeps_its_user BEFORE UPDATE OF user_id ON dl_link
WHEN NEW.user_id IS NOT OLD.user_id
BEGIN SELECT RAISE(ABORT, 'a link keeps who asked for it'); END;
CREATE TRIGGER dl_link_of_one BEFORE INSERT ON dl_link
WHEN NEW.user_id IS NOT NULL AND NEW.api_key_id IS NOT NULL
BEGIN SELECT RAISE(ABORT, 'a link is a key''s or a person''s'); END;
