import * as assert from 'uvu/assert'
import type { Delivery } from '../../src/domain/delivery/index.ts'

type Delivered = Awaited<ReturnType<Delivery['fetchLink']>>

/** A delivery whose bytes come from here, as all do whose caller was told of no store. */
export function streamed(delivered: Delivered): Extract<Delivered, { bytes: unknown }> {
  assert.ok('bytes' in delivered)
  return delivered
}
