// Whether every answer has a status that the document names, and is what it says of that status.
import type { Sent } from './portman.ts'

type Operation = { operationId: string; responses: Record<string, unknown> }
type Document = { paths: Record<string, Record<string, Operation>> }

export type Verdict = {
  requests: number
  /** Of these, how many broke a rule of the document. */
  broken: number
  operations: number
  /** Operations that a request reached, each with the statuses that it gave. */
  statuses: Record<string, number[]>
  /** Operations of the document that no request reached. */
  missed: string[]
  /** Undeclared statuses, failures of the server, answers that are not as their schema has them. */
  breaches: string[]
}

const breaking = '[Broken]'
/** Of many things at once each is answered by itself: what is wrong with one stands beside it. */
const itemByItem = new Set(['announceUploads'])

export function judge(text: string, sent: readonly Sent[]): Verdict {
  const document = JSON.parse(text) as Document
  const all = Object.values(document.paths).flatMap((item) => Object.values(item))
  const good = new Map(
    sent.filter((one) => !one.name.includes(breaking)).map((one) => [one.name, one]),
  )
  const statuses: Record<string, Set<number>> = {}
  const judged = sent.map((one) => {
    const operation = operationOf(document, one)
    if (!operation) return { one, broke: false, said: ['no operation of the document'] }
    statuses[operation.operationId] ??= new Set()
    statuses[operation.operationId]?.add(one.status)
    const broke = breaks(one, good)
    return { one, broke, said: wrongWith({ one, operation, broke }) }
  })
  const reached = Object.entries(statuses).map(([id, set]) => [id, [...set].sort()] as const)
  return {
    requests: sent.length,
    broken: judged.filter(({ broke }) => broke).length,
    operations: all.length,
    statuses: Object.fromEntries(reached),
    missed: all.map(({ operationId }) => operationId).filter((id) => !(id in statuses)),
    breaches: judged.flatMap(({ one, said }) =>
      said.map(
        (what) => `${one.method} ${one.path} [${one.name}] ${what}: ${one.body.slice(0, 200)}`,
      ),
    ),
  }
}

/** A field that is not among those sent cannot be broken: such a request is like the good one. */
function breaks({ name, asked }: Sent, good: ReadonlyMap<string, Sent>): boolean {
  const [base = '', rule = ''] = name.split(breaking)
  // Of what is empty by default Portman makes nothing longer.
  if (rule.includes('[maximum length') && asked.includes('"value":""')) return false
  return name.includes(breaking) && asked !== good.get(base)?.asked
}

type Judging = { one: Sent; operation: Operation; broke: boolean }

function wrongWith({ one, operation, broke }: Judging): string[] {
  if (!(one.status in operation.responses)) return [`answered ${one.status}, not documented`]
  if (broke && itemByItem.has(operation.operationId) && one.body.includes('"error":{')) return []
  if (broke && one.status !== 400) return [`answered ${one.status} to a broken rule`]
  // What Portman says of an answer supposes a success, or 400 to a broken rule.
  const supposed = broke ? one.status === 400 : !one.name.includes(breaking) && one.status < 300
  return supposed ? one.failures : []
}

/** The operation whose path fits with the most words of its own. */
function operationOf({ paths }: Document, { method, path }: Sent): Operation | undefined {
  const fitting = Object.entries(paths)
    .filter(([pattern, item]) => method.toLowerCase() in item && fits({ pattern, path }))
    .sort(([one], [other]) => one.split('{').length - other.split('{').length)
  return fitting[0]?.[1][method.toLowerCase()]
}

function fits({ pattern, path }: { pattern: string; path: string }): boolean {
  return new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]*')}$`).test(path)
}
