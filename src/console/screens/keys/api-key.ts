import { signal } from '@preact/signals'
import type { Reply } from '../../../client/index.ts'
import type { Tone } from '../../ui/parts.tsx'

export type ApiKey = Reply<'getApiKey'>
export type KeyState = 'active' | 'revoked' | 'expired'

export const tones: Readonly<Record<KeyState, Tone>> = {
  active: 'good',
  revoked: 'bad',
  expired: 'warn',
}

export function stateOf({ revoked_at, expires_at, application }: ApiKey): KeyState {
  if (revoked_at !== null) return 'revoked'
  const ends = [expires_at, application?.renews_until ?? null]
  return ends.some((end) => end !== null && Date.parse(end) <= Date.now()) ? 'expired' : 'active'
}

/** The secret of the key that was just made, for as long as its screen is open; kept nowhere. */
export const fresh = signal<{ id: string; secret: string } | undefined>(undefined)
