import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import type { ArchiveManifest } from '../../app.ts'
import { isId } from '../../base/ids.ts'
import { amountMaxCents, cents } from '../../base/money.ts'
import * as catalog from '../../domain/catalog/index.ts'
import { ROLES } from '../../domain/identity/index.ts'
import { UsageError } from '../command.ts'

const id = <P extends string>(prefix: P) =>
  z.string().refine((text) => isId(prefix, text), `must be an id that begins with ${prefix}_`)
const tags = z.array(z.string().min(1).max(catalog.tagMaxLength)).max(catalog.tagsMax)

const UserRow = z.object({ user_id: id('usr'), email: z.string(), display_name: z.string() })
const MemberRow = z.object({ user_id: id('usr'), roles: z.array(z.enum(ROLES)).min(1) })

const DatasetRow = z.object({
  dataset_id: id('dset'),
  name: z.string().max(catalog.datasetNameMaxLength),
  description: z.string().max(catalog.descriptionMaxLength).nullable(),
  source_modality: z.enum(catalog.sourceModalities),
  monetization_mode: z.enum(catalog.monetizationModes),
  pricing_model: z.enum(catalog.pricingModels),
  visibility: z.enum(catalog.datasetVisibilities),
  status: z.enum(catalog.datasetStatuses),
  base_price_cents: z.int().min(0).max(amountMaxCents).transform(cents).nullable(),
  tags,
  /** Archives of before have none. */
  license: z.string().max(catalog.licenseMaxLength).nullable().default(null),
})

const ObjectRow = z.object({
  object_id: id('obj'),
  dataset_id: id('dset'),
  filename: z.string(),
  content_type: z.string(),
  source: z.enum(catalog.sources),
  title: z.string().max(catalog.titleMaxLength).nullable(),
  /** Archives of earlier versions have none. */
  folder: z.string().nullable().default(null),
  user_text: z.string().max(catalog.userTextMaxLength).nullable(),
  tags,
  taken_down_at: z.int().nullable(),
})

const SidecarRow = z.object({ object_id: id('obj'), recording_id: id('obj') })

export type ArchivedDataset = z.infer<typeof DatasetRow>
export type ArchivedObject = z.infer<typeof ObjectRow>

/** What an import needs of a verified archive. Throws UsageError for rows of odd shape. */
export function readArchive(folder: string, { blobs }: ArchiveManifest) {
  const rows = rowsIn(folder)
  const roles = new Map(rows('memberships', MemberRow).map((row) => [row.user_id, row]))
  const users = rows('users', UserRow).map((row) => ({
    userId: row.user_id,
    email: row.email,
    displayName: row.display_name,
    roles: roles.get(row.user_id)?.roles ?? (['viewer'] as const),
  }))
  const files = new Map(blobs.map((file) => [file.object_id, file.name]))
  const objects = rows('objects', ObjectRow)
  const datasets = rows('datasets', DatasetRow).filter(
    ({ status }) => status !== 'deleted' && status !== 'pending_deletion',
  )
  const beside = new Map<string, string>(
    rows('sidecars', SidecarRow).map((row) => [row.object_id, row.recording_id]),
  )
  return {
    users,
    datasets,
    objects,
    fileOf: (objectId: string) => files.get(objectId),
    /** The recording that an object was put beside. */
    recordingOf: (objectId: string) => beside.get(objectId),
  }
}

function rowsIn(folder: string) {
  return <T>(name: string, shape: z.ZodType<T>): T[] => {
    const file = join(folder, 'records', `${name}.jsonl`)
    const lines = readFileSync(file, 'utf8').split('\n')
    return lines.flatMap((line, index) => {
      if (line === '') return []
      const result = shape.safeParse(jsonOf(line))
      if (result.success) return [result.data]
      const issue = result.error.issues[0]
      const where = `${name}.jsonl, line ${index + 1}`
      throw new UsageError(`${where}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`)
    })
  }
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    return undefined
  }
}
