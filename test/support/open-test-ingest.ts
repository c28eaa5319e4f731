import type { DatasetId, ObjectId } from '../../src/base/ids.ts'
import type { Principal } from '../../src/domain/identity/index.ts'
import { type Attempt, type Ingest, openIngest } from '../../src/domain/ingest/index.ts'
import type { Block, Extraction, Extractor } from '../../src/domain/ingest/ports.ts'
import { enqueue } from '../../src/domain/outbox/index.ts'
import { openExtractRunner } from '../../src/extract/extract-runner.ts'
import { loadLanguageDetector } from '../../src/extract/language/detect-language.ts'
import { openPageDrawer } from '../../src/extract/pages/page-drawer.ts'
import { childProgram } from '../../src/extract/sandbox/child-program.ts'
import { openTestCatalog, type TestCatalog, type TestFile } from './open-test-catalog.ts'

export type PassageRow = { kind: string; text: string; lang: string; page: number | null }

export type TestIngest = TestCatalog & {
  ingest: Ingest
  owner: Principal
  datasetId: DatasetId
  attempt: Attempt
  /** An approved object with these bytes. */
  file(bytes: Uint8Array, part?: Partial<TestFile>): Promise<ObjectId>
  passages(objectId: ObjectId): PassageRow[]
  object(objectId: ObjectId): Record<string, unknown>
}

/** Nothing is looked at in these tests. */
const nothingShelved = { open: async () => undefined, clear: async () => {} }

/** Catalog and ingest on a real store; the extractor is real unless a test brings its own. */
export async function openTestIngest(
  options: { extractor?: Extractor; uploadLimitBytes?: number } = {},
): Promise<TestIngest> {
  const { uploadLimitBytes = 100_000_000 } = options
  const catalog = openTestCatalog({ uploadLimitBytes })
  const { store, blobs } = catalog
  const extractor = options.extractor ?? openExtractRunner({ program: childProgram() })
  const detect = await loadLanguageDetector()
  const detectLanguages = async (texts: string[]) => texts.map(detect)
  const pageDrawer = openPageDrawer({ program: childProgram() })
  const readers = { extractor, detectLanguages, pageDrawer, pageShelf: nothingShelved }
  const ingest = openIngest({ store, clock: store.clock, blobs, ...readers })
  const owner = catalog.tenant()
  const { datasetId } = await catalog.dataset(owner)
  return {
    ...catalog,
    ingest,
    owner,
    datasetId,
    attempt: { write: store.write, signal: new AbortController().signal },
    async file(bytes, part = {}) {
      const objectId = await catalog.initiated(owner, {
        datasetId,
        sizeBytes: bytes.byteLength,
        ...part,
      })
      const expiresAtMs = Number.MAX_SAFE_INTEGER
      await catalog.receiveBytes(catalog.anonymous(), {
        link: { purpose: 'upload', objectId, limitBytes: bytes.byteLength, expiresAtMs },
        source: once(bytes),
      })
      await catalog.confirmUpload(catalog.as(owner), { objectId })
      const { tenantId } = owner
      const decision = { objectId, tenantId, decision: 'approved', reviewedBy: 'usr_1', note: null }
      await store.write((tx) => {
        catalog.setReviewDecision(tx, decision as never)
        const job = { kind: 'ingest-object', payload: { objectId }, subjectId: objectId } as const
        enqueue(tx, { ...job, nowMs: store.clock.nowMs() })
      })
      return objectId
    },
    passages: (objectId) =>
      store.raw
        .prepare(
          'SELECT kind, text, lang, page FROM passage WHERE object_id = ? ORDER BY passage_no',
        )
        .all(objectId) as PassageRow[],
    object: (objectId) =>
      store.raw.prepare('SELECT * FROM object WHERE object_id = ?').get(objectId) as Record<
        string,
        unknown
      >,
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield bytes
}

export const plainExtraction: Extraction = {
  contentType: 'text/plain',
  modality: 'text',
  title: null,
  pageCount: null,
  durationMs: null,
  warnings: [],
}

/** An extractor that gives these batches of blocks, running `between` after each. */
export function fakeExtractor(
  batches: Block[][],
  between: (index: number) => void | Promise<void> = () => {},
  found: Partial<Extraction> = {},
): Extractor {
  const extraction = { ...plainExtraction, ...found }
  return {
    inspect: () => Promise.reject(new Error('not asked for')),
    async extract(_, take) {
      for (const [index, blocks] of batches.entries()) {
        await take(blocks, extraction)
        await between(index)
      }
      return extraction
    },
  }
}

/** An extractor that found one piece of prose, and what else is said of the file. */
export function proseExtractor(text: string, found: Partial<Extraction> = {}): Extractor {
  return fakeExtractor([[{ kind: 'prose', text }]], undefined, found)
}

/** Blocks that make one passage each. */
export function passageBlocks(count: number): Block[] {
  return Array.from({ length: count }, (_, i) => ({
    kind: 'prose',
    text: `Passage number ${i}. ${'Salt and fish went down the river in boats. '.repeat(14)}`,
    page: i + 1,
  }))
}
