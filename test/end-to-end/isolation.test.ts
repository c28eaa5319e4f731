// Every route of Surface A and B, asked by everybody who may not: the table is beside.
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import type { Mounted } from '../../src/http/surfaces.ts'
import { allRoutes } from '../../src/http/surfaces.ts'
import {
  aboutNothing,
  ask,
  Differences,
  expectedOf,
  namesForeign,
  type Question,
  type Told,
} from '../support/isolation/ask.ts'
import { table } from '../support/isolation/table.ts'
import {
  type Case,
  missingScopeA,
  missingScopeB,
  type Need,
  type Row,
  sessionOnly,
  unauthorizedA,
  unauthorizedB,
} from '../support/isolation/words.ts'
import { openIsolation, type Scope, type World } from '../support/isolation/world.ts'
import { shared } from '../support/shared.ts'

type Line = Row & { id: string; surface: 'v1' | 'agent' }

test('every route of Surface A and B has its row, and every row its route', () => {
  assert.equal(
    Object.keys(table).sort(),
    routes()
      .map(({ route }) => route.id)
      .sort(),
  )
})

test('a row asks its own route, and says of it what it needs', () => {
  const described = routes().map(({ route }) => ({
    id: route.id,
    asks: route.method.toUpperCase(),
    needs: needOf(route),
    path: pathPattern(route.path),
  }))
  for (const { id, asks, needs, path } of described) {
    const row = rowOf(id)
    for (const call of callsOf(row)) {
      const [method = '', address = ''] = call.split(' ')
      assert.is(method, asks, id)
      assert.ok(path.test(address.split('?')[0] ?? ''), `${id}: ${call}`)
    }
    assert.is(row.needs, needs, id)
  }
})

/** One world for all who are refused: each of them looks whether it is untouched. */
const { fact } = shared(openIsolation)

fact('who shows no live credential is told so, and nothing else', async (world) => {
  const { revokedKey, expiredSession } = world.who
  const callers: [name: string, as: string | undefined][] = [
    ['no credential', undefined],
    ['an unknown bearer', 'Zm9vYmFy'],
    ['an unknown key', `kontor_aaaaaaaaaa_${'A'.repeat(43)}`],
    ['an unknown session', `sess_${'A'.repeat(43)}`],
    ['a revoked key', revokedKey],
    ['an expired session', expiredSession],
  ]
  const found = new Differences()
  for (const line of lines()) {
    const { call, body, needs } = line
    // What needs no credential and is fixed in no row is the same for everybody.
    const openly = needs === 'nothing' && line.always === undefined
    const same = openly ? await ask(world, { call, body }) : undefined
    assert.is(same?.status ?? 200, 200, line.id)
    for (const [name, as] of callers) {
      const session = as?.startsWith('sess_') === true
      const refused = line.surface === 'agent' ? unauthorizedA : unauthorizedB
      const ended = session ? line.expired : undefined
      const wanted = same ?? line.always ?? ended ?? refused
      const heard = await ask(world, { call, body, as })
      found.compare(`${line.id}: ${name}`, [heard, wanted])
    }
  }
  found.assertNone()
  await assertUntouched(world)
})

fact('a key with every right but the one that is needed is told which', async (world) => {
  const found = new Differences()
  for (const { id, surface, needs, call, body, always } of lines()) {
    if (needs === 'nothing' || needs === 'credential') continue
    const scope = needs === 'session' || needs === 'operator' ? undefined : needs
    const as = scope === undefined ? world.who.strangerKey : world.lacking.get(scope)?.key
    const heard = await ask(world, { call, body, as })
    const refused = scope === undefined ? sessionOnly : missing(surface, scope)
    found.compare(id, [heard, always ?? refused])
  }
  found.assertNone()
  await assertUntouched(world)
})

fact("another tenant is told of the house's things what it is told of nothing", async (world) => {
  const { stranger, strangerKey } = world.who
  const found = new Differences()
  let alike = 0
  for (const line of lines()) {
    const as = line.surface === 'agent' ? strangerKey : stranger
    for (const { question, wanted } of casesOf(line, 'foreign')) {
      const heard = await ask(world, { ...question, as })
      found.compare(`${line.id}: ${question.call}`, [heard, expectedOf(world, wanted)])
      if (!namesForeign(question)) continue
      const { status, text } = await ask(world, { ...aboutNothing(world, question), as })
      assert.equal([heard.status, heard.text], [status, text], `${line.id}: unknown and foreign`)
      alike += 1
    }
  }
  found.assertNone()
  assert.ok(alike > 50, `${alike} pairs were compared`)
  await assertUntouched(world)
})

fact('a key with an empty allow-list learns no more of its own house', async (world) => {
  const as = world.who.narrowKey
  const found = new Differences()
  for (const line of lines()) {
    for (const { question, wanted } of casesOf(line, 'narrow')) {
      const heard = await ask(world, { ...question, as })
      found.compare(`${line.id}: ${question.call}`, [heard, expectedOf(world, wanted)])
      if (!namesForeign(question)) continue
      const { status, text } = await ask(world, { ...aboutNothing(world, question), as })
      assert.equal([heard.status, heard.text], [status, text], `${line.id}: unknown and hidden`)
    }
  }
  found.assertNone()
  await assertUntouched(world)
})

fact('an operator who names an object under another tenant is told of none', async (world) => {
  const as = world.who.operator
  let asked = 0
  for (const { id, call, body } of lines()) {
    if (!call.includes('/{tenant}/{')) continue
    const question = { call: call.replace('{tenant}', '{ownTenant}'), body }
    const heard = await ask(world, { ...question, as })
    const unknown = await ask(world, { ...aboutNothing(world, question), as })
    assert.is(heard.status, 404, id)
    assert.is(heard.text, unknown.text, id)
    asked += 1
  }
  assert.is(asked, 8)
})

fact('a foreign thing takes as long to be refused as an unknown one', async (world) => {
  const { stranger, strangerKey } = world.who
  const asked: Question[] = [
    { call: 'GET /v1/datasets/{dataset}', as: stranger },
    { call: 'GET /v1/objects/{indexed}', as: stranger },
    { call: 'PATCH /v1/datasets/{dataset}', as: stranger, body: { name: 'x' } },
    { call: 'GET /v1/api-keys/{key}', as: stranger },
    { call: 'GET /v1/jobs/{job}', as: stranger },
    { call: 'GET /asset/{indexed}', as: strangerKey },
    { call: 'POST /download', as: strangerKey, body: { asset_id: '{indexed}' } },
  ]
  for (const question of asked) {
    const unknown = { ...aboutNothing(world, question), as: question.as }
    const foreignMs: number[] = []
    const unknownMs: number[] = []
    for (let round = 0; round < 60; round++) {
      // In turns: on a busy machine whoever comes second is interrupted more often.
      if (round % 2 === 0) foreignMs.push(await timeOf(world, question))
      unknownMs.push(await timeOf(world, unknown))
      if (round % 2 === 1) foreignMs.push(await timeOf(world, question))
    }
    // The quickest of each: whatever else the machine does can only add to a time.
    const ratio = Math.min(...foreignMs) / Math.min(...unknownMs)
    assert.ok(ratio > 1 / 3 && ratio < 3, `${question.call}: ${ratio}`)
  }
})

function routes(): Mounted[] {
  return allRoutes().filter(({ surface }) => surface === 'v1' || surface === 'agent')
}

function lines(): Line[] {
  return routes().map(({ route, surface }) => ({
    ...rowOf(route.id),
    id: route.id,
    surface: surface as Line['surface'],
  }))
}

function rowOf(id: string): Row {
  const row = table[id]
  if (!row) throw new Error(`the isolation table has no row for ${id}`)
  return row
}

function casesOf(line: Line, column: 'foreign' | 'narrow') {
  const cell = line[column]
  if (typeof cell === 'string') return []
  return [cell].flat().map((one: Case) => ({
    question: { call: one.call ?? line.call, body: one.bodySent ?? line.body },
    wanted: { status: one.status, body: one.body } as Told,
  }))
}

function callsOf(row: Row): string[] {
  const cells = [row.foreign, row.narrow].flat()
  const calls = cells.map((cell) => (typeof cell === 'string' ? undefined : cell.call))
  return [row.call, ...calls.filter((call) => call !== undefined)]
}

function needOf({ access, optionalCredential }: Mounted['route']): Need {
  if (typeof access === 'object') return access.scope
  if (access === 'platform_admin') return 'operator'
  if (access === 'none') return optionalCredential ?? 'nothing'
  return access
}

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '\\.').replace(/:\w+/g, '[^/]+')}$`)
}

function missing(surface: Line['surface'], scope: Scope): Told {
  return surface === 'agent' ? missingScopeA(scope) : missingScopeB(scope)
}

/** The house finds everything as it left it. */
async function assertUntouched(world: World): Promise<void> {
  const { provider: as } = world.who
  const seen = async (call: string) => (await ask(world, { call, as })).body as { data: object }
  const dataset = (await seen('GET /v1/datasets/{dataset}')).data as Record<string, unknown>
  assert.is(`${dataset.name}, ${dataset.status}`, 'Secret ledger, active')
  const states = (await seen('GET /v1/datasets/{dataset}/objects')).data as {
    objects: { status: string }[]
  }
  const statuses = states.objects.map(({ status }) => status).sort()
  assert.equal(statuses, ['active', 'expired', 'initiated', 'staged', 'staged'])
  const key = (await seen('GET /v1/api-keys/{key}')).data as Record<string, unknown>
  assert.equal([key.name, key.revoked_at, (key.grants as []).length], ['key', null, 1])
  const access = (await seen('GET /v1/datasets/{limited}/access')).data as { total: number }
  assert.is(access.total, 0)
}

async function timeOf(world: World, question: Question): Promise<number> {
  const startedMs = performance.now()
  await ask(world, question)
  return performance.now() - startedMs
}

test.run()
