import { onceFor } from '../../../base/once-for.ts'
import type { Db } from '../../../store/tx.ts'

type Settling = { began: number; underWay: number }

const settlements = onceFor((_: Db) => new Map<string, Settling>())

function of(db: Db, period: string): Settling {
  const all = settlements(db)
  const known = all.get(period) ?? { began: 0, underWay: 0 }
  all.set(period, known)
  return known
}

/** While a month is settled it is closed, and lacks statements: until this is disposed. */
export function beginSettling(db: Db, period: string): Disposable {
  const settling = of(db, period)
  settling.began += 1
  settling.underWay += 1
  return {
    [Symbol.dispose]: () => {
      settling.underWay -= 1
    },
  }
}

/** Says later whether the month was being settled at any moment since now. */
export function watchSettling(db: Db, period: string): () => boolean {
  const settling = of(db, period)
  const { began, underWay } = settling
  return () => underWay > 0 || settling.began > began
}
