import { InvalidInput, TooLarge } from '../../base/errors.ts'
import { canonicalJson } from '../../base/json.ts'
import type { LooseFile } from '../../domain/catalog/index.ts'
import {
  assetMaxBytes,
  requireDescription,
  requireFileKind,
  requireName,
  withoutArchive,
} from '../../domain/microip/index.ts'
import { requireFirst } from '../body/fields-once.ts'
import { boundaryOf, readForm } from '../body/multipart.ts'
import { expectUpload } from '../connections/unfinished.ts'
import { get, post, type RouteRequest } from '../route.ts'
import { AssetListReply, AssetReply, OwnAssetsQuery, UploadForm } from './microip.schema.ts'
import { presentAsset } from './present-microip.ts'

const tag = 'Assets'
const rate = 'assets'

export const uploadAsset = post('/assets', {
  id: 'uploadAsset',
  tag,
  rate,
  summary: 'Upload an asset of at most 2 GB',
  description: 'It is reviewed like every upload before anybody else can find it.',
  access: { scope: 'objects:write' },
  form: UploadForm,
  status: 201,
  reply: AssetReply,
  errors: [400, 401, 403, 409, 413, 415, 429],
  run: upload,
  present: presentAsset,
})

export const listMyAssets = get('/assets', {
  id: 'listMyAssets',
  tag,
  rate,
  summary: "The caller's assets, newest first",
  description:
    'Whatever their state, with and without a licence. X-Total-Count says how many there are; ' +
    'those with q in the name of their file are not counted.',
  access: 'session',
  query: OwnAssetsQuery,
  reply: AssetListReply,
  errors: [400, 401, 429],
  async run({ rooms, principal, query, http }) {
    const { items, total } = await rooms.microip.listAssets(principal, query)
    if (total !== undefined) http.ctx.set('X-Total-Count', String(total))
    return items
  },
  present: (assets, facts) => assets.map((asset) => presentAsset(asset, facts)),
})

type Asked = RouteRequest<{ scope: 'objects:write' }, undefined, undefined, undefined>
type Sent = { file: LooseFile; filename: string; contentType: string }

/** The file goes to the disk while it comes in; a refusal takes it away again. */
async function upload(request: Asked) {
  const { rooms, cmd } = request
  const fields = new Map<string, string>()
  let sent: Sent | undefined
  try {
    sent = await readParts(request, fields)
    if (!sent) throw missing('file')
    const name = fields.get('name')
    if (name === undefined) throw missing('name')
    const form = { name, description: fields.get('description') ?? '' }
    const asset = { ...sent, ...form, isPublic: truthIn(fields.get('is_public')) }
    const { sizeBytes, checksumSha256 } = sent.file
    request.settle(canonicalJson({ ...asset, file: { sizeBytes, checksumSha256 } }))
    return await rooms.microip.uploadAsset(cmd, asset)
  } catch (error) {
    if (sent) await rooms.catalog.discardFile(sent.file)
    throw error
  }
}

async function readParts({ rooms, http, principal }: Asked, fields: Map<string, string>) {
  const { req } = http.ctx
  if (Number(http.ctx.get('content-length')) > formMaxBytes) throw new TooLarge(tooLarge)
  let sent: Sent | undefined
  expectUpload(http.ctx)
  try {
    for await (const part of readForm(req, boundaryOf(http.ctx.get('content-type')))) {
      if ('text' in part) {
        requireFirst(fields, part.name)
        fields.set(part.name, part.text)
        // What came before the file is looked at before the file is taken.
        if (part.name === 'name') requireName(part.text.trim())
        if (part.name === 'description') requireDescription(part.text.trim())
        continue
      }
      if (part.name !== 'file' || sent) throw unexpected(part.name)
      const { filename, contentType } = part
      requireFileKind(filename)
      const limit = rooms.catalog.limitWithinQuota(principal.tenantId, tooLarge)
      const file = await rooms.catalog.receiveFile(withoutArchive(part.source), limit)
      sent = { file, filename, contentType: contentType || 'application/octet-stream' }
    }
    return sent
  } catch (error) {
    if (sent) await rooms.catalog.discardFile(sent.file)
    throw error
  }
}

/** The file, and everything else that a form may have. */
const formMaxBytes = assetMaxBytes + 1024 * 1024

const tooLarge = {
  limitBytes: assetMaxBytes,
  message: 'File size exceeds maximum limit of 2GB',
}

function truthIn(text = 'false'): boolean {
  if (/^(true|1)$/i.test(text)) return true
  if (/^(false|0|)$/i.test(text)) return false
  const message = 'is_public must be true or false.'
  throw new InvalidInput({ field: 'is_public', reason: 'invalid_value', message })
}

function missing(field: string): InvalidInput {
  return new InvalidInput({ field, reason: 'required', message: `${field} is required.` })
}

function unexpected(field: string): InvalidInput {
  const message = 'The form must have one file, named file.'
  return new InvalidInput({ field: field || 'file', reason: 'unexpected_file', message })
}
