import { LinkInvalid } from '../../base/errors.ts'
import { isId, type ObjectId } from '../../base/ids.ts'
import { hmac, type Secrets, sameBytes } from '../../base/secrets.ts'

/** What a signed URL permits: exactly this, on this object, until then. */
export type SignedLink = {
  purpose: LinkPurpose
  objectId: ObjectId
  /** Which part of the file goes here; only where the purpose is `part`. */
  partNumber?: number | undefined
  /** For an upload, the declared size: not one byte more is taken. For reading, the size. */
  limitBytes: number
  expiresAtMs: number
}

export type LinkPurpose = keyof typeof methodOfPurpose

/** The request as it came; `query` keeps repeated parameters apart. */
export type PresentedLink = {
  method: string
  objectId: string
  query: URLSearchParams
}

export type SignedUrls = ReturnType<typeof openSignedUrls>

const methodOfPurpose = {
  upload: 'PUT',
  part: 'PUT',
  download: 'GET',
  preview: 'GET',
  thumbnail: 'GET',
  /** The bytes of what is there, for who bought a licence. */
  sold: 'GET',
  /** The bytes of a deleted object, for who bought a licence before. */
  licence: 'GET',
} as const

/**
 * URLs whose signature is the permission: `/blobs/{object_id}?purpose&limit&expires&signature`, and
 * `&part` where the purpose is one. The signature is an HMAC over method, object, purpose, size
 * limit, expiry and part number.
 */
export function openSignedUrls(deps: { secrets: Secrets; baseUrl: () => string }) {
  const keys = deps.secrets.signing('signed-urls')
  const signatureOf = (link: SignedLink, key: Buffer) => {
    const { purpose, objectId, partNumber, limitBytes, expiresAtMs } = link
    const numbers = [limitBytes, expiresAtMs, ...(partNumber === undefined ? [] : [partNumber])]
    return hmac(key, methodOfPurpose[purpose], objectId, purpose, ...numbers.map(String))
  }

  function sign(link: SignedLink): string {
    const query = new URLSearchParams({
      purpose: link.purpose,
      ...(link.partNumber === undefined ? {} : { part: `${link.partNumber}` }),
      limit: `${link.limitBytes}`,
      expires: `${link.expiresAtMs}`,
      signature: signatureOf(link, keys.current()).toString('base64url'),
    })
    return `${deps.baseUrl()}/blobs/${link.objectId}?${query}`
  }

  /**
   * What the URL permits. Throws LinkInvalid for one that was altered in any character, that is
   * used with another method, or that has expired; which of these it was is not told.
   */
  function verify(presented: PresentedLink, nowMs: number): SignedLink {
    const link = linkOf(presented)
    const signature = onlyValue(presented.query, 'signature')
    const given = Buffer.from(signature, 'base64url')
    const genuine = keys.accepted().some((key) => sameBytes(given, signatureOf(link, key)))
    // The last character of the text carries two unused bits: only one spelling counts.
    if (!genuine || given.toString('base64url') !== signature) throw new LinkInvalid()
    if (methodOfPurpose[link.purpose] !== methodOf(presented)) throw new LinkInvalid()
    if (nowMs >= link.expiresAtMs) throw new LinkInvalid()
    return link
  }

  return { sign, verify }
}

function linkOf({ objectId, query }: PresentedLink): SignedLink {
  const purpose = onlyValue(query, 'purpose')
  if (!isPurpose(purpose) || !isId('obj', objectId)) throw new LinkInvalid()
  const limitBytes = wholeNumber(onlyValue(query, 'limit'))
  const expiresAtMs = wholeNumber(onlyValue(query, 'expires'))
  const link = { purpose, objectId, limitBytes, expiresAtMs }
  if (purpose === 'part') return { ...link, partNumber: wholeNumber(onlyValue(query, 'part')) }
  if (query.has('part')) throw new LinkInvalid()
  return link
}

/** Whoever may GET may ask for the headers alone. */
function methodOf({ method }: PresentedLink): string {
  return method === 'HEAD' ? 'GET' : method
}

function isPurpose(text: string): text is LinkPurpose {
  return Object.hasOwn(methodOfPurpose, text)
}

function onlyValue(query: URLSearchParams, name: string): string {
  const [value, ...others] = query.getAll(name)
  if (value === undefined || others.length > 0) throw new LinkInvalid()
  return value
}

function wholeNumber(text: string): number {
  if (!/^(0|[1-9]\d{0,15})$/.test(text)) throw new LinkInvalid()
  return Number(text)
}
