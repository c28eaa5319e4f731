-- A session is shown as a bearer or, by a browser, as a cookie: each is known by its own way alone.
ALTER TABLE session ADD COLUMN kind TEXT NOT NULL DEFAULT 'bearer'
  CHECK (kind IN ('bearer', 'browser'));

-- What its owner knows it again by. NULL for the sessions of before: nobody wrote it down.
ALTER TABLE session ADD COLUMN address TEXT;
ALTER TABLE session ADD COLUMN user_agent TEXT;
ALTER TABLE session ADD COLUMN last_used_at INTEGER;
