import * as z from 'zod'
import { offsetMax } from '../../../domain/catalog/index.ts'
import { PassageReply } from '../../agent/asset.schema.ts'
import { presentPassage } from '../../agent/present-asset.ts'
import { qInt } from '../../fields.ts'
import { get } from '../../route.ts'
import { AuditEventReply } from '../tenant/audit.schema.ts'
import { presentAuditEvent } from '../tenant/audit.ts'
import { JobReply, presentJob } from './jobs.ts'
import { ObjectParams } from './objects.schema.ts'

const stretch = {
  offset: qInt(0, offsetMax).default(0),
  limit: qInt(1, 100).default(20),
}

const looking = {
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectParams,
  errors: [400, 401, 403, 404],
} as const

export const listOwnPassages = get('/v1/objects/:id/passages', {
  ...looking,
  id: 'listOwnPassages',
  summary: 'What was read in an object, passage by passage',
  description:
    'For its owner and for who reviews, without a charge; none until all of it is indexed.',
  query: z.object(stretch),
  reply: z
    .object({
      passages: z.array(PassageReply.meta({ id: 'OwnPassage' })),
      total: z.int(),
    })
    .meta({ id: 'OwnPassages' }),
  run: ({ rooms, principal, params, query }) =>
    rooms.search.readOwnPassages(principal, { objectId: params.id, ...query }),
  present: ({ passages, total }) => ({ passages: passages.map(presentPassage), total }),
})

export const listObjectJobs = get('/v1/objects/:id/jobs', {
  ...looking,
  id: 'listObjectJobs',
  summary: 'What is done with an object, and how far it is; the newest first',
  description: 'For its owner and for who reviews. Finished jobs are kept for 30 days.',
  reply: z.object({ jobs: z.array(JobReply) }).meta({ id: 'ObjectJobs' }),
  run: ({ rooms, principal, params }) =>
    rooms.catalog.objectJobs(principal, { objectId: params.id }),
  present: (jobs) => ({ jobs: jobs.map(presentJob) }),
})

export const listObjectHistory = get('/v1/objects/:id/history', {
  ...looking,
  id: 'listObjectHistory',
  summary: 'Who did what to an object, the last deed first',
  description:
    'For its owner, who learns the names of its own people and keys, and for who reviews.',
  query: z.object(stretch),
  reply: z
    .object({
      deeds: z.array(
        AuditEventReply.extend({
          actor_name: z.string().nullable().meta({ description: 'Null for other people' }),
        }).meta({ id: 'ObjectDeed' }),
      ),
      total: z.int(),
    })
    .meta({ id: 'ObjectHistory' }),
  run: ({ rooms, principal, params, query }) =>
    rooms.catalog.objectHistory(principal, { objectId: params.id, ...query }),
  present: ({ deeds, total }) => ({
    deeds: deeds.map(({ actorName, ...event }) => ({
      ...presentAuditEvent(event),
      actor_name: actorName,
    })),
    total,
  }),
})
