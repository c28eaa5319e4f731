import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeWhole } from '../base/write-whole.ts'

/** What was done to a data folder, by the server or beside it, as far as operators watch it. */
export type Notes = {
  backup: {
    set: string
    madeAtMs: number
    verifiedAtMs: number | null
    /** When one was read again, be it this or one of before; earlier versions did not note it. */
    lastVerifiedAtMs?: number | null
  }
  /** Of the whole ledger. */
  verification: { atMs: number; ok: boolean }
  /** The certificate in use by ACME, if there is one, and what kept the last order from one. */
  certificate: { endMs: number | null; failures: number; failure: string | null }
}

const fileOf = (dataDir: string, name: keyof Notes) => join(dataDir, `last-${name}.json`)

/** Throws what writing a file throws. */
export function note<N extends keyof Notes>(
  { dataDir, name }: { dataDir: string; name: N },
  facts: Notes[N],
): void {
  writeWhole({ file: fileOf(dataDir, name), text: `${JSON.stringify(facts)}\n` })
}

/** Undefined where it was never done, or what says so cannot be read. */
export function noted<N extends keyof Notes>(dataDir: string, name: N): Notes[N] | undefined {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir, name), 'utf8')) as Notes[N]
  } catch {
    return undefined
  }
}
