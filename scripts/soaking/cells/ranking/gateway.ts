// Who asks several cells for one page, in two rounds: first what each has of the words, then the
// best of each by the sums. A cell that does not answer is left out, and named; where it falls out
// between the rounds, the others are asked again by the sums without it.
import {
  addCounts,
  type FoundPassage,
  type PartJob,
  type PartPassage,
  type RankedPart,
  type SearchJob,
  type WordCounts,
} from '../../../../src/engine/index.ts'
import { comparedMax, openAmongAlike } from '../../../../src/engine/ranking/alike.ts'
import { ownShare, rankedAnewMax } from '../../../../src/engine/ranking/surroundings.ts'
import { collapse } from '../../../../src/engine/searcher/collapse.ts'
import { equalMax } from '../../../../src/engine/searcher/distinct-page.ts'
import { scoreOf } from '../../../../src/engine/searcher/present-hits.ts'

/** A cell as the gateway knows it; undefined: it did not answer in time. */
export type AskedCell = {
  name: string
  count(job: SearchJob): WordCounts | undefined
  part(job: PartJob): RankedPart | undefined
}

export type MergedHit = Pick<FoundPassage, 'passageId' | 'objectId' | 'score'> & {
  alike: number
  /** By their ids. */
  copies: readonly string[]
}

export type Merged = {
  hits: MergedHit[]
  total: number
  hasMore: boolean
  facets: RankedPart['facets']
  /** Of the total, as the interface has it. */
  relation: 'exact' | 'approximate'
  missing: string[]
}

/** What is broken on purpose. */
export const rankingHarms = [
  'each cell goes by its own counts',
  'the best of each cell are taken for the best of all',
  'a cell that is away is not named',
  'the second round is answered before the first has ended',
  'equal passages of two cells are two',
] as const
export type RankingHarm = (typeof rankingHarms)[number]

export function openGateway(cells: readonly AskedCell[], harm?: RankingHarm) {
  return (job: SearchJob, between: () => void = () => {}): Merged => {
    const counted = cells.flatMap((cell) => {
      const counts = cell.count(job)
      return counts ? [{ cell, counts }] : []
    })
    const isEarly = harm === 'the second round is answered before the first has ended'
    const early = isEarly ? ask(counted, { job, harm }) : undefined
    between()
    const merged = early ?? ask(counted, { job, harm })
    const missing = cells.map(({ name }) => name).filter((name) => !merged.from.includes(name))
    const isNamed = harm !== 'a cell that is away is not named'
    return {
      ...merged.page,
      relation: missing.length > 0 && isNamed ? 'approximate' : 'exact',
      missing: isNamed ? missing : [],
    }
  }
}

type CountedCell = { cell: AskedCell; counts: WordCounts }
type Asking = { job: SearchJob; harm: RankingHarm | undefined }
type Page = Omit<Merged, 'relation' | 'missing'>

/** Until all that are left answer; more of each where much of it says the same. */
function ask(counted: readonly CountedCell[], asking: Asking): { page: Page; from: string[] } {
  const { job, harm } = asking
  const sum = addCounts(counted.map(({ counts }) => counts))
  const wanted = job.offset + job.limit + 1
  const most = wanted + equalMax
  for (let limit = wanted; ; limit = Math.min(2 * limit, most)) {
    const answers = counted.map(({ cell, counts }) => {
      const given = harm === 'each cell goes by its own counts' ? addCounts([counts]) : sum
      const { sort: _sort, offset: _offset, ...rest } = job
      return { cell, part: cell.part({ ...rest, limit, counts: given }) }
    })
    const there = answers.flatMap(({ part }) => part ?? [])
    if (there.length < answers.length) {
      const left = counted.filter((_, i) => answers[i]?.part !== undefined)
      return ask(left, asking)
    }
    const all = rankAll(there, harm)
    const ranked = all.slice(0, limit)
    const places = placesOf(ranked, harm)
    const hasMore = new Set(places).size >= wanted
    if (!hasMore && ranked.length >= limit && limit < most) continue
    const shown = shownOf(ranked, { places, job })
    const page = [...shown, ...equalBehind(all.slice(limit, comparedMax), shown)]
    return {
      page: { hits: hitsOf(page), hasMore, total: totalOf(there), facets: facetsOf(there) },
      from: counted.map(({ cell }) => cell.name),
    }
  }
}

type Ranked = PartPassage & { score: number }

const amongAlike = openAmongAlike()

/** The best of all then speak for one another, whichever cell they are of. */
function withAlike(ranked: readonly Ranked[]): Ranked[] {
  const best = ranked.slice(0, comparedMax)
  const stems = best.map(
    ({ stems: plain }) =>
      plain && { numbers: Uint16Array.from(plain.numbers), tfs: Uint8Array.from(plain.tfs) },
  )
  const { scores, behind } = amongAlike(
    Float64Array.from(best, ({ score }) => score),
    stems,
  )
  const mixed = ranked.map((one, i) => ({ ...one, score: scores[i] ?? behind * one.score }))
  return mixed.sort(inOrderOf(({ score }) => score))
}

/** The best by themselves are ranked anew by what is around them; the others keep their part. */
function rankAll(parts: readonly RankedPart[], harm: RankingHarm | undefined): Ranked[] {
  const all = parts.flatMap(({ passages }) => passages)
  const alone = [...all].sort(inOrderOf(({ own }) => own))
  const isHasty = harm === 'the best of each cell are taken for the best of all'
  const ranked = alone.map((one, i): Ranked => {
    if (!one.hasAround) return { ...one, score: one.own }
    const isBest = i < rankedAnewMax || isHasty
    const score = isBest && one.anew !== undefined ? one.anew : ownShare * one.own
    return { ...one, score }
  })
  return withAlike(ranked.sort(inOrderOf(({ score }) => score)))
}

/** Equal scores: newest first, then in the order of their ids. */
function inOrderOf<T extends PartPassage>(by: (one: T) => number) {
  return (one: T, other: T): number =>
    by(other) - by(one) ||
    other.createdAtS - one.createdAtS ||
    (one.passageId < other.passageId ? -1 : 1)
}

/** For each the place of the first one that says the same. */
function placesOf(ranked: readonly Ranked[], harm: RankingHarm | undefined): number[] {
  const known = new Map<string, number>()
  let places = 0
  return ranked.map((one) => {
    const isTwo = one.kind === 'metadata' || harm === 'equal passages of two cells are two'
    const key = isTwo ? one.passageId : one.textHash
    const place = known.get(key) ?? places++
    known.set(key, place)
    return place
  })
}

function shownOf(
  ranked: readonly Ranked[],
  { places, job: { offset, limit } }: { places: readonly number[]; job: SearchJob },
): Ranked[] {
  return ranked.filter((_, i) => {
    const place = places[i] as number
    return place >= offset && place < offset + limit
  })
}

/** As an index alone looks for them: see `distinctPage`. */
function equalBehind(behind: readonly Ranked[], shown: readonly Ranked[]): Ranked[] {
  const contents = shown.filter(({ kind }) => kind !== 'metadata')
  const texts = new Set(contents.map(({ textHash }) => textHash))
  return behind.filter(({ kind, textHash }) => kind !== 'metadata' && texts.has(textHash))
}

function hitsOf(page: readonly Ranked[]): MergedHit[] {
  const seen = page.map((one) => ({ ...one, text: one.textHash, score: scoreOf(one.score) }))
  return collapse(seen, { near: false }).map(({ one, ...more }) => mergedHit({ ...one, ...more }))
}

type Collected = Omit<MergedHit, 'alike' | 'copies'> & {
  alike?: number
  copies?: readonly { passageId: string }[] | undefined
}

export function mergedHit(hit: Collected): MergedHit {
  const { passageId, objectId, score, alike = 0, copies = [] } = hit
  return { passageId, objectId, score, alike, copies: copies.map((copy) => copy.passageId) }
}

function totalOf(parts: readonly RankedPart[]): number {
  return parts.reduce((sum, { total }) => sum + total, 0)
}

function facetsOf(parts: readonly RankedPart[]): RankedPart['facets'] {
  const all = parts.flatMap(({ facets }) => facets ?? [])
  if (all.length === 0) return null
  return { modality: sums(all.map((one) => one.modality)), kind: sums(all.map((one) => one.kind)) }
}

function sums<K extends string>(all: readonly Partial<Record<K, number>>[]): Record<K, number> {
  const sum: Record<string, number> = {}
  for (const [key, n] of all.flatMap((one) => Object.entries<number | undefined>(one))) {
    sum[key] = (sum[key] ?? 0) + (n ?? 0)
  }
  return sum as Record<K, number>
}
