import type { Context } from 'koa'
import type { Attendance, Principal } from '../../domain/identity/index.ts'
import type { Rooms } from '../../domain/rooms.ts'
import type { HttpFacts } from '../route.ts'
import type { EventStream } from './open-streams.ts'

type Asked = { rooms: Rooms; principal: Principal; http: HttpFacts }

/** A stream that lasts no longer than the credential that asks for it. */
export function streamFor({ rooms, principal, http }: Asked): {
  stream: EventStream
  attendance: Attendance
} {
  const { sessionId, principalId } = principal
  const stream = http.streams.begin(http.ctx, sessionId ?? principalId)
  const attendance = rooms.identity.attend(principal, () => stream.end())
  stream.onClose(() => attendance[Symbol.dispose]())
  return { stream, attendance }
}

export function lastEventId(ctx: Context): string | undefined {
  return ctx.get('last-event-id') || undefined
}
