// A provider without curl: from a laptop over HTTP, and beside the folder; each thing by its name.
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openServerHouse } from '../../support/laptop.ts'
import { publish, stage } from '../../support/market.ts'
import { password } from '../../support/open-test-app.ts'
import { runCommand } from '../../support/run-command.ts'
import { shared } from '../../support/shared.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { openHouses } from '../../support/two-houses.ts'
import { untilSo } from '../../support/until.ts'

type Deed = { action: string; actor: { type: string } }

const idOf = (one: { object_id: string }) => one.object_id

const { fact } = shared(async () => {
  const house = await openServerHouse()
  const laptop = house.laptop()
  const { code, err } = await laptop.logIn(house.app.url, house.market.provider.email)
  assert.is(code, 0, err.join())
  return Object.assign(house, { provider: laptop })
})

fact('a dataset is made, found by its name, changed and shown, here as there', async (house) => {
  const { provider, there } = house
  for (const [at, place] of [
    [provider, []],
    [there, ['--tenant', 'Provider house']],
  ] as const) {
    const name = `Pumps ${place.length}`
    const words = [name, '--visibility', 'listed', '--price', '10', '--tags', 'a, b']
    const made = await at.printed('dataset', 'create', ...words, ...place)
    assert.equal(
      [made.tenant_id, made.visibility, made.base_price_credits, made.tags],
      [house.market.provider.tenantId, 'listed', 10, ['a', 'b']],
    )
    await at.printed('dataset', 'set', name, '--price', 'house', ...place)
    const shown = await at.printed('dataset', 'show', name, ...place)
    assert.equal([shown.dataset_id, shown.base_price_credits], [made.dataset_id, null])
    const { out } = await at.run('dataset', 'list', ...place)
    assert.ok(out.some((line) => line.startsWith(made.dataset_id) && line.endsWith(name)))
    const text = (await at.run('dataset', 'show', made.dataset_id, ...place)).out.join('\n')
    assert.match(text, /^price +the house's price, /m, text)
  }
})

fact('what the operator does beside the folder is in the log as the operator', async (house) => {
  const { there } = house
  const made = await there.printed('dataset', 'create', 'By hand', '--tenant', 'Provider house')
  const { audit_events: events } = await there.printed('audit', '--action', 'dataset.created')
  const deed = events.find((one: { subject: { id: string } }) => one.subject.id === made.dataset_id)
  assert.equal(deed.actor, { type: 'operator', id: null })
})

fact('a name of two datasets is refused with their ids', async ({ provider }) => {
  const ids = []
  for (let i = 0; i < 2; i++)
    ids.push((await provider.printed('dataset', 'create', 'Twins')).dataset_id)
  const { code, err } = await provider.run('dataset', 'show', 'Twins')
  assert.is(code, 2)
  assert.match(err.join(), "kontor: several have the name 'Twins'. Give the id: ")
  for (const id of ids) assert.match(err.join(), id)
  const none = await provider.run('dataset', 'show', 'Triplets')
  assert.equal([none.code, none.err], [1, ["kontor: there is no dataset 'Triplets'."]])
})

fact('what the server refuses is said in its words, of what was typed', async ({ provider }) => {
  const { code, err } = await provider.run('dataset', 'create', 'X', '--visibility', 'secret')
  const who = 'kontor: --visibility must be one of private, restricted, listed.'
  assert.equal([code, err], [1, [who]])
  const search = await provider.run('search', 'valve', '--top', '101')
  assert.equal(search.err, ['kontor: --top must be a whole number from 1 to 100.'])
  const odd = await provider.run('dataset', 'create', 'X', '--price', '1.5')
  assert.is(odd.code, 2)
})

fact("another house's dataset is not there, by name or by id", async (house) => {
  const buyer = house.laptop()
  await buyer.logIn(house.app.url, house.market.buyer.email)
  const byName = await buyer.run('dataset', 'show', 'Inspections')
  assert.equal(byName.err, ["kontor: there is no dataset 'Inspections'."])
  const byId = await buyer.run('dataset', 'set', house.market.datasetId, '--price', '0')
  assert.is(byId.code, 1)
  const theirs = await buyer.run('dataset', 'list', '--tenant', 'Provider house')
  assert.match(theirs.err.join(), 'you are logged in for Buyer house')
})

fact('who asks is listed, let in by name, and put out again', async (house) => {
  const { provider, market, app } = house
  const made = await provider.printed('dataset', 'create', 'Closed', '--visibility', 'restricted')
  await provider.printed('dataset', 'set', 'Closed', '--status', 'active')
  const path = `/v1/catalog/datasets/${made.dataset_id}/access-requests`
  const ask = () => app.call('POST', path, { as: market.buyer.token, body: { message: 'Please' } })
  assert.is((await ask()).status, 201)
  const { out } = await provider.run('access', 'requests')
  assert.match(out.join('\n'), /pending +Closed +Buyer house +Please$/m)
  const declined = await provider.printed('access', 'decline', 'Buyer house')
  assert.is(declined.status, 'rejected')
  await ask()
  const told = await provider.run('access', 'approve', 'Buyer house', '--dataset', 'Closed')
  assert.equal(told.out, ['Buyer house was let into Closed.'])
  assert.match((await provider.run('access', 'list', 'Closed')).out.join('\n'), 'Buyer house')
  await provider.printed('access', 'revoke', 'Closed', '--buyer', 'Buyer house')
  assert.equal((await provider.run('access', 'list', 'Closed')).out, ['Nobody was let in.'])
  const { buyer } = market
  await provider.printed('access', 'grant', 'Closed', '--buyer', buyer.tenantId)
  assert.is((await provider.printed('access', 'list', 'Closed')).access.length, 1)
})

fact('files are listed with what became of them', async ({ provider, market }) => {
  const { objectId } = await stage(market, { bytes: Buffer.from('a pump'), filename: 'pump.txt' })
  const alike = { bytes: Buffer.from('another'), filename: 'pump.txt', folder: 'plant a/hall' }
  const other = await stage(market, alike)
  const { out } = await provider.run('object', 'list', 'Inspections')
  assert.match(out.join('\n'), new RegExp(`${other.objectId} .* plant a/hall/pump\\.txt$`, 'm'))
  assert.match(out.join('\n'), new RegExp(`${objectId} +staged +none +pump\\.txt$`, 'm'))
  const text = (await provider.run('object', 'show', objectId)).out.join('\n')
  assert.match(text, /^filename +pump\.txt$/m)
})

fact('the account for earnings is set, and its number never shown', async ({ provider, there }) => {
  const iban = 'DE89370400440532013000'
  const missing = await provider.run('payout', 'account', '--iban', iban)
  assert.match(missing.err.join(), '--holder is required.')
  const set = await provider.run('payout', 'account', '--holder', 'Provider', '--iban', iban)
  assert.match(set.out.join(), /^Provider, IBAN that ends in 3000, since /)
  const shown = await there.run('payout', 'account', '--tenant', 'Provider house')
  assert.match(shown.out.join(), 'ends in 3000')
  assert.equal((await provider.run('payout', 'statements')).out, ['No month is closed yet.'])
  assert.is((await provider.printed('payout', 'balance')).not_settled, 0)
})

fact('what needs the folder says so when it is given a server', async ({ provider, app }) => {
  const { code, err } = await provider.run('backup', './b', '--server', app.url)
  assert.is(code, 2)
  assert.match(err.join(), 'kontor backup works on the data folder itself')
})

fact('no header of a request over the network makes an operator of it', async ({ app, market }) => {
  const headers = { 'x-kontor-tenant': market.provider.tenantId }
  assert.is((await app.call('GET', '/v1/datasets', { headers })).status, 401)
})

fact('an operator takes a file down and puts it back, here as there', async (house) => {
  const { app, market, provider, there } = house
  const { objectId } = await publish(market, { bytes: Buffer.from('Cavitation in pumps.') })
  const operator = house.laptop()
  await operator.logIn(app.url, market.operator.email)
  const buyer = house.laptop()
  await buyer.logIn(app.url, market.buyer.email)
  const found = async () => (await app.call('GET', `/asset/${objectId}`, { as: market.key })).status
  assert.is(await found(), 200)
  for (const at of [operator, there]) {
    const noReason = await at.run('object', 'takedown', objectId)
    assert.is(noReason.code, 2)
    assert.match(noReason.err.join(), '--reason is required. Try: kontor object takedown --help')
    const down = await at.run('object', 'takedown', objectId, '--reason', 'a complaint')
    assert.match(down.out.join(), `kontor object restore ${objectId} puts it back`)
    assert.is(await found(), 404)
    const list = (await provider.run('object', 'list', 'Inspections')).out.join('\n')
    assert.match(list, new RegExp(`${objectId} +active +taken down .* a complaint$`, 'm'))
    const listed = await provider.printed('object', 'list', 'Inspections', '--taken-down')
    assert.equal(listed.objects.map(idOf), [objectId])
    const downs = await at.run('object', 'takedowns', '--dataset', 'Inspections', '--limit', '1')
    const row = new RegExp(`^${objectId} .*Inspections: .* a complaint$`, 'm')
    assert.match(downs.out.join('\n'), row)
    const all = await at.printed('object', 'takedowns')
    assert.equal([all.total, all.objects.map(idOf)], [1, [objectId]])
    const again = await at.run('object', 'takedown', objectId, '--reason', 'once more')
    assert.equal([again.code, again.err], [1, ['kontor: This object is taken down already.']])
    const back = await at.printed('object', 'restore', objectId, '--note', 'withdrawn')
    assert.equal(back, { object_id: objectId, taken_down: false })
    assert.is(await found(), 200)
    assert.equal((await at.run('object', 'takedowns')).out, ['Nothing is taken down.'])
  }
  for (const at of [provider, buyer]) {
    const refused = await at.run('object', 'takedown', objectId, '--reason', 'mine')
    const said = 'kontor: Only a platform administrator may do this.'
    assert.equal([refused.code, refused.err], [1, [said]])
  }
  assert.is(await found(), 200)
  const { audit_events: events } = await there.printed('audit', '--action', 'object')
  assert.equal(
    events.slice(0, 4).map(({ action, actor }: Deed) => [action, actor.type]),
    [
      ['object.restored', 'operator'],
      ['object.taken_down', 'operator'],
      ['object.restored', 'user'],
      ['object.taken_down', 'user'],
    ],
  )
  const { body } = await app.call('GET', '/v1/me/notices', { as: market.provider.token })
  const told = body.data.notices.map(({ type }: { type: string }) => type)
  assert.equal(
    told.filter((type: string) => /taken_down|restored/.test(type)).length,
    4,
    'it is told',
  )
})

fact('an operator shuts a house, and what was deleted and sold, here as there', async (house) => {
  const { app, market, provider, there } = house
  const operator = house.laptop()
  await operator.logIn(app.url, market.operator.email)
  const seen = async () => (await app.call('GET', '/v1/me', { as: market.key })).status
  const sold = await publish(market, { bytes: Buffer.from('Bearings wear.') })
  await provider.printed('object', 'delete', sold.objectId, '--yes')
  const kept = `bytes_kept_until = ${Date.now() + 3_600_000} WHERE object_id = '${sold.objectId}'`
  app.store.raw.exec(`UPDATE object SET ${kept}`)
  for (const at of [operator, there]) {
    const named = ['--tenant', 'Buyer house']
    const shut = await at.printed('tenant', 'suspend', ...named, '--reason', 'unpaid')
    assert.equal([shut.tenant_id, shut.suspended], [market.buyer.tenantId, true])
    assert.is(await seen(), 403)
    assert.is((await at.run('tenant', 'suspend', ...named, '--reason', 'again')).code, 1)
    const open = await at.run('tenant', 'lift', ...named, '--note', 'paid')
    assert.equal(open.out, ['Buyer house is not suspended any more.'])
    assert.is(await seen(), 200)
    const stranger = await at.run('tenant', 'suspend', '--tenant', 'Nobody', '--reason', 'x')
    assert.equal([stranger.code, stranger.out], [1, []])
    const down = await at.printed('object', 'takedown', sold.objectId, '--reason', 'a complaint')
    assert.is(down.taken_down, true)
    const { objects } = await at.printed('object', 'takedowns')
    assert.equal(objects.map(idOf), [sold.objectId])
    assert.ok(objects[0].bytes_kept_until > new Date().toISOString(), 'it is kept')
    await at.printed('object', 'restore', sold.objectId)
  }
  const words = ['--tenant', 'Buyer house', '--reason', 'x']
  const refused = await provider.run('tenant', 'suspend', ...words)
  assert.is(refused.code, 1)
  assert.is(await seen(), 200)
})

fact('an operator shuts a dataset by its name and opens it, here as there', async (house) => {
  const { provider, there, app, market } = house
  await provider.printed('dataset', 'create', 'Complained of')
  const operator = house.laptop()
  await operator.logIn(app.url, market.operator.email)
  for (const at of [operator, there]) {
    const shut = await at.printed('dataset', 'suspend', 'Complained of', '--reason', 'not licensed')
    assert.equal([shut.suspended, shut.reason], [true, 'not licensed'])
    const shown = (await provider.run('dataset', 'show', 'Complained of')).out.join('\n')
    assert.match(shown, /^status +suspended: not licensed$/m)
    const own = await provider.run('dataset', 'set', 'Complained of', '--status', 'active')
    assert.is(own.code, 1)
    const open = await at.run('dataset', 'resume', 'Complained of')
    assert.equal(open.out, ['Complained of is draft again.'])
    const again = await at.run('dataset', 'resume', 'Complained of')
    assert.is(again.code, 1)
    assert.match(
      again.err.join(),
      'is not suspended. One that its owner paused: kontor dataset set',
    )
    assert.ok((await at.run('dataset', 'suspend', 'Nowhere', '--reason', 'x')).code > 0)
  }
  const refused = await provider.run('dataset', 'suspend', 'Complained of', '--reason', 'x')
  assert.is(refused.code, 1)
  assert.match(refused.err.join(), 'Only a platform administrator')
})

fact('a provider deletes a file and a dataset only when that is really meant', async (house) => {
  const { provider, market } = house
  const { dataset_id: id } = await provider.printed('dataset', 'create', 'To go')
  const there = { ...market, datasetId: id }
  const files = ['one.txt', 'two.txt'].map((filename) =>
    stage(there, { bytes: Buffer.from(filename), filename }),
  )
  const [one] = await Promise.all(files)
  const objectId = one?.objectId ?? ''
  const asked = await provider.run('object', 'delete', objectId)
  assert.match(asked.out.join('\n'), /one\.txt.* 30 days more.*\nNothing was deleted/)
  assert.is((await provider.run('object', 'show', objectId)).code, 0)
  assert.is((await provider.printed('object', 'delete', objectId, '--yes')).dry_run, false)
  const gone = await provider.run('object', 'delete', objectId, '--yes')
  assert.equal([gone.code, gone.err], [1, ['kontor: No such object.']])
  const shown = await provider.run('dataset', 'delete', 'To go')
  assert.match(shown.out.join('\n'), /^To go: 1 file, .*\n.* 30 days more.*\nNothing was deleted/)
  const typo = await provider.run('dataset', 'delete', 'To go', '--confirm', 'to go')
  assert.equal(
    [typo.code, typo.err],
    [2, ['kontor: --confirm must be the name of the dataset: To go']],
  )
  const buyer = house.laptop()
  await buyer.logIn(house.app.url, market.buyer.email)
  const foreign = await buyer.run('dataset', 'delete', id, '--confirm', 'To go')
  assert.equal([foreign.code, foreign.err], [1, ['kontor: No such dataset.']])
  const done = await provider.printed('dataset', 'delete', 'To go', '--confirm', 'To go')
  assert.equal([done.dry_run, done.object_count], [false, 1])
  assert.is((await provider.run('dataset', 'show', id)).code, 1)
})

fact('the files of a dataset are read anew, and how far that is can be asked', async (house) => {
  const { provider, market } = house
  const { dataset_id: id } = await provider.printed('dataset', 'create', 'Anew')
  const never = await provider.run('dataset', 'reprocess', 'Anew', '--status')
  assert.match(never.err.join(), 'No such reprocessing. kontor dataset reprocess without --status')
  const to = { ...market, datasetId: id }
  const { objectId } = await publish(to, { bytes: Buffer.from('Valves wear.') })
  await provider.printed('dataset', 'reprocess', 'Anew')
  const status = () => provider.printed('dataset', 'reprocess', 'Anew', '--status')
  await untilSo('all are read', async () => (await status()).status === 'done')
  const { objects, progress } = await status()
  assert.equal([objects, progress.total, progress.unchanged], ['all', 1, 1])
  for (const [at, place] of [
    [provider, []],
    [house.there, ['--tenant', 'Provider house']],
  ] as const) {
    const anew = await at.printed('object', 'reprocess', objectId, ...place)
    assert.is(anew.object_id, objectId)
    const { job_id } = anew
    const done = async () => {
      const { body } = await house.app.call('GET', `/v1/jobs/${job_id}`, {
        as: market.provider.token,
      })
      return body.data.status === 'done'
    }
    await untilSo('it is read', done)
  }
})

test('a folder without a server is asked in the same way, for a tenant', async () => {
  using houses = await openHouses()
  const { code, err } = await houses.run('dataset', 'list')
  assert.equal([code, err.length], [2, 1])
  assert.match(err.join(), '--tenant is required')
  const { datasets } = await houses.printed('dataset', 'list', '--tenant', 'Buyer house')
  assert.equal(
    datasets.map(({ name }: { name: string }) => name),
    ['Cellar of the buyer'],
  )
  const nobody = await houses.run('dataset', 'list', '--tenant', 'Nobody')
  assert.equal(
    [nobody.code, nobody.err],
    [1, ['kontor: No such tenant. kontor tenant list shows them.']],
  )
})

test('a folder that is named goes before a server that is not', async () => {
  using houses = await openHouses()
  const environment = { HOME: houses.path, KONTOR_SERVER: 'https://data.example.eu' }
  const args = ['dataset', 'list', '--tenant', 'Buyer house']
  const named = await runCommand({ args: [...args, '--data-dir', houses.dir], environment })
  assert.equal([named.code, named.err], [0, []])
  const lies = { ...environment, KONTOR_DATA_DIR: houses.dir }
  const afar = await runCommand({ args, environment: lies })
  assert.match(afar.err.join(), 'you are not logged in to https://data.example.eu')
  const server = ['--server', 'https://data.example.eu']
  const both = await runCommand({ args: [...args, ...server, '--data-dir', houses.dir] })
  assert.is(both.code, 2)
  assert.match(both.err.join(), '--server and --data-dir are two places: name one.')
})

test('where there is neither a folder nor a login, both are named', async () => {
  using folder = temporaryFolder()
  const args = ['dataset', 'list', '--data-dir', join(folder.path, 'none')]
  const { code, err } = await runCommand({ args, environment: { HOME: folder.path } })
  assert.is(code, 2)
  assert.match(err.join(), 'holds no database. Name the folder with --data-dir, or log in')
  assert.not.match(err.join(), password)
})

test.run()
