import * as z from 'zod'
import { anyObjectRow } from '../../../domain/any-object-row.ts'
import { objectStatuses, type TakenDownList } from '../../../domain/catalog/index.ts'
import { folderMeaning, idText, pageEnd, pageQuery, timestamp } from '../../fields.ts'
import { get } from '../../route.ts'
import { StagedObjectParams } from './review.schema.ts'

const AnyObjectReply = z
  .object({
    object_id: z.string(),
    tenant_id: z.string(),
    dataset_id: z.string(),
    dataset_name: z.string(),
    filename: z.string(),
    folder: z.string().nullable().meta({ description: folderMeaning }),
    content_type: z.string(),
    size_bytes: z.int(),
    status: z.enum(objectStatuses),
    taken_down_at: timestamp.nullable(),
    takedown_reason: z.string().nullable(),
    bytes_kept_until: timestamp
      .nullable()
      .meta({ description: 'Deleted by its owner: until then who bought it may fetch it' }),
  })
  .meta({ id: 'AnyObject' })

const TakenDownReply = z
  .object({ objects: z.array(AnyObjectReply), ...pageEnd })
  .meta({ id: 'TakenDownObjects' })

/** Our choice: who takes something down has to find it again, whosever it is. */
export const listTakenDown = get('/v1/admin/taken-down', {
  id: 'listTakenDown',
  summary: 'What is taken down, of all tenants, the last one first',
  description: 'Or of one tenant or dataset. What its owner deleted is there while it is kept.',
  tag: 'Administration',
  access: 'platform_admin',
  query: z.object({
    ...pageQuery,
    tenant_id: idText.optional(),
    dataset_id: idText.optional(),
  }),
  reply: TakenDownReply,
  errors: [400, 401, 403],
  run: ({ rooms, principal, query: { tenant_id: tenantId, dataset_id: datasetId, ...rest } }) =>
    rooms.catalog.listTakenDown(principal, { ...rest, tenantId, datasetId }),
  present: ({ objects, total, nextCursor }: TakenDownList) => ({
    objects: objects.map(anyObjectRow),
    total,
    next_cursor: nextCursor,
  }),
})

export const getAnyObject = get('/v1/admin/objects/:object_id', {
  id: 'getAnyObject',
  summary: 'One object of any tenant that was sent',
  description:
    'Whose it is, and whether it is taken down. One that its owner deleted is there while it is ' +
    'kept for who bought it: it can be taken down as well.',
  tag: 'Administration',
  access: 'platform_admin',
  params: StagedObjectParams,
  reply: AnyObjectReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.getAnyObject(principal, { objectId: params.object_id }),
  present: anyObjectRow,
})
