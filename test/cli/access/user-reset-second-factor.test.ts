// The way back in for who lost every second factor.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openTestApp } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { addPasskey, addTotp, logInWith } from '../../support/second-factors.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

test('reset-second-factor lets somebody in by the password alone, and is in the log', async () => {
  using folder = temporaryFolder()
  const dir = folder.path
  const parts = { jobs: false, workers: false }
  let token = ''
  {
    await using app = await openTestApp({ dir, parts })
    const ada = await app.signUp('Ada')
    token = ada.token
    await addTotp(app, ada)
    await addPasskey(app, ada)
    assert.is((await logInWith(app, ada)).status, 403)
  }
  const email = 'ada@example.eu'
  const reset = (address: string, ...more: string[]) => {
    const args = ['user', 'reset-second-factor', '--email', address, '--data-dir', dir, ...more]
    return runCommand({ args })
  }
  assert.is((await reset('nobody@example.eu')).code, 1)
  const { code, out } = await reset(email, '--json')
  assert.is(code, 0)
  const { user_id, ...rest } = JSON.parse(out.join('\n'))
  assert.match(user_id, /^usr_/)
  assert.equal(rest, { email, totp: true, passkeys: 1, sessions_ended: 1 })
  await using app = await openTestApp({ dir, parts })
  assert.is((await app.call('GET', '/v1/me', { as: token })).status, 401)
  assert.is((await logInWith(app, { email })).status, 200)
  for (const table of ['totp', 'passkey', 'recovery_code', 'factor_challenge']) {
    assert.is(app.store.raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), 0, table)
  }
  const rows = app.store.raw.prepare(
    "SELECT actor_type FROM audit_event WHERE action = 'user.second_factor_reset'",
  )
  assert.equal(rows.pluck().all(), ['operator'])
})

test.run()
