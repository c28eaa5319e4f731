import { mkdirSync } from 'node:fs'
import { type App, type AppOverrides, openApp, type Parts } from '../../src/app.ts'
import { entryUrl } from '../../src/base/entry.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { openLanguageThread } from '../../src/extract/index.ts'
import { ask } from './ask.ts'
import { type FakeClock, fakeClock } from './fake-clock.ts'
import { giveMigratedFile } from './migrated-file.ts'
import { givePort } from './same-port.ts'
import { temporaryFolder } from './temporary-folder.ts'

export const password = 'correct horse battery'

/** How a request shows who it is: a session token, an API key, or nothing. */
export type As = string | undefined

export type Asked = {
  as?: As
  body?: unknown
  /** Sent as it is, instead of a JSON body. */
  raw?: string | Uint8Array
  headers?: Record<string, string>
}

// biome-ignore lint/suspicious/noExplicitAny: tests look at answers of every shape
export type Answer = { status: number; headers: Headers; body: any; bytes: Buffer }

export type Party = { token: string; tenantId: string; userId: string; email: string }

export type TestApp = App & {
  url: string
  clock: FakeClock
  dir: string
  call(method: string, path: string, asked?: Asked): Promise<Answer>
  /** A new tenant with an owner. */
  signUp(name: string): Promise<Party>
  /** The platform administrator's session; made at the first call. */
  admin(): Promise<Party>
  /** An API key of a party: by default with every scope that a buyer needs. */
  key(party: Party, options?: Record<string, unknown>): Promise<string>
}

export type TestAppOptions = {
  config?: Partial<Record<keyof Config, unknown>>
  /** A folder that outlives this app, for tests of a restart. */
  dir?: string
  clock?: FakeClock
  parts?: Partial<Parts>
  overrides?: AppOverrides
}

/**
 * The real application in a temporary folder: real SQLite, real files, real HTTP on a free port.
 * Only the clock is a double, and password hashing is made cheap.
 */
export async function openTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const folder = options.dir === undefined ? temporaryFolder() : undefined
  const dir = options.dir ?? (folder?.path as string)
  const clock = options.clock ?? fakeClock()
  const given = await givePort()
  const config = readConfig({
    flags: {
      dataDir: dir,
      port: given.port,
      logLevel: 'silent',
      searchWorkers: 1,
      searchTimeoutMs: patientMs,
      doctorHours: 0,
      ...free,
      ...options.config,
    },
  })
  // With a master key from outside, a folder begins in another way.
  if (config.masterKey === undefined && config.previousMasterKey === undefined) {
    // As the application makes it.
    mkdirSync(dir, { recursive: true, mode: 0o700 })
    giveMigratedFile(dir)
  }
  const app = await openApp(config, {
    parts: { ...options.parts },
    overrides: {
      clock,
      checkReplies: true,
      passwordCost: cheap,
      detectLanguages: languages.detect,
      startSearch: false,
      ...options.overrides,
    },
  })
  const { url } = await app.listen().catch(async (error) => {
    await app.close()
    given[Symbol.dispose]()
    folder?.[Symbol.dispose]()
    throw error
  })
  const call = caller(url)
  let admin: Promise<Party> | undefined
  return Object.assign(app, {
    url,
    clock,
    dir,
    call,
    signUp: (name: string) => signUp(call, name, {}),
    admin: () => {
      admin ??= app.ensureSetupCode().then((code) => signUp(call, 'Operator', { setup_code: code }))
      return admin
    },
    key: (party: Party, extra: Record<string, unknown> = {}) => makeKey(call, party, extra),
    async [Symbol.asyncDispose]() {
      await app.close()
      given[Symbol.dispose]()
      folder?.[Symbol.dispose]()
    },
  })
}

/**
 * The threads that search start with the first search: on a busy machine that alone takes longer
 * than the time limit of a server that is up. Tests of the limit have one of their own.
 */
const patientMs = 60_000

/**
 * Of all applications of a process: it remembers nothing, and each would read the statistics of all
 * languages anew.
 */
const languages = openLanguageThread({ entry: entryUrl('language') })

/** Passages and citations cost nothing, so that tests of other things count what they bought. */
const free = { retrievalStandardCredits: 0, retrievalPremiumCredits: 0, citationCredits: 0 }
const cheap = { logN: 4, r: 8, p: 1 }

export type Call = TestApp['call']

export function caller(url: string): Call {
  return async (method, path, { as, body, raw, headers = {} } = {}) => {
    const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
    const {
      status,
      headers: told,
      bytes,
    } = await ask(new URL(path.startsWith('http') ? path : `${url}${path}`), {
      method,
      headers: {
        ...(as === undefined ? {} : { authorization: `Bearer ${as}` }),
        ...(raw === undefined && body !== undefined ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(sent === undefined ? {} : { body: sent }),
    })
    const json = told.get('content-type')?.includes('json') === true
    return {
      status,
      headers: told,
      bytes,
      body: json && bytes.length > 0 ? JSON.parse(bytes.toString('utf8')) : bytes.toString('utf8'),
    }
  }
}

export async function signUp(call: Call, name: string, extra: object): Promise<Party> {
  const email = `${name.toLowerCase().replace(/[^a-z]+/g, '.')}@example.eu`
  const answer = await call('POST', '/v1/auth/signup', {
    body: { email, password, display_name: name, tenant_name: `${name} house`, ...extra },
  })
  if (answer.status !== 201) throw new Error(`signup answered ${JSON.stringify(answer.body)}`)
  const { session_token, tenant_id, user_id } = answer.body.data
  return { token: session_token, tenantId: tenant_id, userId: user_id, email }
}

export async function makeKey(call: Call, party: Party, extra: object): Promise<string> {
  const answer = await call('POST', '/v1/api-keys', {
    as: party.token,
    body: { name: 'test key', scopes: ['datasets:read', 'search:query'], ...extra },
  })
  if (answer.status !== 201) throw new Error(`api-keys answered ${JSON.stringify(answer.body)}`)
  return answer.body.data.key
}
