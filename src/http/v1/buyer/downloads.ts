import { mintDownload } from '../../agent/download.ts'
import { post } from '../../route.ts'

export const createDownload = post('/v1/downloads', {
  ...mintDownload,
  id: 'createDownload',
  summary: 'A single-use link to the original bytes of an asset, or to a moment of a recording',
  description:
    'As POST /download, for sessions too. Free: credits are spent when the link is fetched, at ' +
    'the price quoted here, by the tenant. The link of a person who may not buy for it any more ' +
    'is worth nothing.',
  status: 201,
})
