import { type AgentOperations, agentOperations } from './generated/agent.ts'
import { type ManagementOperations, managementOperations } from './generated/management.ts'
import { type WalletOperations, walletOperations } from './generated/wallet.ts'
import { unsendable } from './kontor-error.ts'

export type Operations = AgentOperations & ManagementOperations & WalletOperations
export type OperationId = keyof Operations
export type Input<Id extends OperationId> = Operations[Id]['input']
export type Reply<Id extends OperationId> = Operations[Id]['reply']

export type Operation = {
  readonly method: string
  /** With `{name}` where a value of the input goes. */
  readonly path: string
  readonly query?: readonly string[]
  /** A body of JSON, bytes, a form that can have files, or one of names and values alone. */
  readonly takes?: 'body' | 'bytes' | 'form' | 'fields'
  /** Values of the path that the body has too. */
  readonly repeats?: readonly string[]
  /** JSON, JSON inside of `data`, nothing at all, or bytes to be read by the caller. */
  readonly answers: 'json' | 'data' | 'nothing' | 'bytes'
}

export const operations: Readonly<Record<OperationId, Operation>> = {
  ...agentOperations,
  ...managementOperations,
  ...walletOperations,
}

/** What a request can carry as it is. */
export type Bytes = Uint8Array | Blob | ReadableStream<Uint8Array>

export type Sending = {
  method: string
  path: string
  body?: unknown
  bytes?: Bytes
  form?: FormData | URLSearchParams
}
type Given = Readonly<Record<string, unknown>>

/** Where each value of the input goes: into the path, the query, or the body. */
export function sendingOf(operation: Operation, input: Given = {}): Sending {
  // Programs without types.
  if (!operation) throw unsendable('There is no such operation.')
  if (Object(input) !== input || Array.isArray(input)) {
    throw unsendable('The input must be an object that names each value.')
  }
  const { method, query = [], takes, repeats = [] } = operation
  const inPath = new Set<string>()
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    const value = textOf(name, input[name] ?? '')
    // A dot or two would lead to another path.
    if (/^\.{0,2}$/.test(value)) throw unsendable(`${name} is required.`)
    return encodeURIComponent(value)
  })
  const asked = new URLSearchParams()
  for (const name of query) {
    const value = input[name]
    if (value !== undefined && value !== null) asked.set(name, textOf(name, value))
  }
  const sending = { method, path: asked.size > 0 ? `${path}?${asked}` : path }
  if (takes === 'bytes') return { ...sending, bytes: input.bytes as Bytes }
  if (takes === undefined) return sending
  const elsewhere = [...[...inPath].filter((name) => !repeats.includes(name)), ...query]
  const rest = Object.entries(input).filter(([name]) => !elsewhere.includes(name))
  if (takes === 'form') return { ...sending, form: formOf(rest) }
  if (takes === 'fields') return { ...sending, form: fieldsOf(rest) }
  return { ...sending, body: Object.fromEntries(rest) }
}

/** Of anything else the name of its kind would be sent, and searched for. */
function textOf(name: string, value: unknown): string {
  if (/^(string|number|boolean|bigint)$/.test(typeof value)) return String(value)
  throw unsendable(`${name} must be a text, a number, or true or false.`)
}

type Entries = readonly [name: string, value: unknown][]

/** Files come last: what is wrong with the rest is said before they are sent. */
function formOf(entries: Entries): FormData {
  const form = new FormData()
  const [files, texts] = [true, false].map((wanted) =>
    entries.filter(([, value]) => value instanceof Blob === wanted),
  )
  for (const [name, value] of texts ?? []) {
    if (value !== undefined && value !== null) form.set(name, String(value))
  }
  for (const [name, file] of files ?? []) form.set(name, file as Blob)
  return form
}

function fieldsOf(entries: Entries): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of entries) {
    if (value !== undefined && value !== null) fields.set(name, String(value))
  }
  return fields
}
