import { type MarketCommand, requireOption, tenantOption, UsageError } from '../command.ts'

/** Searches as a buyer does, and pays as one. */
export const search: MarketCommand = {
  name: 'search',
  summary: 'search what you may see, as a buyer does; what it costs is said',
  examples: [
    'kontor search "circulating pump"',
    'kontor search "heat" --mode hybrid --top 5 --json',
  ],
  options: {
    query: { type: 'string', help: 'what to look for', value: '<words>' },
    mode: { type: 'string', help: 'lexical, dense, hybrid or auto (auto)', value: '<mode>' },
    top: { type: 'string', help: 'how many at most (10)', value: '<n>' },
    tenant: tenantOption,
  },
  operand: 'query',
  async ask({ client }, values) {
    const { mode = 'auto', top = '10' } = values
    if (!/^\d{1,3}$/.test(`${top}`)) throw new UsageError('--top must be a whole number.')
    const found = await client.searchMarket({
      query: requireOption(values, 'query'),
      retrieval_mode: mode as 'auto',
      top_k: Number(top),
    })
    const lines = found.results.flatMap((hit) => {
      const page = hit.page === null ? '' : `, page ${hit.page}`
      const folder = hit.folder ? `, in ${hit.folder}` : ''
      return [
        `${hit.title}${page}${folder} (${hit.asset_id})`,
        `  ${hit.snippet.replaceAll(/\s+/g, ' ').trim()}`,
      ]
    })
    const cost = `${found.charged_credits} credits`
    return { lines: [...lines, `${found.results.length} of ${found.total}, ${cost}.`], data: found }
  },
}
