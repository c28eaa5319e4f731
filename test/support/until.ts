import { setTimeout as sleep } from 'node:timers/promises'

/** On a busy machine everything takes its time; what never comes is a failure all the same. */
const patienceMs = 180_000

/**
 * Asks until there is an answer; three minutes without one fail, naming what was awaited. What does
 * not pass again, once it is so, may be asked for seldom: each question is work for a server.
 */
export async function until<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { seldom = false } = {},
) {
  const [share, most] = seldom ? [8, 400] : [20, 100]
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    const leftMs = deadline - performance.now()
    if (leftMs < 0) throw new Error(`waited three minutes until ${what}`)
    // Who has waited for long waits a little longer: asking is work for both.
    await sleep(Math.min(most, 15 + (patienceMs - leftMs) / share))
  }
}

/** The same for what is so, or not yet. */
export async function untilSo(what: string, isSo: () => Promise<boolean> | boolean) {
  await until(what, async () => ((await isSo()) ? true : undefined))
}
