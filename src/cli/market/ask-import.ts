import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { basename, join } from 'node:path'
import { type Kontor, KontorError } from '../../client/index.ts'
import { filesUnder } from '../catalog/folder-files.ts'
import { mediaTypeOf } from '../catalog/media-types.ts'
import { type Asks, type Outcome, requireOption, UsageError } from '../command.ts'
import { openProgressBar } from '../progress-bar.ts'
import { tableOf } from '../table.ts'
import { datasetIdOf, everyPage } from './names.ts'
import { serverAddress } from './sessions.ts'

const parallelMax = 16

/**
 * `import` into a dataset of a server elsewhere. What is there already, by its SHA-256, is left
 * alone, so a command that was cut off is simply given again.
 */
export const askImport: Asks = async ({ client, io }, values) => {
  const { parallel = '4' } = values
  for (const name of ['approve', 'delete', 'wait']) {
    if (values[name] === undefined) continue
    throw new UsageError(`--${name} is for the data folder: over HTTP files go to the review.`)
  }
  const width = /^\d{1,2}$/.test(`${parallel}`) ? Number(parallel) : 0
  if (width < 1 || width > parallelMax) {
    throw new UsageError(`--parallel must be from 1 to ${parallelMax}.`)
  }
  const folder = requireOption(values, 'folder')
  const datasetId = await datasetIdOf(client, requireOption(values, 'dataset'))
  const failed: Failed[] = []
  const unreadable = (path: string) =>
    failed.push({ path, reason: 'This folder cannot be opened.' })
  const paths = filesUnder(folder, unreadable).map(({ path }) => path)
  const run = { client, folder, datasetId, isDry: values['dry-run'] === true }
  const known = await checksumsIn(client, datasetId)
  const imported: Taken[] = []
  let [next, done, unchanged] = [0, 0, 0]
  using bar = openProgressBar(io, 'import')
  const worker = async () => {
    while (next < paths.length) {
      const path = paths[next++] as string
      try {
        const taken = await take(run, path, known)
        if (taken) imported.push(taken)
        else unchanged++
      } catch (error) {
        failed.push({ path, reason: reasonOf(error) })
      }
      bar.update({ done: ++done, total: paths.length })
    }
  }
  await Promise.all(Array.from({ length: width }, worker))
  return outcomeOf({ imported, unchanged, failed, isDry: run.isDry })
}

type Run = { client: Kontor; folder: string; datasetId: string; isDry: boolean }
type Taken = { path: string; object_id: string | null }
type Failed = { path: string; reason: string }

/** Of what is there or on its way; what was refused or given up may come again. */
async function checksumsIn(client: Kontor, datasetId: string): Promise<Set<string>> {
  const objects = await everyPage(
    (cursor) => client.listObjects({ dataset_id: datasetId, cursor, limit: 100 }),
    (page) => page.objects,
  )
  const there = objects.filter(({ status }) => status === 'staged' || status === 'active')
  return new Set(there.flatMap((one) => one.checksum_sha256 ?? []))
}

/** Undefined for what is there already. */
async function take(run: Run, path: string, known: Set<string>): Promise<Taken | undefined> {
  const { client, folder, datasetId, isDry } = run
  const file = join(folder, path)
  const checksum_sha256 = await checksumOf(file)
  if (known.has(checksum_sha256)) return undefined
  known.add(checksum_sha256)
  if (isDry) return { path, object_id: null }
  const bytes = await openAsBlob(file)
  const announced = await client.initiateUpload({
    dataset_id: datasetId,
    filename: basename(path),
    content_type: mediaTypeOf(path),
    size_bytes: bytes.size,
    checksum_sha256,
  })
  const { object_id: id, upload_url: url, parts = [] } = announced
  if (parts.length === 0) await put(client, url, bytes)
  const sent: { part_number: number; etag: string }[] = []
  for (const { part_number, offset_bytes: from, size_bytes: size, upload_url } of parts) {
    const etag = await put(client, upload_url, bytes.slice(from, from + size))
    sent.push({ part_number, etag })
  }
  await client.confirmUpload({ id, ...(sent.length > 0 ? { parts: sent } : {}) })
  return { path, object_id: id }
}

/** Documents go by the same ways as passwords: not by plain HTTP to another machine. */
async function put(client: Kontor, url: string, bytes: Blob): Promise<string> {
  const { origin } = new URL(url)
  serverAddress(origin)
  return (await client.putUrl(url, bytes)).etag ?? ''
}

async function checksumOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk)
  return hash.digest('hex')
}

/** A refusal of one file is its own; without a session or a server there is no next one. */
function reasonOf(error: unknown): string {
  const isOfAll = error instanceof KontorError && [0, 401, 403].includes(error.status)
  if (isOfAll || !(error instanceof Error)) throw error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES') return 'No permission to read it.'
  return code === 'ENOENT' ? 'It is gone.' : error.message
}

type Found = { imported: Taken[]; unchanged: number; failed: Failed[]; isDry: boolean }

function outcomeOf({ imported, unchanged, failed, isDry }: Found): Outcome {
  const word = isDry ? 'would be imported' : 'imported'
  return {
    lines: [
      ...(isDry ? imported.map(({ path }) => path).sort() : []),
      ...tableOf(
        ['file', 'why it failed'],
        failed.map(({ path, reason }) => [path, reason]),
      ),
      `${imported.length} ${word}, ${unchanged} unchanged, ${failed.length} failed.`,
    ],
    data: { dry_run: isDry, imported, unchanged, failed },
    failed: failed.length > 0,
  }
}
