import {
  type Described,
  type Describer,
  type Description,
  type Quality,
  questionMaxChars,
  summaryMaxChars,
  tagMaxChars,
  tagsMax,
} from '../../domain/microip/ports.ts'
import { phrasesIn } from './phrases.ts'

/** Sentences of a summary, and those that compete for it. */
const summarySentences = 4
const sentencesMax = 200
const sentenceMinChars = 20
const questionsWanted = 4

/** The asset's own words: the sentences that share most with the others, and repeated phrases. */
export const extractiveDescriber: Describer = {
  source: 'extractive',
  describe: async (asset) => describe(asset),
}

function describe(asset: Described): Description {
  const sentences = sentencesIn(asset.text)
  const phrases = phrasesIn({ text: asset.text, title: `${asset.name} ${asset.description}` })
  const tags = phrases.filter((phrase) => phrase.length <= tagMaxChars).slice(0, tagsMax)
  const summary = central(sentences).join(' ')
  return {
    longSummary: (summary || asset.description || asset.name).slice(0, summaryMaxChars),
    tags: tags.length > 0 ? tags : [asset.category],
    category: asset.category,
    questions: questionsOf(tags.length > 0 ? tags : [asset.name]),
    quality: qualityOf(asset.text),
  }
}

/** Made when it is first needed: the first one of a process takes ten milliseconds. */
let bySentence: Intl.Segmenter | undefined

function sentencesIn(text: string): string[] {
  bySentence ??= new Intl.Segmenter('en', { granularity: 'sentence' })
  return [...bySentence.segment(text)]
    .map(({ segment }) => segment.replace(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length >= sentenceMinChars)
    .slice(0, sentencesMax)
}

/** In their own order: the ones that have most words in common with the rest, early ones before. */
function central(sentences: readonly string[]): string[] {
  const bags = sentences.map((sentence) => new Set(sentence.toLowerCase().match(/\p{L}{4,}/gu)))
  const scored = bags.map((bag, place) => {
    const shared = bags.reduce(
      (sum, other, at) => sum + (at === place ? 0 : overlap(bag, other)),
      0,
    )
    return { place, score: shared + (place < 3 ? bags.length * 0.05 : 0) }
  })
  return scored
    .toSorted((a, b) => b.score - a.score || a.place - b.place)
    .slice(0, summarySentences)
    .toSorted((a, b) => a.place - b.place)
    .map(({ place }) => sentences[place] as string)
}

function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  let common = 0
  for (const word of one) if (other.has(word)) common += 1
  return common / (Math.log(2 + one.size) + Math.log(2 + other.size))
}

const questionForms = [
  (about: string) => `What does it say about ${about}?`,
  (about: string) => `How is ${about} described?`,
  (about: string) => `Which details are given on ${about}?`,
]

function questionsOf(phrases: readonly string[]): string[] {
  return phrases
    .slice(0, questionsWanted)
    .map((phrase, i) => questionForms[i % questionForms.length]?.(phrase) ?? '')
    .map((question) => question.slice(0, questionMaxChars))
}

/** Written-down signals: how much there is, and how many different words. (our choice) */
function qualityOf(text: string): Quality {
  const words = text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
  const different = new Set(words).size
  if (words.length >= 1_000 && different >= 300) return 'premium'
  return words.length >= 120 ? 'standard' : 'basic'
}
