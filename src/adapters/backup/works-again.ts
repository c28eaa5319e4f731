import { openDatabase } from './database-facts.ts'

/** What opens a door or is worth money in a database, by its kind. */
export type WorksAgain = {
  sessions: number
  apiKeys: number
  invitations: number
  resetCodes: number
  allowedPasswords: number
  vouchers: number
  /** What the vouchers are worth. */
  voucherCredits: number
  links: number
  /** Months of providers that are not paid in it, and what is still to be paid of them. */
  statements: number
  statementCredits: number
}

const isUnpaid = "status NOT IN ('paid', 'reversed')"
const open = {
  sessions: 'SELECT count(*) FROM session WHERE expires_at > @now',
  apiKeys: `SELECT count(*) FROM api_key
    WHERE revoked_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`,
  invitations: `SELECT count(*) FROM invitation
    WHERE used_at IS NULL AND revoked_at IS NULL AND expires_at > @now`,
  resetCodes: 'SELECT count(*) FROM password_reset WHERE expires_at > @now',
  allowedPasswords: 'SELECT count(*) FROM password_pass WHERE until > @now',
  vouchers: `SELECT count(*) FROM voucher
    WHERE redeemed_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`,
  voucherCredits: `SELECT coalesce(sum(credits), 0) FROM voucher
    WHERE redeemed_at IS NULL AND (expires_at IS NULL OR expires_at > @now)`,
  links: `SELECT count(*) FROM dl_link WHERE state = 'minted' AND expires_at > @now`,
  statements: `SELECT count(*) FROM payout_statement WHERE ${isUnpaid} AND created_at <= @now`,
  statementCredits: `SELECT coalesce(sum(held_cents + released_cents), 0) FROM payout_statement
    WHERE ${isUnpaid} AND created_at <= @now`,
} satisfies Record<keyof WorksAgain, string>

/** How much of each is open in this database at a time. */
export function worksIn(file: string, nowMs: number): WorksAgain {
  const raw = openDatabase(file)
  try {
    const counts = Object.entries(open).map(([kind, sql]) => {
      return [kind, countIn(raw, sql, nowMs)]
    })
    return Object.fromEntries(counts) as WorksAgain
  } finally {
    raw.close()
  }
}

type Raw = ReturnType<typeof openDatabase>

function countIn(raw: Raw, sql: string, nowMs: number): unknown {
  try {
    return raw.prepare(sql).pluck().get({ now: nowMs })
  } catch (error) {
    // A folder of an older version has no such thing.
    if (/no such table/.test((error as Error).message)) return 0
    throw error
  }
}
