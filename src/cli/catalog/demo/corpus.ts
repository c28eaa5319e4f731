import { createHash } from 'node:crypto'
import * as z from 'zod'
import { readAsset } from '../../../base/assets.ts'

const Account = z.object({ tenant_name: z.string(), display_name: z.string(), email: z.string() })

const DatasetEntry = z.object({
  key: z.string(),
  name: z.string(),
  description: z.string(),
  visibility: z.enum(['listed', 'private']),
  source_modality: z.enum(['document', 'image', 'video', 'audio', 'text', 'mixed']),
  base_price_credits: z.int().min(0),
  tags: z.array(z.string()),
})

const DocumentEntry = z.object({
  file: z.string(),
  title: z.string(),
  content_type: z.string(),
  language: z.string(),
  dataset: z.string(),
  tags: z.array(z.string()),
  price_credits: z.int().min(0),
})

const QueryEntry = z.object({
  language: z.string(),
  question: z.string(),
  q: z.string(),
  file: z.string(),
  page: z.int().nullable(),
})

const ParaphraseEntry = QueryEntry.omit({ page: true })

const Manifest = z.object({
  provider: Account,
  reviewer: Account,
  buyer: Account,
  datasets: z.array(DatasetEntry),
  documents: z.array(DocumentEntry),
  queries: z.array(QueryEntry),
  /** In other words than the documents'. */
  paraphrases: z.array(ParaphraseEntry),
  /** Files that the buyer buys: one at once, one after a top-up. */
  purchases: z.array(z.string()),
  private_query: z.object({ q: z.string(), file: z.string() }),
  /** Said in a film. */
  moment: z.object({ question: z.string(), q: z.string(), file: z.string() }),
})

export type AccountEntry = z.infer<typeof Account>
export type DatasetEntry = z.infer<typeof DatasetEntry>
export type QueryEntry = z.infer<typeof QueryEntry>
export type ParaphraseEntry = z.infer<typeof ParaphraseEntry>
export type Corpus = z.infer<typeof Manifest>
export type CorpusEntry = z.infer<typeof DocumentEntry>
export type CorpusDocument = CorpusEntry & { bytes: Buffer; sha256: string }

/** The story, the people in it and the questions they ask: data/demo/manifest.json. */
export function readCorpus(): Corpus {
  return Manifest.parse(JSON.parse(readAsset('demo', 'manifest.json').toString('utf8')))
}

export function readDocument(entry: CorpusEntry): CorpusDocument {
  const bytes = readAsset('demo', entry.file)
  return { ...entry, bytes, sha256: sha256Of(bytes) }
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
