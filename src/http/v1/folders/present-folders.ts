import { isoOf, isoOrNull } from '../../../base/clock.ts'
import type { FolderImport, FolderWatch, Root } from '../../../domain/folders/index.ts'

/** Where on the machine a folder lies is the operator's matter alone. */
export function presentRoot({ rootId, path, tenantId }: Root, isPlatformAdmin: boolean) {
  const name = path.slice(path.lastIndexOf('/') + 1) || path
  return { root_id: rootId, name, location: isPlatformAdmin ? path : null, tenant_id: tenantId }
}

export function presentImport(one: FolderImport) {
  return {
    import_id: one.importId,
    root_id: one.rootId,
    folder: one.path,
    dataset_id: one.datasetId,
    dataset_name: one.datasetName,
    tenant_id: one.tenantId,
    dry_run: one.dryRun,
    delete: one.remove,
    state: one.state,
    progress: one.progress,
    sums: one.sums,
    error: one.error,
    started_by: one.startedBy,
    started_at: isoOf(one.startedAtMs),
    finished_at: isoOrNull(one.finishedAtMs),
  }
}

export function presentWatch(one: FolderWatch) {
  return {
    watch_id: one.watchId,
    root_id: one.rootId,
    folder: one.path,
    dataset_id: one.datasetId,
    dataset_name: one.datasetName,
    tenant_id: one.tenantId,
    every_seconds: one.everySeconds,
    delete: one.remove,
    state: one.state,
    looked_at: isoOrNull(one.lookedAtMs),
    taken_at: isoOrNull(one.takenAtMs),
    imported: one.imported,
    troubles: one.troubles.map(({ atMs, path, reason }) => ({
      at: isoOf(atMs),
      file_path: path,
      reason,
    })),
    started_by: one.startedBy,
    started_at: isoOf(one.startedAtMs),
  }
}
