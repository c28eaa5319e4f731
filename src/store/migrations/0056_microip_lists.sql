-- Who may see a licence stands with it, so that a page of the list and its length are read from
-- indexes, however many licences there are. `everybody`: on show; `two`: the same, but sold to one
-- alone; `owner`: not on show; `nobody`: deleted or taken down. Whether the dataset is open is asked
-- when the list is read: it may have very many licences.
ALTER TABLE microip ADD COLUMN dataset_no INTEGER REFERENCES dataset (dataset_no);
ALTER TABLE microip ADD COLUMN sight TEXT NOT NULL DEFAULT 'nobody'
  CHECK (sight IN ('everybody', 'two', 'owner', 'nobody'));
ALTER TABLE microip ADD COLUMN exclusive_to TEXT;

CREATE TRIGGER microip_sight_of_new AFTER INSERT ON microip
BEGIN
  UPDATE microip SET (dataset_no, sight, exclusive_to) = (
    SELECT dataset.dataset_no,
      CASE
        WHEN object.status IN ('initiated', 'deleted') OR object.taken_down_at IS NOT NULL
          THEN 'nobody'
        WHEN object.status <> 'active' OR object.index_state <> 'indexed' THEN 'owner'
        WHEN object.exclusive_to IS NOT NULL THEN 'two'
        ELSE 'everybody' END,
      object.exclusive_to
    FROM object JOIN dataset USING (dataset_id) WHERE object.object_id = NEW.asset_id)
  WHERE microip_no = NEW.microip_no;
END;
CREATE TRIGGER microip_sight_of_object
AFTER UPDATE OF status, index_state, taken_down_at, exclusive_to ON object
BEGIN
  UPDATE microip SET exclusive_to = NEW.exclusive_to, sight = CASE
      WHEN NEW.status IN ('initiated', 'deleted') OR NEW.taken_down_at IS NOT NULL THEN 'nobody'
      WHEN NEW.status <> 'active' OR NEW.index_state <> 'indexed' THEN 'owner'
      WHEN NEW.exclusive_to IS NOT NULL THEN 'two'
      ELSE 'everybody' END
  WHERE asset_id = NEW.object_id;
END;

UPDATE microip SET (dataset_no, sight, exclusive_to) = (
  SELECT dataset.dataset_no,
    CASE
      WHEN object.status IN ('initiated', 'deleted') OR object.taken_down_at IS NOT NULL
        THEN 'nobody'
      WHEN object.status <> 'active' OR object.index_state <> 'indexed' THEN 'owner'
      WHEN object.exclusive_to IS NOT NULL THEN 'two'
      ELSE 'everybody' END,
    object.exclusive_to
  FROM object JOIN dataset USING (dataset_id) WHERE object.object_id = microip.asset_id);

CREATE INDEX microip_for_everybody ON microip (microip_no, dataset_no) WHERE sight = 'everybody';
CREATE INDEX microip_of_owner ON microip (owner_tenant_id, microip_no, dataset_no)
  WHERE sight IN ('two', 'owner');
CREATE INDEX microip_of_licensee ON microip (exclusive_to, microip_no, dataset_no)
  WHERE sight = 'two';
