import type { UploadId } from '../../../../base/ids.ts'

/** The right to write one part at its place. Whoever has it gives it back when the record is in. */
export type Slot = {
  /** Aborted when the file is about to be put together: this part is not among those it takes. */
  readonly signal: AbortSignal
  [Symbol.dispose](): void
}

export type Slots = ReturnType<typeof openSlots>

type Writer = { stop: AbortController; gone: Promise<void> }

/**
 * Who writes into the files of open uploads right now: one at a place, nobody while a file is put
 * together. In memory, because one process at a time has the folder and a crash ends all writers.
 */
export function openSlots() {
  const writers = new Map<UploadId, Map<number, Writer>>()
  const seals = new Map<UploadId, Promise<void>>()

  return {
    /** Undefined when somebody writes there, or nobody may: the bytes then go into a file aside. */
    take({ uploadId, partNumber }: { uploadId: UploadId; partNumber: number }): Slot | undefined {
      const busy = writers.get(uploadId) ?? new Map<number, Writer>()
      if (seals.has(uploadId) || busy.has(partNumber)) return undefined
      const stop = new AbortController()
      const { promise: gone, resolve: leave } = Promise.withResolvers<void>()
      writers.set(uploadId, busy.set(partNumber, { stop, gone }))
      return {
        signal: stop.signal,
        [Symbol.dispose]() {
          busy.delete(partNumber)
          if (busy.size === 0) writers.delete(uploadId)
          leave()
        },
      }
    },

    /** Waits for an earlier seal, stops all writers, and keeps new ones out until disposed of. */
    async seal(uploadId: UploadId): Promise<Disposable> {
      for (let earlier = seals.get(uploadId); earlier; earlier = seals.get(uploadId)) await earlier
      const { promise, resolve } = Promise.withResolvers<void>()
      seals.set(uploadId, promise)
      const busy = [...(writers.get(uploadId)?.values() ?? [])]
      for (const { stop } of busy) stop.abort()
      await Promise.all(busy.map(({ gone }) => gone))
      return {
        [Symbol.dispose]() {
          seals.delete(uploadId)
          resolve()
        },
      }
    },
  }
}
