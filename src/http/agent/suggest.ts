import { get } from '../route.ts'
import { presentSuggestions } from './present-search.ts'
import { SuggestQuery, SuggestReply } from './search.schema.ts'

export const suggest = get('/search/suggest', {
  id: 'suggest',
  summary: 'How a query may go on, and what it may have been meant to be',
  description:
    'Every word comes from passages that the caller may see. Not metered; counts against the ' +
    'per-minute rate. Needs a key with the scope search:query, or the public search.',
  tag: 'Search',
  access: 'none',
  optionalCredential: 'search:query',
  rate: 'search',
  isWork: true,
  query: SuggestQuery,
  reply: SuggestReply,
  errors: [400, 401, 403, 429, 503],
  run({ rooms, principal, query }) {
    if (!principal) return rooms.search.suggestPublic(query)
    return rooms.search.suggest(principal, query)
  },
  present: presentSuggestions,
})
