import { setImmediate } from 'node:timers/promises'
import type { Folders } from '../domain/folders/index.ts'
import { errorText } from '../domain/outbox/index.ts'
import type { RunnerLog } from './run-job.ts'

export type FolderRunnerOptions = { folders: Folders; log: RunnerLog }

export type FolderRunner = AsyncDisposable & {
  /** Resolves when no import is under way and every watched folder was looked at. */
  settle(): Promise<void>
}

const pollMs = 500

/** Takes folders in, and looks at those that are watched, one turn after the other. */
export function startFolderRunner({ folders, log }: FolderRunnerOptions): FolderRunner {
  const stopping = new AbortController()
  const { signal } = stopping
  let working: Promise<void> | undefined

  const work = async (how: { everyWatch?: boolean }) => {
    let [more, first] = [true, how]
    while (more && !signal.aborted) {
      more = await folders.work(signal, first)
      first = {}
      // Whatever a round comes to, requests are heard between two of them.
      await setImmediate()
    }
  }
  const wake = (how: { everyWatch?: boolean } = {}): Promise<void> => {
    working ??= work(how)
      .catch((error) => log.error({ error: errorText(error) }, 'working on folders failed'))
      .finally(() => {
        working = undefined
      })
    return working
  }

  folders.resume()
  const timer = setInterval(wake, pollMs)
  return {
    async settle() {
      await working
      await wake({ everyWatch: true })
      await folders.turnsEnded(false)
    },
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      stopping.abort()
      await working
      await folders.turnsEnded(true)
    },
  }
}
