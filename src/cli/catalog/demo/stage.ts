import { SingleBar } from 'cli-progress'
import type * as z from 'zod'
import {
  type Exchange,
  type Input,
  KontorError,
  type OperationId,
  openClient,
} from '../../../client/index.ts'
import { DemoFailed } from './demo-failed.ts'
import { jsonLines, withoutSecrets } from './excerpt.ts'

/** Somebody who sends requests; without a credential it is whoever holds a signed address. */
export type Party = { name: string; credential?: string }

/** An operation of the interface with what it takes, or an address that the server gave. */
export type Ask<Id extends OperationId = OperationId> =
  | { as: Party; call: Id; with: Input<Id> }
  | { as: Party; url: string; bytes?: Uint8Array }

export type Want<T> = {
  status: number
  reply: z.ZodType<T>
  /** What of the reply is worth showing; without it the request is not shown. */
  show?: (reply: T, answer: Answer) => unknown
  /** Not shown after all: one of many of its kind. */
  quiet?: boolean
}

export type Answer = Exchange

type Step = { act: string; request: string; as: string; status: number; shown: unknown }

export type Stage = {
  act(title: string): void
  say(line: string): void
  ask<T, Id extends OperationId>(ask: Ask<Id>, want: Want<T>): Promise<T>
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
    const request = requestLine(answer, baseUrl)
    const who = ask.as.name
    steps.push({ act: title, request, as: who, status: answer.status, shown: masked(shown) })
    lines(`${who} > ${request}`, bodyOf(answer))
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

function bodyOf({ request: { body } }: Answer): unknown {
  return Object.keys(body ?? {}).length > 0 ? body : undefined
}

async function send(ask: Ask, baseUrl: string): Promise<Answer> {
  const kontor = openClient({ baseUrl, credential: ask.as.credential })
  try {
    if ('call' in ask) return await kontor.exchange(ask.call, ask.with)
    return await kontor.exchangeUrl(ask.url, ask.bytes)
  } catch (error) {
    if (!(error instanceof KontorError)) throw error
    throw new DemoFailed(`${nameOf(ask)} must be answered`, error.message)
  }
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

function nameOf(ask: Ask): string {
  return 'call' in ask ? ask.call : withoutSecrets(ask.url)
}

function requestLine({ request: { method, path } }: Answer, baseUrl: string): string {
  const { pathname, search } = new URL(path, baseUrl)
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
