/** The chunks of a source until it ends or the signal comes, also while the source is silent. */
export async function* untilAborted(
  source: AsyncIterable<Uint8Array>,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  const chunks = source[Symbol.asyncIterator]()
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const abort = () => reject(signal.reason)
  // Nobody may be waiting for it at that moment.
  aborted.catch(() => {})
  signal.addEventListener('abort', abort)
  if (signal.aborted) abort()
  try {
    for (;;) {
      const next = await Promise.race([chunks.next(), aborted])
      if (next.done) return
      yield next.value
    }
  } finally {
    signal.removeEventListener('abort', abort)
    // Not awaited: a silent source would not answer.
    void chunks.return?.()?.catch(() => {})
  }
}
