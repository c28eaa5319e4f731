import { gramTerms } from '../analysis/analyse.ts'
import type { Token } from '../analysis/tokenise.ts'

/**
 * How much the pairs of characters of an unspaced run count in a plain query. The dictionary of
 * Chinese and Japanese words tells which pairs lie across two words: by chance, so that they say
 * less; and which words only ask, as in every question: their pairs say nothing. The index has all
 * pairs alike, for phrases and conditions (DECISIONS 592).
 */
type Pair = { term: string; boost: number }

/** Of a pair across two words. */
const acrossBoost = 0.75

const asking = new Set(
  (
    '什么 什麼 甚麼 什么样 什麼樣 什么时候 什麼時候 为什么 為什麼 为何 為何 多少 多久 多大 多长 多長 多远 ' +
    '多遠 多高 多深 多重 哪 哪些 哪个 哪個 哪里 哪裡 哪裏 哪位 哪儿 哪兒 哪种 哪種 哪年 哪家 怎么 怎麼 ' +
    '怎么样 怎麼樣 怎样 怎樣 如何 谁 誰 几 幾 是否 何 何时 何時 何处 何處 何种 何種 吗 嗎 呢 请问 請問 ' +
    'なぜ どの どこ どれ どんな どう いつ だれ どのように どのような どうして いくつ いくら'
  ).split(' '),
)

type Run = { text: string; unit: { start: number; end: number; tokens: readonly Token[] } }

/** The pairs that count; of a run of one character there are none. */
export function weighedPairs({ text, unit }: Run): Pair[] {
  const { tokens, start, end } = unit
  const pairs = gramTerms(unit)
  if (tokens.length === 1) return []
  const run = text.slice(start, end)
  const across = new Set<number>()
  const silent = new Set<number>()
  for (const { segment, index } of segmenterOf().segment(run)) {
    const from = start + index
    const to = from + segment.length
    across.add(to)
    if (!asking.has(segment)) continue
    tokens.forEach((token, i) => void (token.end > from && token.start < to && silent.add(i)))
  }
  return pairs.flatMap((term, i) => {
    const next = tokens[i + 1]?.start
    const boost = next !== undefined && across.has(next) ? acrossBoost : 1
    return silent.has(i) ? [] : [{ term, boost }]
  })
}

let segmenter: Intl.Segmenter | undefined

function segmenterOf(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('zh', { granularity: 'word' })
  return segmenter
}
