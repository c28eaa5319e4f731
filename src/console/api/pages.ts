type Page = { next_cursor: string | null }

/** So many pages from the first on, each from where the one before ended; `last` is the last. */
export async function pagesInTurn<P extends Page>(
  pages: number,
  ask: (from: { cursor?: string }) => Promise<P>,
): Promise<{ all: readonly P[]; last: P; hasMore: boolean }> {
  let last = await ask({})
  const all = [last]
  while (all.length < pages && last.next_cursor !== null) {
    last = await ask({ cursor: last.next_cursor })
    all.push(last)
  }
  return { all, last, hasMore: last.next_cursor !== null }
}

/** So many pages from the first on, asked together, so that none is missed in between. */
export function pagesTogether<P>(pages: number, ask: (page: number) => Promise<P>): Promise<P[]> {
  return Promise.all(Array.from({ length: pages }, (_, page) => ask(page)))
}
