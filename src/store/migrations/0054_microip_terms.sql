-- When price or type of a licence were last changed: a buyer who may have been shown other terms
-- shortly before is shown the new ones first. NULL: they are those of the beginning.
ALTER TABLE microip ADD COLUMN terms_changed_at INTEGER;
