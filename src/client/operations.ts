import { type AgentOperations, agentOperations } from './generated/agent.ts'
import { type ManagementOperations, managementOperations } from './generated/management.ts'

export type Operations = AgentOperations & ManagementOperations
export type OperationId = keyof Operations
export type Input<Id extends OperationId> = Operations[Id]['input']
export type Reply<Id extends OperationId> = Operations[Id]['reply']

export type Operation = {
  readonly method: string
  /** With `{name}` where a value of the input goes. */
  readonly path: string
  readonly query?: readonly string[]
  readonly takes?: 'body' | 'bytes'
  /** JSON, JSON inside of `data`, nothing at all, or bytes to be read by the caller. */
  readonly answers: 'json' | 'data' | 'nothing' | 'bytes'
}

export const operations: Readonly<Record<OperationId, Operation>> = {
  ...agentOperations,
  ...managementOperations,
}

/** What a request can carry as it is. */
export type Bytes = Uint8Array | Blob | ReadableStream<Uint8Array>

export type Sending = { method: string; path: string; body?: unknown; bytes?: Bytes }
type Given = Readonly<Record<string, unknown>>

/** Where each value of the input goes: into the path, the query, or the body. */
export function sendingOf(operation: Operation, input: Given = {}): Sending {
  const { method, query = [], takes } = operation
  const inPath = new Set<string>()
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    inPath.add(name)
    return encodeURIComponent(String(input[name]))
  })
  const asked = new URLSearchParams()
  for (const name of query) {
    const value = input[name]
    if (value !== undefined && value !== null) asked.set(name, String(value))
  }
  const sending = { method, path: asked.size > 0 ? `${path}?${asked}` : path }
  if (takes === 'bytes') return { ...sending, bytes: input.bytes as Bytes }
  if (takes !== 'body') return sending
  const rest = Object.entries(input).filter(([name]) => !inPath.has(name) && !query.includes(name))
  return { ...sending, body: Object.fromEntries(rest) }
}
