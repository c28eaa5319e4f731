// Query strings of chance, sent to every address that reads one: no answer is an error of ours.
import { nastyQueries } from '../../test/support/any-query.ts'
import { mutate } from '../../test/support/mutate.ts'
import { publish } from './clients.ts'
import { asPath, type Hit, openHammer, repeated, Tally } from './hammer.ts'
import { openRandom, type Random } from './random.ts'
import { openWorld, type World } from './world.ts'

export type QueriesReport = {
  seed: string
  sent: number
  seconds: number
  /** How many addresses were asked. */
  addresses: number
  answers: { search: Tally; others: Tally }
  breaches: string[]
}

/** One address and the names of what it reads from the query. */
type Address = { path: string; names: readonly string[]; as: string; isSearch: boolean }

const connections = 8
const breachesMax = 20
const textMax = 3_000

export async function soakQueries(options: {
  count: number
  seed: string
  onSent?: (done: number) => void
}): Promise<QueriesReport> {
  const { count, seed, onSent } = options
  const startedMs = performance.now()
  const random = openRandom(seed)
  await using world = await openWorld()
  for (let i = 0; i < 3; i++) await publish(world, random, { sentences: 40 })
  using hammer = openHammer({ url: world.server().url, connections })
  const addresses = await addressesOf(world)
  const answers = { search: new Tally(), others: new Tally() }
  const breaches: string[] = []
  const report = { seed, sent: 0, seconds: 0, addresses: addresses.length, answers, breaches }
  const stop = () => breaches.length >= breachesMax
  await repeated({ times: count, atOnce: 2 * connections, stop }, async () => {
    const address = random.below(10) < 6 ? searchOf(addresses) : random.pick(addresses)
    const path = `${address.path}?${anyQueryString(address, random)}`
    const headers = { authorization: `Bearer ${address.as}` }
    const hit = await hammer.send({ method: 'GET', path, headers }).catch(silence)
    answers[address.isSearch ? 'search' : 'others'].add(`${hit.status}`)
    if (!isProper(path, hit))
      breaches.push(`${hit.status} ${hit.text.slice(0, 200)} to GET ${path}`)
    report.sent += 1
    onSent?.(report.sent)
  })
  report.seconds = (performance.now() - startedMs) / 1000
  return report
}

/**
 * 503 stands for a search that had its time, or for too much to do; everything else from 500 on is
 * a fault of ours, and so is a refusal that does not say why. Bytes beyond ASCII and a line that is
 * too long are refused by the parser of HTTP, which says nothing.
 */
function isProper(path: string, { status, text }: Hit): boolean {
  if (status === 503 || (status >= 200 && status < 300)) return true
  const says = text.startsWith('{') || status === 431 || /[^\0-\x7f]/.test(path)
  return status >= 400 && status < 500 && says
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
      return [{ path, names: names.map(({ name }) => name) }]
    }),
  )
  return found.map(({ path, names }) => ({
    path: path
      .replace('{dataset_id}', market.datasetId)
      .replace('{tenant_id}', market.provider.tenantId)
      .replace(/\{\w+\}/g, market.datasetId),
    names,
    as: path.startsWith('/v1/') ? market.operator.token : searchKey,
    isSearch: path === '/search',
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

const plain = [
  'q=heat+pump&mode=keyword&limit=10&offset=0&facets=true&after=1&sort=recent',
  'q=%22boiler%22+kind%3Aocr+AND+(a+OR+b*)+-c~1&highlight=true&modality=text&lang=de&limit=1',
  'cursor=abc&limit=20&status=active&from=2026-01-01T00%3A00%3A00Z&period=2026-10&tags=a%2Cb',
]

function anyQueryString(address: Address, random: Random): string {
  const text = anyFields(address, random)
  // Bytes beyond ASCII are refused by the parser of HTTP, before anybody reads a query.
  const bytes = random.below(30) === 0 ? text : text.replace(/[^\0-\x7f]+/g, encodeURIComponent)
  return asPath(bytes.replace(/#/g, '%23'))
}

function anyFields(address: Address, random: Random): string {
  const chance = random.below(100)
  if (chance < 25) return mutate(random.pick(plain), () => random.next())
  if (chance < 50 && address.isSearch) return `q=${escaped(anyText(random), random)}`
  if (chance < 56) return noise(random).toWellFormed()
  const fields = Array.from({ length: 1 + random.below(6) }, (_, i) => {
    const known = address.isSearch && i === 0 ? 'q' : random.pick(address.names)
    const name = random.below(12) > 0 ? known : escaped(anyText(random), random)
    return `${name}=${escaped(anyText(random), random)}`
  })
  return fields.join(random.below(30) === 0 ? ';' : '&')
}

const words = [
  ...['boiler', 'heat pump', 'ß', '検査', '💡', 'A-17', 'a', '', ' ', '-1', '0', '1', '100', '101'],
  ...['99999999999999999999', '1e3', '0x10', 'NaN', 'true', 'false', 'keyword', 'hybrid', 'recent'],
  ...[
    'text',
    'image',
    'de',
    'de-AT',
    'ocr',
    'transcript',
    'active',
    'listed',
    '2026-10',
    '2026-13',
  ],
  ...['2026-10-01T00:00:00Z', '2026-02-30', '\u0000', '\ufffd', '%', '%zz', '../..', '[]', '{}'],
]
const operators = [
  'AND',
  'OR',
  'NOT',
  '(',
  ')',
  '+',
  '-',
  '"',
  '*',
  '~',
  '~2',
  ':',
  'kind:',
  'page:',
]

function anyText(random: Random): string {
  const chance = random.below(100)
  if (chance < 35) return random.pick(words)
  if (chance < 55) return random.pick(nastyQueries)
  if (chance < 65) return noise(random)
  const pieces = Array.from({ length: 1 + random.below(40) }, () =>
    random.pick(random.below(2) === 0 ? words : operators),
  )
  return pieces.join(random.below(2) === 0 ? ' ' : '').slice(0, textMax)
}

/** Characters from everywhere, lone surrogates too: as they are sent, those are U+FFFD. */
function noise(random: Random): string {
  const limits = [0x80, 0x100, 0x3000, 0x10000, 0x110000]
  const points = Array.from({ length: random.below(60) }, () => random.below(random.pick(limits)))
  return String.fromCodePoint(...points)
}

/** As a client should, or not. */
function escaped(text: string, random: Random): string {
  const sent = text.toWellFormed()
  return random.below(8) === 0 ? sent : encodeURIComponent(sent)
}
