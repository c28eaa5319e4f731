-- What an owner is told of attempts to log in: those that failed since the last login.
ALTER TABLE user ADD COLUMN failed_logins INTEGER NOT NULL DEFAULT 0 CHECK (failed_logins >= 0);
ALTER TABLE user ADD COLUMN last_failed_login_at INTEGER;
