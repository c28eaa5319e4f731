/** Whatever carries something out in a transaction of its own. */
type WriteBy<Tx> = <T>(fn: (tx: Tx) => T) => Promise<T>

/** Takes so many rows in each transaction, until there are fewer. Gives how many there were. */
export async function inSlices<Tx>(
  write: WriteBy<Tx>,
  { max, take }: { max: number; take: (tx: Tx, max: number) => number },
): Promise<number> {
  for (let all = 0; ; ) {
    const taken = await write((tx) => take(tx, max))
    all += taken
    if (taken < max) return all
  }
}

/** So many beyond one. */
export type Place = { after: string; limit: number }

/** The same in order of ids, where what was taken stays: each slice begins beyond the last. */
export async function inSlicesById<Tx>(
  write: WriteBy<Tx>,
  { max, take }: { max: number; take: (tx: Tx, place: Place) => string[] },
): Promise<number> {
  for (let [all, after] = [0, '']; ; ) {
    const taken = await write((tx) => take(tx, { after, limit: max }))
    all += taken.length
    if (taken.length < max) return all
    after = taken.at(-1) as string
  }
}
