/** The few answers of S3 that are XML are flat lists: this reads those, and nothing else. */
export type ListedObject = {
  name: string
  sizeBytes: number
  modifiedMs: number
  etag: string
}
export type ListedUpload = { name: string; uploadId: string; begunMs: number }

/** One page of objects; `next` asks for the one after it. */
export function objectsIn(xml: string): { objects: ListedObject[]; next: string | undefined } {
  const objects = blocks('Contents', xml).map((block) => ({
    name: value('Key', block),
    sizeBytes: Number(value('Size', block)),
    modifiedMs: Date.parse(value('LastModified', block)),
    etag: value('ETag', block),
  }))
  const next = value('NextContinuationToken', xml)
  return { objects, next: next === '' ? undefined : next }
}

/** One page of uploads that were begun and not ended. */
export function uploadsIn(xml: string): ListedUpload[] {
  return blocks('Upload', xml).map((block) => ({
    name: value('Key', block),
    uploadId: value('UploadId', block),
    begunMs: Date.parse(value('Initiated', block)),
  }))
}

type Element =
  | 'Key'
  | 'Size'
  | 'LastModified'
  | 'NextContinuationToken'
  | 'UploadId'
  | 'Initiated'
  | 'ETag'
  | 'Code'

/** The text of the first element of this name; empty when there is none. */
export function value(element: Element, xml: string): string {
  const found = new RegExp(`<${element}>([^<]*)</${element}>`).exec(xml)?.[1] ?? ''
  return found.replace(/&(quot|amp|lt|gt|apos|#34);/g, (_, name: keyof typeof signs) => signs[name])
}

const signs = { quot: '"', '#34': '"', amp: '&', lt: '<', gt: '>', apos: "'" }

function blocks(element: 'Contents' | 'Upload', xml: string): string[] {
  const all = xml.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))
  return [...all].map(([, inside = '']) => inside)
}

/** What ends an upload: its parts in order. */
export function partListOf(etags: readonly string[]): Buffer {
  const parts = etags.map((etag, i) => {
    const safe = etag.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;')
    return `<Part><PartNumber>${i + 1}</PartNumber><ETag>${safe}</ETag></Part>`
  })
  return Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`)
}
