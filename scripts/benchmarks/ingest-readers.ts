import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Worker } from 'node:worker_threads'
import { extractText, getDocumentProxy } from 'unpdf'
import { childProgram, openExtractRunner } from '../../src/extract/index.ts'
import { makePdf } from '../../test/support/make-pdf.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { officeFiles } from './ingest-office-files.ts'
import { beside, clocked, inTurns, isInstalled, type Row, rowOf } from './measure.ts'
import { officeReader, type ReaderName, readBlocks } from './office-readers.ts'
import { reportPages } from './report-pages.ts'

const rounds = 5
/** The process that reads files goes on to the next one: most are read by one that is warm. */
const officeRounds = 15
const readsInARow = 5
const pages = 100

/** Our readers beside others' that run as they do, and the child with its start. */
export async function readers(log: (line: string) => void): Promise<Row[]> {
  using folder = temporaryFolder()
  const rows = await pdfRows(folder.path, log)
  rows.push(...(await officeRows(folder.path, log)))
  return rows
}

async function pdfRows(folder: string, log: (line: string) => void): Promise<Row[]> {
  const file = join(folder, 'long.pdf')
  await writeFile(file, await makePdf({ pages: reportPages(pages) }))
  const extractor = openExtractRunner({ program: childProgram() })
  const claims = { filename: 'long.pdf', contentType: 'application/pdf' }
  const hasPdftotext = isInstalled('pdftotext')
  if (!hasPdftotext) log('  pdftotext is not installed')
  const result = await inTurns(
    {
      pdfjs: () =>
        clocked(async () => {
          const document = await getDocumentProxy(new Uint8Array(readFileSync(file)))
          await extractText(document, { mergePages: false })
        }),
      ours: () => clocked(() => readBlocks(file)),
      child: () =>
        clocked(async () => {
          await using handle = await open(file)
          await extractor.extract({ fd: handle.fd, claims }, async () => {})
        }),
      pdftotext: () =>
        clocked(async () => {
          if (hasPdftotext) spawnSync('pdftotext', [file, join(folder, 'long.txt')])
        }),
    },
    rounds,
  )
  const of = (name: string, { times, seconds }: { times: number[]; seconds: number }) =>
    rowOf(`PDF of ${pages} pages: ${name}`, times, seconds)
  const pdfjs = of('pdf.js in this process', result.pdfjs)
  const pdftotext = of('pdftotext', result.pdftotext)
  const child = of('our child, start included', result.child)
  return [
    pdfjs,
    beside(of('ours in this process', result.ours), pdfjs),
    beside(child, pdfjs),
    ...(hasPdftotext ? [pdftotext, beside(child, pdftotext)] : []),
  ]
}

/**
 * Each reader in a thread of its own, so in a heap of its own: of what the other one left, nothing
 * is collected on its clock.
 */
async function officeRows(folder: string, log: (line: string) => void): Promise<Row[]> {
  const hasPeer = officeReader('officeparser') !== undefined
  if (!hasPeer) log('  officeparser is not installed')
  await using ours = readerThread('ours')
  await using peer = readerThread('officeparser')
  const rows: Row[] = []
  for (const [filename, bytes] of Object.entries(officeFiles())) {
    const path = join(folder, filename)
    await writeFile(path, bytes)
    const subjects = {
      ours: () => ours.read(path),
      peer: async () => (hasPeer ? await peer.read(path) : []),
    }
    const times = await inTurns(subjects, officeRounds)
    const row = rowOf(`${filename}: ours`, times.ours.times, secondsOf(times.ours.times))
    const peers = rowOf(`${filename}: officeparser`, times.peer.times, secondsOf(times.peer.times))
    rows.push(...(hasPeer ? [peers, beside(row, peers)] : [row]))
  }
  return rows
}

function readerThread(name: ReaderName) {
  const thread = new Worker(new URL('./office-reader-thread.ts', import.meta.url), {
    workerData: name,
  })
  return {
    async read(path: string): Promise<number[]> {
      const times: number[] = []
      for (let i = 0; i < readsInARow; i++) {
        thread.postMessage(path)
        const [ms] = await once(thread, 'message')
        times.push(ms)
      }
      return times
    },
    [Symbol.asyncDispose]: async () => void (await thread.terminate()),
  }
}

function secondsOf(times: readonly number[]): number {
  return times.reduce((sum, ms) => sum + ms, 0) / 1000
}
