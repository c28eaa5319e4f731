import { eventTypes, mayHearOf, platformStream, type StreamId } from '../events/index.ts'
import type { Principal } from '../principal.ts'

/** A list that a person is told of, with the types that the person's role may see. */
export type Heard = { readonly stream: StreamId; readonly types: readonly string[] }

export function heardBy(principal: Principal): Heard[] {
  const streams: readonly StreamId[] = principal.isPlatformAdmin
    ? [principal.tenantId, platformStream]
    : [principal.tenantId]
  return streams.map((stream) => ({
    stream,
    types: eventTypes.filter((type) => mayHearOf(principal, { stream, type })),
  }))
}

/** `own-7` or `platform-7`: which tenant is one's own is known. */
export function noticeIdOf(stream: StreamId, number: number): string {
  return `${stream === platformStream ? 'platform' : 'own'}-${number}`
}

/** Undefined for what is no id of a notice. */
export function placeOf({ tenantId }: Principal, noticeId: string) {
  const [, whose, number] = /^(own|platform)-(\d{1,15})$/.exec(noticeId) ?? []
  if (whose === undefined) return undefined
  const stream: StreamId = whose === 'platform' ? platformStream : tenantId
  return { stream, number: Number(number) }
}
