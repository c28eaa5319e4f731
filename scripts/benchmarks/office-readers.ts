import { closeSync, openSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { blobSource } from '../../src/extract/blob-source.ts'
import { openFile } from '../../src/extract/formats/open-file.ts'
import { sniff } from '../../src/extract/formats/sniff.ts'

export type ReaderName = 'ours' | 'officeparser'
type Read = (path: string) => Promise<unknown>
type Peer = { parseOfficeAsync?: Read; parseOffice?: Read; OfficeParser?: { parseOffice: Read } }

const pagesMax = 2_000

/** Undefined for a peer that is not there. */
export function officeReader(name: ReaderName): Read | undefined {
  return name === 'ours' ? readBlocks : officeparser()
}

/** As the extraction child does it, with an open file: some blocks at a time, and none is kept. */
export async function readBlocks(path: string): Promise<number> {
  const fd = openSync(path, 'r')
  const source = blobSource(fd)
  const claims = { filename: basename(path), contentType: 'application/octet-stream' }
  const sniffed = await sniff(source, claims)
  const limits = { pagesMax, readPagesMax: pagesMax }
  const { blocks } = await openFile({ source, sniffed, limits })
  let count = 0
  for await (const some of blocks) count += some.length
  closeSync(fd)
  return count
}

/** Not among the dependencies: found where it is installed, or with NODE_PATH. */
function officeparser(): Read | undefined {
  try {
    const peer = createRequire(import.meta.url)('officeparser') as Peer
    return peer.OfficeParser?.parseOffice ?? peer.parseOfficeAsync ?? peer.parseOffice
  } catch {
    return undefined
  }
}
