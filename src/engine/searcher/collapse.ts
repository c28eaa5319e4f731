import type { ObjectId } from '../../base/ids.ts'
import { tokenise } from '../analysis/tokenise.ts'
import type { PassageKind } from '../documents/passage.ts'

export type Seen = {
  readonly objectId: ObjectId
  readonly kind: PassageKind
  readonly text: string
  readonly score: number
  readonly createdAtS: number
}

export type Collapsed<T> = {
  readonly one: T
  /** So many others it stands for. */
  readonly alike: number
  /** Those of them that are equal, the oldest first. */
  readonly copies: readonly T[]
}

/** A share of words in common from which on two passages of one asset say the same. */
const sameWordsMin = 0.85

/**
 * The passages of a page, each once. Equal ones of several assets are one, in the place of the
 * best and with its score; the asset that had it first is named and paid, whatever stands around
 * the others, so that copying sells nothing. With `near` those are left out, too, that say nearly
 * the same as a better one of the same asset; other numbers are other facts: rows of a table are
 * never taken for one another.
 */
export function collapse<T extends Seen>(
  page: readonly T[],
  { near }: { near: boolean },
): Collapsed<T>[] {
  const kept: Group<T>[] = []
  const isNearlySame = openComparison()
  for (const one of page) {
    const same = kept.find(({ equal }) => isEqual(one, equal[0]))
    const better = same ?? (near ? kept.find((group) => isNearlySame(one, group)) : undefined)
    if (same) {
      same.equal.push(one)
      same.objects.add(one.objectId)
    }
    if (better) better.alike += 1
    else kept.push({ equal: [one], alike: 0, objects: new Set([one.objectId]) })
  }
  return kept.map(({ equal, alike }) => {
    const [best] = equal
    if (equal.length === 1) return { one: best, alike, copies: [] }
    const [first = best, ...copies] = equal.toSorted(byAge)
    return { one: { ...first, score: best.score }, alike, copies }
  })
}

/** Equal passages, the best first. */
type Group<T> = { equal: [T, ...T[]]; alike: number; objects: Set<ObjectId> }

/** Of one asset the better one stays first. */
function byAge(one: Seen, other: Seen): number {
  if (one.createdAtS !== other.createdAtS) return one.createdAtS - other.createdAtS
  if (one.objectId === other.objectId) return 0
  return one.objectId < other.objectId ? -1 : 1
}

/** Two assets that are called the same are still two. */
function isEqual(one: Seen, other: Seen): boolean {
  const isName = one.kind === 'metadata' || other.kind === 'metadata'
  return one.text === other.text && (!isName || one.objectId === other.objectId)
}

type Words = { words: ReadonlySet<string>; numbers: string }

/** Most pages have one passage of an asset, so texts are cut when they are compared, once each. */
function openComparison(): (one: Seen, group: Group<Seen>) => boolean {
  const known = new Map<string, Words>()
  function wordsIn({ text }: Seen): Words {
    const words = known.get(text) ?? wordsOf(text)
    known.set(text, words)
    return words
  }
  return (one, { equal, objects }) =>
    objects.has(one.objectId) && isSame(wordsIn(one), wordsIn(equal[0]))
}

function wordsOf(text: string): Words {
  const terms = tokenise(text).map(({ term }) => term)
  const isNumber = (term: string) => /\p{N}/u.test(term)
  return { words: new Set(terms), numbers: terms.filter(isNumber).sort().join(' ') }
}

function isSame(a: Words, b: Words): boolean {
  if (a.numbers !== b.numbers) return false
  const common = [...a.words].filter((word) => b.words.has(word)).length
  const all = a.words.size + b.words.size - common
  return all === 0 || common / all >= sameWordsMin
}
