import { randomUUID } from 'node:crypto'
import type { App } from '../../app.ts'
import { type FolderCommand, type Outcome, requireOption, type Values } from '../command.ts'
import { stoppedAt } from '../stop.ts'
import { tableOf } from '../table.ts'
import { openTenantRun, type TenantRun } from './tenant-import-run.ts'

/** Another command gets its turn, and a person sees the bar move. */
const stepMs = 700
/** Of imports that were begun and never ended by the one who gave them. */
const runsKeptMax = 4

/** Takes what `tenant export` wrote: people and datasets at once, files through the review. */
export const tenantImport: FolderCommand = {
  name: 'tenant import',
  use: 'write',
  summary: "take another installation's tenant out of its archive; files wait for review",
  examples: [
    'kontor tenant import ./ada --dry-run',
    'kontor tenant import ./ada',
    'kontor tenant import ./ada --into "Ada house" --json',
  ],
  stops: true,
  options: {
    folder: { type: 'string', help: 'what tenant export wrote', value: '<folder>' },
    into: {
      type: 'string',
      help: 'a tenant of this installation that takes the datasets; no people come',
      value: '<tenant>',
    },
    'dry-run': { type: 'boolean', help: 'check the archive and say what would be done' },
  },
  operand: 'folder',
  async act(app, values, { signal } = {}) {
    const runs = runsOf(app)
    const id = typeof values.run === 'string' ? values.run : randomUUID()
    const run = runs.get(id) ?? (await openTenantRun(app, optionsIn(values), signal))
    runs.set(id, run)
    await run.step(stepMs, signal)
    const { done, total } = run.progress()
    const isCut = done < total && signal?.aborted === true
    if (done < total && !isCut) {
      return { lines: [], data: null, more: { values: { run: id }, done, total } }
    }
    runs.delete(id)
    const outcome = outcomeOf(run, values['dry-run'] === true)
    return isCut ? stoppedAt(outcome, { done, total }) : outcome
  },
}

const runsByApp = new WeakMap<App, Map<string, TenantRun>>()

function runsOf(app: App): Map<string, TenantRun> {
  const runs = runsByApp.get(app) ?? new Map<string, TenantRun>()
  runsByApp.set(app, runs)
  for (const id of [...runs.keys()].slice(0, -runsKeptMax)) runs.delete(id)
  return runs
}

function optionsIn(values: Values) {
  return {
    folder: requireOption(values, 'folder'),
    into: typeof values.into === 'string' ? values.into : undefined,
    dryRun: values['dry-run'] === true,
  }
}

function outcomeOf(run: TenantRun, dryRun: boolean): Outcome {
  const { tenantId, users, left, datasets, taken, failed, skipped, unchanged } = run.result()
  const word = dryRun ? 'would be taken' : 'taken'
  return {
    lines: [
      ...(tenantId === null ? [] : [`Tenant: ${tenantId}.`]),
      ...users.map(({ email }) =>
        dryRun
          ? `${email} would come along.`
          : `${email} came along: kontor user reset-password --email ${email}`,
      ),
      ...left.map(
        ({ email, reason }) => `${email} ${dryRun ? 'would' : 'did'} NOT come along: ${reason}`,
      ),
      ...tableOf(
        ['file', 'why it failed'],
        failed.map(({ filename, reason }) => [filename, reason]),
      ),
      `${datasets.filter(({ isNew }) => isNew).length} datasets ${word}, as drafts.`,
      `${taken.length} files ${word}, for review; ${unchanged} were there already, ` +
        `${skipped} have no bytes or were taken down, ${failed.length} failed.`,
      'Credits, balances, keys, sessions and licences do not come along.',
    ],
    data: {
      dry_run: dryRun,
      tenant_id: tenantId,
      users: users.map(({ userId, email }) => ({ user_id: userId, email })),
      users_left: left,
      datasets: datasets.map((one) => ({
        source_dataset_id: one.sourceId,
        dataset_id: one.datasetId,
        is_new: one.isNew,
      })),
      objects: taken.map((one) => ({ source_object_id: one.sourceId, object_id: one.objectId })),
      unchanged,
      skipped,
      failed,
    },
    failed: failed.length > 0,
  }
}
