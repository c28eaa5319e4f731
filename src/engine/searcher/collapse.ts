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
  /** The other assets that have the same passage, each once, of many the best. */
  readonly alsoIn: readonly ObjectId[]
}

/** What is on every page of everybody's is in thousands; `alike` counts them all. */
const alsoInMax = 100
/** A share of words in common from which on two passages of one asset say the same. */
const sameWordsMin = 0.85

/**
 * The passages of a page, each once. Equal ones of several assets are one, in the place of the
 * best: of those that score the same (names can make a difference) the asset that had it first is
 * named and paid, the others are listed. With `near` those
 * are left out, too, that say nearly the same as a better one of the same asset; other numbers are
 * other facts: rows of a table are never taken for one another.
 */
export function collapse<T extends Seen>(
  page: readonly T[],
  { near }: { near: boolean },
): Collapsed<T>[] {
  const kept: { one: T; alike: number; objects: Set<ObjectId> }[] = []
  const isNearlySame = openComparison()
  for (const one of page) {
    const equal = kept.find(({ one: other }) => isEqual(one, other))
    if (equal) {
      const isFirst = one.score === equal.one.score && one.createdAtS < equal.one.createdAtS
      if (isFirst) equal.one = one
      equal.alike += 1
      equal.objects.add(one.objectId)
      continue
    }
    const better = near && kept.find(({ one: other }) => isNearlySame(one, other))
    if (better) better.alike += 1
    else kept.push({ one, alike: 0, objects: new Set([one.objectId]) })
  }
  return kept.map(({ one, alike, objects }) => ({
    one,
    alike,
    alsoIn: [...objects].filter((objectId) => objectId !== one.objectId).slice(0, alsoInMax),
  }))
}

/** Two assets that are called the same are still two. */
function isEqual(one: Seen, other: Seen): boolean {
  const isName = one.kind === 'metadata' || other.kind === 'metadata'
  return one.text === other.text && (!isName || one.objectId === other.objectId)
}

type Words = { words: ReadonlySet<string>; numbers: string }

/** Most pages have one passage of an asset, so texts are cut when they are compared, once each. */
function openComparison(): (one: Seen, other: Seen) => boolean {
  const known = new Map<string, Words>()
  function wordsIn({ text }: Seen): Words {
    const words = known.get(text) ?? wordsOf(text)
    known.set(text, words)
    return words
  }
  return (one, other) => one.objectId === other.objectId && isSame(wordsIn(one), wordsIn(other))
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
