import type { App } from '../../app.ts'
import { DomainError } from '../../base/errors.ts'
import { newId } from '../../base/ids.ts'
import type { ReviewPosition } from '../../domain/catalog/index.ts'
import type { AnonymousCommand } from '../../domain/command.ts'
import {
  type OptionHelp,
  type Outcome,
  requireOption,
  UsageError,
  type Values,
} from '../command.ts'
import { stoppedAt } from '../stop.ts'

/** Which uploads a decision is about: one, or all that wait in a dataset. */
export const targetOptions = {
  object: { type: 'string', help: 'one upload', value: '<id>' },
  dataset: { type: 'string', help: 'id or name, with --all', value: '<dataset>' },
  all: { type: 'boolean', help: 'everything that waits in the dataset' },
} as const satisfies Record<string, OptionHelp>

type Deciding = {
  decide: Decide
  /** As in `approved`. */
  done: string
  signal: AbortSignal | undefined
  /** Of all that wait these are left as they are. */
  left?: ReadonlySet<string>
}

/** Decides on one upload. */
export type Decide = (cmd: AnonymousCommand, objectId: string) => Promise<unknown>

const pageSize = 100

/**
 * Decides on everything that the options mean, one short transaction each. What somebody else
 * decided in between does not stop the rest.
 */
export async function decideOnMany(
  app: App,
  values: Values,
  { decide, done: word, signal, left }: Deciding,
): Promise<Outcome> {
  const done: Meant[] = []
  const refused: { object_id: string; message: string }[] = []
  const all = objectsMeant(app, values)
  const meant = all.filter(({ objectId }) => !left?.has(objectId))
  for (const one of meant) {
    const { objectId } = one
    if (signal?.aborted) break
    const requestId = newId('req', app.clock.nowMs())
    try {
      await decide({ requestId, write: app.store.write }, objectId)
      done.push(one)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.push({ object_id: objectId, message: error.message })
    }
  }
  const outcome: Outcome = {
    lines: [
      ...refused.map(({ object_id, message }) => `${object_id}: ${message}`),
      `${word[0]?.toUpperCase()}${word.slice(1)}: ${done.length}${typesIn(done)}.`,
      ...(left?.size ? [`Left waiting: ${left.size} that cannot be indexed (--unindexable).`] : []),
    ],
    data: {
      [word]: done.map(({ objectId }) => objectId),
      refused,
      ...(left?.size ? { left: [...left] } : {}),
    },
    failed: refused.length > 0,
  }
  const count = done.length + refused.length
  return count < meant.length ? stoppedAt(outcome, { done: count, total: meant.length }) : outcome
}

/** An upload, with its type where a whole dataset is meant. */
export type Meant = { objectId: string; contentType?: string }

function typesIn(meant: readonly Meant[]): string {
  const types = typesOf(meant)
  return types === '' ? '' : ` (${types})`
}

/** How many of which type, the most first: `2 application/pdf, 1 text/plain`. */
export function typesOf(meant: readonly Meant[]): string {
  const counts = new Map<string, number>()
  for (const { contentType: type } of meant) {
    if (type !== undefined) counts.set(type, (counts.get(type) ?? 0) + 1)
  }
  const ordered = [...counts].sort(([, a], [, b]) => b - a)
  return ordered.map(([type, count]) => `${count} ${type}`).join(', ')
}

export function objectsMeant({ rooms }: App, values: Values): Meant[] {
  if (values.object !== undefined) {
    if (values.dataset !== undefined || values.all === true) throw oneOrAll()
    return [{ objectId: requireOption(values, 'object') }]
  }
  const dataset = requireOption(values, 'dataset')
  if (values.all !== true) throw oneOrAll()
  const datasetId = rooms.catalog.datasetNamed(dataset)
  const meant: Meant[] = []
  let after: ReviewPosition | undefined
  do {
    const { items } = rooms.review.listWaiting({ datasetId, limit: pageSize, after })
    meant.push(...items)
    after = items.length === pageSize ? items.at(-1) : undefined
  } while (after)
  return meant
}

function oneOrAll(): UsageError {
  return new UsageError('Give either --object, or --dataset with --all.')
}
