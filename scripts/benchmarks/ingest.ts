import { readFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { childProgram } from '../../src/adapters/extract/child-program.ts'
import { openExtractRunner } from '../../src/adapters/extract/extract-runner.ts'
import { makePdf } from '../../test/support/make-pdf.ts'
import { approve, indexed, openMarketOn, stage } from '../../test/support/market.ts'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { residentMb } from './load.ts'
import { type Bench, beside, inTurns, type Row, rowOf } from './measure.ts'

const rounds = 3
const documents = 40
const pages = 100

/** Extraction in its killable child beside pdf.js in this process; then the whole way. */
export const ingest: Bench = {
  name: 'ingest',
  about: 'PDF text in the killable child beside pdf.js; then upload to searchable',
  async run(log) {
    using folder = temporaryFolder()
    log(`  a PDF of ${pages} pages`)
    const file = join(folder.path, 'long.pdf')
    await writeFile(file, await makePdf({ pages: longPages() }))
    const rows = await readers(file)
    log(`  ${documents} PDFs of two pages, upload to searchable`)
    rows.push(...(await wholeWay()))
    return rows
  },
}

async function readers(file: string): Promise<Row[]> {
  const extractor = openExtractRunner({ program: childProgram() })
  const claims = { filename: 'long.pdf', contentType: 'application/pdf' }
  const result = await inTurns(
    {
      ours: () =>
        clocked(async () => {
          await using handle = await open(file)
          await extractor.extract({ fd: handle.fd, claims }, async () => {})
        }),
      pdfjs: () =>
        clocked(async () => {
          const document = await getDocumentProxy(new Uint8Array(readFileSync(file)))
          await extractText(document, { mergePages: false })
        }),
    },
    rounds,
  )
  const peer = rowOf('pdf.js in this process', result.pdfjs.times, result.pdfjs.seconds)
  const ours = rowOf('our child, start included', result.ours.times, result.ours.seconds)
  return [peer, beside(ours, peer)]
}

async function wholeWay(): Promise<Row[]> {
  using folder = temporaryFolder()
  const settings = { KONTOR_LOG_LEVEL: 'warn' }
  await using server = await runServer({ dir: folder.path, settings })
  const market = await openMarketOn(server)
  const files = await Promise.all(
    Array.from({ length: documents }, (_, i) => makePdf({ pages: longPages(2, i) })),
  )
  const startedMs = performance.now()
  const times: number[] = []
  const uploads = await Promise.all(
    files.map((bytes, i) =>
      stage(market, { filename: `report-${i}.pdf`, contentType: 'application/pdf', bytes }),
    ),
  )
  for (const upload of uploads) await approve(market, upload)
  for (const upload of uploads) {
    await indexed(market, upload)
    times.push(performance.now() - startedMs)
  }
  const seconds = (performance.now() - startedMs) / 1000
  const row = rowOf('upload, inspect, approve, index', times, seconds)
  return [{ ...row, note: `server resident ${residentMb(server.pid).toFixed(0)} MB` }]
}

function longPages(count = pages, seed = 0): string[] {
  return Array.from({ length: count }, (_, page) => {
    const sentence = `Report ${seed}, page ${page}: the supply was measured at 55 degrees.`
    return Array.from({ length: 24 }, (_, i) => `${sentence} Reading ${i} is in order.`).join(' ')
  })
}

async function clocked(work: () => Promise<void>): Promise<number[]> {
  const startedMs = performance.now()
  await work()
  return [performance.now() - startedMs]
}
