-- Which epochs of the lease wrote into these records (KONTOR_LEASE): one row for each machine that
-- began to serve them. Records that lack an epoch that was served lack what was done in it.
CREATE TABLE writer_epoch (
  epoch INTEGER PRIMARY KEY CHECK (epoch > 0),
  host TEXT NOT NULL,
  begun_at INTEGER NOT NULL                            -- milliseconds
) STRICT;
CREATE TRIGGER writer_epoch_stays BEFORE UPDATE ON writer_epoch
BEGIN SELECT RAISE(ABORT, 'an epoch stays as it was written'); END;
CREATE TRIGGER writer_epoch_is_kept BEFORE DELETE ON writer_epoch
BEGIN SELECT RAISE(ABORT, 'an epoch is not removed'); END;
CREATE TRIGGER writer_epoch_grows BEFORE INSERT ON writer_epoch
WHEN NEW.epoch <= (SELECT max(epoch) FROM writer_epoch)
BEGIN SELECT RAISE(ABORT, 'an epoch is higher than those before it'); END;
