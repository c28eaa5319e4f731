import { Conflict } from '../../../base/errors.ts'
import type { Db } from '../../../store/tx.ts'
import type { Command } from '../../command.ts'
import type { ObjectRecord } from '../object.ts'
import { getOwnObject } from '../objects/queries.ts'
import { findUpload, type UploadRow } from './queries.ts'

export type OpenUploadRecords = { object: ObjectRecord; upload: UploadRow }

/** An own object whose upload is open. Throws NotFound, and Conflict once it is confirmed. */
export function requireOpenUpload(
  db: Db,
  { principal }: Pick<Command, 'principal'>,
  objectId: string,
): OpenUploadRecords {
  const object = getOwnObject(db, principal, objectId)
  const upload = findUpload(db, object.objectId)
  if (upload) return { object, upload }
  throw new Conflict({
    reason: 'already_confirmed',
    message: 'The upload of this object is confirmed already.',
    facts: { status: object.status },
  })
}
