import type { Corpus, CorpusDocument } from '../corpus.ts'
import type { Listeners } from '../listeners.ts'
import type { ServerProcess } from '../server-process.ts'
import type { Party, Stage } from '../stage.ts'

/** What every act needs. */
export type Story = {
  stage: Stage
  corpus: Corpus
  server: ServerProcess
  listeners: Pick<Listeners, 'hookUrl' | 'events' | 'letters'>
}

/** A person with a tenant, signed in. */
export type Member = Party & { tenantId: string; email: string; password: string }

export type Cast = { reviewer: Member; provider: Member; buyer: Member }

/** The buyer's money as the demo expects it to be. */
export type Purse = { balance: number; spent: number }

export type UploadedDocument = CorpusDocument & { objectId: string }

/** The document behind a file name of the manifest. */
export function uploadOf(uploads: readonly UploadedDocument[], file: string): UploadedDocument {
  const found = uploads.find((upload) => upload.file === file)
  if (!found) throw new Error(`data/demo/manifest.json names no document ${file}`)
  return found
}
