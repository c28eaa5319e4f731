import { TOTP } from 'otpauth'
import type { Clock } from '../../src/base/clock.ts'

export type Moment = { clock: Pick<Clock, 'nowMs'> }

/** What an app for codes shows at this moment, or so many steps beside it. */
export function codeOf({ clock }: Moment, secret: string, steps = 0): string {
  const timestamp = clock.nowMs() + steps * 30_000
  return new TOTP({ secret, algorithm: 'SHA1', digits: 6, period: 30 }).generate({ timestamp })
}
