import type { ObjectId } from '../../../base/ids.ts'
import { DownloadBody, DownloadReply } from '../../agent/download.schema.ts'
import { presentLink } from '../../agent/present-link.ts'
import { route } from '../../route.ts'

export const createDownload = route({
  id: 'createDownload',
  method: 'post',
  path: '/v1/downloads',
  summary: 'A single-use link to the original bytes of an asset, or to a moment of a recording',
  description:
    'As POST /download, for sessions too. Free: credits are spent when the link is fetched, at ' +
    'the price quoted here, by the tenant. The link of a person who may not buy for it any more ' +
    'is worth nothing.',
  tag: 'Downloads',
  access: { scope: 'search:query' },
  body: DownloadBody,
  status: 201,
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
