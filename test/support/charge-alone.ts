// A process of its own that charges downloads on the database that it is given, past the lock of
// the folder: as a second server would. It prints how many were charged and how many refused.
import { PaymentRequired } from '../../src/base/errors.ts'
import { cents } from '../../src/base/money.ts'
import { openLedger } from '../../src/domain/ledger/index.ts'
import { connect } from '../../src/store/connect.ts'
import { groupCommit } from '../../src/store/group-commit.ts'
import { openLogSync } from '../../src/store/log-sync.ts'
import { downloadOf } from './open-test-ledger.ts'
import { testSecrets } from './test-secrets.ts'

const [file = '', process_ = '0', count = '0'] = process.argv.slice(2)
const connection = connect(file, 'write')
// Who has lost the race for the lock again and again goes on waiting, however slow the disk is.
connection.raw.pragma('busy_timeout = 120000')
const { write } = groupCommit(connection, openLogSync({ file: `${file}-wal` }))
const ledger = openLedger({
  store: { db: connection.db, write },
  clock: { nowMs: () => Date.now(), elapsedMs: () => 0 },
  secrets: testSecrets,
  settings: { welcomeCredits: cents(0) },
  planOf: () => 'unlimited',
})

async function main(): Promise<void> {
  const parties = { buyer: 'tnt_b', provider: 'tnt_p', priceCents: 25 } as const
  let [charged, refused] = [0, 0]
  for (let i = 0; i < Number(count); i++) {
    const link = { n: Number(process_) * 1_000_000 + i, nowMs: Date.now() }
    try {
      await write((tx) => ledger.chargeDownload(tx, downloadOf(parties, link)))
      charged += 1
    } catch (error) {
      if (!(error instanceof PaymentRequired)) throw error
      refused += 1
    }
  }
  console.log(JSON.stringify({ charged, refused }))
}

main().catch((error) => {
  console.error(error)
  process.exit(1)
})
