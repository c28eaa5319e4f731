import { setImmediate } from 'node:timers/promises'
import type { RoomStore } from '../../store/tx.ts'
import { columnSizes } from './column-sizes.ts'
import { indexRowOf } from './index-row.ts'
import {
  checkIndexStructure,
  countPassages,
  listOrphans,
  listPassages,
  type PassageRow,
  stemsByNo,
  tokenCounts,
} from './queries.ts'
import type { IndexProgress, IndexSlice } from './rebuild-index.ts'

export type IndexProblem = {
  readonly check: 'missing' | 'outdated' | 'orphan' | 'structure'
  readonly message: string
}

export type IndexCheck = IndexProgress & { readonly problems: readonly IndexProblem[] }

const passagesPerTurn = 500
const orphansShownMax = 100

/**
 * Compares the index with the passages, some at a time: each must be in it with as many tokens as
 * the analyser makes of its text now. With the last ones it looks for rows without a passage and
 * has FTS5 check its own structure. Whoever calls goes on at `nextNo`.
 */
export async function verifyIndex(
  { store }: { store: RoomStore },
  { afterNo, done, limit, signal }: IndexSlice,
): Promise<IndexCheck> {
  const total = countPassages(store.db)
  const problems: IndexProblem[] = []
  let at = afterNo
  let count = 0
  while (count < limit && !signal?.aborted) {
    const slice = listPassages(store.db, { afterNo: at, limit: passagesPerTurn })
    const last = slice.at(-1)
    if (!last) {
      problems.push(...orphanProblems(store), ...(await structureProblems(store)))
      return { done: done + count, total, nextNo: undefined, problems }
    }
    const sizes = tokenCounts(store.db, { fromNo: at + 1, toNo: last.passageNo })
    const nos = slice.map(({ passageNo }) => passageNo)
    const stems = stemsByNo(store.db, nos)
    problems.push(
      ...slice.flatMap((row) =>
        problemOf(row, { sizes: sizes.get(row.passageNo), stems: stems.get(row.passageNo) }),
      ),
    )
    at = last.passageNo
    count += slice.length
    await setImmediate()
  }
  return { done: done + count, total, nextNo: at, problems }
}

type Indexed = { sizes: string | undefined; stems: Buffer | undefined }

function problemOf(passage: PassageRow, { sizes, stems }: Indexed): IndexProblem[] {
  const { passageId } = passage
  if (sizes === undefined) {
    return [{ check: 'missing', message: `passage ${passageId} is not in the index` }]
  }
  const { body, stem, tags, stems: expectedStems } = indexRowOf(passage)
  const expected = [body, stem, tags].map((text) => (text === '' ? 0 : text.split(' ').length))
  const isSame = expected.join() === columnSizes(sizes).join()
  if (isSame && stems?.equals(expectedStems)) return []
  return [{ check: 'outdated', message: `passage ${passageId} is indexed differently` }]
}

function orphanProblems({ db }: RoomStore): IndexProblem[] {
  return listOrphans(db, { limit: orphansShownMax }).map((no) => ({
    check: 'orphan',
    message: `row ${no} of the index belongs to no passage`,
  }))
}

async function structureProblems({ write }: RoomStore): Promise<IndexProblem[]> {
  try {
    await write(checkIndexStructure)
    return []
  } catch (error) {
    return [{ check: 'structure', message: (error as Error).message }]
  }
}
