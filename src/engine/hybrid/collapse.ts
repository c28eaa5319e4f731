import type { ObjectId } from '../../base/ids.ts'
import { tokenise } from '../analysis/tokenise.ts'

type Seen = { readonly objectId: ObjectId; readonly text: string }

/** A share of words in common from which on two passages of one asset say the same. */
const sameWordsMin = 0.85

/**
 * The passages of a page without those that say nearly the same as a better one of the same asset,
 * with how many each of the others stands for besides itself. Other numbers are other facts: rows
 * of a table are never taken for one another.
 */
export function collapse<T extends Seen>(page: readonly T[]): { one: T; alike: number }[] {
  const kept: { one: T; alike: number; words: Words }[] = []
  for (const one of page) {
    const words = wordsOf(one.text)
    const better = kept.find(
      ({ one: { objectId }, words: other }) => objectId === one.objectId && isSame(words, other),
    )
    if (better) better.alike += 1
    else kept.push({ one, alike: 0, words })
  }
  return kept.map(({ one, alike }) => ({ one, alike }))
}

type Words = { words: ReadonlySet<string>; numbers: string }

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
