import { randomUUID } from 'node:crypto'
import { chmodSync, rmSync } from 'node:fs'
import {
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import type { App, Progress } from '../app.ts'
import { DomainError } from '../base/errors.ts'
import {
  type FolderCommand,
  type Outcome,
  type Told,
  UsageError,
  type Values,
  type Watch,
} from './command.ts'

/** What the server carries out under a name. */
export type Answering = Pick<FolderCommand, 'name' | 'act'>

/** `watched`: somebody wants to know how far it is. `stopping`: it was asked to stop before. */
type Asked = { command: string; values: Values; watched?: boolean; stopping?: boolean }
/** Under its id a command can be asked to stop: who merely goes away has not done so. */
type Sent = (Asked & { id?: string }) | { stop: string }
type Answer = { outcome: Outcome } | { error: string; usage: boolean }

/**
 * The way from a command line to the server that holds the data folder: a Unix socket in the
 * folder, which only the folder's owner can open. Its permission is the file's permission.
 */
export async function listenForCommands(app: App, commands: readonly Answering[]) {
  const path = socketPath(app.config.dataDir)
  requireSocketPath(app.config.dataDir)
  rmSync(path, { force: true })
  const running = new Map<string, AbortController>()
  const server = createServer(async (req, res) => {
    const tenant = req.headers[tenantHeader]
    if (typeof tenant === 'string') return asTenant(app, { req, res, tenant })
    // Whoever is gone before it had said all wants nothing, and hears nothing.
    const sent = await text(req).catch(() => undefined)
    if (sent === undefined) return void res.destroy()
    // Who asked may leave while it is carried out, which changes nothing about it.
    res.on('error', () => {})
    res.setHeader('content-type', 'application/jsonl')
    const tell = (progress: Progress) => void res.write(`${JSON.stringify({ progress })}\n`)
    res.end(await outcomeLine({ app, commands, running, tell }, sent))
  })
  await new Promise<void>((done, fail) => server.once('error', fail).listen(path, done))
  chmodSync(path, 0o600)
  return {
    async [Symbol.asyncDispose]() {
      await closed(server)
      rmSync(path, { force: true })
    },
  }
}

/** Names the tenant in whose place the API is asked. Only the owner of the folder comes here. */
export const tenantHeader = 'x-kontor-tenant'

type Call = { req: IncomingMessage; res: ServerResponse; tenant: string }

async function asTenant(app: App, { req, res, tenant }: Call): Promise<void> {
  try {
    await app.answerOperator(req, res, decodeURIComponent(tenant))
  } catch {
    // Not a name as it is sent, or the server is closing: whoever asked meets the end of it.
    res.destroy()
  }
}

type Listening = {
  app: App
  commands: readonly Answering[]
  running: Map<string, AbortController>
  tell: Told
}

/**
 * The answer to one command, as JSON: what fails is an answer, too. Lines about its progress come
 * before it where somebody watches.
 */
async function outcomeLine(listening: Listening, sent: string): Promise<string> {
  const line = (answer: Answer) => JSON.stringify(answer)
  try {
    return line({ outcome: await carriedOut(listening, JSON.parse(sent) as Sent) })
  } catch (error) {
    const isRefusal =
      error instanceof Error &&
      ['BackupRefused', 'ArchiveRefused', 'RingRefused'].includes(error.name)
    const known = error instanceof DomainError || error instanceof UsageError || isRefusal
    const message = known ? error.message : String((error as Error)?.stack ?? error)
    return line({ error: message, usage: error instanceof UsageError })
  }
}

async function carriedOut(listening: Listening, sent: Sent): Promise<Outcome> {
  const { app, commands, running, tell } = listening
  if ('stop' in sent) {
    running.get(sent.stop)?.abort()
    return { lines: [], data: null }
  }
  const { command: name, values, watched, stopping, id = randomUUID() } = sent
  const command = commands.find((known) => known.name === name)
  if (!command) throw new UsageError(`the running server knows no command '${name}'.`)
  const stop = new AbortController()
  if (stopping) stop.abort()
  running.set(id, stop)
  try {
    const watch = { onProgress: watched ? tell : undefined, signal: stop.signal }
    return await command.act(app, values, watch)
  } finally {
    running.delete(id)
  }
}

/** Whether a server holds this folder and takes commands. */
export function serverListens(dataDir: string): Promise<boolean> {
  return new Promise((settle) => {
    const probe = connect(socketPath(dataDir))
    probe.once('connect', () => settle(true)).once('error', () => settle(false))
    probe.once('connect', () => probe.end())
  })
}

/**
 * Has the running server carry a command out. Throws what it answered as an error, and
 * CommandRefused when it ended before it had answered.
 */
export async function askServer(
  dataDir: string,
  asked: Asked,
  { onProgress = () => {}, signal }: Watch = {},
): Promise<Outcome> {
  const id = randomUUID()
  const sent = { ...asked, id, stopping: signal?.aborted ?? false }
  const stop = () => void send(dataDir, { stop: id }).catch(() => {})
  signal?.addEventListener('abort', stop, { once: true })
  const answer = await send(dataDir, sent, onProgress).catch((error: NodeJS.ErrnoException) => {
    if (!endedCodes.has(String(error.code))) throw error
    throw new CommandRefused(
      `the server of ${dataDir} ended before it had answered '${asked.command}': part of it may ` +
        'have been done. What it printed last says why; give the command again, with a server ' +
        'or without one.',
    )
  })
  signal?.removeEventListener('abort', stop)
  if ('outcome' in answer) return answer.outcome
  if (answer.usage) throw new UsageError(answer.error)
  throw new CommandRefused(answer.error)
}

function send(dataDir: string, sent: Sent, onProgress: Told = () => {}): Promise<Answer> {
  return new Promise((done, fail) => {
    const call = request({ socketPath: socketPath(dataDir), method: 'POST', path: '/' }, (res) => {
      answerIn(res, onProgress).then(done, fail)
    })
    call.once('error', fail).end(JSON.stringify(sent))
  })
}

/** What a Unix socket says of a server that is no longer there. */
const endedCodes = new Set(['ECONNRESET', 'ECONNREFUSED', 'ENOENT', 'EPIPE'])

/** The last line; those before it tell of progress. */
async function answerIn(lines: IncomingMessage, onProgress: Told): Promise<Answer> {
  let open = ''
  for await (const piece of lines.setEncoding('utf8')) {
    const whole = `${open}${piece}`.split('\n')
    open = whole.pop() ?? ''
    for (const line of whole) onProgress((JSON.parse(line) as { progress: Progress }).progress)
  }
  return JSON.parse(open) as Answer
}

class CommandRefused extends DomainError {
  readonly code = 'refused'
}

/** What the system takes as the path of a socket: Linux 107 bytes, others a few less. */
const socketPathMaxBytes = process.platform === 'linux' ? 107 : 103

/** Throws UsageError: before anything listens, for without the socket nothing does. */
export function requireSocketPath(dataDir: string): void {
  const left = socketPathMaxBytes - Buffer.byteLength(socketPath(dataDir))
  if (left >= 0) return
  throw new UsageError(
    `KONTOR_DATA_DIR ${dataDir} is too long: the system takes no socket in it. Make it ${-left} ` +
      'bytes shorter, or give it relative to the folder that you start in.',
  )
}

export function socketPath(dataDir: string): string {
  return join(dataDir, 'control.sock')
}

function closed(server: Server): Promise<void> {
  return new Promise((done) => {
    server.close(() => done())
    server.closeAllConnections()
  })
}
