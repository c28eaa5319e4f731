import { isoOf } from '../../../base/clock.ts'
import { etagOf, type OpenUpload, type UploadUrls } from '../../../domain/catalog/index.ts'

type PartUrl = UploadUrls['parts'][number]
type Part = NonNullable<OpenUpload['whole']>

/** Spec 2.2, Upload initiation result; a file that comes in one piece has no parts to show. */
export function presentInitiatedUpload(urls: UploadUrls) {
  const { partSizeBytes, parts } = urls
  if (partSizeBytes === null) return presentUrls(urls)
  return {
    ...presentUrls(urls),
    part_size_bytes: partSizeBytes,
    parts: parts.map(presentPart),
  }
}

export function presentOpenUpload(upload: OpenUpload) {
  const { object, whole, received, partSizeBytes, parts } = upload
  const shown = {
    ...presentUrls(upload),
    size_bytes: object.sizeBytes,
    received: presentReceived(whole),
  }
  if (partSizeBytes === null) return shown
  return {
    ...shown,
    part_size_bytes: partSizeBytes,
    parts: parts.map((part) => ({
      ...presentPart(part),
      received: presentReceived(received.get(part.partNumber)),
    })),
  }
}

function presentUrls(urls: UploadUrls) {
  const { objectId, uploadId, expiresAtMs } = urls
  return {
    object_id: objectId,
    upload_id: uploadId,
    ...presentTarget(urls),
    expires_at: isoOf(expiresAtMs),
  }
}

function presentPart(part: PartUrl) {
  const { partNumber, offsetBytes, sizeBytes } = part
  return {
    part_number: partNumber,
    offset_bytes: offsetBytes,
    size_bytes: sizeBytes,
    ...presentTarget(part),
  }
}

/** Headers are named only where there are any. */
function presentTarget({
  uploadUrl,
  uploadHeaders = {},
}: Pick<PartUrl, 'uploadUrl' | 'uploadHeaders'>) {
  const headers = Object.keys(uploadHeaders).length > 0 ? { upload_headers: uploadHeaders } : {}
  return { upload_url: uploadUrl, ...headers }
}

function presentReceived(part: Part | undefined) {
  if (!part) return null
  const { sizeBytes, receivedAtMs } = part
  return { size_bytes: sizeBytes, etag: etagOf(part), received_at: isoOf(receivedAtMs) }
}
