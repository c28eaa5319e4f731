// What is written down by a deed: ids stand under the names that a test gives them.
import * as assert from 'uvu/assert'
import type { TestStore } from './open-test-store.ts'

type Entry = Record<'action' | 'actorType' | 'subjectType' | 'subjectId' | 'details', string> & {
  actorId: string | null
  tenantId: string | null
  requestId: string | null
}

/** Who did what to whom in which house, and with what; what nobody asked for says so. */
export type Line = [who: string, details?: object]

const entries = `
  SELECT action, actor_type AS actorType, actor_id AS actorId, subject_type AS subjectType,
    subject_id AS subjectId, tenant_id AS tenantId, details, request_id AS requestId
  FROM audit_event ORDER BY audit_no`
const events = "SELECT stream || ' ' || number, type || ' to ' || stream, data FROM event"

/** Gives what holds a deed against what it adds to the log, and then to the events. */
export function openWritten(
  { store: { raw } }: { store: Pick<TestStore, 'raw'> },
  names: Record<string, string | undefined>,
) {
  const named = (text: string) =>
    Object.entries(names)
      .reduce((all, [name, id]) => (id === undefined ? all : all.replaceAll(id, name)), text)
      .replace(/\b(tnt|usr|key|inv|ses|grt|pk|vch|dsp|stmt|pay|req)_[0-9a-z]{26}\b/g, '$1')
      .replace(/"[0-9a-f]{12}"/g, '"prefix"')
  const lineOf = (who: string, details: string): Line =>
    details === '{}' ? [named(who)] : [named(who), JSON.parse(named(details))]
  const logged = () => (raw.prepare(entries).all() as Entry[]).map((one) => [who(one), one.details])
  const told = () => raw.prepare(events).raw().all() as [id: string, who: string, data: string][]
  return async (deed: () => unknown, ...lines: Line[]): Promise<void> => {
    const [count, before] = [logged().length, new Set(told().map(([id]) => id))]
    await deed()
    const added = told().filter(([id]) => !before.has(id))
    const all = [...logged().slice(count), ...added.map(([, ...event]) => event)]
    assert.equal(
      all.map(([by = '', details = '']) => lineOf(by, details)),
      lines,
    )
  }
}

function who(entry: Entry): string {
  const { action, actorType, actorId, subjectType, subjectId, tenantId } = entry
  const by = actorId === null ? actorType : `${actorType} ${actorId}`
  const unasked = entry.requestId === null ? ', unasked' : ''
  return `${action} by ${by}: ${subjectType} ${subjectId} of ${tenantId}${unasked}`
}
