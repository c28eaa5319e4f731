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
  dataset: { type: 'string', help: 'a dataset, with --all', value: '<id>' },
  all: { type: 'boolean', help: 'everything that waits in the dataset' },
} as const satisfies Record<string, OptionHelp>

type Stop = AbortSignal | undefined

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
  { decide, done: word, signal }: { decide: Decide; done: string; signal: Stop },
): Promise<Outcome> {
  const done: string[] = []
  const refused: { object_id: string; message: string }[] = []
  const meant = objectsMeant(app, values)
  for (const objectId of meant) {
    if (signal?.aborted) break
    const requestId = newId('req', app.clock.nowMs())
    try {
      await decide({ requestId, write: app.store.write }, objectId)
      done.push(objectId)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      refused.push({ object_id: objectId, message: error.message })
    }
  }
  const outcome: Outcome = {
    lines: [
      ...refused.map(({ object_id, message }) => `${object_id}: ${message}`),
      `${word[0]?.toUpperCase()}${word.slice(1)}: ${done.length}.`,
    ],
    data: { [word]: done, refused },
    failed: refused.length > 0,
  }
  const count = done.length + refused.length
  return count < meant.length ? stoppedAt(outcome, { done: count, total: meant.length }) : outcome
}

function objectsMeant({ rooms }: App, values: Values): string[] {
  if (values.object !== undefined) {
    if (values.dataset !== undefined || values.all === true) throw oneOrAll()
    return [requireOption(values, 'object')]
  }
  const datasetId = requireOption(values, 'dataset')
  if (values.all !== true) throw oneOrAll()
  const ids: string[] = []
  let after: ReviewPosition | undefined
  do {
    const { items } = rooms.review.listWaiting({ datasetId, limit: pageSize, after })
    ids.push(...items.map(({ objectId }) => objectId))
    after = items.length === pageSize ? items.at(-1) : undefined
  } while (after)
  return ids
}

function oneOrAll(): UsageError {
  return new UsageError('Give either --object, or --dataset with --all.')
}
