import { presentSuggestions } from '../../agent/present-search.ts'
import { SuggestQuery, SuggestReply } from '../../agent/search.schema.ts'
import { get } from '../../route.ts'

export const suggestQueries = get('/v1/search/suggest', {
  id: 'suggestQueries',
  summary: 'How a query may go on, and what it may have been meant to be',
  description:
    'As GET /search/suggest, for sessions too: every word comes from passages that the caller ' +
    'may see. Not metered; counts against the per-minute rate.',
  tag: 'Search',
  access: { scope: 'search:query' },
  rate: 'search',
  isWork: true,
  query: SuggestQuery,
  reply: SuggestReply,
  errors: [400, 401, 403, 429, 503],
  run: ({ rooms, principal, query }) => rooms.search.suggest(principal, query),
  present: presentSuggestions,
})
