import { setTimeout as sleep } from 'node:timers/promises'
import { systemClock } from '../../src/base/clock.ts'
import { openMarket } from '../../test/support/market.ts'
import { caller, openTestApp } from '../../test/support/open-test-app.ts'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { fillIndex } from './fill-index.ts'
import { residentMb, untilQuiet } from './load.ts'
import type { Bench, Row } from './measure.ts'
import { benchPassages } from './passages.ts'
import { takeSingleFile } from './single-file.ts'

const token = 'a-token-for-the-bench-alone'
const modes = ['keyword', 'semantic', 'hybrid']
const mb = 1024 * 1024
const restMs = 8_000

/** Where the memory of a server goes: without anything, and with KONTOR_BENCH_COUNT passages. */
export const memory: Bench = {
  name: 'memory',
  about: 'what a server and each of its threads hold: empty, and with 100,000 passages',
  async run(log) {
    const from = takeSingleFile()
    log('  empty')
    using empty = temporaryFolder()
    const rows = await rowsOf('empty', { dir: empty.path, from, fromNothing: true })
    using full = temporaryFolder()
    const { passages, name } = benchPassages()
    log(`  ${name} are put into an index`)
    const key = await furnish(full.path, passages)
    log('  a server makes their vectors and is searched')
    return [...rows, ...(await rowsOf(name, { dir: full.path, from, key }))]
  },
}

/** A folder with these passages in it, and a key of its operator. */
async function furnish(dir: string, passages: Parameters<typeof fillIndex>[2]): Promise<string> {
  const parts = { jobs: false }
  await using app = await openTestApp({ dir, parts, overrides: { clock: systemClock } })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  app.store.raw.exec("UPDATE tenant SET plan = 'unlimited'; UPDATE dataset SET status = 'active'")
  await fillIndex(app, market.provider.tenantId, passages)
  return market.key
}

type Held = { dir: string; from: string; key?: string; fromNothing?: boolean }

async function rowsOf(name: string, { key, from, ...where }: Held): Promise<Row[]> {
  const settings = { KONTOR_LOG_LEVEL: 'warn', KONTOR_METRICS_TOKEN: token }
  await using server = await runServer({ ...where, settings })
  const call = caller(server.url)
  await sleep(restMs)
  await untilQuiet(server.pid)
  for (const mode of key === undefined ? [] : modes) {
    const { status, body } = await call('GET', `/search?q=heat+pump&mode=${mode}`, { as: key })
    if (status !== 200 || body.mode !== mode) throw new Error(`${mode}: ${status} ${body.mode}`)
  }
  await untilQuiet(server.pid)
  const metrics = await call('GET', '/metrics', { headers: { authorization: `Bearer ${token}` } })
  const text = String(metrics.body)
  const held = (what: string) => valuesOf(text, { name: `kontor_thread_${what}` })
  const external = held('external_bytes')
  const threads = [...held('heap_bytes')].map(([thread, bytes]) => {
    const outside = ((external.get(thread) ?? 0) / mb).toFixed(1)
    const note = `${(bytes / mb).toFixed(1)} MB, buffers ${outside} MB`
    return row(`${name}: thread ${thread}`, { note })
  })
  const whole = `${residentMb(server.pid).toFixed(0)} MB${from}`
  return [row(`${name}: resident`, { note: whole }), ...threads]
}

function valuesOf(text: string, { name }: { name: string }): Map<string, number> {
  const lines = text.matchAll(new RegExp(`^${name}\\{thread="([^"]+)"\\} (\\S+)$`, 'gm'))
  return new Map([...lines].map(([, thread = '', value]) => [thread, Number(value)]))
}

function row(name: string, { note }: { note: string }): Row {
  return { name, medianMs: 0, p95Ms: 0, perSecond: 0, note }
}
