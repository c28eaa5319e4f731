import { InvalidInput } from './errors.ts'
import { canonicalJson, type Json } from './json.ts'
import { hmac, type SigningKeys, sameBytes } from './secrets.ts'

const macBytes = 16

/** What a cursor belongs to: whoever pages on must ask the same question with the same rights. */
export type CursorBinding = {
  route: string
  tenantId: string
  /** The key's dataset restriction, or null. */
  restriction: Json
  filters: Json
}

/** An opaque text that carries a position and proves that we made it for this very list. */
export function sealCursor(keys: SigningKeys, binding: CursorBinding, position: Json): string {
  const body = Buffer.from(JSON.stringify(position), 'utf8')
  return Buffer.concat([macOf(keys.current(), binding, body), body]).toString('base64url')
}

/** The position back. Throws InvalidInput when the cursor is damaged or belongs elsewhere. */
export function openCursor(keys: SigningKeys, binding: CursorBinding, text: string): Json {
  const bytes = Buffer.from(text, 'base64url')
  const body = bytes.subarray(macBytes)
  const mac = bytes.subarray(0, macBytes)
  const genuine =
    bytes.length > macBytes &&
    keys.accepted().some((key) => sameBytes(mac, macOf(key, binding, body)))
  if (!genuine || bytes.toString('base64url') !== text) {
    throw new InvalidInput({
      field: 'cursor',
      reason: 'invalid_cursor',
      message: 'This cursor is damaged or belongs to another list. Start again without it.',
    })
  }
  return JSON.parse(body.toString('utf8')) as Json
}

function macOf(key: Buffer, binding: CursorBinding, body: Buffer): Buffer {
  return hmac(key, canonicalJson(binding), body).subarray(0, macBytes)
}
