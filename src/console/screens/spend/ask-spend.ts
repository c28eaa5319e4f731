import type { Reply } from '../../../client/index.ts'
import { kontor } from '../../api/kontor.ts'

export type Outlook = Reply<'projectSpend'>
export type Group = Reply<'getSpend'>['groups'][number]
export type Spent = Awaited<ReturnType<typeof askSpend>>

/** Days back from today, as the address says them. */
export const periods = [30, 90, 365] as const
export type Days = (typeof periods)[number]

const millisecondsPerDay = 86_400_000

export function periodIn(query: URLSearchParams): Days {
  return periods.find((days) => String(days) === query.get('days')) ?? 30
}

/** The same time in three ways. The server knows which day is today. */
export async function askSpend(days: Days, signal: AbortSignal) {
  const until = { signal }
  const today = await kontor.getSpend({ group_by: 'day' }, until)
  const from = new Date(Date.parse(today.to) - days * millisecondsPerDay).toISOString()
  const period = { from, to: today.to }
  const [byDay, byDataset, byKey] = await Promise.all([
    days === 30 ? today : kontor.getSpend({ group_by: 'day', ...period }, until),
    kontor.getSpend({ group_by: 'dataset', ...period }, until),
    kontor.getSpend({ group_by: 'api_key', ...period }, until),
  ])
  return { byDay, byDataset, byKey }
}
