// scripts/eval extraction <folder>... [--phrases <file>]: what becomes of each file in a folder of
// samples, as a table: its state, its passages by kind, whether a phrase is in them, how long it
// took, and why it failed. The file of phrases has a line for each sample: its name, a tab, and
// words that must be in its passages. Each file must end indexed or failed with a reason, and each
// phrase must be found, or it exits with 1.
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative } from 'node:path'
import { childProgram } from '../src/adapters/extract/child-program.ts'
import { openExtractRunner } from '../src/adapters/extract/extract-runner.ts'
import { ocrFiles } from '../src/adapters/extract/ocr/ocr-files.ts'
import { openTellers } from '../src/adapters/extract/speech/open-tellers.ts'
import { withModels } from '../src/adapters/extract/speech/with-models.ts'
import { mediaTypeOf } from '../src/cli/media-types.ts'
import { tableOf } from '../src/cli/table.ts'
import { openTestIngest, type TestIngest } from '../test/support/open-test-ingest.ts'
import { temporaryFolder } from '../test/support/temporary-folder.ts'

type Result = { row: string[]; isRight: boolean }

/** Without spaces and case: a line may be broken anywhere. */
function plain(text: string): string {
  return text.normalize('NFKC').toLowerCase().replace(/\s+/gu, ' ')
}

async function tryFile(
  room: TestIngest,
  sample: { name: string; path: string; phrase: string | undefined },
): Promise<Result> {
  const { name, path, phrase } = sample
  const filename = path.slice(path.lastIndexOf('/') + 1)
  const objectId = await room.file(readFileSync(path), { filename, contentType: mediaTypeOf(path) })
  const startedMs = performance.now()
  await room.ingest.ingestObject(room.attempt, { objectId })
  const seconds = (performance.now() - startedMs) / 1000
  const object = room.object(objectId)
  const passages = room.passages(objectId)
  const found = phrase && passages.some(({ text }) => plain(text).includes(plain(phrase)))
  const reason = object.ingest_error ?? (JSON.parse(`${object.warnings}`) as string[]).join(' ')
  const said = phrase === undefined ? '-' : found ? 'yes' : 'NO'
  const state = `${object.index_state}`
  const isOver = state === 'indexed' || (state === 'failed' && reason !== '')
  return {
    row: [name, state, kindsOf(passages), said, `${seconds.toFixed(2)} s`, `${reason}`],
    isRight: isOver && said !== 'NO',
  }
}

/** `12 doc_chunk, 1 metadata` */
function kindsOf(passages: readonly { kind: string }[]): string {
  const counts = Object.entries(Object.groupBy(passages, ({ kind }) => kind))
  return counts.map(([kind, some]) => `${some?.length} ${kind}`).join(', ') || '0'
}

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .sort()
}

function phrasesIn(file: string | undefined): Map<string, string> {
  if (file === undefined) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n')
  return new Map(
    lines.filter((line) => line.includes('\t')).map((line) => line.split('\t') as [string, string]),
  )
}

async function main(args: string[]): Promise<number> {
  const at = args.indexOf('--phrases')
  const [, file] = at < 0 ? [] : args.splice(at, 2)
  const usage = 'Usage: scripts/eval extraction <folder>... [--phrases <file>]'
  if (args.length === 0) throw new Error(usage)
  const phrases = phrasesIn(file)
  using folder = temporaryFolder()
  const { KONTOR_ASR_MODEL: asrModel, KONTOR_CAPTION_MODEL: captionModel } = process.env
  const runner = openExtractRunner({ program: childProgram(), ocrFiles: ocrFiles(undefined) })
  const tellers = { asrModel, captionModel, folder: folder.path, decoder: childProgram() }
  const extractor = withModels(runner, openTellers(tellers))
  using room = await openTestIngest({ extractor })
  const results: Result[] = []
  for (const root of args) {
    for (const path of filesUnder(root)) {
      const name = relative(root, path)
      const phrase = phrases.get(name) ?? phrases.get(name.slice(name.lastIndexOf('/') + 1))
      results.push(await tryFile(room, { name, path, phrase }))
    }
  }
  const head = ['file', 'state', 'passages', 'phrase', 'time', 'reason or warning']
  for (const line of tableOf(
    head,
    results.map(({ row }) => row),
  ))
    console.log(line)
  const wrong = results.filter(({ isRight }) => !isRight).length
  console.log(`${results.length} files, ${wrong} not as they should be.`)
  return wrong === 0 ? 0 : 1
}

process.exitCode = await main(process.argv.slice(2))
