import { closeSync, openSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Block, FileClaims, Inspection } from '../../src/domain/ingest/ports.ts'
import { blobSource } from '../../src/extract/blob-source.ts'
import { inspectFile } from '../../src/extract/formats/inspect-file.ts'
import { openFile } from '../../src/extract/formats/open-file.ts'
import type { Found } from '../../src/extract/formats/reader.ts'
import { type Sniffed, sniff } from '../../src/extract/formats/sniff.ts'
import type { Ocr } from '../../src/extract/ocr/open-ocr.ts'
import { temporaryFolder } from './temporary-folder.ts'

export type TestFile = { bytes: Uint8Array | string } & Partial<FileClaims>

export type ReadFile = { blocks: Block[]; texts: string[]; found: Found; sniffed: Sniffed }

/** Reads a file's text in this process, as the extraction child does in its own. */
export async function readBytes(file: TestFile, how: How = {}): Promise<ReadFile> {
  using open = openBytes(file)
  return await readOpened(open, how)
}

type How = { pagesMax?: number; ocr?: Ocr }

type Opened = Pick<ReturnType<typeof openBytes>, 'source' | 'claims'>

export async function readOpened(
  { source, claims }: Opened,
  { pagesMax = 2_000, ocr }: How = {},
): Promise<ReadFile> {
  const sniffed = await sniff(source, claims)
  const limits = { pagesMax, readPagesMax: pagesMax }
  const opened = await openFile({ source, sniffed, limits, ocr })
  const blocks = (await Array.fromAsync(opened.blocks)).flat()
  return { blocks, texts: blocks.map(({ text }) => text), found: opened.found, sniffed }
}

export async function inspectBytes(file: TestFile): Promise<Inspection> {
  using open = openBytes(file)
  return await inspectFile({ ...open, limits: { pagesMax: 2_000 } })
}

/** An open file with these bytes. A text without a declared type is declared as nothing. */
export function openBytes({ bytes, filename = 'file', contentType }: TestFile) {
  const folder = temporaryFolder()
  const path = join(folder.path, 'blob')
  writeFileSync(path, bytes)
  const fd = openSync(path, 'r')
  return {
    fd,
    source: blobSource(fd),
    claims: { filename, contentType: contentType ?? 'application/octet-stream' },
    [Symbol.dispose]() {
      closeSync(fd)
      folder[Symbol.dispose]()
    },
  }
}
