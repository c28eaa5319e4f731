// kill -9 around an ingestion. The moment is seen from outside, in the files
// and in the database, so that the program needs no switch for tests.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { prose } from '../support/inspections.ts'
import { leanSettings as settings } from '../support/lean-settings.ts'
import {
  approve,
  indexed,
  type Market,
  publish,
  stage,
  type Upload,
  until,
} from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { childrenOf, isRunning } from '../support/processes.ts'
import { type RunningServer, runServer, type ServerOptions } from '../support/run-server.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchDatabase } from '../support/watch-database.ts'

test('killed between two slices of passages: the rest follows, nothing twice', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  const whole = await publish(market, { bytes: prose(8000) })
  using look = watchDatabase(folder.path)
  const server = { dir: folder.path, port: first.port, settings }
  const { cut, through } = await cutOff(server, { market, whole, look, first })
  assert.ok(look.passages(cut) < look.passages(whole))
  assert.is(
    look.value('SELECT index_state FROM object WHERE object_id = ?', cut.objectId),
    'queued',
  )

  await using _second = await runServer(server)
  await indexed(market, cut)
  assert.ok(look.passages(whole) > 400)
  assert.equal(look.texts(cut), look.texts(whole))
  const files = 2 + through.length
  assert.is(look.value('SELECT count(*) FROM passage_fts'), files * look.passages(whole))
  await until('no job is open', () => look.openJobs() === 0 || undefined)
})

type Shot = {
  market: Market
  whole: Upload
  look: ReturnType<typeof watchDatabase>
  /** Is killed first. */
  first: RunningServer
}

/** The moment is short: where a server was through with a file before the kill, another follows. */
async function cutOff(place: ServerOptions, { market, whole, look, first }: Shot) {
  for (const through: Upload[] = []; ; ) {
    await using server = through.length === 0 ? first : await runServer(place)
    const cut = await stage(market, { bytes: prose(8000) })
    await approve(market, cut)
    await look.until(() => look.passages(cut) > 0)
    await server.kill()
    if (look.passages(cut) < look.passages(whole)) return { cut, through }
    through.push(cut)
  }
}

test('killed during extraction: the child ends too, and the next server does the job', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer({ dir: folder.path, settings })
  const market = at(first)
  // Too long to have been read with the inspection, and for the most part nothing.
  const blank = Buffer.alloc(1_500_000, '          \n')
  const upload = await stage(market, { bytes: Buffer.concat([prose(1_000), blank, prose(1_000)]) })
  using look = watchDatabase(folder.path)
  await until('the inspection is done', () => look.openJobs() === 0 || undefined)
  await approve(market, upload)
  const children = await until('a child extracts', () => {
    const found = childrenOf(first.pid)
    return found.length > 0 ? found : undefined
  })
  await first.kill()
  await until('the child has ended', () => !children.some(isRunning) || undefined)

  await using _second = await runServer({ dir: folder.path, port: first.port, settings })
  await indexed(market, upload)
  await until('no job is open', () => look.openJobs() === 0 || undefined)
  assert.is(look.value("SELECT count(*) FROM job WHERE state = 'failed'"), 0)
})

test.run()
