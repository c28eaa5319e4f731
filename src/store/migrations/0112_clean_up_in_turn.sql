-- What a deletion leaves to be cleared away takes turns with the new files of others (DECISIONS 516):
-- a job is looked for by the priority of its kind.
UPDATE job SET priority = 2 WHERE kind IN ('remove-passages', 'delete-dataset') AND priority <> 2;
