import { isoOf } from '../../../base/clock.ts'
import type { Tx } from '../../../store/tx.ts'
import { platformStream, recordEvent } from '../../events/index.ts'
import type { ObjectRecord } from '../object.ts'
import { aboutObject } from '../objects/about-object.ts'

/** Tells those who review that an object waits for them. */
export function noteWaiting(tx: Tx, object: ObjectRecord, atMs: number): void {
  recordEvent(tx, {
    stream: platformStream,
    type: 'review.waiting',
    atMs,
    data: {
      ...aboutObject(object),
      tenant_id: object.tenantId,
      review_expires_at: isoOf(object.reviewExpiresAtMs ?? atMs),
    },
  })
}
