import { mkdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../../base/write-whole.ts'
import type { OutsideRemoval } from '../../engine/index.ts'
import type { FeedPlace } from '../../store/search-feed/feed-log.ts'

/** A dataset whose older passages are being put there. */
export type Filling = { readonly datasetNo: number; afterNo: number; readonly lastNo: number }

/** What the index elsewhere has, and up to which change. Of lists, what is in them has no order. */
export type HeldPlace = {
  /** Its name there. */
  readonly name: string
  readonly model: string
  readonly dimensions: number
  place: FeedPlace
  upToPassageNo: number
  datasetNos: number[]
  filling: Filling[]
  /** Objects of these datasets of which it has nothing. */
  absentObjectNos: number[]
  /** What is said to be there no more and may be, while nobody heard that it went. */
  leaving?: OutsideRemoval | undefined
}

// In a folder of its own: backups leave those out, and two servers are not to feed one index.
const folderIn = (dataDir: string) => join(dataDir, 'outside-engine')
const fileIn = (dataDir: string) => join(folderIn(dataDir), 'place.json')

/** Undefined where nothing was put anywhere yet. */
export function readHeld(dataDir: string): HeldPlace | undefined {
  try {
    return JSON.parse(readFileSync(fileIn(dataDir), 'utf8')) as HeldPlace
  } catch {
    return undefined
  }
}

/** Throws what writing a file throws. */
export function writeHeld(dataDir: string, held: HeldPlace): void {
  mkdirSync(folderIn(dataDir), { recursive: true, mode: 0o700 })
  writeWhole({ file: fileIn(dataDir), text: `${JSON.stringify(held)}\n` })
}

export function forgetHeld(dataDir: string): void {
  rmSync(folderIn(dataDir), { recursive: true, force: true })
}
