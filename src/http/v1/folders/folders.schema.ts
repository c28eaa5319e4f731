import * as z from 'zod'
import * as folders from '../../../domain/folders/index.ts'
import { idText, int, oneOf, pageEnd, pageQuery, text, timestamp } from '../../fields.ts'

const folderPlace = 'From the root on, parted by slashes; empty: the root itself'
const folder = text({ max: folders.pathMaxLength }).meta({ description: folderPlace })
export const FolderParams = z.object({ id: idText })

export const RootsReply = z
  .object({
    roots: z.array(
      z.object({
        root_id: z.string(),
        name: z.string(),
        location: z.string().nullable().meta({ description: 'For platform administrators' }),
        tenant_id: z.string().nullable().meta({ description: 'Whose people may read it, too' }),
      }),
    ),
  })
  .meta({ id: 'ImportRoots' })

export const LookQuery = z.object({ folder: folder.default(''), cursor: pageQuery.cursor })

export const LookReply = z
  .object({
    root_id: z.string(),
    folder: z.string(),
    folders: z.array(z.string()),
    files: z.int().meta({ description: 'That lie directly in it' }),
    bytes: z.int(),
    next_cursor: z.string().nullable(),
  })
  .meta({ id: 'ImportFolder' })

/** A folder is always named: one that was misspelt must not become all of the root. */
const place = { root_id: idText, folder, dataset_id: idText }
const remove = z.boolean().default(false).meta({
  description: 'Deletes objects whose files are gone from the folder or were replaced',
})

export const StartImportBody = z
  .object({
    ...place,
    dry_run: z.boolean().default(false).meta({ description: 'Says what would be done' }),
    delete: remove,
  })
  .meta({ id: 'StartFolderImport' })

const sum = z.object({ files: z.int(), bytes: z.int() })

export const ImportReply = z
  .object({
    import_id: z.string(),
    root_id: z.string(),
    folder: z.string(),
    dataset_id: z.string(),
    dataset_name: z.string(),
    tenant_id: z.string(),
    dry_run: z.boolean(),
    delete: z.boolean(),
    state: z.enum(folders.importStates),
    progress: z.object({ done: z.int(), total: z.int() }).nullable().meta({
      description: 'Files; null until the folder was read',
    }),
    sums: z
      .object(
        Object.fromEntries(folders.fileOutcomes.map((name) => [name, sum])) as Record<
          (typeof folders.fileOutcomes)[number],
          typeof sum
        >,
      )
      .meta({ description: 'new and changed: taken, or to be taken by an import' }),
    error: z.string().nullable(),
    started_by: z.string(),
    started_at: timestamp,
    finished_at: timestamp.nullable(),
  })
  .meta({ id: 'FolderImport' })

export const ImportsReply = z
  .object({ imports: z.array(ImportReply) })
  .meta({ id: 'FolderImports' })

export const ImportFilesQuery = z.object({
  ...pageQuery,
  outcome: oneOf(folders.fileOutcomes).default('new'),
})

export const ImportFilesReply = z
  .object({
    files: z.array(
      z.object({
        file_path: z.string(),
        outcome: z.enum(folders.fileOutcomes),
        size_bytes: z.int(),
        object_id: z.string().nullable(),
        reason: z.string().nullable().meta({ description: 'Why it was refused' }),
      }),
    ),
    ...pageEnd,
  })
  .meta({ id: 'FolderImportFiles' })

export const ReportQuery = z.object({ format: oneOf(folders.reportFormats).default('jsonl') })

const { min, max, usual } = folders.watchEverySeconds

export const StartWatchBody = z
  .object({
    ...place,
    every_seconds: int({ min, max })
      .default(usual)
      .meta({ description: 'From one look to the next; a folder that takes long waits longer' }),
    delete: remove,
  })
  .meta({ id: 'StartFolderWatch' })

export const WatchReply = z
  .object({
    watch_id: z.string(),
    root_id: z.string().nullable().meta({ description: 'Null: no setting names it any more' }),
    folder: z.string(),
    dataset_id: z.string(),
    dataset_name: z.string(),
    tenant_id: z.string(),
    every_seconds: z.int(),
    delete: z.boolean(),
    state: z.enum(folders.watchStates).meta({ description: 'resting: the tenant is suspended' }),
    looked_at: timestamp.nullable(),
    taken_at: timestamp.nullable(),
    imported: z.int().meta({ description: 'Files, since the server started' }),
    troubles: z
      .array(z.object({ at: timestamp, file_path: z.string().nullable(), reason: z.string() }))
      .meta({ description: 'The newest first, at most 20' }),
    started_by: z.string(),
    started_at: timestamp,
  })
  .meta({ id: 'FolderWatch' })

export const WatchesReply = z.object({ watches: z.array(WatchReply) }).meta({ id: 'FolderWatches' })
