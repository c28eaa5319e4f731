import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { extractText, getDocumentProxy } from 'unpdf'
import { blobSource } from '../../src/adapters/extract/blob-source.ts'
import { childProgram } from '../../src/adapters/extract/child-program.ts'
import { openExtractRunner } from '../../src/adapters/extract/extract-runner.ts'
import type { FileClaims } from '../../src/domain/ingest/ports.ts'
import { makePdf } from '../../test/support/make-pdf.ts'
import { readOpened } from '../../test/support/read-bytes.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { officeFiles } from './ingest-office-files.ts'
import { beside, inTurns, type Row, rowOf } from './measure.ts'
import { reportPages } from './report-pages.ts'

const rounds = 5
/** The process that reads files goes on to the next one: most are read by one that is warm. */
const officeRounds = 15
const pages = 100

/** Our readers in this process beside others' in this process, and the child with its start. */
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
      ours: () => clocked(() => readFrom(file, claims)),
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

type Peer = { parseOfficeAsync?: OldParse; parseOffice?: OldParse; OfficeParser?: NewParser }
type OldParse = (path: string) => Promise<unknown>
type NewParser = { parseOffice: OldParse }

async function officeRows(folder: string, log: (line: string) => void): Promise<Row[]> {
  const parse = officeparser()
  if (!parse) log('  officeparser is not installed')
  const rows: Row[] = []
  for (const [filename, bytes] of Object.entries(officeFiles())) {
    await writeFile(join(folder, filename), bytes)
    const result = await inTurns(
      {
        peer: () => clocked(async () => parse?.(join(folder, filename))),
        ours: () => clocked(() => readFrom(join(folder, filename), { filename })),
      },
      officeRounds,
    )
    const ours = rowOf(`${filename}: ours in this process`, result.ours.times, result.ours.seconds)
    const peer = rowOf(`${filename}: officeparser`, result.peer.times, result.peer.seconds)
    rows.push(...(parse ? [peer, beside(ours, peer)] : [ours]))
  }
  return rows
}

/** Ours, from the same file that the others read. */
async function readFrom(path: string, claims: Partial<FileClaims>): Promise<void> {
  await using file = await open(path)
  const known = { filename: '', contentType: 'application/octet-stream', ...claims }
  await readOpened({ source: blobSource(file.fd), claims: known })
}

/** Not among the dependencies: found where it is installed, or with NODE_PATH. */
function officeparser(): OldParse | undefined {
  try {
    const peer = createRequire(import.meta.url)('officeparser') as Peer
    return peer.OfficeParser?.parseOffice ?? peer.parseOfficeAsync ?? peer.parseOffice
  } catch {
    return undefined
  }
}

export function isInstalled(program: string): boolean {
  return spawnSync(program, ['-h'], { stdio: 'ignore' }).error === undefined
}

export async function clocked(work: () => Promise<unknown>): Promise<number[]> {
  const startedMs = performance.now()
  await work()
  return [performance.now() - startedMs]
}
