-- Another number after each change of who may see what: what searching threads found out about it
-- holds while the number is the same. What the rules of visibility ask (catalog/visibility.ts) is
-- watched here, and nothing else: names, sizes and times of datasets and objects change no sight.
CREATE TABLE visibility_change (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  seq INTEGER NOT NULL
) STRICT;
INSERT INTO visibility_change VALUES (1, 1);

CREATE TRIGGER visibility_of_new_dataset AFTER INSERT ON dataset
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_dataset AFTER DELETE ON dataset
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_dataset
AFTER UPDATE OF dataset_no, dataset_id, tenant_id, status, visibility, monetization_mode ON dataset
WHEN NEW.dataset_no IS NOT OLD.dataset_no OR NEW.dataset_id IS NOT OLD.dataset_id
  OR NEW.tenant_id IS NOT OLD.tenant_id OR NEW.status IS NOT OLD.status
  OR NEW.visibility IS NOT OLD.visibility OR NEW.monetization_mode IS NOT OLD.monetization_mode
BEGIN UPDATE visibility_change SET seq = seq + 1; END;

CREATE TRIGGER visibility_of_new_access AFTER INSERT ON dataset_access
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_access AFTER DELETE ON dataset_access
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_access AFTER UPDATE OF dataset_id, tenant_id ON dataset_access
BEGIN UPDATE visibility_change SET seq = seq + 1; END;

CREATE TRIGGER visibility_of_new_suspension AFTER INSERT ON tenant_suspension
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_suspension AFTER DELETE ON tenant_suspension
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_suspension AFTER UPDATE OF tenant_id ON tenant_suspension
BEGIN UPDATE visibility_change SET seq = seq + 1; END;

-- An object without a passage in the index hides nothing, and one that shows hides nothing either.
CREATE TRIGGER visibility_of_new_object AFTER INSERT ON object
WHEN NEW.exclusive_to IS NOT NULL OR (NEW.index_state <> 'none'
  AND (NEW.index_state <> 'indexed' OR NEW.status <> 'active' OR NEW.taken_down_at IS NOT NULL))
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_gone_object AFTER DELETE ON object
WHEN OLD.exclusive_to IS NOT NULL OR (OLD.index_state <> 'none'
  AND (OLD.index_state <> 'indexed' OR OLD.status <> 'active' OR OLD.taken_down_at IS NOT NULL))
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
CREATE TRIGGER visibility_of_object
AFTER UPDATE OF status, index_state, taken_down_at, exclusive_to ON object
WHEN NEW.exclusive_to IS NOT OLD.exclusive_to
  OR (NEW.index_state <> 'none'
    AND (NEW.index_state <> 'indexed' OR NEW.status <> 'active' OR NEW.taken_down_at IS NOT NULL))
  IS NOT (OLD.index_state <> 'none'
    AND (OLD.index_state <> 'indexed' OR OLD.status <> 'active' OR OLD.taken_down_at IS NOT NULL))
BEGIN UPDATE visibility_change SET seq = seq + 1; END;
