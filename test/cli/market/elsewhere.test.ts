// Commands of the data folder that work at a server elsewhere, too: keys, reviews, imports, search.
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { openServerHouse } from '../../support/laptop.ts'
import { stage } from '../../support/market.ts'
import { shared } from '../../support/shared.ts'

const { fact } = shared(async () => {
  const house = await openServerHouse()
  const { url } = house.app
  const { provider, operator, buyer } = house.market
  const [providers, operators, buyers] = [house.laptop(), house.laptop(), house.laptop()]
  await providers.logIn(url, provider.email)
  await operators.logIn(url, operator.email)
  await buyers.logIn(url, buyer.email)
  return Object.assign(house, { providers, operators, buyers })
})

fact('a key is made, listed, used and ended by its name', async ({ buyers, app }) => {
  const made = await buyers.printed('key', 'create', '--name', 'agent')
  assert.is((await app.call('GET', '/v1/me', { as: made.key })).status, 200)
  const { out } = await buyers.run('key', 'list')
  assert.ok(out.some((line) => line.startsWith(`${made.api_key_id} agent (`)))
  assert.not(out.join().includes(made.key))
  assert.equal((await buyers.run('key', 'revoke', '--key', 'agent')).out, [
    `${made.api_key_id} is ended.`,
  ])
  assert.is((await app.call('GET', '/v1/me', { as: made.key })).status, 401)
})

fact('uploads are decided on by a platform administrator, and by nobody else', async (house) => {
  const { operators, providers, market } = house
  const first = await stage(market, { bytes: Buffer.from('first'), filename: 'first.txt' })
  const alike = { bytes: Buffer.from('second'), filename: 'first.txt', folder: 'hall' }
  const second = await stage(market, alike)
  const refused = await providers.run('review', 'list')
  assert.is(refused.code, 1)
  assert.match(refused.err.join(), /platform administrator/)
  const { out } = await operators.run('review', 'list', '--dataset', 'Inspections')
  const ofTenant = (name: string) => operators.run('review', 'list', '--tenant', name)
  assert.equal((await ofTenant('Provider house')).out, out)
  assert.equal((await ofTenant('Buyer house')).out, ['Nothing waits for review.'])
  assert.match(out.join('\n'), new RegExp(`${first.objectId} first\\.txt`))
  assert.match(out.join('\n'), `${second.objectId} hall/first.txt`)
  const words = ['--object', first.objectId, '--reason', 'not licensed']
  assert.equal((await operators.run('review', 'reject', ...words)).out, ['Rejected: 1.'])
  const all = await operators.printed('review', 'approve', '--dataset', 'Inspections', '--all')
  assert.equal(all, { approved: [second.objectId], refused: [] })
  assert.equal((await operators.run('review', 'list')).out, ['Nothing waits for review.'])
})

fact('a folder of the laptop goes into a dataset, once', async (house) => {
  const { providers, operators } = house
  const folder = join(providers.home, 'reports', 'deep')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'valve.txt'), 'A valve of brass was exchanged in June.')
  writeFileSync(join(folder, 'empty.txt'), '')
  await providers.printed('dataset', 'create', 'From afar', '--visibility', 'listed')
  const words = ['import', join(providers.home, 'reports'), '--dataset', 'From afar']
  const dry = await providers.run(...words, '--dry-run')
  assert.ok(dry.out.includes('deep/valve.txt'), dry.out.join('\n'))
  const first = await providers.run(...words)
  assert.is(first.code, 1)
  assert.match(first.out.join('\n'), /^deep\/empty\.txt +\S/m)
  assert.is(first.out.at(-1), '1 imported, 0 unchanged, 1 failed.')
  assert.is((await providers.run(...words)).out.at(-1), '0 imported, 1 unchanged, 1 failed.')
  const { objects } = await providers.printed('object', 'list', 'From afar', '--status', 'staged')
  assert.equal(
    objects.map(({ filename }: { filename: string }) => filename),
    ['valve.txt'],
  )
  assert.is((await providers.run(...words, '--wait')).code, 2)
  await operators.printed('review', 'approve', '--dataset', 'From afar', '--all')
})

fact('beside the folder a dataset goes by its name, too', async (house) => {
  const { there, providers, buyers } = house
  const [first, second] = [
    await providers.printed('dataset', 'create', 'Same'),
    await buyers.printed('dataset', 'create', 'Same'),
  ]
  const { code, err } = await there.run('review', 'list', '--dataset', 'Same')
  assert.is(code, 1)
  assert.match(err.join(), `Give the id: ${first.dataset_id}, ${second.dataset_id}.`)
  const found = await there.run('review', 'list', '--dataset', 'Inspections')
  assert.is(found.code, 0)
  const none = await there.run('import', house.app.dir, '--dataset', 'Nowhere')
  assert.match(none.err.join(), 'No such dataset.')
})

fact('a search says what it found and what it cost', async ({ buyers, app }) => {
  await app.settleJobs()
  const { out } = await buyers.run('search', 'valve brass')
  assert.match(out.join('\n'), /^valve.*, in deep \(.+\)\n {2}.*brass/m)
  assert.match(out.at(-1) ?? '', /^\d+ of \d+, [\d.]+ credits\.$/, out.join('\n'))
  const odd = await buyers.run('search', 'x', '--mode', 'psychic')
  assert.is(odd.code, 1)
})

test.run()
