import type { Catalog } from '../domain/catalog/index.ts'
import type { Chain } from '../domain/chain/index.ts'
import type { Erasure } from '../domain/erasure/index.ts'
import type { Folders } from '../domain/folders/index.ts'
import type { Attempt, Ingest } from '../domain/ingest/index.ts'
import type { Mail } from '../domain/mail/index.ts'
import type { MicroIps } from '../domain/microip/index.ts'
import type { JobKind, JobPayloads } from '../domain/outbox/index.ts'

export type { Attempt } from '../domain/ingest/index.ts'

/** What a deletion buries before others have their turn: two thousand objects. */
const slicesAtOnce = 10

type Tx = Parameters<Ingest['ingestionGivenUp']>[0]

export type JobHandler<K extends JobKind> = {
  /** Does the work; may run more than once. What it throws is tried again later. */
  run(attempt: Attempt, payload: JobPayloads[K]): Promise<void>
  /** In the transaction that gives the job up: nothing may wait for it any longer. */
  givenUp(tx: Tx, payload: JobPayloads[K]): void
}

export type JobHandlers = { [K in JobKind]: JobHandler<K> }

/** Which room does the work of which kind. */
export function jobHandlers({
  catalog,
  chain,
  erasure,
  folders,
  ingest,
  mail,
  microip,
}: {
  catalog: Catalog
  chain: Pick<Chain, 'advanceSubmission'>
  erasure: Pick<Erasure, 'erasePersonsRest' | 'goOnErasing'>
  folders: Pick<Folders, 'forgetReports'>
  ingest: Ingest
  mail: Pick<Mail, 'sendPosted'>
  microip: Pick<MicroIps, 'describeAsset' | 'describeSoon'>
}): JobHandlers {
  return {
    'inspect-object': { run: ingest.inspectObject, givenUp: ingest.inspectionGivenUp },
    'ingest-object': {
      run(attempt, payload) {
        const looking = andThen(attempt, (tx) => microip.describeSoon(tx, payload))
        return ingest.ingestObject(looking, payload)
      },
      givenUp(tx, payload) {
        ingest.ingestionGivenUp(tx, payload)
        microip.describeSoon(tx, payload)
      },
    },
    'reprocess-dataset': { run: ingest.queueReprocess, givenUp: ingest.listingGivenUp },
    'reprocess-object': { run: ingest.reprocessObject, givenUp: ingest.reprocessingGivenUp },
    'remove-passages': { run: ingest.unindexObject, givenUp: () => {} },
    'purge-blob': { run: ingest.purgeBlob, givenUp: () => {} },
    // Never given up by the runner alone: what is held waits until the chain has decided.
    'advance-submission': { run: chain.advanceSubmission, givenUp: () => {} },
    'describe-asset': { run: microip.describeAsset, givenUp: () => {} },
    'send-mail': { run: mail.sendPosted, givenUp: () => {} },
    'delete-dataset': {
      async run({ signal }, payload) {
        await folders.forgetReports(payload.datasetId, signal)
        await catalog.continueDeletion(payload, { slicesMax: slicesAtOnce })
      },
      givenUp: () => {},
    },
    'erase-person': { run: erasure.erasePersonsRest, givenUp: () => {} },
    'erase-tenant': { run: erasure.goOnErasing, givenUp: () => {} },
  }
}

/** The same attempt; what it writes is followed by something else in the same transaction. */
function andThen(attempt: Attempt, next: (tx: Tx) => void): Attempt {
  const followed =
    <T>(fn: (tx: Tx) => T) =>
    (tx: Tx) => {
      const value = fn(tx)
      next(tx)
      return value
    }
  const { write, finish = write } = attempt
  return {
    ...attempt,
    write: (fn) => write(followed(fn)),
    finish: (fn) => finish(followed(fn)),
  }
}
