// What a new operator sets up, each thing tried for real.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { freePort } from '../../../support/free-port.ts'
import { openMailServer } from '../../../support/mail-server.ts'
import { caller, openTestApp, signUp, type TestAppOptions } from '../../../support/open-test-app.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { untilSo } from '../../../support/until.ts'

const hour = '/v1/admin/first-hour'

async function openHouse(config: NonNullable<TestAppOptions['config']> = {}) {
  const port = (config.port as number | undefined) ?? (await freePort())
  const app = await openTestApp({ config: { ...config, port }, parts: { workers: false } })
  // What it calls itself may lead elsewhere.
  const call = caller(`http://127.0.0.1:${port}`)
  const code = await app.ensureSetupCode()
  const { token: as } = await signUp(call, 'Operator', { setup_code: code })
  const ask = async (method: string, path: string, body?: unknown) =>
    await call(method, path, { as, ...(body === undefined ? {} : { body }) })
  const steps = async () => {
    const { data } = (await ask('GET', hour)).body
    return Object.fromEntries(
      data.steps.map((one: { step: string; state: string; cause: string }) => [
        one.step,
        `${one.state} ${one.cause}`,
      ]),
    )
  }
  return Object.assign(app, { ask, steps })
}

test('a server on this machine alone needs no address, and names what else to set', async () => {
  await using house = await openHouse()
  const { confinement: _, models: __, ...steps } = await house.steps()
  assert.equal(steps, {
    administrator: 'done there',
    second_factor: 'open missing',
    address: 'none this_machine',
    certificate: 'none this_machine',
    mail: 'open not_set',
    backup: 'open not_set',
    reviewer: 'open alone',
    samples: 'none not_there',
  })
  const { data } = (await house.ask('GET', hour)).body
  const mail = data.steps.find(({ step }: { step: string }) => step === 'mail')
  assert.equal(mail.settings, ['KONTOR_SMTP_URL', 'KONTOR_SMTP_FROM'])
  for (const path of [`${hour}/address`, `${hour}/mail`]) {
    assert.is((await house.ask('POST', path)).body.error.details.reason, 'not_set')
  }
  const aside = await house.ask('PATCH', hour, { put_aside: true })
  assert.equal([aside.body.data.put_aside, aside.body.data.over], [true, false])
})

test('the server asks its own address when somebody says so, and not before', async () => {
  const port = await freePort()
  const baseUrl = `http://127.0.0.1:${port}`
  await using house = await openHouse({ port, baseUrl })
  assert.is((await house.steps()).address, 'open not_checked')
  const { data } = (await house.ask('POST', '/v1/admin/first-hour/address')).body
  assert.equal([data.url, data.findings, data.certificate], [baseUrl, [], null])
  const { address, certificate } = await house.steps()
  assert.equal([address, certificate], ['done answers', 'open plain_http'])
})

test('an address at which nothing answers is open, with what is wrong', async () => {
  const baseUrl = `https://127.0.0.1:${await freePort()}`
  await using house = await openHouse({ baseUrl })
  const { data } = (await house.ask('POST', '/v1/admin/first-hour/address')).body
  assert.match(data.findings[0].message, /does not answer/)
  const { address, certificate } = await house.steps()
  assert.equal([address, certificate], ['open wrong', 'open no_answer'])
})

test('a letter is sent to who asks, and what the server for mail said is shown', async () => {
  await using server = await openMailServer()
  await using house = await openHouse(server.settings)
  assert.is((await house.steps()).mail, 'open not_tried')
  const { data } = (await house.ask('POST', '/v1/admin/first-hour/mail')).body
  assert.equal([data.taken, data.email], [true, 'operator@example.eu'])
  assert.match(data.answer, /^250/)
  assert.is((await house.steps()).mail, 'done taken')
  await using gone = await openHouse({ smtpUrl: `smtp://127.0.0.1:${await freePort()}` })
  const failed = (await gone.ask('POST', '/v1/admin/first-hour/mail')).body.data
  assert.equal([failed.taken, /ECONNREFUSED/.test(failed.answer)], [false, true])
  assert.is((await gone.steps()).mail, 'open not_taken')
})

test('a backup that was made and verified is done', async () => {
  using folder = temporaryFolder()
  await using house = await openHouse({ backupDir: folder.path })
  // The first one is made by itself.
  await house.runUpkeep()
  const is = (state: string) => async () => (await house.steps()).backup === state
  await untilSo('one is made', is('open not_verified'))
  await house.ask('POST', '/v1/admin/work', { kind: 'backup_verify' })
  await untilSo('it is verified', is('done verified'))
})

test('samples are put in once, are found, and go away with their dataset', async () => {
  await using house = await openHouse()
  const { body } = await house.ask('POST', '/v1/admin/first-hour/samples')
  const { dataset_id } = body.data
  assert.is(
    (await house.ask('POST', '/v1/admin/first-hour/samples')).body.error.details.reason,
    'samples_there',
  )
  assert.is((await house.steps()).samples, 'done there')
  const count = "SELECT count(*) FROM object WHERE status = 'active' AND dataset_id = ?"
  assert.ok((house.store.raw.prepare(count).pluck().get(dataset_id) as number) > 20)
  assert.is((await house.ask('DELETE', '/v1/admin/first-hour/samples')).status, 204)
  assert.is((await house.ask('DELETE', '/v1/admin/first-hour/samples')).status, 404)
  assert.is((await house.steps()).samples, 'none not_there')
})

test.run()
