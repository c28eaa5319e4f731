import { stemOf } from '../analysis/analyse.ts'
import { fold } from '../analysis/fold.ts'
import type { Token } from '../analysis/tokenise.ts'
import type { KeywordIndex } from '../keyword/keyword-index.ts'
import { countVisible, remember, type VisibleCollection } from '../ranking/visible-collection.ts'
import { splitCompound } from './split-compound.ts'

type View = {
  readonly keywords: Pick<KeywordIndex, 'postingsOf'>
  readonly collection: VisibleCollection
}

/** The words that a rare German compound is made of, going by what the viewer may see. */
export function compoundParts({ keywords, collection }: View, token: Token): Token[] {
  return partsOf({ keywords, collection }, token).map((part) => ({
    ...token,
    term: fold(part),
    written: part,
  }))
}

function partsOf({ keywords, collection }: View, token: Token): readonly string[] {
  const key = token.written
  const known = collection.parts.get(key)
  if (known) return known
  const count = (word: string, max: number) => {
    const stem = stemOf({ ...token, written: word, term: word }, 'de')
    if (stem === undefined) return 0
    return countVisible(keywords.postingsOf(stem), { visible: collection.counted, max })
  }
  const parts = splitCompound(key, { count })
  remember(collection.parts, { key, value: parts })
  return parts
}
