import type { TenantId } from '../../src/base/ids.ts'
import type { KontorEvent, StreamId } from '../../src/domain/events/index.ts'
import type { TestApp } from './open-test-app.ts'

/** All events of a tenant, or of the platform, as they are kept. */
export function toldTo({ rooms }: Pick<TestApp, 'rooms'>, stream: string): readonly KontorEvent[] {
  const tenantId = stream as StreamId & TenantId
  return rooms.events.read({ tenantId, afterNumber: 0, limit: 1000 }).events
}

/** The data of the only event of a type; throws when there is none, or more than one. */
export function onlyOne(events: readonly KontorEvent[], type: KontorEvent['type']): object {
  const [one, ...more] = events.filter((event) => event.type === type)
  if (!one || more.length > 0) throw new Error(`${more.length + (one ? 1 : 0)} times ${type}`)
  return one.data
}
