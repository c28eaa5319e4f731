import { get, patch, post } from '../route.ts'
import { lamportsIn } from './lamports.ts'
import * as schemas from './microip.schema.ts'
import {
  presentDownload,
  presentDownloads,
  presentMicroIp,
  presentMicroIps,
} from './present-microip.ts'

const tag = 'MicroIP'
const rate = 'microip'
const access = 'session'

const licence = { reply: schemas.MicroIpReply, present: presentMicroIp } as const
const page = { query: schemas.PageQuery } as const
const downloads = { ...page, reply: schemas.DownloadListReply, present: presentDownloads } as const

export const createMicroip = post('/microip', {
  id: 'createMicroip',
  tag,
  rate,
  access,
  summary: 'License an asset of the caller',
  description:
    'The licence is registered on the chain at once. Summary, tags, questions and quality follow ' +
    'from the content as soon as it is approved and indexed: metadata_status says so.',
  body: schemas.CreateMicroIpBody,
  status: 201,
  reply: schemas.MicroIpReply,
  errors: [400, 401, 403, 404, 409, 429, 503],
  run: ({ rooms, cmd, body }) =>
    rooms.microip.createMicroIp(cmd, {
      assetId: body.asset_id,
      priceLamports: lamportsIn(body.price, 'price'),
      licenseType: body.license_type,
    }),
  present: presentMicroIp,
})

export const listMicroip = get('/microip', {
  id: 'listMicroip',
  tag,
  rate,
  access,
  summary: 'Licensed assets, newest first',
  description: 'Those that the caller may see: its own, what others offer, and what it bought.',
  ...page,
  reply: schemas.MicroIpListReply,
  present: presentMicroIps,
  errors: [400, 401, 429],
  run: ({ rooms, principal, query }) => rooms.microip.listMicroIp(principal, query),
})

export const myMicroipDownloads = get('/microip/downloads', {
  id: 'myMicroipDownloads',
  tag,
  rate,
  access,
  summary: 'What the caller downloaded, newest first',
  description: 'Purchases, and fetches of what was bought before, for which nothing is paid.',
  ...downloads,
  errors: [400, 401, 429],
  run: ({ rooms, principal, query }) => rooms.microip.listOwnDownloads(principal, query),
})

export const getMicroip = get('/microip/:asset_id', {
  id: 'getMicroip',
  tag,
  rate,
  access,
  summary: 'One licensed asset',
  description:
    "Looking at somebody else's counts as a view, and shows its price: no more than that is " +
    'charged for the next 15 minutes.',
  ...licence,
  params: schemas.AssetParams,
  errors: [400, 401, 404, 429],
  run: ({ rooms, cmd, params }) => rooms.microip.getMicroIp(cmd, { assetId: params.asset_id }),
})

export const patchMicroip = patch('/microip/:asset_id', {
  id: 'patchMicroip',
  tag,
  rate,
  access,
  summary: 'Change the terms or the words of a licence',
  description:
    'Only what is sent changes, and what the owner wrote is not written over. Licences that ' +
    'were sold stay as they were sold; after a sale it cannot become exclusive (409).',
  ...licence,
  params: schemas.AssetParams,
  body: schemas.PatchMicroIpBody,
  errors: [400, 401, 403, 404, 409, 429],
  run: ({ rooms, cmd, params, body }) => {
    const { price, license_type: licenseType, long_summary: longSummary, ...rest } = body
    const priceLamports = price === undefined ? undefined : lamportsIn(price, 'price')
    const words = { ...rest, licenseType, longSummary, priceLamports }
    return rooms.microip.changeMicroIp(cmd, { assetId: params.asset_id, ...words })
  },
})

export const downloadMicroip = post('/microip/:asset_id/download', {
  id: 'downloadMicroip',
  tag,
  rate,
  access,
  summary: 'Buy the licence, once, and get a temporary URL',
  description:
    'Nothing is charged above max_price, nor above what the caller was shown within 15 minutes: ' +
    'then it is refused with 409, the price and the type of the licence as they are now.',
  params: schemas.AssetParams,
  body: schemas.DownloadBody,
  givesSecret: true,
  reply: schemas.DownloadReply,
  errors: [400, 401, 402, 404, 409, 429],
  run: ({ rooms, cmd, params, body: { max_price: max } }) => {
    const maxPriceLamports = max === undefined ? undefined : lamportsIn(max, 'max_price')
    return rooms.microip.downloadMicroIp(cmd, { assetId: params.asset_id, maxPriceLamports })
  },
  present: presentDownload,
})

export const microipDownloads = get('/microip/:asset_id/downloads', {
  id: 'microipDownloads',
  tag,
  rate,
  access,
  summary: 'Who downloaded an asset of the caller',
  description: 'For its owner alone; anybody else is refused with 403.',
  ...downloads,
  params: schemas.AssetParams,
  errors: [400, 401, 403, 404, 429],
  run: ({ rooms, principal, params, query }) =>
    rooms.microip.listAssetDownloads(principal, { assetId: params.asset_id, ...query }),
})
