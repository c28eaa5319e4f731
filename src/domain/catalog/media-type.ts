import { InvalidInput } from '../../base/errors.ts'
import { contentTypeMaxLength } from './limits.ts'

// RFC 6838 names, and parameters as in RFC 9110 section 5.6.6.
const name = '[A-Za-z0-9][A-Za-z0-9!#$&^_.+-]{0,126}'
const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+"
const parameter = `[ \\t]*;[ \\t]*${token}=(?:${token}|"[\\x20\\x21\\x23-\\x5b\\x5d-\\x7e]*")`
/** What a media type looks like. */
export const mediaType = new RegExp(`^${name}/${name}(?:${parameter})*$`)

/** Throws InvalidInput for what is not one media type: `pdf`, a range like `text/*`, a list. */
export function requireMediaType(text: string): void {
  if (text.length <= contentTypeMaxLength && mediaType.test(text)) return
  throw new InvalidInput({
    field: 'content_type',
    reason: 'not_a_media_type',
    message: 'content_type must be a media type such as application/pdf.',
  })
}
