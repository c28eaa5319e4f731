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
    const isEnded = await ended(server, session)
    if (!isEnded && !values.forget) {
      throw new UsageError(
        `${server} cannot be reached: the session works there until ${session.expires_at}. ` +
          'Give the command again, or with --forget to forget it here all the same.',
      )
    }
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

/** False where nobody can say. */
async function ended(server: string, { session_token }: KeptSession): Promise<boolean> {
  try {
    await clientOf(server, { session_token }).logOut()
    return true
  } catch (error) {
    if (error instanceof KontorError && error.status === 401) return true
    if (error instanceof KontorError && error.status === 0) return false
    throw error
  }
}
