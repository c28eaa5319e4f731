-- How far a person has read a list of events; what is read beyond that stands in notice_read.
CREATE TABLE notice_place (
  user_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  read_up_to INTEGER NOT NULL,
  PRIMARY KEY (user_id, stream)
) STRICT, WITHOUT ROWID;

CREATE TABLE notice_read (
  user_id TEXT NOT NULL,
  stream TEXT NOT NULL,
  number INTEGER NOT NULL,
  PRIMARY KEY (user_id, stream, number)
) STRICT, WITHOUT ROWID;
