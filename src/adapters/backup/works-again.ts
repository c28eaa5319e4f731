import { openDatabase } from './database-facts.ts'

/** What opens a door or is worth money in a database, by its kind. */
export type WorksAgain = {
  sessions: number
  apiKeys: number
  invitations: number
  vouchers: number
  /** What the vouchers are worth. */
  voucherCredits: number
  links: number
}

const open = {
  sessions: 'SELECT count(*) FROM session WHERE expires_at > @now',
  apiKeys: `SELECT count(*) FROM api_key
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`,
  invitations: `SELECT count(*) FROM invitation
    WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > @now`,
  vouchers: `SELECT count(*) FROM voucher
    WHERE redeemed_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`,
  voucherCredits: `SELECT coalesce(sum(credits), 0) FROM voucher
    WHERE redeemed_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`,
  links: `SELECT count(*) FROM dl_link WHERE state = 'minted' AND expires_at > @now`,
} satisfies Record<keyof WorksAgain, string>

/** How much of each is open in this database at a time. */
export function worksIn(file: string, nowMs: number): WorksAgain {
  const raw = openDatabase(file)
  try {
    const counts = Object.entries(open).map(([kind, sql]) => {
      return [kind, raw.prepare(sql).pluck().get({ now: nowMs })]
    })
    return Object.fromEntries(counts) as WorksAgain
  } finally {
    raw.close()
  }
}
