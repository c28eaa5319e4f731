import * as z from 'zod'
import { isoOf } from '../../../base/clock.ts'
import { type Reprocess, reprocessOutcomes, reprocessSets } from '../../../domain/ingest/index.ts'
import { oneOf, timestamp } from '../../fields.ts'
import { get, post } from '../../route.ts'
import { DatasetParams } from './datasets.schema.ts'

const ReprocessBody = z
  .object({ objects: oneOf(reprocessSets).optional() })
  .meta({ id: 'ReprocessRequest' })

const ReprocessReply = z
  .object({
    dataset_id: z.string(),
    objects: z.enum(reprocessSets),
    status: z.enum(['running', 'done']),
    requested_at: timestamp,
    progress: z
      .object({ total: z.int(), ...countsOf(z.int()) })
      .meta({ description: 'total grows while the list of objects is made' }),
  })
  .meta({ id: 'Reprocess' })

export const reprocessDataset = post('/v1/datasets/:id/reprocess', {
  id: 'reprocessDataset',
  summary: 'Read the objects of a dataset anew; old passages serve until the new ones are there',
  description:
    'The work is done by jobs; GET on the same path says how far it is. A second one ' +
    'while the first is under way answers 409.',
  tag: 'Datasets',
  access: { scope: 'datasets:write' },
  params: DatasetParams,
  body: ReprocessBody,
  status: 202,
  reply: ReprocessReply,
  errors: [400, 401, 403, 404, 409],
  run: ({ rooms, cmd, params, body }) =>
    rooms.ingest.reprocessDataset(cmd, { datasetId: params.id, which: body.objects ?? 'all' }),
  present: presentReprocess,
})

export const getReprocess = get('/v1/datasets/:id/reprocess', {
  id: 'getReprocess',
  summary: 'How far the last reprocessing of a dataset is',
  description: '404 where the dataset was never reprocessed.',
  tag: 'Datasets',
  access: { scope: 'datasets:read' },
  params: DatasetParams,
  reply: ReprocessReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.ingest.getReprocess(principal, { datasetId: params.id }),
  present: presentReprocess,
})

function presentReprocess({ datasetId, which, status, requestedAtMs, objects }: Reprocess) {
  const total = Object.values(objects).reduce((sum, count) => sum + count, 0)
  return {
    dataset_id: datasetId,
    objects: which,
    status,
    requested_at: isoOf(requestedAtMs),
    progress: { total, ...objects },
  }
}

function countsOf<T>(rule: T) {
  return Object.fromEntries(reprocessOutcomes.map((name) => [name, rule])) as Record<
    (typeof reprocessOutcomes)[number],
    T
  >
}
