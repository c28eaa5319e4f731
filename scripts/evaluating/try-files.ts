// What becomes of each file of a folder: see scripts/eval-extraction.ts.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { openSourceFolder } from '../../src/adapters/folders/source-folder.ts'
import { InvalidInput } from '../../src/base/errors.ts'
import { mediaTypeOf } from '../../src/base/media-types.ts'
import { tableOf } from '../../src/cli/table.ts'
import {
  childProgram,
  ocrFiles,
  openExtractRunner,
  openMediaModels,
  withModels,
} from '../../src/extract/index.ts'
import { openTestIngest, type TestIngest } from '../../test/support/open-test-ingest.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { progressBar } from '../soaking/show.ts'

type Sample = { name: string; path: string; sizeBytes: number; phrase: string | undefined }

type Result = {
  name: string
  state: string
  /** How many of each kind. */
  passages: Record<string, number>
  phrase: 'found' | 'missing' | 'none given'
  seconds: number
  /** Why it failed or was refused, or what its reader warns of. */
  reason: string
}

/** Each is read whole here, which the product never does. */
const readMax = 1_000_000_000

/** Without spaces and case: a line may be broken anywhere. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')
}

async function tryFile(room: TestIngest, sample: Sample): Promise<Result> {
  const { name, path, sizeBytes, phrase } = sample
  let startedMs = performance.now()
  const result = (part: Pick<Result, 'state' | 'reason'> & Partial<Result>): Result => ({
    name,
    passages: {},
    phrase: phrase === undefined ? 'none given' : 'missing',
    seconds: (performance.now() - startedMs) / 1000,
    ...part,
  })
  if (sizeBytes > readMax) return result({ state: 'not tried', reason: 'It has more than 1 GB.' })
  const filename = path.slice(path.lastIndexOf('/') + 1)
  try {
    const objectId = await room.file(readFileSync(path), {
      filename,
      contentType: mediaTypeOf(path),
    })
    startedMs = performance.now()
    await room.ingest.ingestObject(room.attempt, { objectId })
    const object = room.object(objectId)
    const found = room.passages(objectId)
    const isFound = found.some(({ text }) => plain(text).includes(plain(phrase ?? '')))
    const warnings: string[] = JSON.parse(`${object.warnings}`)
    return result({
      state: `${object.index_state}`,
      passages: countKinds(found),
      reason: `${object.ingest_error ?? warnings.join(' ')}`,
      ...(phrase !== undefined && isFound ? { phrase: 'found' } : {}),
    })
  } catch (error) {
    if (!(error instanceof InvalidInput)) throw error
    return result({ state: 'refused', reason: error.message })
  }
}

function countKinds(passages: readonly { kind: string }[]): Record<string, number> {
  const kinds = Object.entries(Object.groupBy(passages, ({ kind }) => kind))
  return Object.fromEntries(kinds.map(([kind, some]) => [kind, some?.length ?? 0]))
}

function isRight({ state, phrase, reason }: Result): boolean {
  const hasEnded = state === 'failed' || state === 'refused' ? reason !== '' : state === 'indexed'
  return hasEnded && phrase !== 'missing'
}

function rowOf({ name, state, passages, phrase, seconds, reason }: Result): string[] {
  const counts = Object.entries(passages).map(([kind, count]) => `${count} ${kind}`)
  const said = { found: 'yes', missing: 'NO', 'none given': '-' }[phrase]
  return [name, state, counts.join(', ') || '0', said, `${seconds.toFixed(2)} s`, reason]
}

export async function samplesIn(
  folders: readonly string[],
  phrases: ReadonlyMap<string, string>,
): Promise<Sample[]> {
  const onUnopened = ({ path, reason }: { path: string; reason: string }) =>
    console.error(`${path}: ${reason}`)
  const samples: Sample[] = []
  for (const folder of folders) {
    const source = await openSourceFolder(folder)
    for (const { path: name, sizeBytes } of await source.files({ onUnopened })) {
      const phrase = phrases.get(name) ?? phrases.get(name.slice(name.lastIndexOf('/') + 1))
      samples.push({ name, path: join(folder, name), sizeBytes, phrase })
    }
  }
  return samples
}

export async function tryAll(samples: readonly Sample[]): Promise<Result[]> {
  using folder = temporaryFolder()
  const { KONTOR_ASR_MODEL: asrModel, KONTOR_CAPTION_MODEL: captionModel } = process.env
  const runner = openExtractRunner({ program: childProgram(), ocrFiles: ocrFiles(undefined) })
  const place = { folder: folder.path, decoder: childProgram(), allowUnconfined: true }
  const models = { asrModel, captionModel, ...place }
  const extractor = withModels(runner, openMediaModels(models))
  using room = await openTestIngest({ extractor, uploadLimitBytes: readMax })
  using bar = progressBar('files', samples.length)
  const results: Result[] = []
  for (const sample of samples) {
    results.push(await tryFile(room, sample))
    bar.update(results.length)
  }
  return results
}

/** Gives the exit code. */
export function tell(results: readonly Result[], { json }: { json: boolean }): number {
  const wrong = results.filter((result) => !isRight(result)).length
  if (json) console.log(JSON.stringify({ files: results, wrong }, null, 2))
  else {
    const head = ['file', 'state', 'passages', 'phrase', 'time', 'reason or warning']
    console.log(tableOf(head, results.map(rowOf)).join('\n'))
    console.log(`${results.length} files, ${wrong} not as they should be.`)
  }
  return wrong === 0 ? 0 : 1
}
