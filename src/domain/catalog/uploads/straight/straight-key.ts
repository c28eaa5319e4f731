import type { ObjectId } from '../../../../base/ids.ts'
import type { BlobKey } from '../../ports.ts'

/** What no random name ends with, but for one in a million million. */
export const straightEnding = '-0000000000'

/**
 * Where the one piece of a file goes that is sent past this server. It is written down nowhere:
 * while the upload of its object is open it is that upload's.
 */
export function straightKeyOf(objectId: ObjectId): BlobKey {
  return `${objectId}${straightEnding}`
}
