// What a cell has to send: a row for each entry, in the transaction of its deed, until the other
// cell has answered. What the process knows beside it is when it tries again.
import type { CellStore } from '../books.ts'
import type { Entry } from './entry.ts'

export const outboxSchema = 'CREATE TABLE clearing_out (id TEXT PRIMARY KEY, entry TEXT NOT NULL)'

type Waiting = { entry: Entry; tries: number; nextMs: number }

const firstWaitMs = 1_000
const longestWaitMs = 60_000

export function openOutbox({ raw }: CellStore, { nowMs }: { nowMs(): number }) {
  const put = raw.prepare('INSERT INTO clearing_out VALUES (?, ?)')
  const remove = raw.prepare('DELETE FROM clearing_out WHERE id = ?')
  const all = raw.prepare('SELECT entry FROM clearing_out ORDER BY rowid').pluck()
  const waiting = new Map<string, Waiting>()

  function send(entry: Entry): void {
    waiting.set(entry.id, { entry, tries: 0, nextMs: nowMs() })
  }

  return {
    /** In the transaction of the deed. */
    keep: (entry: Entry): unknown => put.run(entry.id, JSON.stringify(entry)),
    /** Behind its commit. */
    send,
    answered(id: string): void {
      remove.run(id)
      waiting.delete(id)
    },
    /** What is to be sent now; each next time waits longer. */
    due(): Entry[] {
      const due = [...waiting.values()].filter((one) => one.nextMs <= nowMs())
      for (const one of due) {
        one.nextMs = nowMs() + Math.min(longestWaitMs, firstWaitMs * 2 ** one.tries)
        one.tries += 1
      }
      return due.map(({ entry }) => entry)
    },
    /** When something is due next. */
    nextMs: (): number => Math.min(...[...waiting.values()].map((one) => one.nextMs)),
    waits: (): number => waiting.size,
    /** A new process finds what the database has. */
    restart(): void {
      waiting.clear()
      for (const text of all.all() as string[]) send(JSON.parse(text) as Entry)
    },
  }
}
