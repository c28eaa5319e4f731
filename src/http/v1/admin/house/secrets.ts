import * as z from 'zod'
import { isoOf, isoOrNull } from '../../../../base/clock.ts'
import { timestamp } from '../../../fields.ts'
import { get } from '../../../route.ts'

const SecretsReply = z
  .object({
    generations: z.array(
      z.object({
        generation: z.int(),
        created_at: timestamp.nullable().meta({ description: 'Null: it came with the folder' }),
        accepted_until: timestamp.nullable().meta({ description: 'Null: it signs' }),
      }),
    ),
    master_keys: z
      .array(z.string())
      .meta({ description: 'Fingerprints of what opens them, that in use first' }),
  })
  .meta({ id: 'SecretsState' })

export const getSecrets = get('/v1/admin/secrets', {
  id: 'getSecrets',
  summary: 'Which secrets sign, which of before are taken, and what opens them',
  description: 'What kontor secrets status shows: numbers and times, never a secret.',
  tag: 'Administration',
  access: 'platform_admin',
  reply: SecretsReply,
  errors: [400, 401, 403],
  run: ({ rooms }) => rooms.service.secrets(),
  present: ({ generations, masterKeys }) => ({
    generations: generations.map(({ number, createdAtMs, acceptedUntilMs }) => ({
      generation: number,
      created_at: number === 0 ? null : isoOf(createdAtMs),
      accepted_until: isoOrNull(acceptedUntilMs),
    })),
    master_keys: [...masterKeys],
  }),
})
