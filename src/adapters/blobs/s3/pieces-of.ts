import { NoAnswer } from './silence.ts'

/** A body of which nothing comes for so long is given up. */
const idleMs = 30_000

/** Ends the connection when nobody wants more of it, and with NoAnswer when nothing comes. */
export async function* piecesOf(
  { body, stop }: { body: Response['body']; stop(): void },
  withinMs = idleMs,
): AsyncGenerator<Uint8Array> {
  if (!body) return
  const reader = body.getReader()
  let isIdle = false
  const giveUp = () => {
    isIdle = true
    stop()
  }
  try {
    for (;;) {
      const timer = setTimeout(giveUp, withinMs)
      const { done, value } = await reader.read().finally(() => clearTimeout(timer))
      if (done) return
      yield value
    }
  } catch (error) {
    throw isIdle ? new NoAnswer() : error
  } finally {
    reader.releaseLock()
    stop()
  }
}
