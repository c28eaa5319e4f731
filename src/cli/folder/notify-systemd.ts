import { spawn } from 'node:child_process'
import type { Io } from '../command.ts'

/** Twice within the time that systemd waits. */
const beatsPerLimit = 2

/**
 * Tells systemd (Type=notify) that the server serves, and from then on, where it asked for that,
 * that its event loop turns. Does nothing elsewhere.
 */
export function notifySystemd({ environment }: Pick<Io, 'environment'>): Disposable {
  const { NOTIFY_SOCKET: socket, WATCHDOG_USEC: limitUs, PATH } = environment
  if (socket === undefined) return { [Symbol.dispose]: () => undefined }
  const say = (word: string) => {
    const env = { NOTIFY_SOCKET: socket, ...(PATH === undefined ? {} : { PATH }) }
    const child = spawn('systemd-notify', [word], { env, stdio: 'ignore' })
    // Without the program systemd gives up by itself, and says why.
    child.once('error', () => undefined)
  }
  say('READY=1')
  const everyMs = Number(limitUs) / 1_000 / beatsPerLimit
  const timer = everyMs > 0 ? setInterval(() => say('WATCHDOG=1'), everyMs) : undefined
  timer?.unref()
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      say('STOPPING=1')
    },
  }
}
