// The bucket of a market is deleted, renamed or emptied while its server runs. To whoever asks for
// the head of an object all of that is 404, as for a file that is missing; no file is one by that.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { storeFindings } from '../../src/adapters/doctor/store-checks.ts'
import { type App, moveFiles } from '../../src/app.ts'
import { assertLedgerBalances } from '../support/assert-ledger-balances.ts'
import { prose } from '../support/inspections.ts'
import { approve, indexed, initiate, mint, openMarket, publish, stage } from '../support/market.ts'
import { openTestApp } from '../support/open-test-app.ts'
import { refusal } from '../support/refusal.ts'
import { smallS3 } from '../support/small-s3.ts'

type S3 = Awaited<ReturnType<typeof smallS3>>
type Loss = { it: string; lose(s3: S3): () => void; finding: RegExp; remedy: RegExp }

const losses: Loss[] = [
  {
    it: 'is gone',
    lose(s3) {
      s3.isGone = true
      return () => {
        s3.isGone = false
      }
    },
    finding: /NoSuchBucket/,
    remedy: /Make the bucket kontor there/,
  },
  {
    it: 'was made anew and is empty',
    lose(s3) {
      const kept = [...s3.objects]
      s3.objects.clear()
      return () => {
        for (const [name, object] of kept) s3.objects.set(name, object)
      }
    },
    finding: /kontor-installation\.json/,
    remedy: /put back what it held/,
  },
]

for (const { it, lose, finding, remedy } of losses) {
  test(`the bucket ${it}: no file is missing, and nothing is charged or given up`, async () => {
    await using s3 = await smallS3()
    await using app = await openTestApp({ config: { ...s3.settings, welcomeCredits: 1_000 } })
    const market = await openMarket(app.call, (await app.ensureSetupCode()) ?? null)
    const credits = () => app.rooms.ledger.creditsOf(app.store.db, market.buyer.tenantId as never)
    const sold = await publish(market, { bytes: prose(20) })
    const waiting = await stage(market, { bytes: prose(21), filename: 'waiting.txt' })
    const link = (await mint(market, sold)).body.url
    const before = credits()

    const giveBack = lose(s3)
    const fetched = await app.call('GET', link)
    assert.is(fetched.status, 503)
    assert.match(JSON.stringify(fetched.body), /store of files cannot be reached.*charged/)
    assert.is(credits(), before)
    await approve(market, waiting)
    app.clock.advance({ seconds: 600 })
    await app.settleJobs()
    // They were tried, and what kept them is none of their failures.
    assert.equal(jobsOf(app, waiting.objectId), [
      { kind: 'ingest-object', isTried: 1, failures: 0 },
      { kind: 'inspect-object', isTried: 1, failures: 0 },
    ])
    const moved = await refusal(moveFiles(app, { finish: true }))
    assert.is(moved.name, 'FilesAway')
    const [found] = await storeFindings({
      dataDir: app.dir,
      stores: app.config.blobStores,
    } as never)
    assert.match(found?.message ?? '', finding)
    assert.match(found?.remedy ?? '', remedy)
    const upload = await initiate(market, { bytes: prose(22), filename: 'later.txt' })
    assert.is((await app.call('PUT', upload.url, { raw: prose(22) })).status, 503)
    if (!s3.isGone) assert.equal([...s3.objects.keys()], [], 'nothing is put into a strange bucket')

    giveBack()
    assert.is((await app.call('GET', link)).status, 200)
    app.clock.advance({ hours: 1 })
    await indexed(market, waiting)
    assertLedgerBalances(app)
  })
}

function jobsOf({ store }: Pick<App, 'store'>, objectId: string): unknown[] {
  return store.raw
    .prepare(
      `SELECT kind, attempt > 0 AS isTried, failures FROM job
       WHERE subject_id = ? AND state <> 'done' ORDER BY kind`,
    )
    .all(objectId)
}

test.run()
