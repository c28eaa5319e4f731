import { openAsBlob } from 'node:fs'
import { basename, join, posix } from 'node:path'
import { mediaTypeOf } from '../../base/media-types.ts'
import { type Kontor, KontorError, type Management } from '../../client/index.ts'
import {
  checksumOf,
  type Failed,
  type SourceFolder,
  sortFiles,
} from '../../domain/folders/index.ts'
import { leftOutLines, sourceAt } from '../catalog/folder-import.ts'
import { type Asks, type Outcome, requireOption, UsageError, type Values } from '../command.ts'
import { openProgressBar } from '../progress-bar.ts'
import { stoppedAt } from '../stop.ts'
import { tableOf } from '../table.ts'
import { datasetIdOf, everyPage } from './names.ts'
import { serverAddress } from './sessions.ts'

const parallelMax = 16

/**
 * `import` into a dataset of a server elsewhere. What is there already, by its SHA-256, is left
 * alone, so a command that was cut off is simply given again.
 */
export const askImport: Asks = async ({ client, io, signal }, values) => {
  const options = optionsIn(values)
  const { folder, isDry, approves } = options
  const datasetId = await datasetIdOf(client, options.dataset)
  // Who may not decide hears so now, in the server's own words.
  if (approves) await client.listStagedObjects({ limit: 1 })
  const failed: Failed[] = []
  const onUnopened = (one: Failed) => void failed.push(one)
  const source = await sourceAt(folder)
  const files = await source.files({ onUnopened })
  const { leftOut, paths } = await sortFiles(
    source,
    files.map(({ path }) => path),
  )
  for (const line of leftOutLines(leftOut)) io.err(line)
  const run = { client, folder, source, datasetId, isDry, approves, signal }
  const known = await filesIn(client, datasetId)
  const imported: Taken[] = []
  let [next, done, unchanged] = [0, 0, 0]
  using bar = openProgressBar(io, 'import')
  const worker = async () => {
    while (next < paths.length && !signal?.aborted) {
      const path = paths[next++] as string
      try {
        const taken = await take(run, path, known)
        if (taken) imported.push(taken)
        else unchanged++
      } catch (error) {
        // Cut off in the middle of a file: nothing of it is there, and nothing is wrong with it.
        if (signal?.aborted) continue
        failed.push({ path, reason: reasonOf(error) })
      }
      bar.update({ done: ++done, total: paths.length })
    }
  }
  await Promise.all(Array.from({ length: options.parallel }, worker))
  const outcome = outcomeOf({ imported, unchanged, failed, leftOut, isDry })
  const cut = done < paths.length ? stoppedAt(outcome, { done, total: paths.length }) : undefined
  return cut ?? outcome
}

function optionsIn(values: Values) {
  for (const name of ['delete', 'wait']) {
    if (values[name] === undefined) continue
    throw new UsageError(`--${name} is for the data folder: it cannot be said over HTTP.`)
  }
  const { parallel = '4' } = values
  const width = /^\d{1,2}$/.test(`${parallel}`) ? Number(parallel) : 0
  if (width < 1 || width > parallelMax) {
    throw new UsageError(`--parallel must be from 1 to ${parallelMax}.`)
  }
  return {
    folder: requireOption(values, 'folder'),
    dataset: requireOption(values, 'dataset'),
    parallel: width,
    isDry: values['dry-run'] === true,
    approves: values.approve === true && values['dry-run'] !== true,
  }
}

type Run = {
  client: Kontor
  folder: string
  source: SourceFolder
  datasetId: string
  isDry: boolean
  /** Lets what comes in into the index at once, and what an earlier run left in review. */
  approves: boolean
  signal: AbortSignal | undefined
}
type Taken = { path: string; object_id: string | null }

type Known = Pick<Management.KontorObject, 'object_id' | 'status' | 'filename'>

/** What is there or on its way, by its place; what was refused or given up may come again. */
async function filesIn(client: Kontor, datasetId: string): Promise<Map<string, Known[]>> {
  const objects = await everyPage(
    (cursor) => client.listObjects({ dataset_id: datasetId, cursor, limit: 100 }),
    (page) => page.objects,
  )
  const there = objects.filter(({ status }) => status === 'staged' || status === 'active')
  return Map.groupBy(there, ({ folder, checksum_sha256: sum }) =>
    placed({ folder: folder ?? '', sum: sum ?? '' }),
  )
}

/** The same bytes in two folders are two objects. */
function placed({ folder, sum }: { folder: string; sum: string }): string {
  return `${sum} ${folder}`
}

/** Undefined for what is there already. */
async function take(
  run: Run,
  path: string,
  known: Map<string, Known[]>,
): Promise<Taken | undefined> {
  const { client, isDry, approves, signal } = run
  const file = join(run.folder, path)
  const checksum_sha256 = await checksumOf(run.source, path, signal)
  const folder = posix.dirname(path).replace(/^\.$/, '')
  const place = placed({ folder, sum: checksum_sha256 })
  const there = known.get(place)
  if (there) {
    if (approves) await approveWaiting(client, { there, filename: basename(path) })
    return undefined
  }
  known.set(place, [])
  if (isDry) return { path, object_id: null }
  const bytes = await openAsBlob(file)
  const announced = await client.initiateUpload({
    dataset_id: run.datasetId,
    filename: basename(path),
    ...(folder === '' ? {} : { folder }),
    content_type: mediaTypeOf(path),
    size_bytes: bytes.size,
    checksum_sha256,
  })
  const { object_id: id } = announced
  try {
    const parts = await send(run, announced, bytes)
    await client.confirmUpload({ id, ...(parts.length > 0 ? { parts } : {}) })
  } catch (error) {
    if (signal?.aborted) await client.cancelUpload({ id })
    throw error
  }
  if (approves) await client.approveStagedObject({ object_id: id })
  return { path, object_id: id }
}

/** Of this name alone: the same bytes under another one are somebody else's, as far as is known. */
async function approveWaiting(
  client: Kontor,
  { there, filename }: { there: readonly Known[]; filename: string },
): Promise<void> {
  const waits = there.find((one) => one.status === 'staged' && one.filename === filename)
  if (!waits) return
  try {
    await client.approveStagedObject({ object_id: waits.object_id })
  } catch (error) {
    // Somebody has decided meanwhile.
    if (!(error instanceof KontorError) || error.status !== 409) throw error
  }
}

/** Those that go along with the bytes. */
type Headers = Management.InitiatedUpload['upload_headers']

async function send(
  { client, signal }: Run,
  { upload_url: url, upload_headers: headers, parts = [] }: Management.InitiatedUpload,
  bytes: Blob,
) {
  const putting = { client, signal }
  if (parts.length === 0) await put(putting, { url, headers, bytes })
  const sent: { part_number: number; etag: string }[] = []
  for (const { part_number, offset_bytes: from, size_bytes: size, ...to } of parts) {
    const { upload_url: url, upload_headers: headers } = to
    const part = { url, headers, bytes: bytes.slice(from, from + size) }
    sent.push({ part_number, etag: await put(putting, part) })
  }
  return sent
}

/** Documents go by the same ways as passwords: not by plain HTTP to another machine. */
async function put(
  { client, signal }: Pick<Run, 'client' | 'signal'>,
  { url, headers, bytes }: { url: string; headers: Headers; bytes: Blob },
): Promise<string> {
  const { origin } = new URL(url)
  serverAddress(origin)
  return (await client.putUrl(url, bytes, { signal, headers })).etag ?? ''
}

/** A refusal of one file is its own; without a session or a server there is no next one. */
function reasonOf(error: unknown): string {
  const isOfAll = error instanceof KontorError && [0, 401, 403].includes(error.status)
  if (isOfAll || !(error instanceof Error)) throw error
  const { code } = error as NodeJS.ErrnoException
  if (code === 'EACCES') return 'No permission to read it.'
  return code === 'ENOENT' ? 'It is gone.' : error.message
}

type Found = {
  imported: Taken[]
  unchanged: number
  failed: Failed[]
  leftOut: readonly Failed[]
  isDry: boolean
}

function outcomeOf({ imported, unchanged, failed, leftOut, isDry }: Found): Outcome {
  const sums = [
    `${imported.length} ${isDry ? 'would be imported' : 'imported'}`,
    `${unchanged} unchanged`,
    ...(leftOut.length > 0 ? [`${leftOut.length} left out`] : []),
    `${failed.length} failed`,
  ]
  return {
    lines: [
      ...(isDry ? imported.map(({ path }) => path).sort() : []),
      ...tableOf(
        ['file', 'why it failed'],
        failed.map(({ path, reason }) => [path, reason]),
      ),
      `${sums.join(', ')}.`,
    ],
    data: { dry_run: isDry, imported, unchanged, left_out: leftOut, failed },
    failed: failed.length + leftOut.length > 0,
  }
}
