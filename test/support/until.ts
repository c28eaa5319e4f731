import { setTimeout as sleep } from 'node:timers/promises'

/** On a busy machine everything takes its time; what never comes is a failure all the same. */
const patienceMs = 180_000

/** Asks until there is an answer; three minutes without one fail, naming what was awaited. */
export async function until<T>(what: string, ask: () => Promise<T | undefined> | T | undefined) {
  const deadline = performance.now() + patienceMs
  for (;;) {
    const found = await ask()
    if (found !== undefined) return found
    if (performance.now() > deadline) throw new Error(`waited three minutes until ${what}`)
    await sleep(15)
  }
}

/** The same for what is so, or not yet. */
export async function untilSo(what: string, isSo: () => Promise<boolean> | boolean) {
  await until(what, async () => ((await isSo()) ? true : undefined))
}
