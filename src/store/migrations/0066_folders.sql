-- Where a file lay in the folder that was imported: from there on, with slashes; '' directly in it,
-- NULL for what came without one. And what a document calls itself, where that says something.
ALTER TABLE object ADD COLUMN folder TEXT;
ALTER TABLE object ADD COLUMN document_title TEXT;
UPDATE object SET folder = (
  SELECT rtrim(rtrim(path, replace(path, '/', '')), '/') FROM imported_file
  WHERE imported_file.object_id = object.object_id)
WHERE status <> 'deleted' AND EXISTS (SELECT 1 FROM imported_file
  WHERE imported_file.object_id = object.object_id AND imported_file.folder NOT LIKE 'archive:%');

-- Lists of a tenant: all of them, one folder, what could not be indexed.
CREATE INDEX object_by_tenant ON object (tenant_id, object_id);
CREATE INDEX object_by_folder ON object (tenant_id, folder, object_id) WHERE folder IS NOT NULL;
CREATE INDEX object_failed ON object (tenant_id, object_id) WHERE index_state = 'failed';

-- Versions that a later file at their place replaced, until they are deleted.
CREATE TABLE replaced_file (
  object_id TEXT PRIMARY KEY REFERENCES object (object_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  folder TEXT NOT NULL,
  path TEXT NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX replaced_file_by_folder ON replaced_file (dataset_id, folder, path);

-- Invariant: a deleted object leaves nothing of what its file was called.
CREATE TRIGGER replaced_file_goes AFTER UPDATE OF status ON object WHEN new.status = 'deleted'
BEGIN DELETE FROM replaced_file WHERE object_id = new.object_id; END;

-- Why a file will not be indexed when it is approved.
ALTER TABLE object_inspection ADD COLUMN failure TEXT;
