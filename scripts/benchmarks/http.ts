import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { makePdf } from '../../test/support/make-pdf.ts'
import { type Market, mint, openMarketOn, publish } from '../../test/support/market.ts'
import { makeKey } from '../../test/support/open-test-app.ts'
import { runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { askMany, bareServer, residentMb, timed } from './load.ts'
import { type Bench, beside, inTurns, type Row, rowOf } from './measure.ts'

const rounds = 5
const requests = 1_000
const connections = [1, 16, 64]
const fileBytes = 64 * 1024 * 1024

/** The product as it is run, beside a bare node:http that sends the same bytes. */
export const http: Bench = {
  name: 'http',
  about: 'the product beside bare node:http with the same bytes, each a process of its own',
  async run(log) {
    using folder = temporaryFolder()
    const settings = {
      KONTOR_SEARCH_RATE_PER_MINUTE: '1000000',
      KONTOR_WELCOME_CREDITS: '100000',
      KONTOR_LOG_LEVEL: 'warn',
    }
    await using server = await runServer({ dir: folder.path, settings })
    const idle = memoryRow('idle, resident', residentMb(server.pid))
    const market = await openMarketOn(server)
    const text = 'The heat pump of station OPS-306 was inspected; its compressor leaks oil.'
    await publish(market, { bytes: Buffer.from(text) })
    // The operator's own tenant has no monthly allowance to run out of.
    const key = await makeKey(market.call, market.operator, {})
    const rows: Row[] = [idle]
    for (const parallel of connections) {
      log(`  ${parallel} connections`)
      rows.push(...(await routes({ url: server.url, key, parallel })))
    }
    log(`  /dl of ${fileBytes / 1024 / 1024} MiB`)
    rows.push(...(await downloads(market, folder.path)))
    rows.push(memoryRow('after all, resident', residentMb(server.pid)))
    return rows
  },
}

type Asking = { url: string; key: string; parallel: number }

async function routes({ url, key, parallel }: Asking): Promise<Row[]> {
  const headers = { 'x-api-key': key }
  const load = { headers, parallel, requests }
  const health = await (await fetch(`${url}/health`)).text()
  const found = await (await fetch(`${url}/search?q=compressor`, { headers })).text()
  await using bareHealth = await bareServer('body', health)
  await using bareSearch = await bareServer('body', found)
  const result = await inTurns(
    {
      bareHealth: () => askMany(bareHealth.url, load),
      health: () => askMany(`${url}/health`, load),
      me: () => askMany(`${url}/v1/me`, load),
      bareSearch: () => askMany(bareSearch.url, load),
      search: () => askMany(`${url}/search?q=compressor`, load),
    },
    rounds,
  )
  type Measured = (typeof result)['health']
  const row = (name: string, { times, seconds }: Measured) =>
    rowOf(`${name}, ${parallel} connections`, times, seconds)
  const peer = row('bare node:http, health body', result.bareHealth)
  const searchPeer = row('bare node:http, search body', result.bareSearch)
  return [
    peer,
    beside(row('GET /health', result.health), peer),
    beside(row('GET /v1/me with a key', result.me), peer),
    searchPeer,
    beside(row('GET /search, metered', result.search), searchPeer),
  ]
}

async function downloads(market: Market, folder: string): Promise<Row[]> {
  const bytes = await largePdf()
  const upload = await publish(market, {
    filename: 'large.pdf',
    contentType: 'application/pdf',
    bytes,
  })
  await using bare = await bareServer('file', blobOf({ folder, objectId: upload.objectId }))
  const newLink = async () => (await mint(market, upload)).body.url as string
  const result = await inTurns(
    { bare: () => timed(bare.url), dl: async () => timed(await newLink()) },
    rounds,
  )
  const peer = rowOf('bare node:http, the same file', result.bare.times, result.bare.seconds)
  return [peer, beside(rowOf('GET /dl with its mint', result.dl.times, result.dl.seconds), peer)]
}

function memoryRow(name: string, mb: number): Row {
  return { name, medianMs: 0, p95Ms: 0, perSecond: 0, note: `${mb.toFixed(0)} MB` }
}

/** A PDF of one page, blown up by white space before its end. */
async function largePdf(): Promise<Buffer> {
  const pdf = await makePdf({ pages: ['The whole file is what is measured.'] })
  const end = pdf.subarray(pdf.lastIndexOf('startxref'))
  return Buffer.concat([pdf, Buffer.alloc(fileBytes - pdf.length, ' '), end])
}

function blobOf({ folder, objectId }: { folder: string; objectId: string }): string {
  const shelf = join(folder, 'blobs', objectId.slice(-2))
  const name = readdirSync(shelf).find((one) => one.startsWith(objectId))
  if (name === undefined) throw new Error(`there is no file of ${objectId} in ${shelf}`)
  return join(shelf, name)
}
