import {
  type Caller,
  hiddenObjectNos,
  visibilityChange,
  visibleDatasetNos,
} from '../../domain/catalog/index.ts'
import { type OutsideModel, type OutsideRow, outsideRows } from '../../engine/index.ts'
import type { Store } from '../../store/open.ts'
import { changesAfter } from '../../store/search-feed/feed-log.ts'
import type { Db } from '../../store/tx.ts'
import type { HeldPlace } from './held-place.ts'

type Sight = {
  readonly seq: number
  readonly listed: readonly number[]
  readonly hiddenNos: readonly number[]
  readonly isListed: ReadonlySet<number>
  readonly isHidden: ReadonlySet<number>
}

/** Whoever has nothing and was given nothing sees what everybody sees. */
const anybody: Caller = { tenantId: '' as never, datasetAccess: { mode: 'all_available' } }

const rowsMax = 1_000
const changesMax = 1_000

/** Finds out what an index elsewhere has too much and what it lacks, some of it at a time. */
export function readerOfListed(store: Pick<Store, 'raw' | 'db'>) {
  let seen: Sight | undefined

  /** What everybody sees, found out again when something changed. */
  function sight() {
    const seq = visibilityChange(store.db)
    if (seen?.seq === seq) return seen
    const listed = visibleDatasetNos(store.db, anybody)
    const hiddenNos = hiddenObjectNos(store.db, { datasetNos: listed, viewer: anybody })
    seen = { seq, listed, hiddenNos, isListed: new Set(listed), isHidden: new Set(hiddenNos) }
    return seen
  }

  /** In one moment: what must go and what must come. What goes is not said to be there from now. */
  return (held: HeldPlace, model: OutsideModel) => {
    const changes = changesAfter(store.raw, { place: held.place, limit: changesMax })
    const gonePassages = changes.keysOf('passage').map(([no]) => Number(no))
    const { listed, hiddenNos, isListed, isHidden } = sight()
    const wasAbsent = new Set(held.absentObjectNos)
    const filled = held.filling.map(({ datasetNo }) => datasetNo)
    const closed = [...held.datasetNos, ...filled].filter((no) => !isListed.has(no))
    const hidden = hiddenNos.filter((no) => !wasAbsent.has(no))
    const upTo = held.upToPassageNo
    const gone = { datasetNos: closed, objectNos: hidden, passageNos: gonePassages }
    const goes = upTo > 0 && closed.length + hidden.length + gonePassages.length > 0
    const known = new Set([...held.datasetNos, ...filled])
    const opened = listed.filter((no) => !known.has(no))
    held.datasetNos = held.datasetNos.filter((no) => isListed.has(no))
    held.filling = held.filling.filter(({ datasetNo }) => isListed.has(datasetNo))
    held.absentObjectNos = [...held.absentObjectNos, ...hidden]
    // With nothing there yet there is nothing to fill: what comes, comes with the others.
    if (upTo === 0) held.datasetNos.push(...opened)
    else {
      const filling = opened.map((datasetNo) => ({ datasetNo, afterNo: 0, lastNo: upTo }))
      held.filling = [...held.filling, ...filling]
    }
    const shown = held.absentObjectNos.filter((no) => !isHidden.has(no))
    const mayBeThere = ({ datasetNo, objectNo }: OutsideRow) =>
      isListed.has(datasetNo) && !isHidden.has(objectNo)
    const page = pageOf(store.db, { held, model, shown })
    const rows = page.rows.filter((row): row is OutsideRow => row.vector !== undefined)
    const isChanged = changes.place.seq !== held.place.seq || closed.length + hidden.length > 0
    return {
      gone,
      goes,
      rows: rows.filter(mayBeThere),
      isAll: changes.isAll && page.isAll,
      /** All of it was done; says whether anything is to be written down. */
      settle(): boolean {
        held.place = changes.place
        page.settle()
        return isChanged || page.rows.length > 0 || opened.length > 0
      },
    }
  }
}

type Page = { held: HeldPlace; model: OutsideModel; shown: readonly number[] }

/** First what others wait for: objects that show again, a dataset that opened, what is new. */
function pageOf(db: Db, { held, model, shown }: Page) {
  const read = (wanted: Omit<Parameters<typeof outsideRows>[2], 'limit'>) =>
    outsideRows(db, model, { ...wanted, limit: rowsMax })
  if (shown.length > 0) {
    const all = { afterNo: 0, lastNo: held.upToPassageNo, limit: Number.MAX_SAFE_INTEGER }
    const rows: ReturnType<typeof outsideRows> = []
    const done = new Set<number>()
    for (const objectNo of shown) {
      if (rows.length >= rowsMax) break
      rows.push(...outsideRows(db, model, { ...all, objectNo }))
      done.add(objectNo)
    }
    const settle = () => {
      held.absentObjectNos = held.absentObjectNos.filter((no) => !done.has(no))
    }
    return { rows, isAll: false, settle }
  }
  const [filling] = held.filling
  if (filling) {
    const rows = read(filling)
    const settle = () => {
      filling.afterNo = rows.at(-1)?.passageNo ?? filling.lastNo
      if (rows.length === rowsMax) return
      held.filling = held.filling.filter((one) => one !== filling)
      held.datasetNos = [...held.datasetNos, filling.datasetNo]
    }
    return { rows, isAll: false, settle }
  }
  const rows = read({ afterNo: held.upToPassageNo })
  const settle = () => {
    held.upToPassageNo = rows.at(-1)?.passageNo ?? held.upToPassageNo
  }
  return { rows, isAll: rows.length < rowsMax, settle }
}
