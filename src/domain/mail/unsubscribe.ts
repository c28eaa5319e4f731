import type { UserId } from '../../base/ids.ts'
import { hmac, sameBytes } from '../../base/secrets.ts'
import { findChoice, updateChoice } from './queries.ts'
import type { MailRoom } from './room.ts'

/** Signed, so that nobody ends the letters of others; it opens nothing else. */
export function unsubscribeUrlOf({ baseUrl, linkKey }: MailRoom, userId: UserId): string {
  const mac = hmac(linkKey.current(), userId).toString('base64url')
  return `${baseUrl()}/mail/unsubscribe?token=${userId}.${mac}`
}

/** Whose letters a link ends; undefined for one that is not genuine. */
export function personOfLink({ linkKey }: MailRoom, token: string): UserId | undefined {
  const [userId = '', mac = ''] = token.split('.')
  const given = Buffer.from(mac, 'base64url')
  const isGenuine = linkKey.accepted().some((key) => sameBytes(hmac(key, userId), given))
  return isGenuine ? (userId as UserId) : undefined
}

/** No more letters about what happens; gives whether the link is genuine. */
export async function unsubscribe(room: MailRoom, token: string): Promise<boolean> {
  const userId = personOfLink(room, token)
  if (userId === undefined) return false
  await room.store.write((tx) => {
    if (findChoice(tx, userId)) updateChoice(tx, userId, { atOnce: [], daily: [] })
  })
  return true
}
