// The product as one seed runs it: the real application on a real folder, whose clock, jobs, disk
// and network do what a step says.
import { cpSync, fstatSync, readSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { Conflict } from '../../../src/base/errors.ts'
import type { TenantId } from '../../../src/base/ids.ts'
import type { Extractor, ExtractorFile } from '../../../src/domain/ingest/ports.ts'
import { jobHandlers } from '../../../src/jobs/handlers.ts'
import { runJob } from '../../../src/jobs/run-job.ts'
import { type FakeClock, fakeClock } from '../fake-clock.ts'
import { approve, type Market, openMarket, stage } from '../market.ts'
import { type Answer, type Asked, makeKey, openTestApp, signUp } from '../open-test-app.ts'
import { temporaryFolder } from '../temporary-folder.ts'
import { planFees, type Thing } from './model.ts'
import type { Fault } from './steps.ts'
import { pathOf, textOf, wordOf } from './words.ts'

type App = Awaited<ReturnType<typeof openTestApp>>
export type Somebody = { token: string; tenantId: string; userId: string; email: string }
export type Buyer = Somebody & { key: string; keyId: string }

export type Running = AsyncDisposable & {
  clock: FakeClock
  app(): App
  operator: Somebody
  /** The two who trade, and behind them those who were erased. */
  providers: Somebody[]
  buyers: readonly Buyer[]
  /** One dataset of each provider, and at first in each something that is on sale. */
  datasets: string[]
  things: Thing[]
  /** Asks, with what goes wrong on the way; a client that heard nothing asks again. */
  ask(what: string, asked?: Asked & { fault?: Fault | undefined }): Promise<Answer>
  /** Runs the next job, if there is one that is due. */
  runJob(fault?: Fault): Promise<boolean>
  /** Killed before a commit of this number, it is begun again. Gives why it is refused. */
  erase(tenantId: string, way: ErasureWay): Promise<string | undefined>
  restart(): Promise<void>
}

export type ErasureWay = {
  killedAt: number | undefined
  /** Nothing is kept for who holds a licence. */
  dropsSold: boolean
}

const quiet = { info: () => {}, warn: () => {}, error: () => {} }
const settings = { runner: { jobMaxMs: 60_000, graceMs: 1_000 }, pagesMax: 1_073_741_823 }
const config = {
  welcomeCredits: 500,
  searchRatePerMinute: 1_000_000,
  microipRatePerMinute: 1_000_000,
  balanceRatePerMinute: 1_000_000,
  graceHours: 24,
  planStarterCredits: planFees.starter,
  planProCredits: planFees.pro,
}

/** Texts are what they are: no child, no time, and the same each time. */
const extractor: Extractor = {
  async inspect(file) {
    const text = readAll(file)
    const facts = { sniffedContentType: 'text/plain', pageCount: null, durationMs: null }
    return { ...facts, textSample: text.slice(0, 2_000), warnings: [], failure: null }
  },
  async extract(file, take) {
    const kind = { contentType: 'text/plain', modality: 'text' } as const
    await take([{ kind: 'prose', text: readAll(file) }], kind)
    return { ...kind, title: null, pageCount: null, durationMs: null, warnings: [] }
  },
}

function readAll({ fd }: ExtractorFile): string {
  const bytes = Buffer.alloc(fstatSync(fd).size)
  readSync(fd, bytes, 0, bytes.length, 0)
  return bytes.toString()
}

const options = {
  config,
  parts: { jobs: false, workers: false },
  overrides: { extractor, detectLanguages: async (texts: string[]) => texts.map(() => 'en') },
}

type Furnished = Pick<Running, 'operator' | 'providers' | 'buyers' | 'datasets' | 'things'> & {
  from: string
  nowMs: number
}
let furnished: Promise<Furnished> | undefined

async function furnish(): Promise<Furnished> {
  const folder = temporaryFolder()
  process.once('exit', () => folder[Symbol.dispose]())
  const from = join(folder.path, 'data')
  await using app = await openTestApp({ ...options, dir: from })
  const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
  const second = await signUp(app.call, 'Second provider', {})
  const other = await signUp(app.call, 'Other buyer', {})
  const body = { name: 'Second shelf', visibility: 'listed' }
  const made = await app.call('POST', '/v1/datasets', { as: second.token, body })
  const shelves = [
    { ...market, provider: market.provider },
    { ...market, provider: second, datasetId: made.body.data.dataset_id },
  ]
  const things: Thing[] = []
  for (const [i, shelf] of shelves.entries()) things.push(await stock(app, shelf, i))
  return {
    from,
    nowMs: app.clock.nowMs(),
    operator: market.operator,
    providers: [market.provider, second],
    buyers: [
      await withKey(app, market.buyer, market.key),
      await withKey(app, other, await makeKey(app.call, other, {})),
    ],
    datasets: shelves.map(({ datasetId }) => datasetId),
    things,
  }
}

async function stock(app: App, shelf: Market, provider: number): Promise<Thing> {
  const word = wordOf(provider)
  const file = { filename: `${word}.txt`, bytes: Buffer.from(textOf(word)) }
  const { objectId, url } = await stage(shelf, file)
  while (await runNextJob(app));
  await approve(shelf, { objectId, url })
  while (await runNextJob(app));
  const sold = { licence: undefined, holders: [], soldAwayTo: undefined, wasFetched: false }
  const state = { status: 'active', indexState: 'indexed', isDown: false }
  return { objectId, uploadPath: pathOf(url), provider, word, ...state, ...sold }
}

async function withKey({ call }: App, one: Somebody, key: string): Promise<Buyer> {
  const { body } = await call('GET', '/v1/api-keys', { as: one.token })
  return { ...one, key, keyId: body.data.api_keys[0].api_key_id }
}

/** `await using running = await openRunning()`: always the same beginning, made once. */
export async function openRunning(): Promise<Running> {
  furnished ??= furnish()
  const { from, nowMs, ...people } = await furnished
  const clock = fakeClock(nowMs)
  const lives = await openLives(from, clock)
  const { app } = lives
  const call = (what: string, asked: Asked) => {
    const [method = '', path = ''] = what.split(' ')
    return app().call(method, path, asked)
  }
  return {
    ...structuredClone(people),
    clock,
    app,
    async ask(what, { fault, ...asked } = {}) {
      if (fault?.what === 'crash') await lives.crashIn(fault.at, () => call(what, asked))
      else if (fault?.what === 'lost answer') await call(what, asked)
      else if (fault?.what === 'full disk') {
        app().store.raw.pragma('max_page_count = 1')
        const answer = await call(what, asked)
        app().store.raw.pragma(`max_page_count = ${settings.pagesMax}`)
        if (answer.status < 500) return answer
      }
      return call(what, asked)
    },
    async runJob(fault) {
      if (fault?.what !== 'crash') return runNextJob(app())
      await lives.crashIn(fault.at, () => runNextJob(app()))
      return true
    },
    async erase(tenantId, { killedAt, dropsSold }) {
      const erase = () => eraseTenant(app(), tenantId, dropsSold)
      if (killedAt !== undefined) await lives.crashIn(killedAt, erase)
      return erase()
    },
    restart: lives.restart,
    [Symbol.asyncDispose]: lives[Symbol.asyncDispose],
  }
}

async function runNextJob({ rooms }: App): Promise<boolean> {
  const { outbox } = rooms
  const job = await outbox.lease()
  if (!job) return false
  const stopping = new AbortController().signal
  const handlers = jobHandlers(rooms)
  await runJob({ outbox, handlers, log: quiet, settings: settings.runner, stopping }, job)
  return true
}

async function eraseTenant({ rooms }: App, id: string, dropSold: boolean) {
  try {
    await rooms.erasure.eraseTenant({ tenantId: id as TenantId, forfeit: true, dropSold })
    return undefined
  } catch (error) {
    if (error instanceof Conflict) return error.reason
    throw error
  }
}

/** One application after the other, on a folder that goes from one to the next. */
async function openLives(from: string, clock: FakeClock) {
  const folder = temporaryFolder()
  let lives = 0
  let dir = join(folder.path, '0')
  copyFolder(from, dir)
  let app = await openTestApp({ ...options, dir, clock })
  const open = async (next: string) => {
    dir = next
    app = await openTestApp({ ...options, dir, clock })
    await app.rooms.outbox.requeueRunning()
    await app.runUpkeep()
  }
  return {
    app: () => app,
    /** The folder as a kill leaves it before a deed's commit of this number; then a new server. */
    async crashIn(at: number, deed: () => Promise<unknown>) {
      const [old, next] = [dir, join(folder.path, `${++lives}`)]
      let left = at
      app.store.beforeCommit(() => {
        left -= 1
        if (left === 0) copyFolder(old, next)
      })
      await deed()
      // It had fewer: the kill comes after the last one.
      if (left > 0) copyFolder(old, next)
      left = 0
      await app.close()
      rmSync(old, { recursive: true, force: true })
      await open(next)
    },
    async restart() {
      await app.close()
      await open(dir)
    },
    async [Symbol.asyncDispose]() {
      await app.close()
      folder[Symbol.dispose]()
    },
  }
}

/** Without what holds the folder for a process. */
function copyFolder(from: string, to: string): void {
  const isHeld = (path: string) => /kontor\.(lock|pid)$|\.sock$/.test(path)
  cpSync(from, to, { recursive: true, filter: (path) => !isHeld(path) })
}
