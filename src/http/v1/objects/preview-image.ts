import { sendContent } from '../../blobs/get-blob.ts'
import { get } from '../../route.ts'
import { ObjectParams } from './objects.schema.ts'

/** It is made once for each file; who may see it can change, so it stays with the one who asked. */
const cacheControl = 'private, max-age=300'

export const previewImage = get('/v1/objects/:id/preview-image', {
  id: 'previewImage',
  summary: 'A small picture of an object that one owns or may find by a search',
  description:
    'The thumbnail of a picture, the first page of a PDF, a frame or the cover of a film, ' +
    'the waveform of a sound: at most 512 dots wide and high. 404 where there is none.',
  tag: 'Objects',
  access: { scope: 'datasets:read' },
  params: ObjectParams,
  reply: null,
  media: ['image/webp', 'image/png'],
  errors: [400, 401, 403, 404, 503],
  raw: true,
  async run({ rooms, principal, params, http: { ctx } }) {
    const content = await rooms.catalog.openPreview(principal, { objectId: params.id })
    await sendContent(ctx, content, { type: 'inline', cacheControl })
  },
})
