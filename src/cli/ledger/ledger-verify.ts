import type { Receipt, SignedHead } from '../../domain/ledger/index.ts'
import type { FolderCommand } from '../command.ts'
import { readEvidence } from './evidence-file.ts'

/** Recomputes the whole ledger: hashes, balances, sums, links against charges. */
export const ledgerVerify: FolderCommand = {
  name: 'ledger verify',
  use: 'read',
  summary: 'check every entry of the ledger',
  examples: [
    'kontor ledger verify',
    'kontor ledger verify --since <head>',
    'kontor ledger verify --against receipt.json',
  ],
  options: {
    since: { type: 'string', help: 'only what came after this head', value: '<head>' },
    against: {
      type: 'string',
      help: 'a receipt or a head that somebody kept: is it still part of the ledger?',
      value: '<file>',
    },
  },
  async act(app, { since, against }) {
    const kept = typeof against === 'string' ? readEvidence(against) : undefined
    const report =
      typeof since === 'string'
        ? await app.rooms.ledger.verifySince(since)
        : await app.verifyLedger()
    const { transfers, events, head } = report
    const held = kept ? app.rooms.ledger.verifyAgainst(kept) : []
    const problems = [...report.problems, ...held]
    const ok = problems.length === 0
    const counted = `${transfers} transfers and ${events} metered events`
    return {
      failed: !ok,
      lines: ok
        ? [`The ledger is in order: ${counted} checked.`, ...said(kept), `Head: ${head}`]
        : [
            `The ledger is NOT in order (${counted} checked):`,
            ...problems.map(({ check, seq, message }) => `  ${check} ${seq ?? ''}: ${message}`),
          ],
      data: { ...report, ok, problems, accounts: app.rooms.ledger.balances() },
    }
  },
}

function said(kept: Receipt | SignedHead | undefined): string[] {
  if (!kept) return []
  if (kept.kind === 'kontor head 1') return [`The head of ${kept.signed_at} is part of it.`]
  return [`The receipt ${kept.id}, signed at ${kept.head.signed_at}, is part of it.`]
}
