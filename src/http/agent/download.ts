import type { ObjectId } from '../../base/ids.ts'
import { post } from '../route.ts'
import { DownloadBody, DownloadReply } from './download.schema.ts'
import { presentLink } from './present-link.ts'

export const mintDownload = post('/download', {
  id: 'mintDownload',
  summary: 'A single-use link to the original bytes of an asset',
  description: 'Free. Credits are spent when the link is fetched, at the price quoted here.',
  tag: 'Downloads',
  access: { scope: 'search:query' },
  body: DownloadBody,
  givesSecret: true,
  reply: DownloadReply,
  errors: [400, 401, 402, 403, 404, 409, 503],
  run: ({ rooms, cmd, body }) =>
    rooms.delivery.mintLink(cmd, {
      assetId: body.asset_id as ObjectId,
      startMs: body.start_ms,
      endMs: body.end_ms,
      searchId: body.search_id,
    }),
  present: presentLink,
})
