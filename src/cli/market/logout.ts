import { KontorError } from '../../client/index.ts'
import { type FreeCommand, type Io, UsageError, type Values } from '../command.ts'
import { clientOf } from './market.ts'
import { changeSessions, type KeptSession, readSessions, serverAddress } from './sessions.ts'

/** Ends a session on its server, and forgets it here. */
export const logout: FreeCommand = {
  name: 'logout',
  summary: 'end the session at a server, and forget it here',
  examples: ['kontor logout', 'kontor logout --server https://data.example.eu'],
  options: {
    server: { type: 'string', help: 'its address (the one last logged in to)', value: '<url>' },
    forget: { type: 'boolean', help: 'also where the server cannot be reached to end it' },
  },
  async run(_config, values, io) {
    const server = serverMeant(values, io)
    const session = readSessions(io).servers[server]
    if (!session) throw new UsageError(`you are not logged in to ${server}.`)
    const doubt = await doubtOfEnd(server, session)
    if (doubt && !values.forget) {
      const { message } = doubt
      throw new KontorError({
        status: doubt.status,
        code: doubt.code,
        message:
          `${message} Nobody said that the session is over: it works there until ` +
          `${session.expires_at}. Give the command again, or with --forget to forget it here.`,
      })
    }
    const isEnded = doubt === undefined
    changeSessions(io, ({ current, servers }) => {
      const { [server]: _, ...others } = servers
      return { current: current === server ? null : current, servers: others }
    })
    if (values.json) io.out(JSON.stringify({ server, ended: isEnded }, null, 2))
    else io.out(isEnded ? `Logged out of ${server}.` : `${server} is forgotten here.`)
    return 0
  },
}

function serverMeant({ server }: Values, io: Io): string {
  const named = server ?? io.environment.KONTOR_SERVER
  if (typeof named === 'string' && named !== '') return serverAddress(named)
  const { current } = readSessions(io)
  if (current !== null) return current
  throw new UsageError('you are logged in nowhere, or name one with --server.')
}

/** Why nobody can say that it is over; undefined where the server itself says so. */
async function doubtOfEnd(
  server: string,
  { session_token }: KeptSession,
): Promise<KontorError | undefined> {
  const client = clientOf(server, { session_token })
  try {
    const { bytes, status } = await client.exchange('logOut', undefined)
    const said = saidIn(bytes)
    const isDone = status === 200 && isObject(said.data) && typeof said.request_id === 'string'
    // Of a gate before the server a 401 says nothing of the session.
    const wasOver = status === 401 && said.error?.code === 'unauthorized'
    return isDone || wasOver ? undefined : notOver(server, { said, status })
  } catch (error) {
    if (error instanceof KontorError) return error
    throw error
  }
}

type Said = {
  data?: unknown
  request_id?: unknown
  message?: unknown
  error?: { code?: unknown; message?: unknown }
}

function saidIn(bytes: Uint8Array): Said {
  try {
    return { ...(JSON.parse(new TextDecoder().decode(bytes)) as Said) }
  } catch {
    return {}
  }
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function notOver(server: string, { said, status }: { said: Said; status: number }): KontorError {
  const words = [said.error?.message, said.message].find((one) => typeof one === 'string')
  const isRefusal = status >= 400
  const message = isRefusal
    ? (words ?? `${server} answered ${status}.`)
    : `What answered at ${server} is no answer of Kontor to this (${status}).`
  return new KontorError({ status, code: 'not_logged_out', message: String(message) })
}
