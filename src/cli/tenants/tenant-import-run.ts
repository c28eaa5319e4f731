import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { type App, type ArchiveManifest, archiveInThread } from '../../app.ts'
import { DomainError } from '../../base/errors.ts'
import {
  type DatasetId,
  isId,
  newId,
  type ObjectId,
  type TenantId,
  type UserId,
} from '../../base/ids.ts'
import type { AnonymousCommand } from '../../domain/command.ts'
import type { ImportedTenant } from '../../domain/identity/index.ts'
import { type ArchivedDataset, type ArchivedObject, readArchive } from './tenant-archive.ts'

export type TenantImportOptions = { folder: string; into: string | undefined; dryRun: boolean }

type TakenDataset = { sourceId: string; datasetId: DatasetId | null; isNew: boolean }

export type TenantRunResult = Pick<ImportedTenant, 'left'> & {
  tenantId: TenantId | null
  /** Those of a dry run have no id here yet. */
  users: { userId: UserId | null; email: string }[]
  datasets: TakenDataset[]
  taken: { sourceId: string; objectId: ObjectId | null }[]
  failed: { filename: string; reason: string }[]
  unchanged: number
  /** Without bytes, or taken down where they come from. */
  skipped: number
}

/** An import of an archive on its way. */
export type TenantRun = {
  progress(): { done: number; total: number }
  result(): TenantRunResult
  /** Goes on for so long, to the end, or until it is asked to stop. */
  step(budgetMs: number, signal?: AbortSignal): Promise<void>
}

/**
 * Verifies the archive whole, then takes the tenant and its datasets. Throws ArchiveRefused,
 * UsageError, NotFound, Conflict; nothing was taken then.
 */
export async function openTenantRun(
  app: App,
  options: TenantImportOptions,
  signal?: AbortSignal,
): Promise<TenantRun> {
  const { folder } = options
  const manifest = await archiveInThread({ do: 'verify', folder }, { signal })
  const archive = readArchive(folder, manifest)
  const cmd = () => ({ requestId: newId('req', app.clock.nowMs()), write: app.store.write })
  const part = { app, cmd, manifest, ...options }
  const { tenantId, users, left } = await takeTenant(part, archive.users)
  const isBeside = (one: ArchivedObject) => archive.recordingOf(one.object_id) !== undefined
  const arrived = new Map<string, ObjectId>()
  const datasets = new Map<string, TakenDataset>()
  for (const dataset of archive.datasets) {
    datasets.set(dataset.dataset_id, await takeDataset(part, tenantId, dataset))
  }
  const objects = archive.objects.filter((one) => datasets.has(one.dataset_id))
  const coming = objects
    .filter((one) => one.taken_down_at === null && archive.fileOf(one.object_id) !== undefined)
    // What is put beside another comes after it.
    .sort((a, b) => Number(isBeside(a)) - Number(isBeside(b)))
  const result: TenantRunResult = {
    tenantId,
    users,
    left,
    datasets: [...datasets.values()],
    taken: [],
    failed: [],
    unchanged: 0,
    skipped: objects.length - coming.length,
  }
  let next = 0

  async function take(object: ArchivedObject) {
    const { object_id: sourceId, dataset_id: datasetId, filename } = object
    const file = join(folder, archive.fileOf(sourceId) ?? '')
    const into = datasets.get(datasetId)?.datasetId ?? null
    try {
      const beside = arrived.get(archive.recordingOf(sourceId) ?? '')
      const { objectId, isNew } = await takeObject(part, { object, file, into, beside })
      if (objectId !== null) arrived.set(sourceId, objectId)
      if (isNew) result.taken.push({ sourceId, objectId })
      else result.unchanged++
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      result.failed.push({ filename, reason: error.message })
    }
  }

  return {
    progress: () => ({ done: next, total: coming.length }),
    result: () => result,
    async step(budgetMs, signal) {
      const untilMs = performance.now() + budgetMs
      const mayGoOn = () => performance.now() < untilMs && !signal?.aborted
      for (; next < coming.length && mayGoOn(); next++) {
        await take(coming[next] as ArchivedObject)
      }
    },
  }
}

type Part = TenantImportOptions & {
  app: App
  cmd: () => AnonymousCommand
  manifest: ArchiveManifest
}

type ArchivedUsers = ReturnType<typeof readArchive>['users']

async function takeTenant(
  { app, cmd, manifest, into, dryRun }: Part,
  users: ArchivedUsers,
): Promise<Pick<TenantRunResult, 'tenantId' | 'users' | 'left'>> {
  const { identity } = app.rooms
  if (into !== undefined) {
    return { tenantId: identity.tenantNamed(into).tenantId, users: [], left: [] }
  }
  const { tenant_id: sourceTenantId, name } = manifest.tenant
  const request = { instanceId: manifest.instance_id, sourceTenantId, name, users }
  if (dryRun) {
    const { known = null, coming, left } = identity.lookAtTenantImport(request)
    return { tenantId: known, users: coming.map(({ email }) => ({ userId: null, email })), left }
  }
  const { tenantId, users: came, left } = await identity.importTenant(cmd(), request)
  return { tenantId, users: [...came], left }
}

async function takeDataset(
  { app, cmd, manifest, dryRun }: Part,
  tenantId: TenantId | null,
  row: ArchivedDataset,
): Promise<TakenDataset> {
  const { catalog } = app.rooms
  const sourceId = row.dataset_id
  if (tenantId === null) return { sourceId, datasetId: null, isNew: true }
  const from = { tenantId, instanceId: manifest.instance_id, sourceDatasetId: sourceId }
  if (dryRun) {
    const datasetId = catalog.importedDataset(from) ?? null
    return { sourceId, datasetId, isNew: datasetId === null }
  }
  const made = await catalog.importDataset(cmd(), {
    ...from,
    name: row.name,
    description: row.description,
    tags: row.tags,
    sourceModality: row.source_modality,
    monetizationMode: row.monetization_mode,
    pricingModel: row.pricing_model,
    visibility: row.visibility,
    basePriceCents: row.base_price_cents,
    license: row.license,
  })
  return { sourceId, ...made }
}

type Coming = {
  object: ArchivedObject
  file: string
  into: DatasetId | null
  /** The recording here that it belongs to. */
  beside: ObjectId | undefined
}
type Arrived = { objectId: ObjectId | null; isNew: boolean }

/** The object here, whether it came now or before; null for one that a dry run would take. */
async function takeObject(
  { app, cmd, manifest, dryRun }: Part,
  { object, file, into, beside }: Coming,
): Promise<Arrived> {
  if (into === null) return { objectId: null, isNew: true }
  const { catalog } = app.rooms
  const wanted = object.object_id
  // As a file of a folder: so the note of what came in is the one that imports keep anyway.
  const path = `${wanted}/${object.filename}`
  const place = { datasetId: into, folder: `archive:${manifest.instance_id}`, path }
  const sum = manifest.blobs.find(({ object_id: id }) => id === wanted)?.sha256 ?? ''
  const before = catalog.importState({ ...place, checksumSha256: sum })
  if (before.name === 'unchanged') return { objectId: before.objectId ?? null, isNew: false }
  if (dryRun) return { objectId: null, isNew: true }
  const { objectId } = await catalog.importFile(cmd(), {
    ...place,
    contentType: object.content_type,
    source: createReadStream(file),
    words: {
      title: object.title,
      folder: object.folder,
      tags: object.tags,
      userText: object.user_text,
      source: object.source,
    },
    wantedId: isId('obj', wanted) ? wanted : undefined,
    recordingId: beside,
  })
  return { objectId, isNew: true }
}
