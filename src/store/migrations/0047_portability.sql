-- What came out of an archive of another installation, or of an earlier one: so an import that is
-- given again finds what it made the first time.
CREATE TABLE imported_tenant (
  instance_id TEXT NOT NULL,
  source_tenant_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, source_tenant_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_tenant_by_tenant ON imported_tenant (tenant_id);

-- A dataset of an archive lands once in each tenant that takes it.
CREATE TABLE imported_dataset (
  instance_id TEXT NOT NULL,
  source_dataset_id TEXT NOT NULL,
  tenant_id TEXT NOT NULL REFERENCES tenant (tenant_id),
  dataset_id TEXT NOT NULL REFERENCES dataset (dataset_id),
  imported_at INTEGER NOT NULL,
  PRIMARY KEY (instance_id, source_dataset_id, tenant_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX imported_dataset_by_dataset ON imported_dataset (dataset_id);
