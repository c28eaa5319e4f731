import type { App } from '../../app.ts'
import type { Unindexable } from '../../domain/reports/index.ts'
import { type FolderCommand, type Outcome, requireOption, type Values } from '../command.ts'
import { askReviewApprove } from '../market/ask-review.ts'
import { tableOf } from '../table.ts'
import { decideOnMany, objectsMeant, targetOptions, typesOf } from './review-many.ts'

/** Lets uploads into the index; the audit log names the operator. */
export const reviewApprove: FolderCommand = {
  name: 'review approve',
  use: 'write',
  summary: 'let uploads into the index',
  examples: [
    'kontor review approve --object obj_01jn9z…',
    'kontor review approve --dataset dset_01jn9z… --all --note "known provider"',
  ],
  stops: true,
  operand: 'object',
  options: {
    ...targetOptions,
    unindexable: { type: 'boolean', help: 'with --all: also what cannot be indexed, unasked' },
    note: { type: 'string', help: 'a note for the log' },
  },
  ask: askReviewApprove,
  act: async (app, values, { signal } = {}) => {
    const isMany = values.all === true && values.object === undefined
    const apart = isMany ? unindexableIn(app, values) : []
    if (apart.length > 0 && values.unindexable === undefined) return asked(app, values, apart)
    const left = values.unindexable === true ? [] : apart
    return decideOnMany(app, values, {
      done: 'approved',
      left: new Set(left.map(({ objectId }) => objectId)),
      signal,
      decide: (cmd, objectId) =>
        app.rooms.review.approveAsOperator(cmd, { objectId, note: noteIn(values) }),
    })
  },
}

function unindexableIn({ rooms }: App, values: Values): Unindexable[] {
  const datasetId = rooms.catalog.datasetNamed(requireOption(values, 'dataset'))
  return rooms.reports.listUnindexable({ datasetId })
}

/** What waits, and whether also that is meant which nobody will find. */
function asked(app: App, values: Values, apart: readonly Unindexable[]): Outcome {
  const meant = objectsMeant(app, values)
  const said = [
    `Waiting: ${meant.length} (${typesOf(meant)}). Of these ${apart.length} cannot be indexed:`,
    ...tableOf(
      ['file', 'why it cannot be indexed', 'object'],
      apart.map(({ objectId, folder, filename, reason }) => [
        folder === '' ? filename : `${folder}/${filename}`,
        reason,
        objectId,
      ]),
    ),
  ]
  const more = { values: { unindexable: false }, done: 0, total: meant.length, said }
  const ask = { question: 'Approve these, too? [y/N] ', yes: { unindexable: true } }
  return { lines: [], data: null, more: { ...more, ask } }
}

function noteIn({ note }: Values): string | undefined {
  return typeof note === 'string' && note !== '' ? note : undefined
}
