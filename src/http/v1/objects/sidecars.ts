import * as z from 'zod'
import { filenameMaxBytes, sidecarBytesMax } from '../../../domain/catalog/index.ts'
import { text } from '../../fields.ts'
import { get, post } from '../../route.ts'
import { ConfirmedReply, ObjectParams, ObjectReply } from './objects.schema.ts'
import { presentConfirmed, presentObject } from './present-object.ts'

const AttachSidecarBody = z
  .object({
    filename: text({ min: 1, max: filenameMaxBytes }),
    content: z
      .string({ error: 'must be a text' })
      .max(sidecarBytesMax)
      .meta({ description: 'The file itself: SubRip or WebVTT' }),
  })
  .meta({ id: 'AttachSidecar' })

const SidecarsReply = z.object({ sidecars: z.array(ObjectReply) }).meta({ id: 'Sidecars' })

export const attachSidecar = post('/v1/objects/:id/sidecars', {
  id: 'attachSidecar',
  summary: 'Put subtitles beside a recording',
  description:
    'They are an object of their own that is reviewed like any other; once approved, they are ' +
    'what is said in the recording, which is read anew. A file uploaded to the same dataset does ' +
    'the same when it has the same name up to .srt or .vtt. Deleting the object takes them away.',
  tag: 'Objects',
  access: { scope: 'objects:write' },
  params: ObjectParams,
  body: AttachSidecarBody,
  status: 201,
  reply: ConfirmedReply,
  errors: [400, 401, 403, 404, 409, 413],
  run: ({ rooms, cmd, params, body }) =>
    rooms.catalog.attachSidecar(cmd, { objectId: params.id, ...body }),
  present: presentConfirmed,
})

export const listSidecars = get('/v1/objects/:id/sidecars', {
  id: 'listSidecars',
  summary: 'The subtitles beside a recording, in whatever state',
  description: 'Those that wait for a review and those that were rejected included.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectParams,
  reply: SidecarsReply,
  errors: [400, 401, 403, 404],
  run: ({ rooms, principal, params }) =>
    rooms.catalog.listSidecars(principal, { objectId: params.id }),
  present: (sidecars) => ({ sidecars: sidecars.map(presentObject) }),
})
