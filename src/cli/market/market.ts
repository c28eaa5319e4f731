import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openApp, version } from '../../app.ts'
import { type Kontor, KontorError, openClient } from '../../client/index.ts'
import type { Config } from '../../config.ts'
import {
  type Asks,
  type CliCommand,
  type Io,
  type Outcome,
  UsageError,
  type Values,
} from '../command.ts'
import { askServer, listenForCommands, serverListens } from '../control.ts'
import { tenantList } from '../tenants/tenant-list.ts'
import { asTyped } from './as-typed.ts'
import { fetchAt } from './fetch-at.ts'
import { fetchFromFolder } from './fetch-from-folder.ts'
import { type KeptSession, readSessions, serverAddress } from './sessions.ts'

/** Where a command asks: a server elsewhere, for whom one logged in, or the data folder. */
export type Place = { server: string } | { folder: true }

type Typed = { config: () => Config; values: Values; io: Io; signal?: AbortSignal }

/**
 * What is typed wins, then what the environment names, a server first; then a folder that lies
 * here; else the server last logged in to. Throws UsageError.
 */
export function placeOf({ config, values, io }: Typed): Place {
  const { server, 'data-dir': folder } = values
  if (server && folder) throw new UsageError('--server and --data-dir are two places: name one.')
  const named = server ?? (folder ? undefined : io.environment.KONTOR_SERVER)
  if (typeof named === 'string' && named !== '') return { server: serverAddress(named) }
  const isNamed = Boolean(folder ?? io.environment.KONTOR_DATA_DIR)
  if (isNamed || existsSync(join(config().dataDir, 'kontor.db'))) return { folder: true }
  const { current } = readSessions(io)
  return current === null ? { folder: true } : { server: current }
}

type Asking = Typed & { asks: Asks }
type Asked = Asking & { place: Place; options: CliCommand['options'] }

/** Has the API answer a command, wherever it is: what is permitted is decided there alone. */
export async function askMarket({ place, options, ...asked }: Asked): Promise<Outcome> {
  try {
    return await ('server' in place
      ? askServerAt(place.server, { ...asked, options })
      : askFolder(asked))
  } catch (error) {
    throw asTyped(error, options)
  }
}

type AskedAt = Asking & Pick<Asked, 'options'>

async function askServerAt(server: string, asked: AskedAt): Promise<Outcome> {
  const { asks, values, io, signal, options } = asked
  const session = sessionFor(server, io)
  const client = clientOf(server, session)
  const { tenant } = values
  const isOwn = options.tenant?.isAbout !== true
  if (typeof tenant === 'string' && isOwn) await requireOwnTenant(client, tenant)
  try {
    return await asks({ client, isElsewhere: true, io, ...(signal ? { signal } : {}) }, values)
  } catch (error) {
    if (error instanceof KontorError && error.status === 401) throw overFor(server)
    throw await ofAnotherVersion(error, { client, server })
  }
}

/** Nothing is sent elsewhere than to where it was said: not even where that one points to. */
export function clientOf(server: string, session?: Pick<KeptSession, 'session_token'>): Kontor {
  const credential = session?.session_token
  return openClient({ baseUrl: server, credential, fetch: fetchAt(server) })
}

/** A path that a server does not know, or an answer that is not read here, may have one reason. */
export async function ofAnotherVersion(
  error: unknown,
  { client, server }: { client: Kontor; server: string },
): Promise<unknown> {
  const isUnknown = error instanceof KontorError && error.message === 'No such path.'
  const isUnread = error instanceof TypeError || (error as KontorError)?.code === 'not_json'
  if (!isUnknown && !isUnread) return error
  const { version: theirs } = await versionOf(client, server)
  if (theirs === version) return isUnread ? unread(error, server) : error
  const who = theirs === undefined ? 'a version that does not say which' : theirs
  const message =
    `${server} runs Kontor ${who}, which answers this command otherwise than ${version}, ` +
    'which is here. Install the same version on both.'
  return new KontorError({ status: 0, code: 'other_version', message, cause: error })
}

/** What it lacks is said, as it may be a mistake of ours. */
function unread(error: unknown, server: string): KontorError {
  const message =
    `What answered at ${server} is not what this command reads (${(error as Error).message}). ` +
    'Look at the address; if it is the right one, ask whoever runs the server.'
  return new KontorError({ status: 0, code: 'unread', message, cause: error })
}

async function versionOf(client: Kontor, server: string): Promise<{ version?: string }> {
  const { bytes } = await client.exchangeUrl(`${server}/health`)
  try {
    return { ...JSON.parse(new TextDecoder().decode(bytes)) }
  } catch {
    return {}
  }
}

/** Throws UsageError where nobody logged in, or where that is over. */
export function sessionFor(server: string, io: Io): KeptSession {
  const session = readSessions(io).servers[server]
  if (!session) {
    throw new UsageError(
      `you are not logged in to ${server}. Log in: kontor login --server ${server}`,
    )
  }
  if (Date.parse(session.expires_at) <= Date.now()) throw overFor(server)
  return session
}

function overFor(server: string): UsageError {
  return new UsageError(
    `your session at ${server} is over. Log in again: kontor login --server ${server}`,
  )
}

async function requireOwnTenant(client: Kontor, named: string): Promise<void> {
  const { tenant } = await client.getMe()
  if (named === tenant.tenant_id || named === tenant.name) return
  throw new UsageError(
    `you are logged in for ${tenant.name} (${tenant.tenant_id}), not for ${named}. Log in as ` +
      'somebody of that tenant, or work on the data folder.',
  )
}

async function askFolder({ asks, config, values, io }: Asking): Promise<Outcome> {
  const settings = config()
  const { dataDir } = settings
  if (await serverListens(dataDir)) return askThere(dataDir, { asks, values, io })
  if (!existsSync(join(dataDir, 'kontor.db'))) {
    throw new UsageError(
      `${dataDir} holds no database. Name the folder with --data-dir, or log in to a server: ` +
        'kontor login --server https://data.example.eu',
    )
  }
  // What a request leaves in the log is no answer to the command.
  const quiet = { ...settings, logLevel: 'error' } as const
  const parts = { http: false, jobs: false, workers: false }
  await using app = await openApp(quiet, { parts, use: 'write' })
  await using _way = await listenForCommands(app, [tenantList])
  return await askThere(dataDir, { asks, values, io })
}

async function askThere(dataDir: string, { asks, values, io }: Omit<Asking, 'config'>) {
  const tenant = await tenantMeant(dataDir, values)
  const client = openClient({
    baseUrl: 'http://localhost',
    fetch: fetchFromFolder({ dataDir, tenant }),
  })
  return await asks({ client, isElsewhere: false, io }, values)
}

/** The one that is named, else the only one. Throws UsageError. */
async function tenantMeant(dataDir: string, { tenant }: Values): Promise<string> {
  if (typeof tenant === 'string') return tenant
  const { data } = await askServer(dataDir, { command: tenantList.name, values: { limit: '2' } })
  const { tenants } = data as { tenants: { tenant_id: string }[] }
  const [only, ...others] = tenants
  if (only && others.length === 0) return only.tenant_id
  throw new UsageError(
    `--tenant is required${only ? ': kontor tenant list shows them' : ': there is none yet'}.`,
  )
}
