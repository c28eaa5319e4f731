// Query strings of chance, sent to every address that reads one: no answer is an error of ours, and
// each has a status that the served document names.
import { publish } from './clients.ts'
import { type Hammer, type Hit, openHammer, repeated, Tally } from './hammer.ts'
import { openNotes } from './notes.ts'
import { openPipes, type Pipes } from './pipes.ts'
import { anyQueryString } from './query-strings.ts'
import { openRandom } from './random.ts'
import { openWorld, type World } from './world.ts'

export type QueriesReport = {
  seed: string
  /** How many were to be sent, and how many were: with notes, also by earlier runs. */
  count: number
  sent: number
  seconds: number
  /** Servers that were asked at the same time. */
  worlds: number
  mix: typeof mix
  /** How many addresses were asked. */
  addresses: number
  answers: { search: Tally; others: Tally }
  breaches: string[]
}

/** One address and the names of what it reads from the query. */
type Address = {
  path: string
  names: readonly string[]
  as: string
  isSearch: boolean
  /** That the served document names. */
  statuses: ReadonlySet<number>
}

/** Of so many strings; a search that is made costs as much as eight that are refused. */
const mix = {
  search: '6 of 10 strings to /search, the others to any address',
  searched: '1 of 8 of those to /search with a key that may search without end',
  read: 'the others with a key of the plan free: read too, and refused when its searches are spent',
}
const searchOf10 = 6
const searchedOneIn = 8
/** Strings of one seed, sent to one server: what notes count. */
const pieceSize = 10_000
/** So many pieces, then a new server: what was searched is recorded, and lists of it grow. */
const piecesOfWorld = 100
const connections = 8
const atOnce = 48
const breachesMax = 20
/** A longer one, or one beyond ASCII, may end its connection: that one is not shared. */
const sharedMax = 32 * 1024

export async function soakQueries(options: {
  count: number
  seed: string
  worlds?: number
  /** Where each piece is noted; those that are in it already are not sent again. */
  notes?: string | undefined
  onSent?: (done: number) => void
}): Promise<QueriesReport> {
  const { count, seed, worlds: worldsMax = 1, notes, onSent } = options
  const startedMs = performance.now()
  const noted = openNotes<PieceDone>(notes, { what: 'queries', seed, count })
  const report = reportOf(options)
  const left = piecesOf(count)
  for (const done of noted.before) {
    left.splice(
      left.findIndex(({ number }) => number === done.number),
      1,
    )
    take(report, done)
  }
  const isOver = () => left.length === 0 || report.breaches.length >= breachesMax
  report.worlds = Math.min(worldsMax, left.length)
  const ask = async () => {
    await using asked = await openAsked(seed)
    report.addresses = asked.addresses.length
    for (let i = 0; i < piecesOfWorld && !isOver(); i++) {
      const done = await sendPiece(asked, { ...(left.shift() as Piece), seed })
      take(report, done)
      if (done.breaches.length === 0) noted.add(done)
      onSent?.(report.sent)
    }
  }
  const line = async () => {
    while (!isOver()) await ask()
  }
  await Promise.all(Array.from({ length: report.worlds }, line))
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

type Piece = { number: number; size: number }
type Counts = Record<'search' | 'others', Record<string, number>>
type PieceDone = { number: number; sent: number; answers: Counts; breaches: string[] }

function piecesOf(count: number): Piece[] {
  return Array.from({ length: Math.ceil(count / pieceSize) }, (_, i) => ({
    number: i + 1,
    size: Math.min(pieceSize, count - i * pieceSize),
  }))
}

function reportOf({ count, seed }: { count: number; seed: string }): QueriesReport {
  const answers = { search: new Tally(), others: new Tally() }
  const nothing = { sent: 0, seconds: 0, worlds: 0, addresses: 0, breaches: [] }
  return { seed, count, ...nothing, mix, answers }
}

function take(report: QueriesReport, { sent, answers, breaches }: PieceDone): void {
  report.sent += sent
  report.breaches.push(...breaches)
  for (const name of ['search', 'others'] as const) report.answers[name].addAll(answers[name])
}

type Asked = AsyncDisposable & {
  world: World
  addresses: readonly Address[]
  pipes: Pipes
  hammer: Hammer
}

async function openAsked(seed: string): Promise<Asked> {
  const world = await openWorld()
  const random = openRandom(seed)
  for (let i = 0; i < 3; i++) await publish(world, random, { sentences: 40 })
  const { url } = world.server()
  const pipes = openPipes({ url, connections })
  const hammer = openHammer({ url, connections })
  return {
    world,
    addresses: await addressesOf(world),
    pipes,
    hammer,
    async [Symbol.asyncDispose]() {
      pipes[Symbol.dispose]()
      hammer[Symbol.dispose]()
      await world[Symbol.asyncDispose]()
    },
  }
}

async function sendPiece(
  { world, addresses, pipes, hammer }: Asked,
  { number, size, seed }: Piece & { seed: string },
): Promise<PieceDone> {
  const random = openRandom(`${seed}/${number}`)
  const answers = { search: new Tally(), others: new Tally() }
  const breaches: string[] = []
  let sent = 0
  const stop = () => breaches.length >= breachesMax
  await repeated({ times: size, atOnce, stop }, async () => {
    const address = random.below(10) < searchOf10 ? searchOf(addresses) : random.pick(addresses)
    const path = `${address.path}?${anyQueryString(address, random)}`
    const isRead = address.isSearch && random.below(searchedOneIn) > 0
    const as = isRead ? world.market.key : address.as
    const isShared = path.length < sharedMax && isAscii(path)
    const headers = { authorization: `Bearer ${as}` }
    const hit = await (isShared
      ? pipes.get({ path, credential: as })
      : hammer.send({ method: 'GET', path, headers })
    ).catch(silence)
    answers[address.isSearch ? 'search' : 'others'].add(`${hit.status}`)
    const wrong = wrongWith(hit, { path, statuses: address.statuses })
    if (wrong) breaches.push(`${wrong}: ${hit.status} ${hit.text.slice(0, 200)} to GET ${path}`)
    sent += 1
  })
  const counts = { search: answers.search.counts, others: answers.others.counts }
  return { number, sent, answers: counts, breaches }
}

const isAscii = (path: string) => !/[^\0-\x7f]/.test(path)

/**
 * 503 stands for a search that had its time, or for too much to do; everything else from 500 on is
 * a fault of ours, and so is a refusal that does not say why, and a status that no document names.
 * Bytes beyond ASCII and a line that is too long are refused by the parser of HTTP, which says
 * nothing.
 */
export function wrongWith(
  { status, text }: Hit,
  { path, statuses }: Pick<Address, 'path' | 'statuses'>,
): string | undefined {
  if (status === 503) return undefined
  if (status < 200 || status >= 500 || (status >= 300 && status < 400)) return 'a fault'
  const isOfParser = status === 431 || !isAscii(path)
  if (isOfParser && status >= 400) return undefined
  if (status >= 400 && !text.startsWith('{')) return 'a refusal without a reason'
  return statuses.has(status) ? undefined : 'a status that is not documented'
}

function silence(error: Error): Hit {
  return { status: 0, text: error.message }
}

/** Whatever the served documents say is read with a query. */
async function addressesOf({ market, searchKey }: World): Promise<Address[]> {
  const documents = await Promise.all(
    ['a', 'b'].map(async (name) => (await market.call('GET', `/openapi/${name}.json`)).body),
  )
  const found = documents.flatMap(({ paths }) =>
    Object.entries(paths as Record<string, { get?: Get }>).flatMap(([path, { get }]) => {
      const names = (get?.parameters ?? []).filter((one) => one.in === 'query')
      // An answer without an end is nothing to wait for.
      const isStream = get?.responses?.['200']?.content?.['text/event-stream'] !== undefined
      if (names.length === 0 || isStream) return []
      const statuses = new Set(Object.keys(get?.responses ?? {}).map(Number))
      return [{ path, names: names.map(({ name }) => name), statuses }]
    }),
  )
  return found.map(({ path, names, statuses }) => ({
    path: path
      .replace('{dataset_id}', market.datasetId)
      .replace('{tenant_id}', market.provider.tenantId)
      .replace(/\{\w+\}/g, market.datasetId),
    names,
    as: path.startsWith('/v1/') ? market.operator.token : searchKey,
    isSearch: path === '/search',
    statuses,
  }))
}

type Parameter = { name: string; in: string }
type Get = {
  parameters?: Parameter[]
  responses?: Record<string, { content?: Record<string, object> }>
}

function searchOf(addresses: readonly Address[]): Address {
  const search = addresses.find(({ isSearch }) => isSearch)
  if (!search) throw new Error('the served document does not know /search')
  return search
}
