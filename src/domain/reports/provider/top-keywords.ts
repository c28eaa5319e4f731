import type { TenantId } from '../../../base/ids.ts'
import { keywordsOf, listLanguages } from '../../search/index.ts'
import { keywordSearchesMax, keywordTenantsMin, topKeywordsMax } from '../limits.ts'
import type { ReportsRoom } from '../room.ts'
import { type AskedRow, listAsked, type Scope } from './queries.ts'

export type Keyword = { readonly keyword: string; readonly searches: number }

/** The words that led others to these datasets most often. */
export async function topKeywords({ reading, store }: ReportsRoom, scope: Scope) {
  const asked = await listAsked(reading, scope, { limit: keywordSearchesMax })
  return asked.length === 0 ? [] : commonKeywords(asked, listLanguages(store.db))
}

/**
 * Words that enough tenants searched with. What fewer looked for is left out: whole queries, rare
 * words and the names of companies and people in them would tell who asked.
 */
export function commonKeywords(
  asked: readonly AskedRow[],
  languages: readonly string[],
): Keyword[] {
  const seen = new Map<string, { searches: number; tenants: Set<TenantId> }>()
  for (const { queryText, tenantId } of asked) {
    for (const keyword of keywordsOf(queryText, languages)) {
      const entry = seen.get(keyword) ?? { searches: 0, tenants: new Set() }
      entry.searches++
      entry.tenants.add(tenantId)
      seen.set(keyword, entry)
    }
  }
  return [...seen]
    .filter(([, { tenants }]) => tenants.size >= keywordTenantsMin)
    .map(([keyword, { searches }]) => ({ keyword, searches }))
    .sort((a, b) => b.searches - a.searches || (a.keyword < b.keyword ? -1 : 1))
    .slice(0, topKeywordsMax)
}
