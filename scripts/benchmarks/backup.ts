import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { initiate, type Market, openMarketOn, publish } from '../../test/support/market.ts'
import { kontor, runServer } from '../../test/support/run-server.ts'
import { temporaryFolder } from '../../test/support/temporary-folder.ts'
import { askMany } from './load.ts'
import { type Bench, beside, inTurns, type Row, rowOf } from './measure.ts'

const fileBytes = 16 * 1024 * 1024
const usualFiles = 64
const fullFiles = 640
const rounds = 3
const mega = 1_000_000
const run = promisify(execFile)

/** A backup of a serving server beside cp of the same files. */
export const backup: Bench = {
  name: 'backup',
  about: 'kontor backup beside cp -r, while it serves',
  async run(log, { full }) {
    const files = full ? fullFiles : usualFiles
    using folder = temporaryFolder()
    const [dir, to] = [join(folder.path, 'data'), join(folder.path, 'to')]
    await using server = await runServer({ dir, settings: { KONTOR_LOG_LEVEL: 'error' } })
    const market = await openMarketOn(server)
    await publish(market, { bytes: Buffer.from('The pump of house 9 was replaced.') })
    log(`${files} files of ${fileBytes / 1024 / 1024} MiB are uploaded`)
    for (let i = 0; i < files; i++) await put(market)
    const inFresh = (work: () => Promise<void>) => async () => {
      rmSync(to, { recursive: true, force: true })
      mkdirSync(to)
      const startedMs = performance.now()
      await work()
      return [performance.now() - startedMs]
    }
    const ways = {
      ours: inFresh(() => backUp({ dir, to })),
      cp: inFresh(async () => void (await run('cp', ['-r', join(dir, 'blobs'), to]))),
      onDisk: inFresh(async () => {
        await run('cp', ['-r', join(dir, 'blobs'), to])
        await run('sync', ['--file-system', to])
      }),
    }
    await using asking = asksMeanwhile(server.url, market)
    const { ours, cp, onDisk } = await inTurns(ways, rounds)
    const bytes = files * fileBytes
    const row = (name: string, { times, seconds }: typeof ours) =>
      rated(rowOf(name, times, seconds), bytes)
    const peers = [row('cp -r', cp), row('cp -r and sync', onDisk)] as const
    const own = row('backup while serving', ours)
    log(`${asking.answered()} requests were answered meanwhile`)
    return [
      beside(own, peers[0]),
      { ...beside(own, peers[1]), name: 'the same, both on the disk' },
      ...peers,
      await startOfCommand(),
    ]
  },
}

/** Bytes that no disk compresses; what was sent and not confirmed is in a backup, too. */
async function put(market: Market): Promise<void> {
  const bytes = randomBytes(fileBytes)
  const { url } = await initiate(market, { bytes })
  const { status } = await market.call('PUT', url, { raw: bytes })
  if (status !== 200) throw new Error(`an upload answered ${status}`)
}

async function backUp({ dir, to }: { dir: string; to: string }): Promise<void> {
  const { code, output } = await kontor(['backup', to, '--data-dir', dir])
  if (code !== 0) throw new Error(output)
}

function rated(row: Row, bytes: number): Row {
  const rate = (bytes / mega) * row.perSecond
  return { ...row, note: `${rate.toFixed(0)} MB/s of ${(bytes / 1e9).toFixed(2)} GB` }
}

/** What of the time is the start of the command line, whatever there is to copy. */
async function startOfCommand(): Promise<Row> {
  const startedMs = performance.now()
  await kontor(['--version'])
  const ms = performance.now() - startedMs
  return rowOf('of that: start of the command', [ms], ms / 1000)
}

/** One request after the other, so that the server has something else to do. */
function asksMeanwhile(url: string, { key }: Market) {
  let isOver = false
  let answered = 0
  const running = (async () => {
    while (!isOver) {
      const ask = { headers: { 'x-api-key': key }, parallel: 1, requests: 1 }
      await askMany(`${url}/health`, ask)
      answered++
      await new Promise((done) => setTimeout(done, 20))
    }
  })()
  return {
    answered: () => answered,
    async [Symbol.asyncDispose]() {
      isOver = true
      await running
    },
  }
}
