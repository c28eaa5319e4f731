import * as z from 'zod'
import { cents } from '../../../base/money.ts'
import { outcomeMaxCredits, outcomeNoteMaxChars } from '../../../domain/ledger/index.ts'
import { idText, int, prose, timestamp } from '../../fields.ts'

const event = idText.meta({ description: 'Of a search result, not older than 30 days' })

export const CitationBody = z.object({ retrieval_event_id: event }).meta({ id: 'NewCitation' })

export const CitationReply = z
  .object({
    citation_id: z.string(),
    retrieval_event_id: z.string(),
    charged_credits: z.int().meta({ description: '0 for own content and within 24 hours' }),
    available_credits: z.int(),
    cited_at: timestamp,
  })
  .meta({ id: 'Citation' })

export const OutcomeBody = z
  .object({
    retrieval_event_id: event,
    revenue_credits: int({ min: 0, max: outcomeMaxCredits })
      .transform(cents)
      .meta({
        description: 'What the passage brought in, in cents',
        override: { type: 'integer' },
      }),
    note: prose({ max: outcomeNoteMaxChars }).optional(),
  })
  .meta({ id: 'NewOutcome' })

export const OutcomeReply = z
  .object({
    outcome_id: z.string(),
    retrieval_event_id: z.string(),
    revenue_credits: z.int(),
    charged_credits: z.int().meta({ description: 'The fee: a part of the revenue' }),
    available_credits: z.int(),
    note: z.string().nullable(),
    recorded_at: timestamp,
  })
  .meta({ id: 'Outcome' })
