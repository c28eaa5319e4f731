import { performance } from 'node:perf_hooks'
import { SingleBar } from 'cli-progress'
import type * as z from 'zod'
import { DemoFailed } from './demo-failed.ts'
import { jsonLines, withoutSecrets } from './excerpt.ts'

/** Somebody who sends requests; without a credential it is whoever holds a signed address. */
export type Party = { name: string; credential?: string }

export type Ask = {
  as: Party
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** A path of the server, or a whole address that the server gave. */
  to: string
  body?: Record<string, unknown>
  bytes?: Uint8Array
}

export type Want<T> = {
  status: number
  reply: z.ZodType<T>
  /** What of the reply is worth showing; without it the request is not shown. */
  show?: (reply: T, answer: Answer) => unknown
  /** Not shown after all: one of many of its kind. */
  quiet?: boolean
}

export type Answer = { status: number; headers: Headers; bytes: Uint8Array; ms: number }

type Step = { act: string; request: string; as: string; status: number; shown: unknown }

export type Stage = {
  act(title: string): void
  say(line: string): void
  ask<T>(ask: Ask, want: Want<T>): Promise<T>
  /** For an answer that is a file. */
  fetchFile(ask: Ask, describe: (answer: Answer) => unknown): Promise<Uint8Array>
  /** Another command of the product that was run, with what it printed. */
  command(line: string, exitCode: number, printed: unknown): void
  progress(total: number, what: string): { at(done: number): void; end(): void }
  readonly steps: readonly Step[]
}

type StageOptions = { baseUrl: string; terminal: boolean; out(line: string): void }

/** Sends real requests, shows each with its real answer, and fails on any other than expected. */
export function openStage({ baseUrl, terminal, out }: StageOptions): Stage {
  const steps: Step[] = []
  let acts = 0
  let title = ''

  function report(ask: Ask, answer: Answer, shown: unknown) {
    const request = requestLine(ask, baseUrl)
    const who = ask.as.name
    steps.push({ act: title, request, as: who, status: answer.status, shown: masked(shown) })
    lines(`${who} > ${request}`, ask.body)
    lines(`< ${answer.status}`, shown)
  }

  function lines(start: string, value: unknown) {
    const [first = '', ...rest] = value === undefined ? [] : jsonLines(value)
    out(withoutSecrets(`   ${start} ${first}`.trimEnd()))
    for (const line of rest) out(withoutSecrets(`     ${line}`))
  }

  return {
    steps,
    act(next) {
      acts += 1
      title = next
      out('')
      out(`${acts}. ${next}`)
    },
    say: (line) => out(line === '' ? '' : `   ${line}`),
    async ask(ask, want) {
      const answer = await send(ask, baseUrl)
      const reply = checked(ask, answer, want)
      if (want.show && !want.quiet) report(ask, answer, want.show(reply, answer))
      return reply
    },
    async fetchFile(ask, describe) {
      const answer = await send(ask, baseUrl)
      if (answer.status !== 200) throw unexpected(ask, answer, 200)
      report(ask, answer, describe(answer))
      return answer.bytes
    },
    command(line, exitCode, printed) {
      steps.push({ act: title, request: line, as: 'operator', status: exitCode, shown: printed })
      out(`   operator $ ${line}`)
      lines(`< exit ${exitCode}`, printed)
    },
    progress: (total, what) => (terminal ? bar(total, what) : counter(out, { total, what })),
  }
}

function masked(shown: unknown): unknown {
  return JSON.parse(withoutSecrets(JSON.stringify(shown ?? null)))
}

async function send(ask: Ask, baseUrl: string): Promise<Answer> {
  const headers: Record<string, string> = {}
  const { credential } = ask.as
  if (credential?.startsWith('sess_')) headers.authorization = `Bearer ${credential}`
  else if (credential !== undefined) headers['x-api-key'] = credential
  if (ask.body) headers['content-type'] = 'application/json'
  const body = ask.bytes ? Buffer.from(ask.bytes) : ask.body && JSON.stringify(ask.body)
  const startedMs = performance.now()
  const response = await fetch(new URL(ask.to, baseUrl), {
    method: ask.method,
    headers,
    ...(body === undefined ? {} : { body }),
  }).catch((error: Error) => {
    throw new DemoFailed(`${nameOf(ask)} must be answered`, String(error.cause ?? error))
  })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const { status, headers: received } = response
  return { status, headers: received, bytes, ms: performance.now() - startedMs }
}

function checked<T>(ask: Ask, answer: Answer, { status, reply }: Want<T>): T {
  if (answer.status !== status) throw unexpected(ask, answer, status)
  const text = textOf(answer)
  const result = reply.safeParse(text === '' ? {} : JSON.parse(text))
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const where = `${issue?.path.join('.')}: ${issue?.message}`
  throw new DemoFailed(`${nameOf(ask)} answers in another shape (${where})`, text)
}

function unexpected(ask: Ask, answer: Answer, status: number): DemoFailed {
  const said = `expected ${nameOf(ask)} as ${ask.as.name} to answer ${status}, not ${answer.status}`
  return new DemoFailed(said, textOf(answer))
}

function textOf({ bytes }: Answer): string {
  return Buffer.from(bytes).toString('utf8')
}

function nameOf({ method, to }: Ask): string {
  return withoutSecrets(`${method} ${to}`)
}

function requestLine({ method, to }: Ask, baseUrl: string): string {
  const { pathname, search } = new URL(to, baseUrl)
  return withoutSecrets(`${method} ${pathname}${search}`)
}

function bar(total: number, what: string) {
  const shown = new SingleBar({
    format: `   ${what} {bar} {value} of {total}`,
    barsize: 32,
    barCompleteChar: '█',
    barIncompleteChar: '░',
    hideCursor: true,
    clearOnComplete: false,
  })
  shown.start(total, 0)
  return { at: (done: number) => shown.update(done), end: () => shown.stop() }
}

function counter(out: (line: string) => void, { total, what }: { total: number; what: string }) {
  const step = Math.ceil(total / 4)
  let said = 0
  return {
    at(done: number) {
      if (done === said || (done < said + step && done < total)) return
      said = done
      out(`   ${what} ${done} of ${total}`)
    },
    end() {},
  }
}
