// Whoever generates a client from the documents can do the main job with it: openapi-typescript
// makes types of what the server serves, calls by them please the strictest compiler, and what is
// wrong does not compile.
import { writeFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from 'uvu'
import * as assert from 'uvu/assert'
import { documentNames } from '../../../src/http/openapi/openapi-text.ts'
import { faultsIn, mistakenLines } from '../../support/compiler.ts'
import { openTestApp, type TestApp } from '../../support/open-test-app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const text = 'The heat pump of station OPS-306 was inspected in May.'

const caller = `
import type { paths as Agent } from './a.d.ts'
import type { paths as Management } from './b.d.ts'
import type { paths as Wallets } from './c.d.ts'

type Verb = 'get' | 'post' | 'put' | 'patch' | 'delete'
type Content<T> = T extends { content: infer C } ? C[keyof C] : never
type Sent<O> = O extends { parameters: { path?: unknown; query?: unknown } }
  ? Pick<O['parameters'], 'path' | 'query'> & {
      [Name in keyof O as Name extends 'requestBody' ? 'body' : never]: Content<O[Name]>
    }
  : never
type Told<O> = O extends { responses: infer R } ? Content<R[keyof R & (200 | 201)]> : never

function caller<Paths>(baseUrl: string, credential?: string) {
  return async function call<P extends keyof Paths & string, V extends keyof Paths[P] & Verb>(
    verb: V,
    path: P,
    sent: Sent<Paths[P][V]>,
  ): Promise<Told<Paths[P][V]>> {
    const { path: parts, query, body } = sent as Record<string, Record<string, string>>
    const filled = path.replace(/{(\\w+)}/g, (_, name: string) => parts?.[name] ?? '')
    const response = await fetch(baseUrl + filled + '?' + new URLSearchParams(query), {
      method: verb,
      headers: {
        ...(credential === undefined ? {} : { authorization: 'Bearer ' + credential }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    const said = isJson ? await response.json() : await response.text()
    if (!response.ok) throw new Error(verb + ' ' + path + ': ' + JSON.stringify(said))
    return said
  }
}

export const clientOf = (baseUrl: string, credential?: string) => ({
  a: caller<Agent>(baseUrl, credential),
  b: caller<Management>(baseUrl, credential),
  c: caller<Wallets>(baseUrl, credential),
})
`

const mainJob = `
import { clientOf } from './caller.mts'

type Given = { url: string; setupCode: string; text: string; settled: () => Promise<void> }

export async function doMainJob({ url, setupCode, text, settled }: Given) {
  const enter = async (name: string, more: { setup_code?: string } = {}) => {
    const who = { email: name + '@example.eu', display_name: name, tenant_name: name }
    const body = { ...who, password: 'correct horse battery', ...more }
    const { data } = await clientOf(url).b('post', '/v1/auth/signup', { body })
    return { ...clientOf(url, data.session_token), tenant_id: data.tenant_id }
  }
  const operator = await enter('operator', { setup_code: setupCode })
  const provider = await enter('provider')
  const buyer = await enter('buyer')

  const { data: dataset } = await provider.b('post', '/v1/datasets', {
    body: { name: 'Stations', visibility: 'listed' },
  })
  const { data: upload } = await provider.b('post', '/v1/datasets/{dataset_id}/objects/upload', {
    path: { dataset_id: dataset.dataset_id },
    body: { filename: 'station.txt', content_type: 'text/plain', size_bytes: text.length },
  })
  const { object_id, upload_url } = upload
  if (upload_url == null) throw new Error('a file of this size has one address')
  await fetch(upload_url, { method: 'PUT', body: text })
  const { data: confirmed } = await provider.b('post', '/v1/objects/{id}/confirm', {
    path: { id: object_id },
  })
  await settled()

  const { tenant_id } = provider
  const approve = '/v1/admin/review/objects/{tenant_id}/{object_id}/approve'
  await operator.b('post', approve, { path: { tenant_id, object_id }, body: { note: 'read' } })
  await settled()

  const { data: market } = await buyer.b('post', '/v1/search', { body: { query: 'pump' } })
  const { data: key } = await buyer.b('post', '/v1/api-keys', {
    body: { name: 'agent', scopes: ['search:query'] },
  })
  const agent = clientOf(url, key.key).a
  const { results, search_id } = await agent('get', '/search', { query: { q: '"heat pump"' } })
  const hit = results[0]
  if (hit === undefined) throw new Error('nothing was found')
  const link = await agent('post', '/download', { body: { asset_id: hit.asset_id, search_id } })
  const token = link.url.split('/').at(-1) ?? ''
  const fetched = await agent('get', '/dl/{token}', { path: { token } })

  const terms = { asset_id: object_id, price: 0.5, license_type: 'standard' } as const
  await provider.c('post', '/microip', { body: terms })
  await settled()
  await buyer.c('post', '/balance/deposit', { body: { amount: 1 } })
  const [offer] = await buyer.c('post', '/search', { body: { query: 'station' } })
  const path = { asset_id: offer?.asset_id ?? '' }
  const { download_url } = await buyer.c('post', '/microip/{asset_id}/download', { path })
  const { balance } = await buyer.c('get', '/balance', {})
  const licensed = await (await fetch(download_url)).text()
  const found = [market.total, hit.snippet]
  return { status: confirmed.status, found, fetched, balance, licensed }
}
`

const mistakes = `
import { clientOf } from './caller.mts'
const { a, b, c } = clientOf('x')
void b('post', '/v1/datasets', { body: { name: 'Stations', visibilty: 'listed' } }) // no member
void b('post', '/v1/datasets', { body: { visibility: 'listed' } }) // one is missing
void b('post', '/v1/datasets', { body: { name: 'Stations', visibility: 'secret' } }) // no value
void b('get', '/v1/datasets/{id}', { path: { dataset_id: 'dset_1' } }) // another name
void b('get', '/v1/datasets/{id}', {}) // the path has a part
void b('put', '/v1/datasets/{id}', { path: { id: 'dset_1' } }) // another method
void a('get', '/asset/{id}', { path: { id: 7 } }) // another type
void a('get', '/search', { query: { q: 'x', mode: 'psychic' } }) // no value
void a('get', '/everything', {}) // no path
void c('post', '/balance/deposit', { body: { amount: '1' } }) // another type
void c('get', '/microip/{asset_id}', { path: { asset: 'obj_1' } }) // another name
void c('get', '/balance', {}).then(({ credits }) => credits) // no member of the answer
`

/** Types of what this server serves, by another hand than ours. */
async function generate(app: TestApp, folder: string): Promise<void> {
  // The generator wants the compiler's interface for JavaScript, which ended with version 5.
  const isGenerator = (url = '') => url.includes('/node_modules/openapi-typescript/')
  using _hooks = hooked((specifier, from) =>
    specifier === 'typescript' && isGenerator(from) ? 'typescript-5' : specifier,
  )
  const { default: typesOf, astToString } = await import('openapi-typescript')
  for (const name of documentNames) {
    const { body } = await app.call('GET', `/openapi/${name}.json`)
    writeFileSync(join(folder, `${name}.d.ts`), astToString(await typesOf(body, { silent: true })))
  }
}

function hooked(named: (specifier: string, from?: string) => string): Disposable {
  const hooks = registerHooks({
    resolve: (specifier, context, next) => next(named(specifier, context.parentURL), context),
  })
  return { [Symbol.dispose]: () => hooks.deregister() }
}

test('a generated client does the main job on three surfaces, and bears no mistake', async () => {
  using folder = temporaryFolder()
  await using app = await openTestApp({ config: { welcomeCredits: 100 } })
  await generate(app, folder.path)
  const files = { 'caller.mts': caller, 'main-job.mts': mainJob, 'mistakes.mts': mistakes }
  for (const [name, source] of Object.entries(files)) {
    writeFileSync(join(folder.path, name), source)
  }

  const options = ['--module', 'nodenext', '--skipLibCheck']
  const faults = await faultsIn({ folder: folder.path, files: Object.keys(files), options })
  assert.equal(
    [...faults.keys()],
    mistakenLines('mistakes.mts', mistakes),
    [...faults].map((fault) => fault.join(' ')).join('\n'),
  )

  const { doMainJob } = await import(pathToFileURL(join(folder.path, 'main-job.mts')).href)
  const setupCode = await app.ensureSetupCode()
  const settled = () => app.settleJobs()
  const done = await doMainJob({ url: app.url, setupCode, text, settled })
  const bought = { fetched: text, balance: 0.5, licensed: text }
  assert.equal(done, { status: 'staged', found: [1, text], ...bought })
})

test.run()
