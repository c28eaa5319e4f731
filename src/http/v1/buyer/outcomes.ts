import { isoOf } from '../../../base/clock.ts'
import type { Outcome } from '../../../domain/ledger/index.ts'
import { post } from '../../route.ts'
import { OutcomeBody, OutcomeReply } from './citations.schema.ts'

export const createOutcome = post('/v1/outcomes', {
  id: 'createOutcome',
  summary: 'Say what a passage brought in',
  description: 'Once for each retrieval. The fee is the part of it that the operator has set.',
  tag: 'Billing',
  access: { scope: 'search:query' },
  body: OutcomeBody,
  status: 201,
  reply: OutcomeReply,
  errors: [400, 401, 402, 403, 404, 409, 503],
  run: ({ rooms, cmd, body }) =>
    rooms.ledger.recordOutcome(cmd, {
      retrievalEventId: body.retrieval_event_id,
      revenueCredits: body.revenue_credits,
      note: body.note,
    }),
  present: presentOutcome,
})

function presentOutcome(outcome: Outcome) {
  return {
    outcome_id: outcome.outcomeId,
    retrieval_event_id: outcome.retrievalEventId,
    revenue_credits: outcome.revenueCredits,
    charged_credits: outcome.chargedCredits,
    available_credits: outcome.availableCredits,
    note: outcome.note,
    recorded_at: isoOf(outcome.recordedAtMs),
  }
}
