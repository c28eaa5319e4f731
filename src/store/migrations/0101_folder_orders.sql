-- What a server does with folders by itself: imports that are under way, which a server that was
-- killed goes on with, and folders that are watched. The folder is a name and nothing else.
CREATE TABLE folder_order (
  order_id TEXT PRIMARY KEY,
  kind TEXT NOT NULL CHECK (kind IN ('import', 'watch')),
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  root TEXT NOT NULL,
  path TEXT NOT NULL,
  remove INTEGER NOT NULL CHECK (remove IN (0, 1)),
  every_seconds INTEGER CHECK ((every_seconds IS NULL) = (kind = 'import')),
  ordered_by TEXT NOT NULL REFERENCES user (user_id),
  ordered_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX folder_order_by_dataset ON folder_order (dataset_id);

-- Invariant: nothing is taken into what is being deleted.
CREATE TRIGGER folder_order_goes AFTER UPDATE OF status ON dataset
WHEN new.status IN ('pending_deletion', 'deleted')
BEGIN DELETE FROM folder_order WHERE dataset_id = new.dataset_id; END;
