import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../store/tx.ts'
import type { Catalogue } from '../catalogue.ts'
import type { Embedder, ModelCard, ModelSource } from '../embedding/embedder.ts'
import { unreadIn } from '../embedding/scripts.ts'
import { bytesOf, unitVector } from '../neighbours/unit-vector.ts'
import type { SavedIndex } from '../neighbours/vector-index.ts'
import type { Meant } from '../outside/proposals.ts'
import type { SearchOutcome } from '../port.ts'
import { type IndexReader, openIndexReader } from '../searcher/index-reader.ts'
import type { MeaningJob, SemanticJob, SimilarJob } from '../threads/tasks.ts'
import { lastEmbedded, listModels, type ModelRow, textsAfter } from '../vectors/queries.ts'
import { type ModelSpace, openModelSpace } from '../vectors/vector-space.ts'
import type { MadeVectors } from '../vectors/vector-store.ts'
import { chooseSnippets, type SentenceGuide } from './choose-snippets.ts'
import type { Fusion } from './fuse.ts'
import { meantText } from './query-text.ts'
import { findSimilar, searchByMeaning } from './search-by-meaning.ts'

export type SemanticSearcherDeps = {
  readonly db: Db
  readonly catalogue: Catalogue
  /** Everything in `run` sees the same state of the database. */
  inSnapshot<T>(run: () => T): T
  /** The model that the operator chose, and where it came from. */
  readonly target: { readonly embedder: Embedder; readonly source: ModelSource }
  /** Opens the model of older vectors once more; rejects when it is not there any more. */
  openModel(source: ModelSource): Promise<Embedder>
  openIndex(options: { modelNo: number; dimensions: number }): SavedIndex
  /** Tells the sentences of a snippet apart; quick, so not always the model itself. */
  readonly sentences: Embedder
  /** From so many passages on vectors are also kept in files. */
  readonly snapshotMin?: number | undefined
  /** Another way to put words and meaning together than the usual one, for measuring. */
  readonly fusion?: Fusion | undefined
}

export type SemanticSearcher = ReturnType<typeof openSemanticSearcher>

/** Between two of them searches get their turn. */
const embedStep = 8
const embedMaxMs = 150
const everything = { limit: Number.MAX_SAFE_INTEGER }
const rowsPerStep = 20_000

/**
 * What the thread that has the vectors keeps and does. It uses the vectors of the model that
 * serves; while those of another one are being made, both models embed what is new. A serving
 * model that cannot be loaded any more is passed over for the one on its way.
 */
export function openSemanticSearcher(deps: SemanticSearcherDeps) {
  const { db, catalogue, inSnapshot, target } = deps
  const { reader, follower } = openIndexReader(db, { catalogue })
  const modelOf = openModels(deps)
  let space: ModelSpace | undefined

  async function fillColumns(): Promise<void> {
    while (!inSnapshot(() => follower.catchUp(db, { limit: rowsPerStep }))) await setImmediate()
  }

  /** Searches go on with what there was until the other space is filled. */
  async function open(model: ModelRow, embedder: Embedder): Promise<void> {
    const { modelNo, dimensions } = model
    const index = deps.openIndex({ modelNo, dimensions })
    const anew = space?.model.modelNo === modelNo
    const { docValues } = reader
    const { snapshotMin } = deps
    const opened = openModelSpace({ db, docValues, model, embedder, index, anew, snapshotMin })
    await fillColumns()
    await opened.fill()
    space = opened
  }

  /** In a snapshot, with everything taken in that is there. */
  function current<T>(opened: ModelSpace, run: () => T): T {
    return inSnapshot(() => {
      follower.catchUp(db, everything)
      opened.catchUp(everything)
      return run()
    })
  }

  const { sentences, fusion } = deps
  const searches = openSearches({ reader, current, sentences, fusion, space: () => space })
  return {
    card: (): ModelCard => {
      const { model, name, dimensions } = target.embedder
      return { model, name, dimensions, source: target.source }
    },
    space: () => space,
    /** Whether the chosen model is written down; before that nothing is embedded with it. */
    isRegistered: () => listModels(db).some(({ model }) => model === target.embedder.model),
    /** The models that there are vectors of. */
    modelNos: () => listModels(db).map(({ modelNo }) => modelNo),
    /** Opens the vectors of the model that serves, when they are not the open ones. */
    async refresh(): Promise<void> {
      const chosen = await modelOf.serving(listModels(db))
      if (!chosen) return
      if (space?.model.modelNo !== chosen.model.modelNo || space.isWorn()) {
        await open(chosen.model, chosen.embedder)
      }
    },
    /** Takes in some of what is new, so that a search need not; says whether that was all. */
    follow(): boolean {
      const some = { limit: rowsPerStep }
      return inSnapshot(() => follower.catchUp(db, some) && (space?.catchUp(some) ?? true))
    },
    ...searches,
    embed: (options: { limit: number }) => embedSome({ db, modelOf }, options),
  }
}

type Read = Pick<SemanticJob, 'query' | 'proposed'>

type SearchNeeds = {
  reader: IndexReader
  current<T>(opened: ModelSpace, run: () => T): T
  sentences: Embedder
  fusion: Fusion | undefined
  space(): ModelSpace | undefined
}

/** What is searched for; the deadline begins when nothing has to be waited for any more. */
function openSearches({ reader, current, sentences, fusion, space }: SearchNeeds) {
  function ready(): ModelSpace {
    const opened = space()
    if (!opened) throw new Error('the vectors are not open yet')
    return opened
  }

  async function guideFor(text: string): Promise<SentenceGuide | undefined> {
    const vector = text === '' ? undefined : unitVector(await sentences.embedQuery(text))
    return vector && { embedder: sentences, vector }
  }

  /** What a query says to a model; in a script that it cannot read, nothing. */
  async function read({ embedder, model }: ModelSpace, { query, proposed }: Read) {
    const text = meantText(query)
    const unread = unreadIn(text, embedder.scripts)
    const isSilent = text === '' || unread?.isMost === true
    const known = proposed?.modelNo === model.modelNo ? proposed : undefined
    if (isSilent) return { text, unread, vector: undefined, proposed: undefined }
    const vector = known?.vector ?? unitVector(await embedder.embedQuery(text))
    return { text, unread, vector, proposed: known }
  }

  return {
    async meaning(job: MeaningJob): Promise<Meant | undefined> {
      const opened = ready()
      const { vector } = await read(opened, job)
      return vector && { modelNo: opened.model.modelNo, vector }
    },
    async search(asked: SemanticJob, startDeadline: () => void): Promise<SearchOutcome> {
      const opened = ready()
      const { text, unread, vector, proposed } = await read(opened, asked)
      const job = { ...asked, proposed }
      startDeadline()
      const draft = current(opened, () => {
        const comparer = vector && opened.embedder.compareTerms?.(text)
        return searchByMeaning({ reader, space: opened, fusion }, { job, vector, comparer })
      })
      const outcome = await chooseSnippets(draft, { job, guide: await guideFor(text) })
      return unread ? { ...outcome, unknownScripts: unread.scripts } : outcome
    },
    async similar(job: SimilarJob, startDeadline: () => void): Promise<SearchOutcome> {
      const opened = ready()
      startDeadline()
      const draft = current(opened, () => findSimilar({ reader, space: opened }, job))
      return chooseSnippets(draft, { job, guide: undefined })
    },
  }
}

type Chosen = { model: ModelRow; embedder: Embedder }
type Models = ReturnType<typeof openModels>

/** Which of the models that are written down can be used, each opened once. */
function openModels({ target, openModel }: SemanticSearcherDeps) {
  const others = new Map<number, Promise<Embedder | undefined>>()

  function opened(row: ModelRow): Promise<Embedder | undefined> {
    if (row.model === target.embedder.model) return Promise.resolve(target.embedder)
    const known = others.get(row.modelNo)
    const opening =
      known ??
      openModel(row.source).then(
        (embedder) => (embedder.model === row.model ? embedder : undefined),
        () => undefined,
      )
    others.set(row.modelNo, opening)
    return opening
  }

  /** Those that get vectors of new passages: the one that serves first. */
  async function inUse(rows: readonly ModelRow[]): Promise<Chosen[]> {
    const chosen: Chosen[] = []
    for (const state of ['serving', 'making'] as const) {
      const model = rows.find((row) => row.state === state)
      const embedder = model && (await opened(model))
      if (embedder) chosen.push({ model, embedder })
    }
    return chosen
  }

  return {
    inUse,
    serving: async (rows: readonly ModelRow[]): Promise<Chosen | undefined> =>
      (await inUse(rows))[0],
  }
}

/** The next vectors to write down, or null when there is nothing to write. */
async function embedSome(
  { db, modelOf }: { db: Db; modelOf: Models },
  { limit }: { limit: number },
): Promise<MadeVectors | null> {
  for (const { model, embedder } of await modelOf.inUse(listModels(db))) {
    const { modelNo } = model
    const rows = textsAfter(db, { passageNo: lastEmbedded(db, modelNo), limit })
    const { vectors, refused } = await embedFor(embedder, rows)
    const done = vectors.length === rows.length && rows.length < limit
    if (vectors.length > 0 || (done && model.state === 'making'))
      return { modelNo, vectors, refused, done }
  }
  return null
}

type Texts = ReturnType<typeof textsAfter>

/** As many of the first ones as there is time for. */
async function embedFor(
  embedder: Embedder,
  rows: Texts,
): Promise<Pick<MadeVectors, 'vectors' | 'refused'>> {
  const endMs = performance.now() + embedMaxMs
  const vectors: { passageNo: number; bytes: Uint8Array }[] = []
  const refused: { passageNo: number; reason: string }[] = []
  for (let at = 0; at < rows.length && performance.now() < endMs; at += embedStep) {
    const some = rows.slice(at, at + embedStep)
    const made = await embedEach(embedder, some)
    for (const [i, { passageNo }] of some.entries()) {
      const one = made[i]
      if (one instanceof Error) refused.push({ passageNo, reason: one.message })
      const vector = one && !(one instanceof Error) ? unitVector(one) : undefined
      vectors.push({ passageNo, bytes: bytesOf(vector) })
    }
    await setImmediate()
  }
  return { vectors, refused }
}

/**
 * A text that the model cannot take, though it takes others, gets none, or all that come after it
 * would wait for ever. Throws when it takes none at all: then nothing is wrong with the texts.
 */
async function embedEach(
  { embedPassages }: Pick<Embedder, 'embedPassages'>,
  rows: Texts,
): Promise<(Float32Array | Error | undefined)[]> {
  try {
    return await embedPassages(rows.map(({ text }) => text))
  } catch {
    await embedPassages([plainText])
  }
  const made: (Float32Array | Error | undefined)[] = []
  for (const { text } of rows) {
    try {
      made.push((await embedPassages([text]))[0])
    } catch (error) {
      made.push(error as Error)
    }
  }
  return made
}

const plainText = 'A short sentence.'
