// A process of its own that settles a month on a data folder, to be killed while it does.
import { cents } from '../../src/base/money.ts'
import { openLedger } from '../../src/domain/ledger/index.ts'
import { openStore } from '../../src/store/open.ts'
import { testSecrets } from './test-secrets.ts'

const [dir = '', period = '', nowMs = '0'] = process.argv.slice(2)
const clock = { nowMs: () => Number(nowMs), elapsedMs: () => 0 }
const store = openStore({ dir, clock })
const ledger = openLedger({
  store,
  clock,
  secrets: testSecrets,
  planOf: () => 'unlimited' as const,
  settings: { welcomeCredits: cents(0) },
})

console.log('open')
ledger.settlePeriod(period).then(
  ({ statements }) => {
    store.close()
    console.log(`done ${statements}`)
  },
  (error) => {
    console.error(error)
    process.exit(1)
  },
)
