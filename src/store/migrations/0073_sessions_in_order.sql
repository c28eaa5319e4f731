-- The list of a person's sessions, newest first: a page reads its rows, whatever else there is.
DROP INDEX session_by_user;
CREATE INDEX session_by_user ON session (user_id, session_id);
