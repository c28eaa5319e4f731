// How good an order of documents is beside judgements.
import type { JudgedQuery } from './judged-sets.ts'

export const depth = 10
export const recallDepth = 100

export type Figures = { ndcg: number; recall: number; medianMs: number }

const gain = (grades: readonly number[]) =>
  grades.slice(0, depth).reduce((sum, grade, i) => sum + grade / Math.log2(i + 2), 0)

/** The gain of the first ten, a later place counting less, as a share of the best order's. */
export function ndcg(documents: readonly string[], grades: JudgedQuery['grades']): number {
  const ideal = [...grades.values()].sort((a, b) => b - a)
  return gain(documents.map((id) => grades.get(id) ?? 0)) / gain(ideal)
}

/** The share of the relevant documents among the first hundred. */
export function recall(documents: readonly string[], grades: JudgedQuery['grades']): number {
  const found = new Set(documents.slice(0, recallDepth))
  return [...grades.keys()].filter((id) => found.has(id)).length / grades.size
}

/** Asks every query; the means, and the milliseconds that half of them stay below. */
export async function figuresOf(
  queries: readonly JudgedQuery[],
  ask: (text: string) => Promise<readonly string[]> | readonly string[],
): Promise<Figures> {
  const sums = { ndcg: 0, recall: 0 }
  const times: number[] = []
  for (const { text, grades } of queries) {
    const startedMs = performance.now()
    const documents = await ask(text)
    times.push(performance.now() - startedMs)
    sums.ndcg += ndcg(documents, grades)
    sums.recall += recall(documents, grades)
  }
  const medianMs = times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  const mean = (sum: number) => sum / Math.max(1, queries.length)
  return { ndcg: mean(sums.ndcg), recall: mean(sums.recall), medianMs }
}
