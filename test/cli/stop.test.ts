// What the long commands leave behind when somebody asks them to stop.
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { Left, stoppedCode, unlessLeft } from '../../src/cli/stop.ts'
import { refusal } from '../support/refusal.ts'
import { runCommand } from '../support/run-command.ts'
import { openHouses } from '../support/two-houses.ts'

/** Each is asked to stop before its first step; `without` is what must not be there then. */
type Row = { args: string[]; says: RegExp; without?: string }

test('every long command says how it goes on, and leaves nothing half done', async () => {
  using houses = await openHouses()
  const at = (name: string) => join(houses.path, name)
  const [dir, dataset] = [houses.dir, houses.trade.market.datasetId]
  mkdirSync(at('inbox'))
  writeFileSync(join(at('inbox'), 'a.txt'), 'The dam holds.')
  const run = (args: string[], stopped?: NodeJS.Signals) =>
    runCommand({ args: [...args, '--data-dir', dir], ...(stopped ? { stopped } : {}) })
  assert.is((await run(['backup', at('whole')])).code, 0)
  assert.is((await run(['tenant', 'export', 'Provider house', '--to', at('archive')])).code, 0)
  const restored = ['restore', at('whole'), '--data-dir', at('restored')]
  const sheet = ['--period', '2026-01', '--out', at('books.csv')]
  const rows: Row[] = [
    { args: ['import', at('inbox'), '--dataset', dataset], says: /0 of 1 were done\. Give/ },
    { args: ['backup', at('backups')], says: /Stopped after .* bytes\. No backup was made/ },
    { args: ['backup', 'verify', at('whole')], says: /Stopped after .* says nothing of the rest/ },
    { args: restored, says: /Stopped after .* Nothing was restored/, without: at('restored') },
    {
      args: ['tenant', 'export', 'Provider house', '--to', at('other')],
      says: /nothing of the archive stays/,
      without: at('other'),
    },
    { args: ['tenant', 'import', at('archive')], says: /archive was checked: nothing was taken/ },
    { args: ['ledger', 'export', ...sheet], says: /was not written/, without: at('books.csv') },
    { args: ['index', 'rebuild'], says: /0 of \d+ passages were done\. .* begins anew/ },
    { args: ['index', 'verify'], says: /0 of \d+ passages were done/ },
    { args: ['settle', '--period', '2026-01'], says: /0 statements .* so far; .* makes the rest/ },
    { args: ['review', 'approve', '--dataset', dataset, '--all'], says: /0 of \d+ were done/ },
  ]
  for (const { args, says, without } of rows) {
    const { code, err } = await runCommand({
      args: args.includes('--data-dir') ? args : [...args, '--data-dir', dir],
      stopped: 'SIGTERM',
    })
    assert.is(code, 143, `${args}: ${err}`)
    assert.match(err.join('\n'), says, `${args}`)
    if (without) assert.not(existsSync(without), without)
  }
  assert.equal(
    readdirSync(at('backups')).filter((name) => !name.startsWith('blobs')),
    [],
  )
  const leftovers = readdirSync(houses.path).filter((name) => /writing-|restoring-/.test(name))
  assert.equal(leftovers, [])
})

test('a command that does not stop by itself is left at once, with its own exit code', async () => {
  const said: string[] = []
  const waiting = { stop: AbortSignal.abort('SIGINT'), stops: false, io: { err: said.push } }
  assert.instance(await refusal(unlessLeft(new Promise(() => {}), waiting)), Left)
  assert.equal([stoppedCode(waiting.stop), stoppedCode(AbortSignal.abort('SIGTERM'))], [130, 143])
})

test.run()
