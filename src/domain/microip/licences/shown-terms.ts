import type { ObjectId, UserId } from '../../../base/ids.ts'
import type { MicroIpRow } from '../queries.ts'

/** What a buyer agrees to by a purchase. */
export type Terms = Pick<MicroIpRow, 'priceLamports' | 'licenseType'>

export type ShownTerms = ReturnType<typeof openShownTerms>
type Bounds = { openedAtMs: number; shownMax: number; countsForMs: number }

/**
 * Which terms each user was shown last, for as long as that counts. It is kept in memory: every
 * list would have to write otherwise. So it says, too, when it may have forgotten something.
 */
export function openShownTerms({ openedAtMs, shownMax, countsForMs }: Bounds) {
  // In the order of the times: whatever is shown again is put at the end.
  const shown = new Map<string, Terms & { atMs: number }>()
  let forgotAtMs = openedAtMs

  function sweep(nowMs: number): void {
    for (const [key, { atMs }] of shown) {
      const counts = atMs > nowMs - countsForMs
      if (counts && shown.size <= shownMax) return
      if (counts) forgotAtMs = nowMs
      shown.delete(key)
    }
  }

  return {
    show(userId: UserId, licences: readonly MicroIpRow[], nowMs: number): void {
      for (const { assetId, priceLamports, licenseType } of licences) {
        const key = `${userId} ${assetId}`
        shown.delete(key)
        shown.set(key, { priceLamports, licenseType, atMs: nowMs })
      }
      sweep(nowMs)
    },
    /** Undefined for what was not shown lately; `forgotten` where it may have been. */
    last(userId: UserId, assetId: ObjectId, nowMs: number): Terms | 'forgotten' | undefined {
      const sinceMs = nowMs - countsForMs
      const found = shown.get(`${userId} ${assetId}`)
      if (found && found.atMs > sinceMs) return found
      return forgotAtMs > sinceMs ? 'forgotten' : undefined
    },
  }
}
