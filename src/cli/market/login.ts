import { createInterface } from 'node:readline'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { ReadStream } from 'node:tty'
import { type Kontor, KontorError } from '../../client/index.ts'
import { type FreeCommand, type Io, requireOption, UsageError, type Values } from '../command.ts'
import { clientOf, ofAnotherVersion } from './market.ts'
import { changeSessions, readSessions, serverAddress } from './sessions.ts'

/** Keeps a session at a server elsewhere, so that commands work there over HTTP. */
export const login: FreeCommand = {
  name: 'login',
  summary: 'log in to a server elsewhere, for commands over HTTPS',
  examples: [
    'kontor login --server https://data.example.eu',
    'kontor login --server https://data.example.eu --email ada@example.eu --password-stdin',
  ],
  options: {
    server: { type: 'string', help: 'its address', value: '<url>' },
    email: { type: 'string', help: 'your address; asked for if left out', value: '<address>' },
    code: { type: 'string', help: 'of your second factor, or a recovery code', value: '<code>' },
    'password-stdin': { type: 'boolean', help: 'read the password from what is piped in' },
  },
  async run(_config, values, io) {
    const named = values.server ?? io.environment.KONTOR_SERVER
    const server = serverAddress(requireOption({ server: named }, 'server'))
    // What cannot be kept is not asked for.
    const before = readSessions(io).servers[server]
    const email = await emailOf(values, io)
    const password = await passwordOf(values, io)
    const client = clientOf(server)
    const device = before?.email === email ? { device_token: before.device_token } : {}
    const who = { email, password, ...device }
    const { session, tenant } = await loggedIn(client, who, values.code, io).catch(async (error) =>
      notTaken(await ofAnotherVersion(error, { client, server })),
    )
    const { session_token, expires_at, device_token } = session
    const kept = { email, tenant: tenant.name, session_token, expires_at, device_token }
    changeSessions(io, ({ servers }) => ({
      current: server,
      servers: { ...servers, [server]: kept },
    }))
    const shown = { server, email, tenant_id: tenant.tenant_id, tenant: tenant.name, expires_at }
    if (values.json) io.out(JSON.stringify(shown, null, 2))
    else io.out(`Logged in to ${server} as ${email} of ${tenant.name}, until ${expires_at}.`)
    return 0
  },
}

type Who = { email: string; password: string; device_token?: string | undefined }
type Code = string | boolean | undefined

/** Asks for the code of a second factor where one is wanted. */
async function loggedIn(client: Kontor, who: Who, code: Code, io: Io) {
  const session = await client.logIn({ ...who, ...factorIn(code) }).catch(async (error) => {
    if (!wantsFactor(error) || code !== undefined) throw error
    return client.logIn({ ...who, ...factorIn(await typedLine(io, 'Code: ', true)) })
  })
  const { tenant } = await client.as(session.session_token).getMe()
  if (!session.session_token || !tenant?.name) throw new TypeError('there is no session in it')
  return { session, tenant }
}

/** Six digits are of an app; everything else can only be a recovery code. */
function factorIn(given: Code) {
  if (typeof given !== 'string') return {}
  const code = given.replaceAll(' ', '')
  return { second_factor: /^\d{6}$/.test(code) ? { code } : { recovery_code: code } }
}

function wantsFactor(error: unknown): boolean {
  if (!(error instanceof KontorError) || error.status !== 403) return false
  const { error: said } = error.body as { error?: { details?: { reason?: string } } }
  return said?.details?.reason === 'second_factor_required'
}

function notTaken(error: unknown): never {
  if (error instanceof KontorError && error.status === 401) {
    throw new UsageError('the server knows no such address and password, or the code is wrong.')
  }
  throw error
}

async function emailOf({ email }: Values, io: Io): Promise<string> {
  return typeof email === 'string' ? email : typedLine(io, 'E-mail: ', true)
}

async function passwordOf(values: Values, io: Io): Promise<string> {
  if (!values['password-stdin']) return typedLine(io, 'Password: ', false)
  return (await text(io.input())).replace(/\r?\n$/, '')
}

/** What a person types; a password is not shown. Throws UsageError where nobody can type. */
function typedLine(io: Io, question: string, isShown: boolean): Promise<string> {
  const input = io.input()
  if (!(input instanceof ReadStream)) {
    throw new UsageError(
      'nobody can type here: give --email and --password-stdin, and --code where it is asked.',
    )
  }
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  const output = isShown ? process.stderr : nowhere
  const lines = createInterface({ input, output, terminal: true })
  // Only now does the terminal itself show nothing: somebody quick, or a paste, comes no earlier.
  if (!isShown) process.stderr.write(question)
  return new Promise((done, fail) => {
    lines.once('SIGINT', () => {
      lines.close()
      fail(new UsageError('not logged in.'))
    })
    lines.question(isShown ? question : '', (line) => {
      lines.close()
      if (!isShown) process.stderr.write('\n')
      done(line)
    })
  })
}
