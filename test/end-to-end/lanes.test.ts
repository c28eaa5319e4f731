// What is read quickly does not wait behind what takes long, and tenants take turns.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { leanSettings as settings } from '../support/lean-settings.ts'
import { makeImagePdf } from '../support/make-pdf.ts'
import { approve, indexed, type Market, stage, type Upload, until } from '../support/market.ts'
import { putMarketInto } from '../support/market-folder.ts'
import { signUp } from '../support/open-test-app.ts'
import { pictureOf } from '../support/picture.ts'
import { runServer } from '../support/run-server.ts'
import { columnText } from '../support/scanned-page.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { watchDatabase } from '../support/watch-database.ts'

const dense = await pictureOf(columnText)
const scan = (pages: number, picture = dense) =>
  makeImagePdf(Array.from({ length: pages }, () => ({ picture })))
const note = (text: string) => ({ filename: 'note.txt', bytes: Buffer.from(text) })

/** The same market, as another provider sees it. */
async function beside(market: Market, name: string): Promise<Market> {
  const provider = await signUp(market.call, name, {})
  const body = { name: 'Notes', visibility: 'listed' }
  const dataset = await market.call('POST', '/v1/datasets', { as: provider.token, body })
  return { ...market, provider, datasetId: dataset.body.data.dataset_id }
}

function onlyIn(look: ReturnType<typeof watchDatabase>, lane: string, count: number): boolean {
  const open = "FROM job WHERE kind = 'ingest-object' AND state IN ('queued', 'running')"
  const others = `SELECT count(*) ${open} AND lane <> ?`
  return (
    look.value(`SELECT count(*) ${open} AND lane = ?`, lane) === count &&
    look.value(others, lane) === 0
  )
}

test('a note is found while another tenant’s scans are read, through a kill', async () => {
  using folder = temporaryFolder()
  const place = { dir: folder.path, settings }
  const { at } = await putMarketInto(folder.path)
  await using first = await runServer(place)
  const market = at(first)
  const neighbour = await beside(market, 'Neighbour')
  using look = watchDatabase(folder.path)
  const scans: Upload[] = []
  // The second only waits for its turn.
  for (const [filename, pages] of [
    ['one.pdf', 2],
    ['two.pdf', 1],
  ] as const) {
    const file = { filename, contentType: 'application/pdf', bytes: await scan(pages) }
    scans.push(await stage(market, file))
  }
  for (const upload of scans) await approve(market, upload)
  await until('both wait for recognition', () => onlyIn(look, 'ocr', 2) || undefined)

  const early = await stage(neighbour, note('The ferryman keeps a heron.'))
  await approve(neighbour, early)
  await indexed(neighbour, early)
  const found = await market.call('GET', '/search?q=heron', { as: market.key })
  assert.is(found.body.total, 1, JSON.stringify(found.body))
  assert.ok(onlyIn(look, 'ocr', 2), 'the scans are still being read')

  await first.kill()
  await using _second = await runServer({ ...place, port: first.port })
  const late = await stage(neighbour, note('The ferryman keeps a cormorant.'))
  await approve(neighbour, late)
  await indexed(neighbour, late)
  assert.ok(onlyIn(look, 'ocr', 2), 'they are where they were')
  for (const upload of scans) await indexed(market, upload)
  const read = "SELECT count(DISTINCT object_id || ' ' || page) FROM passage WHERE kind = 'ocr'"
  assert.is(look.value(read), 3)
})

test('of two tenants’ scans one of each is read in turn', async () => {
  using folder = temporaryFolder()
  const { at } = await putMarketInto(folder.path)
  await using server = await runServer({ dir: folder.path, settings })
  const market = at(server)
  const neighbour = await beside(market, 'Neighbour')
  using look = watchDatabase(folder.path)
  const bytes = await scan(1, await pictureOf('Forty barrels of wax.'))
  const file = { filename: 'scan.pdf', contentType: 'application/pdf', bytes }
  const many: Upload[] = []
  for (let i = 0; i < 4; i++) many.push(await stage(market, file))
  const [one, two] = [await stage(neighbour, file), await stage(neighbour, file)]
  for (const upload of many) await approve(market, upload)
  for (const upload of [one, two]) await approve(neighbour, upload)
  await until('all are indexed', () => look.openJobs() === 0 || undefined)
  const order = look.rows(
    `SELECT tenant_id AS tenant FROM job WHERE kind = 'ingest-object' ORDER BY finished_at`,
  ) as { tenant: string }[]
  const places = order.flatMap(({ tenant }, i) => (tenant === neighbour.provider.tenantId ? i : []))
  // The first of the many may have begun before anybody else was there.
  assert.ok((places[0] ?? 9) <= 2 && (places[1] ?? 9) <= 4, `${places}`)
})

test.run()
