-- When somebody was seen to read the mail of their address; null: never. Nothing depends on it.
ALTER TABLE user ADD COLUMN email_verified_at INTEGER;
