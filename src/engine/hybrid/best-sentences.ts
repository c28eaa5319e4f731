import type { Embedder } from '../embedding/embedder.ts'
import { unitVector, wholePart } from '../neighbours/unit-vector.ts'

/** A passage up to this length says itself what it is about. */
const shortMaxChars = 240
/** A sentence beside the best one belongs to it when it is nearly as near. */
const besideShare = 0.8
const sentencesMax = 200
const shownMax = 3

/**
 * The sentences of a text that are nearest to a query: the nearest one, and those beside it that
 * are nearly as near. All of the text when it is short, or when no sentence can be told apart.
 */
export async function bestSentences(
  embedder: Pick<Embedder, 'embedPassages'>,
  { text, vector }: { text: string; vector: Int16Array },
): Promise<string> {
  if (text.length <= shortMaxChars) return text
  const sentences = sentencesOf(text)
  if (sentences.length < 2 || sentences.length > sentencesMax) return text
  const made = await embedder.embedPassages(sentences.map(({ said }) => said))
  const cosines = made.map((one) => cosineOf(unitVector(one), vector))
  const best = Math.max(...cosines)
  if (!(best > 0)) return text
  const [from, to] = around(cosines, best)
  return text.slice(sentences[from]?.start, sentences[to]?.end).trim()
}

type Sentence = { said: string; start: number; end: number }

/** Made when it is first needed: the first one of a process takes ten milliseconds. */
let segmenter: Intl.Segmenter | undefined

function sentencesOf(text: string): Sentence[] {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'sentence' })
  return [...segmenter.segment(text)]
    .map(({ segment, index }) => ({
      said: segment.trim(),
      start: index,
      end: index + segment.length,
    }))
    .filter(({ said }) => said !== '')
}

/** The first and the last sentence to show. */
function around(cosines: readonly number[], best: number): [from: number, to: number] {
  let from = cosines.indexOf(best)
  let to = from
  const isNear = (i: number) => (cosines[i] ?? -1) >= best * besideShare
  while (to - from + 1 < shownMax) {
    const before = isNear(from - 1)
    if (isNear(to + 1) && (!before || (cosines[to + 1] ?? 0) >= (cosines[from - 1] ?? 0))) to += 1
    else if (before) from -= 1
    else break
  }
  return [from, to]
}

function cosineOf(unit: Int16Array | undefined, other: Int16Array): number {
  if (!unit) return 0
  let sum = 0
  for (let i = 0; i < unit.length; i++) sum += (unit[i] as number) * (other[i] ?? 0)
  return sum / wholePart ** 2
}
