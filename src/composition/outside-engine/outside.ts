import { openGuarded } from '../../adapters/outside-engine/guarded.ts'
import { type OutsidePlace, openOutside } from '../../adapters/outside-engine/open-outside.ts'
import { visibleDatasetNos } from '../../domain/catalog/index.ts'
import type { Held, OutsideEngine, ProposalAsked, Proposals } from '../../engine/index.ts'
import type { Deps } from '../deps.ts'
import { followListed } from './follow.ts'
import type { HeldPlace } from './held-place.ts'

/** An engine of others, as far as it has been told of what is listed. */
export type Outside = {
  proposals: Proposals
  report(): OutsideReport
  start(): void
}

export type OutsideReport = {
  readonly isUp: boolean
  /** Whether it had everything when it was last told something. */
  readonly hasAll: boolean
  readonly upToPassageNo: number
  readonly searches: number
  readonly failures: number
}

/** Of the time that a search may take, so much is left to it; then all is looked at here. */
const timeShare = 0.1
/** Twice as many as a search by meaning finds: with what is near they are ranked anew. */
const proposedMax = 400

type Needs = Pick<Deps, 'store' | 'log' | 'resources'> & {
  config: Pick<Deps['config'], 'dataDir' | 'searchTimeoutMs'>
  place: OutsidePlace
}

export function openOutsideProposals({ config, place, ...needs }: Needs): Outside {
  const { store, log, resources } = needs
  let opening: Promise<OutsideEngine> | undefined
  const say = (trouble: string | undefined) => {
    if (trouble === undefined) log.info('the engine of others answers')
    else log.warn({ trouble }, 'the engine of others is left out')
  }
  const guarded = openGuarded({
    answerWithinMs: Math.round(config.searchTimeoutMs * timeShare),
    onChange: ({ trouble }) => say(trouble),
  })
  const listed = followListed({
    store,
    dataDir: config.dataDir,
    engine() {
      opening ??= openOutside(place).catch((error) => {
        opening = undefined
        throw error
      })
      return opening
    },
    onTrouble: guarded.note,
  })
  resources.defer(async () => {
    await listed.close()
    const engine = await opening?.catch(() => undefined)
    await engine?.close()
  })

  return {
    proposals: {
      isReady: () => listed.now()?.hadAll === true,
      async propose({ visibility, ...meant }: ProposalAsked) {
        const now = listed.now()
        if (now?.model.modelNo !== meant.modelNo) return undefined
        const { modelNo, vector, filters } = meant
        const held = heldIn(now.held)
        const { mode } = visibility.datasetAccess
        const seen = mode === 'all_available' ? undefined : visibleDatasetNos(store.db, visibility)
        const there = new Set(seen && now.held.datasetNos)
        const datasetNos = seen?.filter((no) => there.has(no))
        if (datasetNos?.length === 0) return undefined
        const asked = { vector, datasetNos, filters, limit: proposedMax }
        const found = await guarded.near(now.index, asked)
        return found && { modelNo, vector, held, passageNos: Int32Array.from(found) }
      },
    },
    report() {
      const { searches, failures } = guarded.counts()
      const upToPassageNo = listed.now()?.held.upToPassageNo ?? 0
      const isUp = guarded.isUp() && listed.now() !== undefined
      return { isUp, hasAll: listed.hasAll(), upToPassageNo, searches, failures }
    },
    start: listed.start,
  }
}

/** What there was before the index was asked: what came since is looked at here. */
function heldIn({ datasetNos, absentObjectNos, upToPassageNo }: HeldPlace): Held {
  return {
    datasetNos: Int32Array.from(datasetNos),
    absentObjectNos: Int32Array.from(absentObjectNos),
    upToPassageNo,
  }
}
