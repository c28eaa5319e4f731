import { FilesAway } from '../../../base/errors.ts'

/** No answer came in time, or no more of one. */
export class NoAnswer extends Error {
  override readonly name = 'NoAnswer'
  constructor() {
    super('no answer in time')
  }
}

/** While a server is silent, one request so often finds out whether it still is. */
const askAgainMs = 3_000

/**
 * Whether a server answers nobody any more. Whoever asks it then hears so at once, and does not
 * wait as long as the one before.
 */
export function openSilence() {
  let answers = 0
  let silentUntilMs: number | undefined
  return {
    /** Gives what `unheard` wants. Throws FilesAway. */
    asking(): number {
      const nowMs = performance.now()
      if (silentUntilMs !== undefined) {
        if (nowMs < silentUntilMs) throw new FilesAway(new NoAnswer())
        silentUntilMs = nowMs + askAgainMs
      }
      return answers
    },
    heard(): number {
      silentUntilMs = undefined
      answers += 1
      return answers
    },
    /** A request was not answered; says whether no other was since. */
    unheard(since: number): boolean {
      if (answers > since) return false
      silentUntilMs = performance.now() + askAgainMs
      return true
    },
  }
}
