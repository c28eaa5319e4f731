import { isoOf } from '../../../base/clock.ts'
import type { Citation } from '../../../domain/ledger/index.ts'
import { post } from '../../route.ts'
import { CitationBody, CitationReply } from './citations.schema.ts'

export const createCitation = post('/v1/citations', {
  id: 'createCitation',
  summary: 'Say that a passage was used in an answer',
  description: 'Once for each retrieval. The same passage within 24 hours costs nothing.',
  tag: 'Billing',
  access: { scope: 'search:query' },
  body: CitationBody,
  status: 201,
  reply: CitationReply,
  errors: [400, 401, 402, 403, 404, 409, 503],
  run: ({ rooms, cmd, body }) =>
    rooms.ledger.recordCitation(cmd, { retrievalEventId: body.retrieval_event_id }),
  present: presentCitation,
})

function presentCitation(citation: Citation) {
  return {
    citation_id: citation.citationId,
    retrieval_event_id: citation.retrievalEventId,
    charged_credits: citation.chargedCredits,
    available_credits: citation.availableCredits,
    cited_at: isoOf(citation.citedAtMs),
  }
}
