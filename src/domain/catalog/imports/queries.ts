import { and, asc, eq, notExists, notInArray } from 'drizzle-orm'
import type { DatasetId, ObjectId } from '../../../base/ids.ts'
import type { Db, Tx } from '../../../store/tx.ts'
import { importedDatasets, importedFiles, objects, replacedFiles } from '../tables.ts'

export type ImportedFileRow = typeof importedFiles.$inferSelect
export type ReplacedFileRow = typeof replacedFiles.$inferSelect

/** A file of a folder, as an import into a dataset knows it. */
export type FilePlace = { datasetId: DatasetId; folder: string; path: string }

export function findImported(db: Db, place: FilePlace): ImportedFileRow | undefined {
  return db.select().from(importedFiles).where(isAt(place)).get()
}

/** What was imported from this folder, in the order of the paths. */
export function listImported(db: Db, from: Omit<FilePlace, 'path'>): ImportedFileRow[] {
  return db
    .select()
    .from(importedFiles)
    .where(and(eq(importedFiles.datasetId, from.datasetId), eq(importedFiles.folder, from.folder)))
    .orderBy(asc(importedFiles.path))
    .all()
}

/** Versions from this folder that were replaced and are not deleted, in the order of the paths. */
export function listReplaced(db: Db, from: Omit<FilePlace, 'path'>): ReplacedFileRow[] {
  return db
    .select()
    .from(replacedFiles)
    .where(and(eq(replacedFiles.datasetId, from.datasetId), eq(replacedFiles.folder, from.folder)))
    .orderBy(asc(replacedFiles.path), asc(replacedFiles.objectId))
    .all()
}

/** A later file at this place takes the place of an earlier one, which is remembered. */
export function putImported(tx: Tx, row: ImportedFileRow): void {
  const { objectId, checksumSha256, importedAtMs, datasetId, folder, path } = row
  const before = findImported(tx, row)
  if (before) {
    tx.insert(replacedFiles).values({ objectId: before.objectId, datasetId, folder, path }).run()
  }
  tx.insert(importedFiles)
    .values(row)
    .onConflictDoUpdate({
      target: [importedFiles.datasetId, importedFiles.folder, importedFiles.path],
      set: { objectId, checksumSha256, importedAtMs },
    })
    .run()
}

/**
 * An object of the dataset with this name and these bytes that came in another way: a file of the
 * same folder that lies elsewhere in it is another one, and so is one that lay there before.
 */
export function findSameFile(
  db: Db,
  file: FilePlace & { filename: string; checksumSha256: string },
): ObjectId | undefined {
  const fromHere = (files: typeof importedFiles | typeof replacedFiles) =>
    db
      .select({ objectId: files.objectId })
      .from(files)
      .where(and(eq(files.objectId, objects.objectId), eq(files.folder, file.folder)))
  const row = db
    .select({ objectId: objects.objectId })
    .from(objects)
    .where(
      and(
        eq(objects.datasetId, file.datasetId),
        eq(objects.filename, file.filename),
        eq(objects.checksumSha256, file.checksumSha256),
        notInArray(objects.status, ['deleted', 'expired']),
        notExists(fromHere(importedFiles)),
        notExists(fromHere(replacedFiles)),
      ),
    )
    .limit(1)
    .get()
  return row?.objectId
}

export type ImportedDatasetRow = typeof importedDatasets.$inferSelect

/** Where a dataset of an archive went in this tenant. */
export function findImportedDataset(
  db: Db,
  source: Pick<ImportedDatasetRow, 'instanceId' | 'sourceDatasetId' | 'tenantId'>,
): ImportedDatasetRow | undefined {
  return db
    .select()
    .from(importedDatasets)
    .where(
      and(
        eq(importedDatasets.instanceId, source.instanceId),
        eq(importedDatasets.sourceDatasetId, source.sourceDatasetId),
        eq(importedDatasets.tenantId, source.tenantId),
      ),
    )
    .get()
}

/** A dataset that was deleted here since may come again. */
export function putImportedDataset(tx: Tx, row: ImportedDatasetRow): void {
  const { datasetId, importedAtMs } = row
  const { instanceId, sourceDatasetId, tenantId } = importedDatasets
  tx.insert(importedDatasets)
    .values(row)
    .onConflictDoUpdate({
      target: [instanceId, sourceDatasetId, tenantId],
      set: { datasetId, importedAtMs },
    })
    .run()
}

function isAt({ datasetId, folder, path }: FilePlace) {
  return and(
    eq(importedFiles.datasetId, datasetId),
    eq(importedFiles.folder, folder),
    eq(importedFiles.path, path),
  )
}
